/// The lines of two cards of one person, as the one card of that person.
public enum CardLines {
    /// All lines of the first, and before its end those of the second that nothing in Almanac stands for and that the
    /// first has not; what a person is made of comes from the person.
    public static func joined(_ first: [String], _ second: [String]) -> [String] {
        guard let end = first.lastIndex(where: { CardLine($0).name == "END" }) else {
            return first.isEmpty ? second : first
        }
        let present = Set(first)
        let groups = Set(first.compactMap { CardLine($0).group })
        let kept = others(in: second).filter { !present.contains($0.text) }
            .map { $0.group.map(groups.contains) == true ? "also-\($0.text)" : $0.text }
        return first[..<end] + kept.filter { !present.contains($0) } + first[end...]
    }

    /// Those that are not understood, with the labels of their property groups; none of a card within the card.
    private static func others(in card: [String]) -> [CardLine] {
        var depth = 0
        var lines: [CardLine] = []
        for line in card.map(CardLine.init) {
            if line.name == "BEGIN" { depth += 1 }
            if depth == 1 { lines.append(line) }
            if line.name == "END" { depth -= 1 }
        }
        let unknown = lines.filter { PropertyMeaning($0.name) == nil && !frame.contains($0.name) }
        let groups = Set(unknown.compactMap(\.group))
        return lines.filter { line in
            unknown.contains(line) || PropertyMeaning(line.name) == .label && line.group.map(groups.contains) == true
        }
    }

    private static let frame: Set = ["BEGIN", "END", "VERSION", "PRODID", "PROFILE", "SOURCE", "NAME"]
}

/// A line of a card, as far as it says what it is.
private struct CardLine: Hashable {
    let text: String
    let group: String?
    /// In capitals.
    let name: String

    init(_ text: String) {
        self.text = text
        let head = text.prefix { $0 != ":" && $0 != ";" }
        let parts = head.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        group = parts.count > 1 ? String(parts[0]) : nil
        name = (parts.last ?? "").uppercased()
    }
}
