/// Several values in one cell, as Google Contacts writes them: ` ::: ` between them, `* ` before the label of the one
/// that is preferred. What Almanac writes has a backslash before either where it stands in a value.
enum GoogleList {
    private static let separator = " ::: "
    private static let star = "* "

    // MARK: - Reading

    static func elements(of text: String, in dialect: ContactHeadings.Dialect) -> [String] {
        switch dialect {
        case .google: text.split(separator: separator).map(\.trimmed).filter { !$0.isEmpty }
        case .almanac: text.split(separator: separator, omittingEmptySubsequences: false).map { unescaped(String($0)) }
        case .outlook, .thunderbird, .other: [text]
        }
    }

    static func label(_ text: String, in dialect: ContactHeadings.Dialect) -> String {
        switch dialect {
        case .almanac: return text.hasEscaped(star) ? String(text.dropFirst()) : text
        case .google, .outlook, .thunderbird, .other:
            let label = text.hasPrefix(star) || text == "*" ? String(text.dropFirst()).trimmed : text.trimmed
            let usual = ["home", "work", "mobile", "other", "main", "pager", "home fax", "work fax", "homepage"]
            return usual.contains(label.lowercased()) ? label.lowercased() : label
        }
    }

    /// Google's own groups have a star and are none.
    static func groups(in text: String, _ dialect: ContactHeadings.Dialect) -> [String] {
        switch dialect {
        case .almanac: elements(of: text, in: .almanac)
        case .google: elements(of: text, in: .google).filter { !$0.hasPrefix(star) }
        case .outlook, .thunderbird, .other: text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
        }
    }

    // MARK: - Writing

    static func cell(_ elements: [String]) -> String { elements.map(escaped).joined(separator: separator) }

    static func cell(label: String) -> String { label.hasPrefix(star) || label.hasEscaped(star) ? "\\" + label : label }

    /// A backslash more before each run of backslashes and the separator's colons, a blank on either side.
    private static func escaped(_ text: String) -> String { text.changingColons { $0 + "\\" } }

    private static func unescaped(_ text: String) -> String { text.changingColons { String($0.dropLast()) } }
}

extension String {
    /// Whether there are backslashes before a prefix.
    fileprivate func hasEscaped(_ prefix: String) -> Bool { hasPrefix("\\") && drop { $0 == "\\" }.hasPrefix(prefix) }

    /// The text with other backslashes before each `:::`.
    fileprivate func changingColons(_ change: (String) -> String) -> String {
        var result = ""
        var rest = self[...]
        while let colons = rest.firstRange(of: ":::") {
            let before = rest[..<colons.lowerBound]
            let slashes = String(before.reversed().prefix { $0 == "\\" })
            result += before.dropLast(slashes.count) + change(slashes) + ":::"
            rest = rest[colons.upperBound...]
        }
        return result + rest
    }
}
