import Model

extension PersonReader {
    /// Returns the card with all values that were read.
    func card(lines: [String], at place: SourceLocation?) -> ContactCard {
        var card = ContactCard()
        card.person.card = lines
        detachPhotos(&card.person.card)
        card.version = parsed.version
        card.place = place
        card.warnings = contents.warnings
        card.uid = contents.uid.first
        card.photo = contents.photo.first
        card.categories = contents.categories.values
        card.notes = contents.notes.values
        card.planet = contents.planet.first
        if contents.isGroup {
            let name = contents.formattedName.first ?? contents.name?.display ?? ""
            card.group = CardGroup(
                name: name, members: contents.members.values, summary: contents.summary.first ?? "")
        } else {
            fill(&card.person)
        }
        return card
    }

    /// Removes the bytes of the photo, which are stored separately, and the lines of photos that are too large.
    private func detachPhotos(_ lines: inout [String]) {
        guard lines.count == parsed.card.entries.count else { return }
        var changes = contents.largePhotos.map { (parsed.lines[$0].entries, [String]()) }
        // The photo of a group is not stored separately.
        if let photo = contents.photo.items.first, !contents.isGroup {
            let line = parsed.lines[photo.line]
            let value = parsed.bytes(of: line)
            let payload = DataURI.base64(of: value) ?? value
            let start = parsed.card.entries[line.entries.lowerBound].range.lowerBound
            let head = parsed.card.bytes[start..<payload.startIndex]
            if let kept = DetachedPhotoLine.kept(head, payload: payload, photo: photo.value) {
                changes.append((line.entries, [kept]))
            }
        }
        for (entries, replacement) in changes.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
            lines.replaceSubrange(entries, with: replacement)
        }
    }

    private func fill(_ person: inout Person) {
        let units = contents.organization.first ?? []
        person.organization = units.first ?? ""
        person.department = units.dropFirst().joined(separator: "; ")
        if units.isEmpty, contents.isOrganization, contents.name == nil {
            person.organization = contents.formattedName.first ?? ""
        }
        for (field, text) in contents.plain { person[keyPath: field.path] = text.first ?? "" }
        person.birthday = contents.birthday.first
        person.anniversary = contents.anniversary.first
        person.gender = contents.gender.first
        person.emails = contents.emails.values
        person.phones = contents.phones.values
        person.addresses = contents.addresses.values
        person.urls = contents.urls.values
        person.messengers = contents.messengers.values
        person.profiles = contents.profiles.values
        person.languages = contents.languages.values
        person.positions = contents.positions.values
        person.relations = contents.relations.values
        person.customFields = contents.customFields.values
        person.name = personName(of: person)
        if let formatted = contents.formattedName.first, !FormattedName.isRedundant(formatted, of: person) {
            person.formattedName = formatted
        }
    }

    /// Reads a photo from base64 or a data URI. The address of another photo becomes an online profile.
    mutating func readPhoto(_ line: ContentLine, _ number: Int) throws(UndecodableValue) {
        let raw = parsed.bytes(of: line)
        guard let payload = DataURI.base64(of: raw) ?? (line.isBase64 ? raw : nil) else {
            let text = try text(line)
            if OnlineProfileLabel.isPicture(text) {
                contents.profiles.append(Labeled(OnlineProfileLabel.picture, text), line: number)
            }
            return
        }
        guard contents.photo.isEmpty else { return }
        if payload.starts(with: CardText.photoMark.utf8) { return }
        guard payload.count / 4 * 3 <= BlobID.maximumBytes + 2_000_000, let bytes = Base64.decoded(payload) else {
            if payload.count / 4 * 3 > BlobID.maximumBytes { return omit(line, number) }
            warn(line, "The photo is not valid base64. The card was imported without it.")
            return
        }
        if bytes.isEmpty { return }
        if bytes.count > BlobID.maximumBytes {
            omit(line, number)
        } else if let photo = try? Photo(bytes: bytes) {
            contents.photo.append(photo, line: number)
        } else {
            warn(line, "The photo is not a JPEG, PNG, GIF, WebP, or HEIF image. The card was imported without it.")
        }
    }

    private mutating func omit(_ line: ContentLine, _ number: Int) {
        contents.largePhotos.append(number)
        warn(line, "The photo is larger than 10 MB. The card was imported without it.")
    }
}
