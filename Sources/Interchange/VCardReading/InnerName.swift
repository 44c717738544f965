/// Whose card a card within a card is.
enum InnerName {
    /// `FN`, or given and family name, at the first level; what is deeper is not looked at.
    static func name(in lines: [ArraySlice<UInt8>]) -> String {
        let reader = PersonReader(ParsedCard(CardBytes(slices: lines)))
        if let formatted = reader.parsed.lines.first(where: { $0.name == "FN" }),
            let text = try? reader.text(formatted),
            !text.isEmpty
        {
            return text
        }
        guard let name = reader.parsed.lines.first(where: { $0.name == "N" }),
            let parts = try? reader.components(name).map({ $0.joined(separator: " ") })
        else { return "" }
        return [parts.count > 1 ? parts[1] : "", parts[0]].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
