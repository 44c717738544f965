/// The units of a changed card that correspond to those of its base. All units have the same property name.
struct UnitPairs {
    /// The index of the unit that corresponds to each unit of the base, or `nil` if the unit was removed.
    private(set) var partners: [Int?]
    private(set) var added: [Int]

    init(_ base: [PropertyUnit], _ changed: [PropertyUnit]) {
        partners = Array(repeating: nil, count: base.count)
        added = Array(changed.indices)
        pair(base, changed, by: \.content)
        pair(base, changed, by: \.content.value)
        pair(base, changed, by: \.content.label)
        if let name = base.first?.name, PropertyUnit.isSingle(name) { pair(base, changed) { _ in true } }
    }

    /// Pairs the units that have the same key, in order.
    private mutating func pair<Key: Hashable>(
        _ base: [PropertyUnit], _ changed: [PropertyUnit], by key: (PropertyUnit) -> Key
    ) {
        var free = Dictionary(grouping: added.reversed()) { key(changed[$0]) }
        var taken: Set<Int> = []
        for number in base.indices where partners[number] == nil {
            guard let partner = free[key(base[number])]?.popLast() else { continue }
            partners[number] = partner
            taken.insert(partner)
        }
        added.removeAll(where: taken.contains)
    }
}

extension PropertyUnit {
    /// Returns whether a card has at most one property with this name, apart from other languages.
    static func isSingle(_ name: String) -> Bool {
        ContentLine.singleNames.contains(name) || usuallySingle.contains(name)
    }

    /// Returns whether a card can have only one property with this name per language. Several formatted names are valid, but
    /// a contact has only one (RFC 6350 section 6, RFC 6474 section 2).
    static func isUnique(_ name: String) -> Bool { uniqueNames.contains(name) }

    private static let uniqueNames: Set = [
        "ANNIVERSARY", "BDAY", "BIRTHPLACE", "DEATHDATE", "DEATHPLACE", "FN", "GENDER", "KIND", "N",
    ]

    /// Returns whether a card can contain only one of two properties with the same name.
    func excludes(_ other: PropertyUnit) -> Bool {
        Self.isUnique(name) && content.label.language == other.content.label.language
    }

    private static let usuallySingle: Set = [
        "ALMANAC-PLANET", "ALMANAC-SUMMARY", "FN", "KIND", "N", "NICKNAME", "ORG", "PHONETIC-FIRST-NAME",
        "PHONETIC-LAST-NAME", "PHONETIC-MIDDLE-NAME", "PHOTO", "PRONOUNS", "TITLE",
    ]
}
