import Testing
import TestSupport

@testable import Interchange

/// Property tests of the three-way merge with random cards.
@Suite(.long("random cards"))
struct CardMergePropertyTests {
    private struct Triple {
        var base, mine, theirs: VCard
    }

    private typealias Counts = [String: [PropertyUnit.Content: Int]]

    private func forEachTriple(_ seed: UInt64, _ check: (Triple) -> Void) throws {
        var random = RandomEdits(seed: seed)
        for _ in 0..<(try Soak.times(atLeast: 60, byDefault: 20)) {
            let base = random.card()
            check(
                Triple(
                    base: random.vCard(base), mine: random.vCard(random.edited(base)),
                    theirs: random.vCard(random.edited(base))))
        }
    }

    @Test func `An unchanged side takes all changes from the other side`() throws {
        try forEachTriple(1) { cards in
            for (merge, expected) in [
                (CardMerge(base: cards.base, mine: cards.base, theirs: cards.theirs), cards.theirs),
                (CardMerge(base: cards.base, mine: cards.mine, theirs: cards.base), cards.mine),
                (CardMerge(base: cards.base, mine: cards.mine, theirs: cards.mine), cards.mine),
            ] {
                #expect(merge.card.isEquivalent(to: expected))
                #expect(merge.conflicts.isEmpty)
            }
        }
    }

    @Test func `Swapping the sides swaps the values of conflicts but does not change a result without them`() throws {
        try forEachTriple(2) { cards in
            let one = CardMerge(base: cards.base, mine: cards.mine, theirs: cards.theirs)
            let other = CardMerge(base: cards.base, mine: cards.theirs, theirs: cards.mine)
            let swapped = other.conflicts.map {
                PropertyConflict(property: $0.property, base: $0.base, mine: $0.theirs, theirs: $0.mine)
            }
            #expect(Set(one.conflicts) == Set(swapped))
            if one.conflicts.isEmpty { #expect(counts(one.card) == counts(other.card)) }
        }
    }

    @Test func `No value disappears unless one side removed it and the other did not change it`() throws {
        try forEachTriple(3) { cards in
            let merge = CardMerge(base: cards.base, mine: cards.mine, theirs: cards.theirs)
            let (base, mine, theirs) = (contents(cards.base), contents(cards.mine), contents(cards.theirs))
            let merged = contents(merge.card).union(merge.conflicts.flatMap { values($0.mine) + values($0.theirs) })
            for value in mine.union(theirs).subtracting(merged) {
                #expect(base.contains(value) && !(mine.contains(value) && theirs.contains(value)), "\(value)")
            }
            #expect(contents(merge.card).isSubset(of: mine.union(theirs)))
        }
    }

    @Test func `Merging the result again changes nothing`() throws {
        try forEachTriple(4) { cards in
            let merge = CardMerge(base: cards.base, mine: cards.mine, theirs: cards.theirs)
            let again = CardMerge(base: cards.theirs, mine: merge.card, theirs: cards.theirs)
            #expect(again.card.isEquivalent(to: merge.card))
            #expect(again.conflicts.isEmpty)
            #expect(CardMerge(base: nil, mine: merge.card, theirs: merge.card).card == merge.card)
            // Reading the merged card from its text does not change the card.
            #expect((try? VCard(merge.card.text))?.text == merge.card.text)
        }
    }

    @Test func `Without a base, no value disappears`() throws {
        try forEachTriple(5) { cards in
            let merge = CardMerge(base: nil, mine: cards.mine, theirs: cards.theirs)
            let merged = contents(merge.card).union(merge.conflicts.flatMap { values($0.mine) + values($0.theirs) })
            #expect(contents(cards.mine).union(contents(cards.theirs)).isSubset(of: merged))
        }
    }

    // MARK: - Values

    /// Returns the values of a card. The items of lists are separate values, because lists are merged item by item.
    private func contents(_ card: VCard) -> Set<String> { Set(counts(card).keys) }

    private func counts(_ card: VCard) -> [String: Int] {
        let values = CardUnits(card).items.flatMap { value(of: $0.unit) }
        return Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    }

    private func value(of unit: PropertyUnit) -> [String] {
        if let items = unit.items { return items.map { "\(unit.name) \($0)" } }
        let label = unit.content.label
        let parameters = label.parameters.map { "\($0.name)=\($0.value)" }.sorted()
        let companions = label.companions.map { "\($0.name)=\(String(decoding: $0.value, as: UTF8.self))" }.sorted()
        return ["\(unit.name) \(parameters) \(companions) \(String(decoding: unit.content.value, as: UTF8.self))"]
    }

    private func values(_ lines: [String]) -> [String] {
        let card = ["BEGIN:VCARD", "VERSION:3.0"] + lines + ["END:VCARD"]
        return CardUnits(VCard(lines: card.map { CardText.bytes(of: $0) })).items.flatMap { value(of: $0.unit) }
    }
}

/// A generator of random cards and edits with few different values, so that edits often concern the same properties.
private struct RandomEdits {
    private var random: SeededGenerator
    private var nextValue = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Returns the properties of a card, each with the lines of its group.
    mutating func card() -> [[String]] {
        [["FN:Leia"], ["N:Organa;Leia;;;"]] + (0..<random.number(below: 9)).map { _ in property() }
    }

    mutating func edited(_ card: [[String]]) -> [[String]] {
        var card = card
        for _ in 0..<random.number(below: 5) {
            let place = random.number(below: card.count)
            switch random.number(below: 6) {
            case 0: card.insert(property(), at: place)
            case 1 where place > 1: card.remove(at: place)
            case 2: card[place] = respelled(card[place])
            case 3: card.append(contentsOf: [property(), property()])
            default: card[place] = changed(card[place])
            }
        }
        return card
    }

    mutating func vCard(_ properties: [[String]]) -> VCard {
        var group = random.number(below: 3)
        let lines = properties.flatMap { lines in
            group += 1
            return lines.count == 1 ? lines : lines.map { "item\(group).\($0)" }
        }
        let all = ["BEGIN:VCARD", "VERSION:3.0", "UID:leia"] + lines + ["END:VCARD"]
        return VCard(lines: all.map { CardText.bytes(of: $0) })
    }

    private mutating func value() -> String {
        if random.happens(oneIn: 2) { return String(random.number(below: 4)) }
        nextValue += 1
        return "new\(nextValue)"
    }

    private mutating func property() -> [String] {
        let value = value()
        return switch random.number(below: 11) {
        case 0: ["TEL;TYPE=HOME:\(value)"]
        case 1: ["TEL;TYPE=CELL:\(value)"]
        case 2: ["EMAIL:\(value)"]
        case 3: ["X-UNKNOWN;A=B:\(value)"]
        case 4: ["BDAY:\(value)"]
        case 5: ["TEL:\(value)", "X-ABLabel:\(random.pick(["ship", "tower"]))"]
        case 6: ["CATEGORIES:\(value),\(random.pick(["x", "y", "z"]))"]
        case 7: ["NOTE:\(value)"]
        case 8: ["ADR:;;\(value);;;;", "X-ABADR:us", "X-ABLabel:base"]
        case 9: ["ORG:\(value)"]
        default: ["not a property \(value)"]
        }
    }

    /// Returns the lines of a property with another value.
    private mutating func changed(_ lines: [String]) -> [String] {
        guard let line = lines.first, let colon = line.firstIndex(of: ":") else { return lines }
        return [line[...colon] + (line.hasPrefix("ADR") ? ";;" : "") + value()] + lines.dropFirst()
    }

    /// Returns the lines of a property with another syntax but the same meaning.
    private func respelled(_ lines: [String]) -> [String] {
        lines.map { $0.replacing("TEL;TYPE=HOME", with: "tel;type=home").replacing("X-ABLabel", with: "X-ABLABEL") }
    }
}
