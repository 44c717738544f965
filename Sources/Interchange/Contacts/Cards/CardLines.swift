/// The lines of two cards of one person, as the one card of that person.
public enum CardLines {
    /// All lines of the first, and before its end those properties of the second that nothing in Almanac stands for and
    /// that the first has not, in the version of the first; what a person is made of comes from the person.
    public static func joined(_ first: [String], _ second: [String]) -> [String] {
        if first.isEmpty || first == second { return second }
        let card = ParsedCard(CardBytes(lines: first))
        guard let end = card.lines.last(where: { $0.name == "END" }) else { return first }
        let new = newProperties(of: second, beside: card)
        if new.isEmpty { return first }
        var lines = LineList()
        for line in card.card.entries[..<end.entries.lowerBound] { lines.append(Array(card.card.bytes[line.range])) }
        for property in new { lines.insert(property) }
        for line in card.card.entries[end.entries.lowerBound...] { lines.append(Array(card.card.bytes[line.range])) }
        return lines.lines.map { CardText.text(of: $0) }
    }

    /// Whether the lines of a card say something that nothing in Almanac stands for, and that the first do not say.
    public static func hasNews(_ second: [String], beside first: [String]) -> Bool {
        first != second && !newProperties(of: second, beside: ParsedCard(CardBytes(lines: first))).isEmpty
    }

    /// What is new of a second card, each property with all its lines, groups under names that the first has not.
    private static func newProperties(of second: [String], beside first: ParsedCard) -> [[[UInt8]]] {
        var other = KeptProperties(ParsedCard(CardBytes(lines: second)))
        if other.isEmpty { return [] }
        if other.card.version != first.version, !first.lines.isEmpty {
            var conversion = CardConversion(other.bare, to: first.version)
            other = KeptProperties(ParsedCard(CardBytes(slices: conversion.lines().map { $0[...] })))
        }
        let present = Set(KeptProperties(first).identities.map(\.identity))
        let new = other.identities.filter { !present.contains($0.identity) }.map(\.line)
        let taken = Set(first.lines.map { $0.group.uppercased() })
        return other.withLabels(new).map { line in
            var lines = other.card.lines(of: line)
            if !line.group.isEmpty {
                var prefix = ""
                while taken.contains((prefix + line.group).uppercased()) { prefix += "also-" }
                lines[0].insert(contentsOf: prefix.utf8, at: 0)
            }
            return lines
        }
    }
}
