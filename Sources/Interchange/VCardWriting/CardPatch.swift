import Model
import Text

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
    /// Whether all photo lines could be restored. A line is omitted if its photo is missing or has changed.
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
        var reader = PersonReader(ParsedCard(UnfoldedCard(lines: kept.lines)))
        reader.readsLists = isNew || now.group != nil
        reader.read()
        self.reader = reader
        contents = reader.contents
        was = reader.card(lines: now.person.card, at: nil)
        self.now = now.writtenAs(was, reader)
        maker = PropertyMaker(version: reader.parsed.version)
        document = CardDocument(reader.parsed)
    }

    private var differs: Bool {
        !isWhole || was.person.content != now.person.content || was.group != now.group || was.photo != now.photo
            || was.planet != now.planet || was.relationUIDs != now.relationUIDs || was.notes != notes
            || categoriesDiffer
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
        setTexts(contents.relationUIDs, to: now.relationUIDs.map(\.description)) {
            CardProperty("X-ALMANAC-RELATED", .text($0))
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

    /// Removes the alternative representations of a changed property.
    mutating func removeAlternatives(of number: Int) {
        // The alternative representations are outdated (RFC 6350 section 5.4).
        let line = reader.parsed.lines[number]
        guard let id = line.parameter("ALTID") else { return }
        for (other, alternative) in reader.parsed.lines.enumerated()
        where other != number && alternative.name == line.name && alternative.parameter("ALTID") == id {
            document.remove(other)
        }
    }

    /// Replaces the first line, or adds a line if the property is missing. Other lines, such as those in other
    /// languages, remain unchanged.
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

    /// Replaces the first line and removes the others, or adds a line if the property is missing. Without properties,
    /// all lines are removed.
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

    /// The lines. If VERSION is missing or invalid, the assumed version and the properties that it requires are added.
    var linesWithVersion: [[UInt8]] {
        guard !hasVersion else { return lines }
        var document = CardDocument(ParsedCard(UnfoldedCard(slices: lines.map { $0[...] })))
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
    /// Returns the card with values of the other card in place of those that earlier versions trimmed or did not store:
    /// name parts that differ only in leading and trailing spaces, and missing formatted names, online profiles,
    /// positions, and languages.
    ///
    /// - Parameter reader: The reader of the other card. Earlier versions did not read addresses that consist of a
    ///   label only, or profiles whose property name identifies a service.
    fileprivate func writtenAs(_ other: ContactCard, _ reader: PersonReader) -> ContactCard {
        // Earlier versions of Almanac trimmed the name parts of a card and stored no formatted name, profiles, or
        // positions. They stored languages as custom fields, and labels, email addresses, phone numbers, and web
        // addresses as written in the card.
        var card = self
        let contents = reader.contents
        let (formatted, labels) = (contents.formattedName.first, contents.labelAddresses)
        if !contents.serviceProfiles.isEmpty, person.profiles == contents.formerProfiles {
            card.person.profiles = other.person.profiles
        }
        if !labels.isEmpty, person.addresses == other.person.addresses.filter({ !labels.contains($0) }) {
            card.person.addresses = other.person.addresses
        }
        card.person.standardizeValues()
        card.person.standardizeLabels(as: reader)
        card.person.standardizeDates(as: other.person)
        card.person.standardizeGender(as: other.person, isGrammatical: contents.gender.isEmpty)
        card.person.removeRepetitions(as: other.person)
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
    /// Replaces labels that earlier versions read from synonyms or from types with the prefix `X-`.
    mutating func standardizeLabels(as reader: PersonReader) {
        func standardize<Value>(
            _ list: WritableKeyPath<Person, [Labeled<Value>]>, _ found: SourcedValues<Labeled<Value>>
        ) {
            let values = self[keyPath: list]
            guard values != found.values else { return }
            var lines = found.items.filter { !values.contains($0.value) }
            for (index, value) in values.enumerated() where !lines.isEmpty && !found.values.contains(value) {
                let line = lines.firstIndex { line in
                    line.value.value == value.value && reader.isFormerLabel(value.label, of: line.line)
                }
                if let line { self[keyPath: list][index] = lines.remove(at: line).value }
            }
        }
        let contents = reader.contents
        standardize(\.emails, contents.emails)
        standardize(\.phones, contents.phones)
        standardize(\.addresses, contents.addresses)
        standardize(\.urls, contents.urls)
        standardize(\.positions, contents.positions)
        standardize(\.relations, contents.relations)
    }

    /// Removes repetitions of values that several properties contain. Earlier versions read each of these properties.
    fileprivate mutating func removeRepetitions(as other: Person) {
        if messengers.map(Messenger.identity).unique == other.messengers.map(Messenger.identity) {
            messengers = other.messengers
        }
        if relations.unique == other.relations { relations = other.relations }
        for (label, date) in [("birthday", birthday), ("anniversary", anniversary)] {
            guard let date else { continue }
            customFields.removeAll { field in
                field.label == label && PartialDate(field.value)?.withoutPlaceholderYear == date
                    && !other.customFields.contains(field)
            }
        }
    }

    /// Replaces a gender in words, which earlier versions kept as a custom field. Adds a grammatical gender, which
    /// earlier versions did not read.
    fileprivate mutating func standardizeGender(as other: Person, isGrammatical: Bool) {
        guard gender == nil, let read = other.gender else { return }
        let words = customFields.firstIndex { $0.label == "gender" && Gender(words: $0.value) == read }
        if let words { customFields.remove(at: words) }
        if words != nil || isGrammatical { gender = read }
    }

    /// Replaces custom fields that contain a date in another format, or a date whose placeholder year earlier versions
    /// kept.
    fileprivate mutating func standardizeDates(as other: Person) {
        func isSame(_ text: String, _ date: PartialDate?) -> Bool {
            guard let date, date.year == nil || !CardDate.isStandard(text) else { return false }
            return CardDate.date(of: text, omittedYear: nil) == date
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

// MARK: - Groups

extension CardPatch {
    mutating func applyGroup(_ group: CardGroup) {
        if was.group?.name != group.name || isNew {
            let property = CardProperty("FN", .text(group.name))
            setFirst(contents.formattedName, to: property)
            if maker.version != .v40 || !contents.names.isEmpty {
                var name = PersonName()
                name.family = group.name
                setSingle(contents.names, to: [maker.name(name)])
            }
        }
        if was.group == nil { document.add([maker.kindGroup()]) }
        setTexts(contents.members, to: group.members, maker.member)
        setValue(contents.summary.lines, from: was.group?.summary.nonEmpty, to: group.summary.nonEmpty) {
            CardProperty("X-ALMANAC-SUMMARY", .text($0))
        }
    }

    /// Updates the categories. Removed names are deleted from their lines. New names are added to the last line. Names
    /// that differ only in case or accents denote the same group.
    mutating func applyCategories() {
        guard categoriesDiffer else { return }
        let wanted = Set(now.categories.map(\.groupKey))
        var known = Set(contents.categories.values.map(\.groupKey))
        let new = now.categories.filter { known.insert($0.groupKey).inserted }
        let lines = contents.categories.items.map(\.line).reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
        for number in lines {
            let names = contents.categories.items.filter { $0.line == number }.map(\.value)
            let kept = names.filter { wanted.contains($0.groupKey) } + (number == lines.last ? new : [])
            guard kept != names else { continue }
            let line = reader.parsed.lines[number]
            let all = kept + contents.furtherCategories.items.filter { $0.line == number }.map(\.value)
            document.replace(
                number, with: all.isEmpty ? [] : [CardProperty(line, in: reader.parsed, value: .list(all))])
        }
        if lines.isEmpty, !new.isEmpty { document.add([CardProperty("CATEGORIES", .list(new))]) }
    }

    var categoriesDiffer: Bool { Set(was.categories.map(\.groupKey)) != Set(now.categories.map(\.groupKey)) }
}

extension String {
    /// The form of a group name that is used for comparison. `Straße` and `STRASSE` have the same key.
    var groupKey: String {
        let key = Folding.parts(of: Folding.fold(self)).joined(separator: " ")
        return key.isEmpty ? self : key
    }
}

/// A card being edited. Unchanged lines keep their exact bytes.
struct CardDocument {
    let parsed: ParsedCard
    let writer: PropertyWriter
    private var replaced: [Int: [[UInt8]]] = [:]
    private var added: [Int: [[UInt8]]] = [:]
    private var addedLast: [[UInt8]] = []
    private var nextGroup: Int
    private(set) var isChanged = false

    init(_ parsed: ParsedCard) {
        self.parsed = parsed
        writer = PropertyWriter(version: parsed.version)
        nextGroup = parsed.nextGroup
    }

    mutating func remove(_ line: Int) { replace(line, with: []) }

    mutating func replace(_ line: Int, with properties: [CardProperty]) {
        replaced[line] = properties.flatMap(writer.lines)
        isChanged = true
    }

    /// Replaces a property with the original lines of another property.
    mutating func replace(_ line: Int, withLine other: Int) {
        replaced[line] = parsed.lines(of: parsed.lines[other])
        isChanged = true
    }

    /// Adds properties after a line, or before END if no line is given.
    mutating func add(_ properties: [CardProperty], after line: Int? = nil) {
        add(properties.flatMap(writer.lines), after: line)
    }

    /// Adds the original lines of a property that moves to another position.
    mutating func add(line other: Int, after line: Int?) {
        add(parsed.lines(of: parsed.lines[other]), after: line)
    }

    private mutating func add(_ lines: [[UInt8]], after line: Int?) {
        if let line { added[line, default: []] += lines } else { addedLast += lines }
        isChanged = true
    }

    /// Sets VERSION to the version that was assumed when the card was read.
    mutating func setVersion() {
        let property = CardProperty("VERSION", .text(parsed.version.rawValue))
        let said = parsed.lines.indices.filter { parsed.lines[$0].name == "VERSION" }
        if let first = said.first { replace(first, with: [property]) } else { add([property], after: 0) }
        for other in said.dropFirst() { remove(other) }
    }

    mutating func makeGroup() -> String {
        defer { nextGroup += 1 }
        return "item\(nextGroup)"
    }

    func isRemoved(_ line: Int) -> Bool { replaced[line]?.isEmpty == true }

    var lines: [[UInt8]] {
        var result = LineList()
        var entry = 0
        for (number, line) in parsed.lines.enumerated() {
            while entry < line.entries.lowerBound {
                result.append(bytes(of: entry))
                entry += 1
            }
            if number == parsed.lines.count - 1, line.name == "END" { result.insert(addedLast) }
            if let lines = replaced[number] {
                result.insert(lines)
                if let inner = parsed.inner.first(where: { $0.owner == number }) { entry = inner.entries.upperBound }
            } else {
                for entry in line.entries { result.append(bytes(of: entry)) }
            }
            entry = max(entry, line.entries.upperBound)
            guard let lines = added[number] else { continue }
            let inner = parsed.inner.first { $0.owner == number }?.entries.upperBound ?? entry
            while entry < inner {
                result.append(bytes(of: entry))
                entry += 1
            }
            result.insert(lines)
        }
        for entry in entry..<parsed.card.entries.count { result.append(bytes(of: entry)) }
        if parsed.lines.last?.name != "END" { result.insert(addedLast) }
        return result.lines
    }

    private func bytes(of entry: Int) -> [UInt8] {
        Array(parsed.card.bytes[parsed.card.entries[entry].range])
    }
}
