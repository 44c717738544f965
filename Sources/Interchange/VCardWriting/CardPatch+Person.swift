import Model

extension CardPatch {
    mutating func applyPerson() {
        applyName()
        applyFields()
    }

    /// Applies all fields except the name parts.
    mutating func applyFields() {
        let (old, person) = (was.person, now.person)
        setValue(
            contents.nickname.lines, from: old.name.nickname.nonEmpty, to: person.name.nickname.nonEmpty, maker.nickname
        )
        setValue(contents.phonetic.lines, from: old.name.phonetic.nonEmpty, to: person.name.phonetic.nonEmpty) {
            CardProperty("X-PHONETIC-FIRST-NAME", .text($0))
        }
        applyOrganization()
        for field in PlainText.allCases {
            let (lines, version) = (contents.plain[field]?.lines ?? [], maker.version)
            setValue(lines, from: old[keyPath: field.path].nonEmpty, to: person[keyPath: field.path].nonEmpty) {
                CardProperty(field.name(for: $0, in: version), .text($0))
            }
        }
        applyDate(lines(of: contents.birthday, .birthday), old.birthday, person.birthday, maker.birthday)
        applyDate(
            lines(of: contents.anniversary, .anniversary), old.anniversary, person.anniversary, maker.anniversary)
        setValue(contents.gender.lines, from: old.gender, to: person.gender, maker.gender)
        setLabeled(contents.emails, to: person.emails, maker.email)
        setLabeled(contents.phones, to: person.phones, maker.phone)
        setLabeled(contents.addresses, to: person.addresses, maker.address)
        setLabeled(contents.urls, to: person.urls, maker.url)
        setLabeled(contents.messengers, to: person.messengers, maker.messenger)
        setLabeled(contents.profiles, to: person.profiles, maker.profile)
        setLabeled(contents.languages, to: person.languages, maker.language)
        setLabeled(contents.positions, to: person.positions, maker.position)
        setLabeled(contents.relations, to: person.relations, maker.relation)
        setLabeled(contents.customFields, to: person.customFields, maker.customField)
    }

    private mutating func applyName() {
        let name = now.person.name
        let parts = PersonName(partsOf: name)
        let isChanged = PersonName(partsOf: was.person.name) != parts
        let isNewName = isNew && (parts != PersonName() || maker.version != .v40)
        if isChanged || isNewName || readsPartsFromFormattedName { setParts(name) }
        setFormattedName(isMissing: isNew || isChanged)
        if isNamedCompany, !contents.isOrganization {
            let property = maker.kindOrganization()
            let lines = reader.parsed.lines.indices.filter {
                reader.parsed.lines[$0].name == property.name.uppercased()
            }
            setSingle(lines, to: [property])
        }
    }

    /// Whether the name parts would be read from an edited formatted name, as the card contains only the formatted name.
    private var readsPartsFromFormattedName: Bool {
        let (name, formatted) = (now.person.name, now.person.formattedName?.nonEmpty)
        return contents.name == nil && PersonName(partsOf: name) != PersonName() && formatted != nil
            && formatted != contents.formattedName.first
    }

    /// Whether the record is a company with a formatted name that readers would otherwise take for a person’s name.
    private var isNamedCompany: Bool {
        let person = now.person
        guard !person.organization.isEmpty, PersonName(partsOf: person.name) == PersonName() else { return false }
        return person.formattedName?.nonEmpty.map { !FormattedName.isMade($0, of: person) } ?? false
    }

    /// Updates the formatted name. Words other than the name parts change only if they were edited.
    ///
    /// - Parameter isMissing: Whether to add a missing formatted name.
    mutating func setFormattedName(isMissing: Bool) {
        let (old, person) = (contents.formattedName.first, now.person)
        let name: String
        if let own = person.formattedName?.nonEmpty {
            name = own
        } else if let old {
            name =
                was.person.formattedName == "" ? FormattedName.updated(old, from: was.person, to: person) : person.title
        } else if isMissing {
            name = person.title
        } else {
            return
        }
        if name != old { setFirst(contents.formattedName, to: CardProperty("FN", .text(name))) }
    }

    /// Updates the name parts. Unchanged parts, and names in other languages, are kept as written.
    private mutating func setParts(_ name: PersonName) {
        var property = maker.name(name)
        guard let number = contents.names.first else { return document.add([property], after: 1) }
        let line = reader.parsed.lines[number]
        if let old = try? reader.components(line), case .components(var parts) = property.value {
            let before = maker.name(was.person.name)
            if contents.name != nil, case .components(let same) = before.value {
                for index in parts.indices where parts[index] == same[index] && index < old.count {
                    parts[index] = old[index]
                }
            }
            // RFC 9554 defines additional components, which are kept.
            parts += old.dropFirst(parts.count)
            property = CardProperty(line, in: reader.parsed, value: .components(parts))
        }
        document.replace(number, with: [property])
        let language = line.parameter("LANGUAGE")
        for other in contents.names.dropFirst() where reader.parsed.lines[other].parameter("LANGUAGE") == language {
            document.remove(other)
        }
    }

    private mutating func applyOrganization() {
        let person = now.person
        guard (was.person.organization, was.person.department) != (person.organization, person.department) else {
            return
        }
        let isEmpty = person.organization.isEmpty && person.department.isEmpty
        let property = maker.organization(person.organization, person.department)
        guard let number = contents.organization.items.first?.line, !isEmpty, !isRewriting else {
            return setSingle(contents.organization.lines, to: isEmpty ? [] : [property])
        }
        document.replace(
            number, with: [CardProperty(reader.parsed.lines[number], in: reader.parsed, value: property.value)])
    }

    /// Returns the lines of a date. If the date is missing, empty lines of the property are returned.
    private func lines(of found: SourcedValues<PartialDate>, _ meaning: PropertyMeaning) -> [Int] {
        guard found.isEmpty else { return found.lines }
        return reader.parsed.lines.indices.filter { number in
            let line = reader.parsed.lines[number]
            return PropertyMeaning(line.name) == meaning && (try? reader.text(line))?.withoutBlanks.isEmpty == true
        }
    }

    private mutating func applyDate(
        _ lines: [Int], _ old: PartialDate?, _ new: PartialDate?, _ make: (PartialDate) -> CardProperty
    ) {
        guard old != new else { return }
        guard let new else { return setSingle(lines, to: []) }
        let made = make(new)
        guard let first = lines.first, !isRewriting else { return setSingle(lines, to: [made]) }
        let line = reader.parsed.lines[first]
        removeAlternatives(of: first)
        var property = CardProperty(line, in: reader.parsed, value: made.value)
        property.parameters = property.parameters.filter { $0.name != "VALUE" } + made.parameters
        let isWholeDay = new.year != nil && new.day != nil
        if !isWholeDay || !line.name.hasSuffix("ANNIVERSARY") && line.name != "X-ABDATE" { property.name = made.name }
        document.replace(first, with: [property])
    }
}

extension PersonName {
    /// Creates a copy of a name with only the five components of `N`.
    init(partsOf name: PersonName) {
        self = name
        nickname = ""
        phonetic = ""
    }
}
