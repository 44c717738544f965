import Model

/// An operation that updates the lines of a card to match the current record. Matching lines remain unchanged.
struct CardPatch {
    let was: ContactCard
    let now: ContactCard
    let contents: CardContents
    let reader: PersonReader
    var maker: PropertyMaker
    var document: CardDocument
    /// Whether properties are replaced instead of edited. This is a fallback for edited lines that do not match the
    /// record when they are read again.
    private(set) var isRewriting = false
    /// Whether the card is created from the record.
    let isNew: Bool
    /// Whether all photo lines are present. The line of a photo is removed if the photo has changed.
    private let isWhole: Bool

    static func patched(_ now: ContactCard, otherwise version: CardVersion) -> PatchedCard {
        var patch = CardPatch(now, otherwise: version)
        let version = patch.maker.version
        guard patch.isNew || patch.differs else {
            let card = patch.reader.parsed
            let lines = card.card.entries.map { Array(card.card.bytes[$0.range]) }
            return PatchedCard(lines: lines, version: version, hasVersion: card.hasVersion, isChanged: false)
        }
        patch.apply()
        var repaired = now
        repaired.person.card = patch.document.lines.map { CardText.text(of: $0) }
        var second = CardPatch(repaired, otherwise: version)
        if second.differs { second.rewriteDifferences() }
        return PatchedCard(
            lines: second.document.lines, version: version, hasVersion: patch.reader.parsed.hasVersion, isChanged: true)
    }

    private init(_ now: ContactCard, otherwise version: CardVersion) {
        isNew = now.person.card.isEmpty
        let bare = ["BEGIN:VCARD", "VERSION:\(version.rawValue)", "END:VCARD"]
        let kept = DetachedPhotoLine.restored(isNew ? bare : now.person.card, photo: now.photo)
        isWhole = kept.isWhole
        var reader = PersonReader(ParsedCard(CardBytes(lines: kept.lines)))
        reader.read()
        self.reader = reader
        contents = reader.contents
        was = reader.card(lines: now.person.card, at: nil)
        self.now = now.writtenAs(was, contents.formattedName.first)
        maker = PropertyMaker(version: reader.parsed.version)
        document = CardDocument(reader.parsed)
    }

    private var differs: Bool {
        !isWhole || was.person.content != now.person.content || was.group != now.group || was.photo != now.photo
            || was.planet != now.planet || was.notes != notes || categoriesDiffer
            || uidDiffers
    }

    /// Whether the UID must be updated. No UID is added to an existing card.
    var uidDiffers: Bool {
        now.uid != nil && now.uid?.withoutUUIDScheme != was.uid && (isNew || was.uid != nil)
    }

    /// The notes of the record, repeated as often as in the card.
    var notes: [String] {
        let known = was.notes.filter(now.notes.contains)
        let new = now.notes.filter { !known.contains($0) }
        return known.unique + new == now.notes ? known + new : now.notes
    }

    private mutating func apply() {
        if let group = now.group { applyGroup(group) } else { applyPerson() }
        if uidDiffers, let uid = now.uid { setSingle(contents.uid.lines, to: [maker.uid(uid)]) }
        setValue(contents.photo.lines, from: was.photo, to: now.photo, maker.photo)
        setValue(contents.planet.lines, from: was.planet, to: now.planet) {
            CardProperty("X-ALMANAC-PLANET", .text($0))
        }
        applyCategories()
        setTexts(contents.notes, to: notes) { CardProperty("NOTE", .text($0)) }
        applyRevision()
    }

    private mutating func applyRevision() {
        guard let moment = now.revised, document.isChanged || !isWhole else { return }
        if isNew { return document.add([maker.revision(moment, like: "")]) }
        guard let number = reader.parsed.lines.firstIndex(where: { $0.name == "REV" }) else { return }
        let old = (try? reader.text(reader.parsed.lines[number])) ?? ""
        let property = maker.revision(moment, like: old)
        document.replace(
            number, with: [CardProperty(reader.parsed.lines[number], in: reader.parsed, value: property.value)])
    }

    private mutating func rewriteDifferences() {
        if now.group == nil, PersonName(partsOf: was.person.name) != PersonName(partsOf: now.person.name) {
            setSingle(contents.names, to: [maker.name(now.person.name)])
            setFormattedName(isMissing: true)
        }
        (isRewriting, maker.splitsTexts) = (true, false)
        if now.group == nil { applyFields() }
        setTexts(contents.notes, to: notes) { CardProperty("NOTE", .text($0)) }
    }

    /// Removes the alternative representations of a changed property, which are outdated (RFC 6350 section 5.4).
    mutating func removeAlternatives(of number: Int) {
        let line = reader.parsed.lines[number]
        guard let id = line.parameter("ALTID") else { return }
        for (other, alternative) in reader.parsed.lines.enumerated()
        where other != number && alternative.name == line.name && alternative.parameter("ALTID") == id {
            document.remove(other)
        }
    }

    /// Replaces the first line, or adds a line if there is none. Lines in other languages remain unchanged.
    mutating func setFirst(_ found: SourcedValues<String>, to property: CardProperty) {
        guard let first = found.items.first?.line else { return document.add([property]) }
        replace(first, with: [property])
    }

    /// Updates a single-valued property, or removes it if there is no new value.
    mutating func setValue<Value: Equatable>(
        _ lines: [Int], from old: Value?, to new: Value?, _ make: (Value) -> CardProperty
    ) {
        if old != new { setSingle(lines, to: new.map { [make($0)] } ?? []) }
    }

    /// Replaces the first line and removes the others, or adds a line if there is none.
    mutating func setSingle(_ lines: [Int], to properties: [CardProperty]) {
        for line in properties.isEmpty || isRewriting ? lines[...] : lines.dropFirst() { drop(line) }
        if properties.isEmpty { return }
        if isRewriting { return document.add(properties) }
        guard let first = lines.first else { return document.add(properties) }
        removeAlternatives(of: first)
        replace(first, with: properties)
    }

    private mutating func replace(_ number: Int, with properties: [CardProperty]) {
        let line = reader.parsed.lines[number]
        document.replace(
            number,
            with: properties.map { property in
                if case .bytes = property.value { return property.inGroup(line.group) }
                if property.name != line.name { return property.inGroup(line.group) }
                return CardProperty(line, in: reader.parsed, value: property.value)
            })
    }
}

struct PatchedCard {
    let lines: [[UInt8]]
    let version: CardVersion
    let hasVersion: Bool
    let isChanged: Bool

    /// The lines, with the assumed version and the properties that it requires if the card has no valid VERSION line.
    var linesWithVersion: [[UInt8]] {
        guard !hasVersion else { return lines }
        var document = CardDocument(ParsedCard(CardBytes(slices: lines.map { $0[...] })))
        document.setVersion()
        document.add(CardConversion(lines, to: version).required())
        return document.lines
    }
}

extension CardProperty {
    func inGroup(_ group: String) -> CardProperty {
        var property = self
        property.group = group
        return property
    }
}

extension ContactCard {
    // Earlier versions stored the name parts of a card without surrounding blanks, no formatted name, no profiles, no
    // positions, languages as custom fields, and labels, email addresses, phone numbers, and web addresses as in the card.
    /// Returns the card with the name parts of another card where they differ only in surrounding blanks, and with its
    /// formatted name, online profiles, positions, and languages unless this card has different ones.
    ///
    /// - Parameter formatted: The text of the formatted name of the other card.
    fileprivate func writtenAs(_ other: ContactCard, _ formatted: String?) -> ContactCard {
        var card = self
        card.person.standardizeValues()
        card.person.standardizeLabels(as: other.person)
        card.person.standardizeDates(as: other.person)
        for list in CardOnlyList.allCases where person[keyPath: list.path].isEmpty {
            card.person[keyPath: list.path] = other.person[keyPath: list.path]
        }
        card.person.cardLanguage = person.cardLanguage ?? other.person.cardLanguage
        card.person.moveLanguages(as: other.person.languages)
        for part in [\PersonName.prefix, \.given, \.middle, \.family, \.suffix] {
            let written = other.person.name[keyPath: part]
            if written.withoutBlanks == person.name[keyPath: part] { card.person.name[keyPath: part] = written }
        }
        let hasSameParts = PersonName(partsOf: card.person.name) == PersonName(partsOf: other.person.name)
        if person.formattedName == nil || hasSameParts && person.formattedName == formatted {
            card.person.formattedName = other.person.formattedName
        }
        return card
    }
}

extension Person {
    /// Replaces labels that earlier versions read from types with the prefix `X-`.
    fileprivate mutating func standardizeLabels(as other: Person) {
        func isSame(_ former: String, _ label: String) -> Bool {
            former == label || former == "x-" + label.lowercased()
        }
        func standardize<Value>(_ list: WritableKeyPath<Person, [Labeled<Value>]>) {
            let (values, others) = (self[keyPath: list], other[keyPath: list])
            let areSame =
                values.count == others.count
                && zip(values, others).allSatisfy {
                    $0.value == $1.value && isSame($0.label, $1.label)
                }
            if areSame { self[keyPath: list] = others }
        }
        standardize(\.emails)
        standardize(\.phones)
        standardize(\.addresses)
        standardize(\.urls)
        standardize(\.relations)
    }

    /// Replaces dates whose placeholder year earlier versions kept, in custom fields.
    fileprivate mutating func standardizeDates(as other: Person) {
        func isSame(_ text: String, _ date: PartialDate?) -> Bool {
            date?.year == nil && date != nil && PartialDate(text)?.withoutPlaceholderYear == date
        }
        for (label, date) in [("birthday", \Person.birthday), ("anniversary", \Person.anniversary)] {
            let field = customFields.firstIndex { $0.label == label && isSame($0.value, other[keyPath: date]) }
            guard self[keyPath: date] == nil, let field else { continue }
            customFields.remove(at: field)
            self[keyPath: date] = other[keyPath: date]
        }
        guard customFields.count == other.customFields.count else { return }
        for (index, field) in other.customFields.enumerated() where customFields[index].label == field.label {
            if isSame(customFields[index].value, PartialDate(field.value)) { customFields[index].value = field.value }
        }
    }

    /// The person without the card lines, UIDs, photo, home planet, and reminder.
    var content: Person {
        var person = withoutReminder
        person.card = []
        person.uids = []
        person.photo = nil
        person.home = nil
        return person
    }
}
