/// A list in one cell, in the format of Google Contacts: ` ::: ` separates values, and `* ` precedes the preferred
/// label. Almanac escapes both with a backslash.
enum GoogleList {
    static let separator = " ::: "
    private static let star = "* "

    static func elements(of text: String, in dialect: ContactHeadings.Dialect) -> [String] {
        switch dialect {
        case .google: pieces(of: text).map(\.trimmed).filter { !$0.isEmpty }
        case .almanac: pieces(of: text).map(unescaped)
        case .outlook, .thunderbird, .yahoo, .linkedIn, .hubSpot, .other: [text]
        }
    }

    /// Returns one part of each postal address, such as all cities. An empty string represents a missing part.
    static func parts(of text: String, in dialect: ContactHeadings.Dialect) -> [String] {
        dialect == .google ? pieces(of: text).map(\.trimmed) : [text]
    }

    /// Returns the labels of the values of a field.
    static func labels(in text: String, of key: String, _ dialect: ContactHeadings.Dialect) -> [String] {
        (dialect == .google ? pieces(of: text) : [text]).map { label($0, of: key, in: dialect) }
    }

    // Splits bytes, because a combining character at the start of a value merges with the preceding space.
    /// Splits a list into its values.
    private static func pieces(of text: String) -> [String] {
        text.utf8.split(separator: separator.utf8, omittingEmptySubsequences: false).map { String(Substring($0)) }
    }

    private static func label(_ text: String, of key: String, in dialect: ContactHeadings.Dialect) -> String {
        switch dialect {
        case .almanac: return text.hasEscaped(star) ? String(text.dropFirst()) : text
        case .google, .outlook, .thunderbird, .yahoo, .linkedIn, .hubSpot, .other:
            let label = text.hasPrefix(star) || text == "*" ? String(text.dropFirst()).trimmed : text.trimmed
            let usual = ["home", "work", "mobile", "other", "main", "pager", "home fax", "work fax", "homepage"]
            if usual.contains(label.lowercased()) { return label.lowercased() }
            let isLocalized = [.google, .other].contains(dialect) && placed.contains(key)
            return isLocalized ? HeadingVocabulary.label(label) ?? label : label
        }
    }

    /// The fields whose labels name places, such as *work*. The labels of other fields are the user’s own words.
    private static let placed: Set = ["email", "phone", "address", "url", "im"]

    /// Returns the groups in a cell. The group of all contacts and the star before Google’s other groups are omitted.
    static func groups(in text: String, _ dialect: ContactHeadings.Dialect) -> [String] {
        switch dialect {
        case .almanac: elements(of: text, in: .almanac)
        case .google:
            elements(of: text, in: .google).filter { !ofEverybody.contains($0) }.map {
                $0.hasPrefix(star) ? String($0.dropFirst(star.count)) : $0
            }
        case .outlook, .thunderbird, .yahoo, .linkedIn, .hubSpot, .other:
            text.split(separator: ";").map(\.trimmed).filter { !$0.isEmpty }
        }
    }

    private static let ofEverybody: Set = ["* myContacts", "* My Contacts"]

    static func cell(_ elements: [String]) -> String { elements.map(escaped).joined(separator: separator) }

    static func cell(label: String) -> String { label.hasPrefix(star) || label.hasEscaped(star) ? "\\" + label : label }

    /// Adds a backslash before each `:::`.
    private static func escaped(_ text: String) -> String { text.changingColons { $0 + "\\" } }

    private static func unescaped(_ text: String) -> String { text.changingColons { String($0.dropLast()) } }
}

extension String {
    /// Returns whether the text starts with one or more backslashes followed by the prefix.
    fileprivate func hasEscaped(_ prefix: String) -> Bool {
        utf8.first == UInt8(ascii: "\\") && utf8.drop { $0 == UInt8(ascii: "\\") }.starts(with: prefix.utf8)
    }

    /// Returns the text with a change applied to the backslashes before each `:::`.
    fileprivate func changingColons(_ change: (String) -> String) -> String {
        let colons = Array(":::".utf8)
        var result: [UInt8] = []
        var rest = Array(utf8)[...]
        while let place = rest.firstRange(of: colons) {
            let before = rest[..<place.lowerBound]
            let slashes = before.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            result += before.dropLast(slashes) + change(String(repeating: "\\", count: slashes)).utf8 + colons
            rest = rest[place.upperBound...]
        }
        return String(decoding: result + rest, as: UTF8.self)
    }
}
