import Model

/// Operations that combine or compare cards of the same person.
public enum CardLines {
    /// Returns the lines of the first card and the properties that only the second card has, in the version of the
    /// first card. Values are compared as they are stored in a person.
    public static func joined(_ first: [String], _ second: [String]) -> [String] {
        joined(first, second, isNewer: false)
    }

    /// Returns the lines of the newer card and the properties that only the old card has.
    public static func renewed(_ old: [String], by newer: [String]) -> [String] {
        newer.isEmpty ? old : joined(newer, old, isNewer: true)
    }

    /// Returns whether a card contains information that is in neither the fields nor the current card of a person.
    public static func hasNewLines(_ lines: [String], beside person: Person) -> Bool {
        if lines.isEmpty || lines == person.card { return false }
        let newer = ParsedCard(CardBytes(lines: lines))
        var card = ContactCard(lines: person.card)
        card.person = person
        let written = CardRendering(card, in: newer.version, otherwise: newer.version).lines
        let present = CardInformation(ParsedCard(CardBytes(slices: written.map { $0[...] })))
        let title = present.has("FN") ? [] : [CardStatement(name: "FN", value: Array(person.title.utf8))]
        let kept = CardInformation(ParsedCard(CardBytes(lines: person.card)))
        let known = present.statements.union(kept.statements).union(title)
        return !CardInformation(newer).statements.isSubset(of: known)
    }

    /// Returns the names of the uninterpreted properties that only the first card has.
    public static func newNames(in lines: [String], beside others: [String]) -> [String] {
        if lines == others { return [] }
        func kept(_ lines: [String]) -> [ContentLine] {
            lines.isEmpty ? [] : ParsedCard(CardBytes(lines: lines)).lines.filter(\.isUninterpreted)
        }
        let known = Set(kept(others).map(\.name))
        return kept(lines).map(\.name).unique.filter { !known.contains($0) }
    }

    private static func joined(_ first: [String], _ second: [String], isNewer: Bool) -> [String] {
        if first.isEmpty || first == second { return second }
        let subjects = CardInformation(ParsedCard(CardBytes(lines: first)))
        guard let end = subjects.parsed.lines.last(where: { $0.name == "END" }) else { return first }
        let new = newProperties(of: second, beside: subjects, isNewer: isNewer)
        if new.isEmpty { return first }
        let card = subjects.parsed.card
        var lines = LineList()
        for line in card.entries[..<end.entries.lowerBound] { lines.append(Array(card.bytes[line.range])) }
        for property in new { lines.insert(property) }
        for line in card.entries[end.entries.lowerBound...] { lines.append(Array(card.bytes[line.range])) }
        return lines.lines.map { CardText.text(of: $0) }
    }

    /// Returns the lines of each property that only the second card has. Group names are made unique. Preferred values
    /// lose their preference if the first card has values of the same property.
    private static func newProperties(
        of second: [String], beside first: CardInformation, isNewer: Bool
    ) -> [[[UInt8]]] {
        let version = first.parsed.version
        let other = CardInformation(card(second, in: version))
        let taken = Set(first.parsed.lines.map { $0.group.uppercased() })
        return other.lines(beside: first, isNewer: isNewer).map { line in
            let isPreferred = line.head.preference <= 100 && first.hasValues(like: line)
            var lines =
                isPreferred
                ? PropertyWriter(version: version).lines(of: CardProperty(line, in: other.parsed).withoutPreference)
                : other.parsed.lines(of: line)
            if !line.group.isEmpty {
                var prefix = ""
                while taken.contains((prefix + line.group).uppercased()) { prefix += "also-" }
                lines[0].insert(contentsOf: prefix.utf8, at: 0)
            }
            return lines
        }
    }

    private static func card(_ lines: [String], in version: CardVersion) -> ParsedCard {
        let card = ParsedCard(CardBytes(lines: lines))
        if card.version == version { return card }
        let bytes = DetachedPhotoLine.restored(lines, photo: nil).lines.map { CardText.bytes(of: $0) }
        var conversion = CardConversion(bytes, to: version)
        return ParsedCard(CardBytes(slices: conversion.lines().map { $0[...] }))
    }
}

extension CardProperty {
    fileprivate var withoutPreference: CardProperty {
        var property = self
        property.parameters.removeAll { $0.name == "PREF" || $0.name == "TYPE" && $0.value.isWord("PREF") }
        return property
    }
}

extension ParsedCard {
    /// Returns the lines of a property.
    func lines(of line: ContentLine) -> [[UInt8]] { card.entries[line.entries].map { Array(card.bytes[$0.range]) } }
}
