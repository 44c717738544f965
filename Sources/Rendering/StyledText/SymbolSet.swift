import Text

/// The signs Almanac adds of its own; stored text is always shown as it is.
public enum SymbolSet: Hashable, Sendable {
    case utf8, ascii

    public var star: String { self == .utf8 ? "★" : "*" }
    public var dot: String { self == .utf8 ? "·" : "-" }
    public var trail: String { self == .utf8 ? "›" : ">" }
    public var bullet: String { self == .utf8 ? "•" : "*" }
    public var ellipsis: String { self == .utf8 ? "…" : "~" }
    package var lineEnd: String { self == .utf8 ? "⏎" : "$" }

    /// A unit of astronomers' signs in letters, where there are no signs.
    func unit(_ unit: String) -> String {
        let letters: [Character: String] = [
            "☉": "sun", "⊕": "earth", "♃": "jup", "×": "x", "²": "2", "³": "3", "°": "deg",
        ]
        return self == .utf8 ? unit : unit.reduce(into: "") { $0 += letters[$1] ?? String($1) }
    }

    /// Text cut to a width, its last column the ellipsis if something is missing.
    package func cut(_ text: String, to columns: Int) -> String {
        let cut = DisplayWidth.truncate(text, to: columns)
        return cut == text || cut.isEmpty ? cut : cut.dropLast() + ellipsis
    }

    /// UTF-8 unless the locale names something else: bytes stay UTF-8 in any case.
    public static func of(_ environment: [String: String]) -> SymbolSet {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.isEmpty || name.contains("utf-8") || name.contains("utf8") ? .utf8 : .ascii
    }
}
