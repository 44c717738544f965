import Localization

/// The result of merging two persons: the merged person and the single-value fields that differ.
public struct PersonMerge: Hashable, Sendable {
    /// The merged person. For single-value fields that differ, it has the values of the first person.
    public private(set) var content: Person
    public private(set) var differences: [Difference] = []

    /// A single-value field that differs between the two persons.
    public struct Difference: Hashable, Sendable {
        /// The key of the field, or ``PersonMerge/photo``.
        public let key: String
        public let title: Title
        /// The value of the first person; empty if there is none. Departments of different organizations differ even if
        /// one of them is empty.
        public let first: String
        public let second: String
    }

    /// The key for a difference in the photo, which is not a field.
    public static let photo = "photo"

    /// Creates the merge of two persons.
    /// - Parameter cards: A function that joins the lines of two cards.
    public init(_ first: Person, _ second: Person, joining cards: ([String], [String]) -> [String]) {
        content = first
        let isOtherOrganization =
            first.organization != second.organization
            && ![first, second].contains { $0.organization.isEmpty && $0.department.isEmpty }
        for field in Person.fields {
            if field.key == "lastContact" {
                content.lastContact = [first.lastContact, second.lastContact].compactMap(\.self).max()
            } else if isOtherOrganization, field.key == "department" {
                compare(field, second)
            } else if field.isSingle {
                add(field, of: second)
            } else {
                field.combine(&content, with: second, .unite)
            }
        }
        if let photo = first.photo, let other = second.photo, photo != other {
            let (first, second) = (photo.rawValue, other.rawValue)
            differences.append(Difference(key: Self.photo, title: "Photo", first: first, second: second))
        }
        content.photo = first.photo ?? second.photo
        content.card = cards(first.card, second.card)
        content.correctFormattedName(among: first, second)
    }

    /// Returns the merged person with the differing values and the labels of the second person.
    public func preferringSecond(_ second: Person) -> Person {
        var chosen = content
        for field in Person.fields {
            if differences.contains(where: { $0.key == field.key }) { try? field.write(&chosen, field.read(second)) }
            field.combine(&chosen, with: second, .relabel)
        }
        if differences.contains(where: { $0.key == Self.photo }) { chosen.photo = second.photo }
        if chosen.formattedName == "" { chosen.formattedName = second.formattedName }
        chosen.correctFormattedName(among: content, second)
        return chosen
    }

    private mutating func compare(_ field: EditableField<Person>, _ second: Person) {
        let (old, new) = (field.read(content).first?.value ?? "", field.read(second).first?.value ?? "")
        if old != new { differences.append(Difference(key: field.key, title: field.title, first: old, second: new)) }
    }

    private mutating func add(_ field: EditableField<Person>, of second: Person) {
        guard let new = field.read(second).first?.value else { return }
        let old = field.read(content).first?.value
        let dates = (old.flatMap { PartialDate($0) }, PartialDate(new))
        if old == nil {
            try? field.write(&content, [Labeled("", new)])
        } else if case (let one?, let other?) = dates, let complete = one.completed(by: other) {
            try? field.write(&content, [Labeled("", complete.description)])
        } else {
            compare(field, second)
        }
    }
}

extension Person {
    /// Corrects the formatted name if it consists of the name parts of one of the given persons but not of this person.
    /// It is replaced with the formatted name of the first given person who has the same given and family names as this
    /// person, or cleared if there is no such person.
    public mutating func correctFormattedName(among persons: Person...) {
        guard let formatted = formattedName, !formatted.isEmpty, isFamilyFirst(in: formatted) == nil,
            persons.contains(where: { $0.isFamilyFirst(in: formatted) != nil })
        else { return }
        let same = persons.first { ($0.name.given, $0.name.family) == (name.given, name.family) }
        formattedName = same?.formattedName ?? ""
    }

    /// Returns the person with values spelled like the equal values of another person, such as phone numbers with the
    /// same spacing.
    public func spelled(as other: Person) -> Person {
        var spelled = self
        for field in Person.fields { field.combine(&spelled, with: other, .spell) }
        return spelled
    }

    /// Returns the person with reordered values. Values shared with another person come first, in that person’s order.
    public func ordered(as other: Person) -> Person {
        var ordered = self
        for field in Person.fields { field.combine(&ordered, with: other, .order) }
        return ordered
    }
}

/// A value that repeats another value of the same field in another spelling or, for a postal address, with other parts.
public struct RepeatedValue: Hashable, Sendable {
    /// The assignment that removes the value.
    public let removal: FieldAssignment
    /// The more complete spelling, or the postal address that combines the parts of both values.
    public let kept: String
    /// Whether the kept postal address combines the parts of several values. Removing only one of these values would
    /// lose its parts.
    public let isCombined: Bool
}

extension Person {
    /// The phone numbers, email addresses, languages, and postal addresses that repeat others in another spelling.
    public var repeatedValues: [RepeatedValue] {
        Person.fields.flatMap { field in
            field.repetitions(in: self).map { value, kept in
                RepeatedValue(
                    removal: FieldAssignment(key: field.key, operation: .remove, value: value), kept: kept,
                    isCombined: !field.read(self).contains { $0.value == kept })
            }
        }
    }

    /// The person with repeated values in their most complete spelling. Equal values with different labels are kept.
    public var withoutRepeatedValues: Person {
        var person = self
        for field in Person.fields { field.removeRepetitions(from: &person) }
        return person
    }
}

/// The values of a list that repeat others in another spelling.
private struct Repetitions<Value: Hashable & Sendable> {
    /// The repeated values, each with its more complete spelling, which may combine the parts of several values.
    private(set) var pairs: [(value: Value, kept: Value)] = []
    /// The more complete spelling of each value that has one.
    private var complete: [Value: Value] = [:]

    init(in values: [Value], _ key: (Value) -> String, _ joined: (Value, Value) -> Value?) {
        // The values to keep, by their joining keys.
        var kept: [String: [Value]] = [:]
        for value in values.unique {
            let key = key(value)
            let similar = kept[key, default: []]
            let place = similar.firstIndex { joined($0, value) != nil }
            guard let place, let complete = joined(similar[place], value) else {
                kept[key, default: []].append(value)
                continue
            }
            if similar[place] == value { continue }
            kept[key]?[place] = complete
            pairs.append((complete == value ? similar[place] : value, complete))
            for part in [similar[place], value] where part != complete { self.complete[part] = complete }
        }
    }

    func removed(from list: [Labeled<Value>]) -> [Labeled<Value>] {
        if pairs.isEmpty { return list }
        let spelled = list.map { one in
            var value = one.value
            // A more complete spelling can itself be replaced by a later one.
            while let next = complete[value] { value = next }
            return Labeled(one.label, value)
        }
        return spelled.unique.filter { one in
            !one.label.isEmpty || !spelled.contains { $0.value == one.value && !$0.label.isEmpty }
        }
    }
}

extension EditableField {
    private var canRepeat: Bool { [.dialedNumber, .emailAddress, .caseInsensitiveText].contains(identity) }

    fileprivate func repetitions(in model: Model) -> [(value: String, kept: String)] {
        switch value {
        case .labeled(let path), .phones(let path): repetitions(in: model[keyPath: path]).pairs
        case .addresses(let path):
            repetitions(in: model[keyPath: path]).pairs.map { ($0.value.description, $0.kept.description) }
        case .text, .optionalText, .accessor, .date, .day, .period, .gender, .figure, .integer, .flag, .estimates,
            .uncertainties, .texts, .persons, .reference:
            []
        }
    }

    fileprivate func removeRepetitions(from model: inout Model) {
        switch value {
        case .labeled(let path), .phones(let path):
            model[keyPath: path] = repetitions(in: model[keyPath: path]).removed(from: model[keyPath: path])
        case .addresses(let path):
            model[keyPath: path] = repetitions(in: model[keyPath: path]).removed(from: model[keyPath: path])
        case .text, .optionalText, .accessor, .date, .day, .period, .gender, .figure, .integer, .flag, .estimates,
            .uncertainties, .texts, .persons, .reference:
            break
        }
    }

    private func repetitions(in list: [Labeled<String>]) -> Repetitions<String> {
        Repetitions(in: canRepeat ? list.map(\.value) : [], identity.joiningKey, identity.joined)
    }

    private func repetitions(in list: [Labeled<PostalAddress>]) -> Repetitions<PostalAddress> {
        Repetitions(in: list.map(\.value), \.joiningKey) { $0.joined(with: $1) }
    }
}

extension EditableField {
    fileprivate var isSingle: Bool {
        switch shape {
        case .single, .reference, .prose: true
        case .several, .labeled, .secret: false
        }
    }

    /// Combines the labeled values of a model with those of another model. Has no effect on fields without labels.
    fileprivate func combine(_ model: inout Model, with other: Model, _ operation: ListOperation) {
        switch value {
        case .labeled(let path), .phones(let path):
            operation.apply(
                &model[keyPath: path], other[keyPath: path], identity.key, identity.includesLabel,
                (identity.joiningKey, identity.joined))
        case .addresses(let path):
            operation.apply(
                &model[keyPath: path], other[keyPath: path], \.self, false, (\.joiningKey, { $0.joined(with: $1) }))
        case .text, .optionalText, .accessor, .date, .day, .period, .gender, .figure, .integer, .flag, .estimates,
            .uncertainties, .texts,
            .persons, .reference:
            break
        }
    }
}

extension PartialDate {
    /// Returns the date with the missing parts taken from another date, or `nil` if the two dates contradict each
    /// other.
    func completed(by other: PartialDate) -> PartialDate? {
        func agree(_ one: Int?, _ other: Int?) -> Bool { one == nil || other == nil || one == other }
        guard agree(year, other.year), agree(month, other.month), agree(day, other.day) else { return nil }
        return PartialDate(year: year ?? other.year, month: month ?? other.month, day: day ?? other.day)
    }
}

/// An operation on two lists of labeled values.
private enum ListOperation {
    /// A union that adds the missing values and keeps the more complete of two equal values. A value without a label
    /// takes the label of an equal value.
    case unite
    /// A replacement of labels with those of equal values. Values that occur several times keep their labels.
    case relabel
    /// A replacement of values with equal values of the other list.
    case spell
    /// A new order with the shared values first, in the order of the other list.
    case order

    func apply<Value>(
        _ list: inout [Labeled<Value>], _ others: [Labeled<Value>], _ key: (Value) -> some Hashable,
        _ includesLabel: Bool, _ joining: (key: (Value) -> String, joined: (Value, Value) -> Value?)
    ) {
        // Most lists are equal, and computing the keys of phone numbers takes a long time.
        if list == others { return }
        switch self {
        case .unite where includesLabel: list.uniteByLabel(others)
        case .unite: list.unite(others, by: joining.key, joining.joined)
        case .relabel: list.relabel(as: others, by: key)
        case .spell:
            let spellings = Dictionary(grouping: others.map(\.value)) { key($0) }
            for index in list.indices {
                let same = spellings[key(list[index].value), default: []]
                if !same.contains(list[index].value), let first = same.first { list[index].value = first }
            }
        case .order: list.order(as: others, by: key)
        }
    }
}

extension [Labeled<String>] {
    /// Returns the values with an additional one, as in a union. An equal value with another label is kept.
    func adding(_ new: Labeled<String>, _ identity: ValueIdentity) -> [Labeled<String>] {
        var values = self
        if identity.includesLabel {
            values.uniteByLabel([new])
            return values
        }
        let equal = indices.filter { identity.joined(self[$0].value, new.value) != nil }
        if let first = equal.first, !new.label.isEmpty,
            !equal.contains(where: { self[$0].label.isEmpty || self[$0].label == new.label })
        {
            // The values with either label get the more complete spelling.
            let value = identity.joined(self[first].value, new.value) ?? new.value
            values[first].value = value
            values.append(Labeled(new.label, value))
        } else {
            values.unite([new], by: identity.joiningKey, identity.joined)
        }
        return values
    }
}

extension Array {
    fileprivate mutating func unite<Value>(
        _ others: [Labeled<Value>], by key: (Value) -> String, _ joined: (Value, Value) -> Value?
    ) where Element == Labeled<Value> {
        var places = Dictionary(grouping: indices) { key(self[$0].value) }
        for other in others {
            let similar = places[key(other.value), default: []]
            if similar.contains(where: { self[$0] == other }) { continue }
            let equals = similar.filter { joined(self[$0].value, other.value) != nil }
            guard let first = equals.first else {
                places[key(other.value), default: []].append(count)
                append(other)
                continue
            }
            let place = equals.first { self[$0].label == other.label } ?? first
            self[place].value = joined(self[place].value, other.value) ?? self[place].value
            if !equals.contains(where: { self[$0].label == other.label }),
                let unlabeled = equals.first(where: { self[$0].label.isEmpty })
            {
                self[unlabeled].label = other.label
            }
        }
    }

    fileprivate mutating func uniteByLabel<Value>(_ others: [Labeled<Value>]) where Element == Labeled<Value> {
        for other in others where !contains(other) {
            if let place = firstIndex(of: Labeled("", other.value)) {
                self[place].label = other.label
            } else if !other.label.isEmpty || !contains(where: { $0.value == other.value }) {
                append(other)
            }
        }
    }

    fileprivate mutating func relabel<Value>(as others: [Labeled<Value>], by key: (Value) -> some Hashable)
    where Element == Labeled<Value> {
        let places = Dictionary(grouping: indices) { key(self[$0].value) }
        for (value, equals) in Dictionary(grouping: others, by: { key($0.value) }) where equals.count == 1 {
            guard let place = places[value], place.count == 1, !equals[0].label.isEmpty else { continue }
            self[place[0]].label = equals[0].label
        }
    }

    fileprivate mutating func order<Value>(as others: [Labeled<Value>], by key: (Value) -> some Hashable)
    where Element == Labeled<Value> {
        let (keys, otherKeys) = (map { key($0.value) }, others.map { key($0.value) })
        var left: [Int] = others.indices.map(\.self)
        func place(where matches: (Int) -> Bool) -> Int? {
            left.firstIndex(where: matches).map { left.remove(at: $0) }
        }
        let exact = indices.map { mine in
            place { otherKeys[$0] == keys[mine] && others[$0].label == self[mine].label }
        }
        let ranks = indices.map { mine in
            exact[mine] ?? place { otherKeys[$0] == keys[mine] } ?? others.count
        }
        self = indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { self[$0] }
    }
}
