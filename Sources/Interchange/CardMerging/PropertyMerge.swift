import Text

/// The three-way merge of the properties of one name.
struct PropertyMerge {
    enum Outcome {
        case unit(PropertyUnit, isMine: Bool)
        case conflict(base: PropertyUnit?, mine: PropertyUnit?, theirs: PropertyUnit?)

        var isConflict: Bool { if case .conflict = self { true } else { false } }
    }

    private(set) var outcomes: [Outcome] = []
    private let base, mine, theirs: [PropertyUnit]

    init(base: [PropertyUnit], mine: [PropertyUnit], theirs: [PropertyUnit], writer: PropertyWriter) {
        (self.base, self.mine, self.theirs) = (base, mine, theirs)
        let (was, here, there) = (base.map(\.content), mine.map(\.content), theirs.map(\.content))
        if here == was || here == there || mine.first?.name == "UID" && !theirs.isEmpty {
            outcomes = theirs.map { .unit($0, isMine: false) }
        } else if there == was || there.isEmpty && mine.first?.name == "UID" {
            outcomes = mineSpelledAsTheirs
        } else if let list = mergedList(writer) {
            outcomes = list.map { .unit($0, isMine: false) }
        } else {
            merge()
            removeRepetitions()
        }
    }

    /// My units, with the lines of theirs where the content is the same.
    private var mineSpelledAsTheirs: [Outcome] {
        var others = Dictionary(grouping: theirs.reversed(), by: \.content)
        return mine.map { unit in
            others[unit.content]?.popLast().map { .unit($0, isMine: false) } ?? .unit(unit, isMine: true)
        }
    }

    private mutating func merge() {
        let (here, there) = (UnitPairs(base, mine), UnitPairs(base, theirs))
        var owners: [Int: Int] = [:]
        for (number, partner) in there.partners.enumerated() { if let partner { owners[partner] = number } }
        var ownAdditions = here.added
        for number in theirs.indices {
            if let owner = owners[number] {
                outcomes += outcome(base[owner], here.partners[owner].map { mine[$0] }, theirs[number])
            } else if let place = ownAdditions.firstIndex(where: { mine[$0].competes(with: theirs[number]) }) {
                let own = mine[ownAdditions.remove(at: place)]
                let isSame = own.content == theirs[number].content
                outcomes.append(
                    isSame
                        ? .unit(theirs[number], isMine: false)
                        : .conflict(base: nil, mine: own, theirs: theirs[number]))
            } else {
                outcomes.append(.unit(theirs[number], isMine: false))
            }
        }
        for (number, partner) in there.partners.enumerated() where partner == nil {
            outcomes += outcome(base[number], here.partners[number].map { mine[$0] }, nil)
        }
        outcomes += ownAdditions.map { .unit(mine[$0], isMine: true) }
    }

    private func outcome(_ base: PropertyUnit, _ mine: PropertyUnit?, _ theirs: PropertyUnit?) -> [Outcome] {
        if mine?.content == base.content || mine?.content == theirs?.content {
            return theirs.map { [.unit($0, isMine: false)] } ?? []
        }
        if theirs?.content == base.content { return mine.map { [.unit($0, isMine: true)] } ?? [] }
        return [.conflict(base: base, mine: mine, theirs: theirs)]
    }

    /// Removes a unit that both sides contain, for example if one changed a value to it and the other added it.
    private mutating func removeRepetitions() {
        var allowed = Dictionary(mine.map { ($0.content, 1) }, uniquingKeysWith: +)
        allowed.merge(Dictionary(theirs.map { ($0.content, 1) }, uniquingKeysWith: +), uniquingKeysWith: max)
        outcomes.removeAll { outcome in
            guard case .unit(let unit, _) = outcome else { return false }
            allowed[unit.content, default: 0] -= 1
            return allowed[unit.content, default: 0] < 0
        }
    }

    /// Merges lists such as CATEGORIES item by item, or returns `nil` if the properties are not lists or if both sides
    /// have replaced the same item by different ones.
    private func mergedList(_ writer: PropertyWriter) -> [PropertyUnit]? {
        guard let was = base.items, let here = mine.items, let there = theirs.items,
            let example = theirs.first ?? mine.first,
            !isReplacedTwice(was, here, there)
        else { return nil }
        let kept = there.filter { here.contains($0) || !was.contains($0) }
        let merged = (kept + here.filter { !was.contains($0) }).unique
        if merged.isEmpty { return [] }
        if merged == there { return theirs }
        if merged == here { return mine }
        let name = example.lines.first.map {
            String(decoding: $0.prefix { $0 != .colon && $0 != .semicolon }, as: UTF8.self)
        }
        let lines = writer.lines(of: CardProperty(name ?? example.name, .list(merged)))
        let value = Array(merged.joined(separator: "\u{0}").utf8)
        return [
            PropertyUnit(
                name: example.name, group: "", lines: lines, companions: [],
                content: PropertyUnit.Content(value: value, label: example.content.label), items: merged)
        ]
    }

    /// Returns whether both sides have replaced the same item by different ones. Categories are independent of each other.
    private func isReplacedTwice(_ was: [String], _ here: [String], _ there: [String]) -> Bool {
        let (own, others) = (Set(here).subtracting(was), Set(there).subtracting(was))
        return theirs.first?.name != "CATEGORIES" && own.isDisjoint(with: others) && !own.isEmpty && !others.isEmpty
            && !Set(was).subtracting(here).subtracting(there).isEmpty
    }
}

extension PropertyUnit {
    /// Returns whether only one of two added properties can be kept without a decision.
    fileprivate func competes(with other: PropertyUnit) -> Bool {
        content.value == other.content.value
            || Self.isSingle(name) && content.label.language == other.content.label.language
    }
}

extension PropertyUnit.Label {
    /// The language of the property and the set of alternatives that it belongs to.
    var language: Set<CardParameter> { parameters.filter { ["LANGUAGE", "ALTID"].contains($0.name) } }
}

extension [PropertyUnit] {
    /// The items of all units, or `nil` if one of them is not a list.
    fileprivate var items: [String]? {
        let lists = compactMap(\.items)
        return lists.count == count ? Array<String>(lists.joined()) : nil
    }
}
