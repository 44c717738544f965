import Model
import Text

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

    /// Whether name parts would be read from an edited formatted name, because `N` does not contain them.
    private var readsPartsFromFormattedName: Bool {
        let (parts, formatted) = (PersonName(partsOf: now.person.name), now.person.formattedName?.nonEmpty)
        return parts != (contents.name ?? PersonName()) && parts != PersonName() && formatted != nil
            && formatted != contents.formattedName.first
    }

    /// Whether the record is a company with a formatted name that readers would otherwise mistake for a person’s name.
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
        if let written = try? reader.components(line) {
            let old = contents.name == nil ? nil : maker.name(was.person.name).value
            property = CardProperty(line, in: reader.parsed, value: property.value.keeping(written, unchangedFrom: old))
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
        for other in lines.dropFirst() { drop(other) }
        removeAlternatives(of: first)
        var property = CardProperty(line, in: reader.parsed, value: made.value)
        property.parameters = property.parameters.filter { $0.name != "VALUE" } + made.parameters
        let isWholeDay = new.year != nil && new.day != nil
        if !isWholeDay || !line.name.hasSuffix("ANNIVERSARY") && line.name != "X-ABDATE" { property.name = made.name }
        document.replace(first, with: [property])
    }
}

extension CardProperty.Value {
    /// Returns the value with those components as written that have not changed since the old value, and with the
    /// additional components of RFC 9554.
    fileprivate func keeping(_ written: [[String]], unchangedFrom old: Self?) -> Self {
        guard case .components(var parts) = self else { return self }
        if case .components(let same)? = old {
            for index in parts.indices where parts[index] == same[index] && index < written.count {
                // A part that only the formatted name contains is added to the line.
                if !written[index].joined().isEmpty { parts[index] = written[index] }
            }
        }
        return .components(parts + written.dropFirst(parts.count))
    }

    /// Returns the value of an edited postal address with the unchanged components as written.
    fileprivate func keepingAddress(_ written: [[String]], unchangedFrom old: Self) -> Self {
        let (new, old) = (dividingStreet(as: written), old.dividingStreet(as: written))
        guard case .components(let parts) = new, case .components(let same) = old else { return self }
        // The additional components of RFC 9554 describe the street.
        let isSameStreet = parts.prefix(3) == same.prefix(3)
        return new.keeping(isSameStreet ? written : Array(written.prefix(parts.count)), unchangedFrom: old)
    }

    /// Returns the value of a postal address with the post office box and the extended address, as written, separate from
    /// the street that begins with them.
    private func dividingStreet(as written: [[String]]) -> Self {
        guard case .components(var parts) = self, parts.count > 2 else { return self }
        let first = written.prefix(2).map { $0.joined(separator: ", ") }
        let beginning = first.filter { !$0.isEmpty }.map { $0 + ", " }.joined()
        guard !beginning.isEmpty, let street = parts[2].first, street.hasPrefix(beginning) else { return self }
        parts.replaceSubrange(0...2, with: first.map { [$0] } + [[String(street.dropFirst(beginning.count))]])
        return .components(parts)
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

// MARK: - Lists

extension CardPatch {
    mutating func setLabeled<Value>(
        _ found: SourcedValues<Labeled<Value>>, to values: [Labeled<Value>],
        _ make: (Labeled<Value>) -> PropertyMaker.Labeling
    ) {
        let old = found.values
        guard old != values else { return }
        if isRewriting {
            for line in found.items.flatMap({ [$0.line] + $0.twins }) { drop(line) }
            for value in values { document.add(grouped(make(value))) }
            return
        }
        let changes = ListChanges(from: old, to: values)
        for (index, outcome) in changes.kept.enumerated() {
            let number = found.items[index].line
            if outcome != .same { for twin in found.items[index].twins { drop(twin) } }
            switch outcome {
            case .same: continue
            case .moved(let other): document.replace(number, withLine: found.items[other].line)
            case .changed(let new): change(number, from: old[index], to: values[new], make)
            case .removed: drop(number)
            case .left: document.remove(number)
            }
        }
        for (after, new, from) in changes.added {
            let place = after.map { lastLine(of: found.items[$0].line) } ?? found.items.first.map { $0.line - 1 }
            if let from {
                document.add(line: found.items[from].line, after: place)
            } else {
                document.add(grouped(make(values[new])), after: place)
            }
        }
    }

    mutating func setTexts(_ found: SourcedValues<String>, to values: [String], _ make: (String) -> CardProperty) {
        let unlabeled = SourcedValues(items: found.items.map { ($0.line, Labeled("", $0.value)) })
        setLabeled(unlabeled, to: values.map { Labeled("", $0) }) { (make($0.value), nil) }
    }

    private mutating func change<Value>(
        _ number: Int, from old: Labeled<Value>, to new: Labeled<Value>,
        _ make: (Labeled<Value>) -> PropertyMaker.Labeling
    ) {
        let line = reader.parsed.lines[number]
        var (made, label) = make(new)
        if line.head.meaning == .date, made.name == "X-ALMANAC-FIELD", !["", "anniversary"].contains(new.label) {
            made.name = reader.parsed.nameAsWritten(of: line)
            if case .text(let text) = made.value, let date = PartialDate(text) {
                let property = maker.date(date, name: made.name, fallback: made.name)
                (made.value, made.parameters) = (property.value, made.parameters + property.parameters)
            }
        }
        removeAlternatives(of: number)
        guard line.name == made.name.uppercased() else {
            document.replace(number, with: grouped((made, label)))
            return removeLabel(of: line)
        }
        let former = make(old).property.value
        let isSame = old.value == new.value && former == made.value
        if !isSame, case .components = made.value, let written = try? reader.components(line) {
            made.value = made.value.keepingAddress(written, unchangedFrom: former)
        }
        var property =
            isSame
            ? CardProperty(line, in: reader.parsed) : CardProperty(line, in: reader.parsed, value: made.value)
        let own = made.parameters.filter { $0.name != "TYPE" && !(isSame && $0.name == "VALUE") }
        property.parameters = property.parameters.filter { kept in !own.contains { $0.name == kept.name } } + own
        guard old.label != new.label else { return document.replace(number, with: [property]) }

        let types = line.parameters.filter { $0.name == "TYPE" && LabelKind.other.isSilent($0.value.lowercased()) }
        let newTypes = made.parameters.filter { new in
            new.name == "TYPE" && !types.contains { $0.value.lowercased() == new.value.lowercased() }
        }
        property.parameters =
            types + newTypes + property.parameters.filter { !["TYPE", CardParameter.androidLabel].contains($0.name) }
        setLabel(label, of: line, property: &property)
        document.replace(number, with: [property])
    }

    private mutating func setLabel(_ label: String?, of line: ContentLine, property: inout CardProperty) {
        let isShared = labelLine(of: line) != nil && hasOthers(line)
        if isShared { property.group = "" }
        guard let label else { return removeLabel(of: line) }
        if let companion = labelLine(of: line), !isShared {
            let old = reader.parsed.lines[companion]
            document.replace(companion, with: [CardProperty(old, in: reader.parsed, value: .text(label))])
        } else {
            if property.group.isEmpty { property.group = document.makeGroup() }
            let number = reader.parsed.lines.firstIndex { $0.entries == line.entries }
            document.add([CardProperty("X-ABLabel", .text(label)).inGroup(property.group)], after: number)
        }
    }

    mutating func drop(_ number: Int) {
        document.remove(number)
        removeAlternatives(of: number)
        removeLabel(of: reader.parsed.lines[number])
    }

    /// Removes the label of a line if no other line in its group shares the label.
    private mutating func removeLabel(of line: ContentLine) {
        if let companion = labelLine(of: line), !hasOthers(line) { document.remove(companion) }
    }

    /// Returns whether other lines belong to the group of a line and therefore share its label.
    private func hasOthers(_ line: ContentLine) -> Bool {
        reader.parsed.lines.enumerated().contains { number, other in
            other.entries != line.entries && other.name != "X-ABLABEL" && !document.isRemoved(number)
                && other.group.uppercased() == line.group.uppercased()
        }
    }

    private func labelLine(of line: ContentLine) -> Int? {
        line.group.isEmpty ? nil : reader.labelLines[line.group.uppercased()]
    }

    private func lastLine(of number: Int) -> Int {
        labelLine(of: reader.parsed.lines[number]).map { max($0, number) } ?? number
    }

    mutating func grouped(_ made: PropertyMaker.Labeling) -> [CardProperty] {
        guard let label = made.label else { return [made.property] }
        let group = document.makeGroup()
        return [made.property.inGroup(group), CardProperty("X-ABLabel", .text(label)).inGroup(group)]
    }
}

/// A set of changes that turns one list into another.
struct ListChanges {
    enum Change: Hashable {
        case same
        /// A value that is replaced by another old value.
        case moved(from: Int)
        /// A value that is replaced by a new value.
        case changed(to: Int)
        case removed
        /// A value that moves to another position. It is listed in `added`.
        case left
    }

    private(set) var kept: [Change]
    /// The added values, each with the index of the preceding old value, its index in the new list, and its old index
    /// if it was moved.
    private(set) var added: [(after: Int?, new: Int, from: Int?)] = []

    init<Value: Hashable>(from old: [Value], to new: [Value]) {
        kept = Array(repeating: .same, count: old.count)
        var start = 0
        while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
        }

        var (from, to) = (start, start)
        for (sameOld, sameNew) in Self.common(old[start..<oldEnd], new[start..<newEnd]) + [(oldEnd, newEnd)] {
            fill(from..<sameOld, to..<sameNew, old, new)
            (from, to) = (sameOld + 1, sameNew + 1)
        }
        for (number, addition) in added.enumerated() {
            let place = old.indices.first { kept[$0] == .removed && old[$0] == new[addition.new] }
            if let place { (kept[place], added[number].from) = (.left, place) }
        }
    }

    /// Pairs the old and new values between two unchanged values.
    private mutating func fill<Value: Hashable>(_ gap: Range<Int>, _ values: Range<Int>, _ old: [Value], _ new: [Value])
    {
        for offset in 0..<max(gap.count, values.count) {
            let place = gap.lowerBound + offset
            let value = values.lowerBound + offset
            if offset >= values.count {
                kept[place] = .removed
            } else if offset >= gap.count {
                let last = gap.upperBound - 1
                added.append((last >= 0 ? last : nil, value, nil))
            } else if let other = old.firstIndex(of: new[value]) {
                kept[place] = .moved(from: other)
            } else {
                kept[place] = .changed(to: value)
            }
        }
    }

    /// Returns the index pairs of a longest common subsequence, or none if the lists are very long.
    private static func common<Value: Hashable>(_ old: ArraySlice<Value>, _ new: ArraySlice<Value>) -> [(Int, Int)] {
        guard old.count + new.count <= 2_000 || old.count * new.count <= 250_000 else { return [] }
        let changes = new.difference(from: old)
        var (kept, unchanged) = (Array(old.indices), Array(new.indices))
        for case .remove(let offset, _, _) in changes.removals.reversed() { kept.remove(at: offset) }
        for case .insert(let offset, _, _) in changes.insertions.reversed() { unchanged.remove(at: offset) }
        return Array(zip(kept, unchanged))
    }
}
