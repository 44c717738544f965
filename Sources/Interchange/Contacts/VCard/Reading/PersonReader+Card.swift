import Model

extension PersonReader {
    /// Everything that was read, put together.
    func card(lines: [String], at place: CardPlace?) -> ContactCard {
        var card = ContactCard()
        card.person.card = lines
        if let photo = contents.photo.items.first {
            keepWithoutBytes(photo.value, of: photo.line, in: &card.person.card)
        }
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
            card.group = CardGroup(name: name, members: contents.members.values)
        } else {
            fill(&card.person)
        }
        return card
    }

    /// The photo has its bytes; the line only has to remember how they were written.
    private func keepWithoutBytes(_ photo: CardPhoto, of number: Int, in lines: inout [String]) {
        let line = parsed.lines[number]
        let value = parsed.bytes(of: line)
        let payload = DataURI.base64(of: value) ?? value
        let start = parsed.card.entries[line.entries.lowerBound].range.lowerBound
        guard line.entries.upperBound <= lines.count,
            let kept = KeptPhoto.kept(parsed.card.bytes[start..<payload.startIndex], payload: payload, photo: photo)
        else { return }
        lines.replaceSubrange(line.entries, with: [kept])
    }

    private func fill(_ person: inout Person) {
        let units = contents.organization.first ?? []
        person.organization = units.first ?? ""
        person.department = units.dropFirst().joined(separator: "; ")
        if units.isEmpty, contents.isOrganization, contents.name == nil {
            person.organization = contents.formattedName.first ?? ""
        }
        person.jobTitle = contents.title.first ?? ""
        person.birthday = contents.birthday.first
        person.anniversary = contents.anniversary.first
        person.emails = contents.emails.values
        person.phones = contents.phones.values
        person.addresses = contents.addresses.values
        person.urls = contents.urls.values
        person.messengers = contents.messengers.values
        person.relations = contents.relations.values
        person.customFields = contents.customFields.values
        person.name = personName(of: person)
    }
}
