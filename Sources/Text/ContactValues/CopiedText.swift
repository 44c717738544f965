/// Functions for values that were copied from other programs.
enum CopiedText {
    /// Returns the text without control characters, invisible characters, and surrounding white space.
    static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) { return text }
        let visible = text.unicodeScalars.filter { scalar in
            scalar.properties.isWhitespace || ![.control, .format].contains(scalar.properties.generalCategory)
        }
        let start = visible.drop { $0.properties.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// Returns the text after the first prefix that it has, ignoring case, or `nil` if it has none.
    static func rest(of text: String, after prefixes: [String]) -> String? {
        for prefix in prefixes where text.prefix(prefix.count).lowercased() == prefix {
            return plain(String(text.dropFirst(prefix.count)))
        }
        return nil
    }
}
