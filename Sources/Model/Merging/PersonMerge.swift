import Localization

/// One person made of two: every value of both, and where each has another single value, those to choose from.
public struct PersonMerge: Hashable, Sendable {
    /// Where both have a single value of their own, it has that of the first.
    public private(set) var content: Person
    public private(set) var differences: [Difference] = []

    /// A single value of which there are two.
    public struct Difference: Hashable, Sendable {
        /// As `EditableField` names it, or `photo`.
        public let key: String
        public let title: Title
        /// Empty where one has none: no department of another organization is taken unasked.
        public let first: String
        public let second: String
    }

    /// The key of the difference that is no field of a form.
    public static let photo = "photo"
    private static let department = "department"

    /// - Parameter cards: Makes the lines of one card of those of both.
    public init(_ first: Person, _ second: Person, joining cards: ([String], [String]) -> [String]) {
        content = first
        let isOtherPlace = Self.areOtherPlaces(first, second)
        for field in Person.fields {
            if isOtherPlace, field.key == Self.department { compare(field, second) } else { add(field, of: second) }
        }
        content.emails.unite(second.emails, by: Self.emailKey)
        content.phones.unite(second.phones, by: \.dialled)
        content.addresses.unite(second.addresses, by: \.self)
        content.urls.unite(second.urls, by: \.self)
        content.messengers.unite(second.messengers)
        content.relations.unite(second.relations)
        content.customFields.unite(second.customFields)
        if first.photo == nil {
            content.photo = second.photo
        } else if let photo = second.photo, photo != first.photo {
            differences.append(
                Difference(
                    key: Self.photo, title: "Photo", first: first.photo?.rawValue ?? "", second: photo.rawValue))
        }
        content.card = cards(first.card, second.card)
    }

    /// Where both have a value of their own, takes that of the second, and where both have the same under another label,
    /// the label of the second.
    public func preferringSecond(_ second: Person) -> Person {
        var chosen = content
        for field in Person.fields where differences.contains(where: { $0.key == field.key }) {
            try? field.write(&chosen, field.read(second))
        }
        if differences.contains(where: { $0.key == Self.photo }) { chosen.photo = second.photo }
        chosen.emails.relabel(as: second.emails, by: Self.emailKey)
        chosen.phones.relabel(as: second.phones, by: \.dialled)
        chosen.addresses.relabel(as: second.addresses, by: \.self)
        chosen.urls.relabel(as: second.urls, by: \.self)
        chosen.messengers.relabel(as: second.messengers, by: \.self)
        chosen.relations.relabel(as: second.relations, by: \.self)
        return chosen
    }

    fileprivate static func emailKey(_ address: String) -> String { address.lowercased() }

    /// Whether the departments of both are of different organizations.
    private static func areOtherPlaces(_ one: Person, _ other: Person) -> Bool {
        one.organization != other.organization
            && ![one, other].contains { $0.organization.isEmpty && $0.department.isEmpty }
    }

    private mutating func compare(_ field: EditableField<Person>, _ second: Person) {
        let (old, new) = (field.read(content).first?.value ?? "", field.read(second).first?.value ?? "")
        if old != new { differences.append(Difference(key: field.key, title: field.title, first: old, second: new)) }
    }

    private mutating func add(_ field: EditableField<Person>, of second: Person) {
        guard field.isSingle, let new = field.read(second).first?.value else { return }
        let old = field.read(content).first?.value
        guard let old else {
            try? field.write(&content, [Labeled("", new)])
            return
        }
        if old == new { return }
        if let one = PartialDate(old), let other = PartialDate(new), let whole = one.completed(by: other) {
            try? field.write(&content, [Labeled("", whole.description)])
        } else {
            differences.append(Difference(key: field.key, title: field.title, first: old, second: new))
        }
    }
}

extension Person {
    /// What is said otherwise than before: what was said then already says nothing, and a department goes with its
    /// organization.
    public func changes(since before: Person) -> Person {
        var changes = self
        for field in Person.fields where field.isSingle && field.read(self) == field.read(before) {
            try? field.write(&changes, [])
        }
        if (organization, department) != (before.organization, before.department) {
            (changes.organization, changes.department) = (organization, department)
        }
        changes.emails.removeAll(where: before.emails.contains)
        changes.phones.removeAll(where: before.phones.contains)
        changes.addresses.removeAll(where: before.addresses.contains)
        changes.urls.removeAll(where: before.urls.contains)
        changes.messengers.removeAll(where: before.messengers.contains)
        changes.relations.removeAll(where: before.relations.contains)
        changes.customFields.removeAll(where: before.customFields.contains)
        return changes
    }

    /// With the values that another has, too, first and in the order of that one.
    public func ordered(as other: Person) -> Person {
        var ordered = self
        ordered.emails.order(as: other.emails, by: PersonMerge.emailKey)
        ordered.phones.order(as: other.phones, by: \.dialled)
        ordered.addresses.order(as: other.addresses, by: \.self)
        ordered.urls.order(as: other.urls, by: \.self)
        ordered.messengers.order(as: other.messengers, by: \.self)
        ordered.relations.order(as: other.relations, by: \.self)
        ordered.customFields.order(as: other.customFields, by: \.self)
        return ordered
    }
}

extension EditableField {
    fileprivate var isSingle: Bool {
        switch shape {
        case .single, .reference, .prose: true
        case .several, .labeled, .secret: false
        }
    }
}

extension PartialDate {
    /// The date with what the other knows beside it; nil if they contradict each other.
    func completed(by other: PartialDate) -> PartialDate? {
        func agree(_ one: Int?, _ other: Int?) -> Bool { one == nil || other == nil || one == other }
        guard agree(year, other.year), agree(month, other.month), agree(day, other.day) else { return nil }
        return PartialDate(year: year ?? other.year, month: month ?? other.month, day: day ?? other.day)
    }
}

extension Array {
    /// Adds what is not here yet; a value without a label takes that of its equal. Values of one key are equal.
    fileprivate mutating func unite<Value>(_ others: [Labeled<Value>], by key: (Value) -> some Hashable)
    where Element == Labeled<Value> {
        var places = Dictionary(grouping: indices) { key(self[$0].value) }
        for other in others {
            let value = key(other.value)
            let equals = places[value, default: []]
            if equals.isEmpty {
                places[value] = [count]
                append(other)
            } else if let bare = equals.first(where: { self[$0].label.isEmpty }),
                !equals.contains(where: { self[$0].label == other.label })
            {
                self[bare].label = other.label
            }
        }
    }
}

extension Array {
    /// Adds what is not here yet of values whose label tells what they are: the same name at another service is another, and
    /// a friend may be a colleague, too.
    fileprivate mutating func unite<Value: Hashable>(_ others: [Labeled<Value>]) where Element == Labeled<Value> {
        for other in others where !contains(other) {
            if let place = firstIndex(of: Labeled("", other.value)) {
                self[place].label = other.label
            } else if !other.label.isEmpty || !contains(where: { $0.value == other.value }) {
                append(other)
            }
        }
    }
}

extension Array {
    /// Takes the labels of equal values; of those that are there several times nobody knows which is which.
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
        func place(where isIt: (Int) -> Bool) -> Int? { left.firstIndex(where: isIt).map { left.remove(at: $0) } }
        let exact = indices.map { mine in
            place { otherKeys[$0] == keys[mine] && others[$0].label == self[mine].label }
        }
        let ranks = indices.map { mine in
            exact[mine] ?? place { otherKeys[$0] == keys[mine] } ?? others.count
        }
        self = indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { self[$0] }
    }
}

extension String {
    /// What is dialled of a phone number, however it is written: stars, hashes and pauses too.
    public var dialled: String { filter { $0.isNumber || $0.isLetter || "+*#,;".contains($0) } }
}
