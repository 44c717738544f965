// The defaults are those of CLDR (https://www.unicode.org/reports/tr35/tr35-personNames.html).
extension Person {
    /// The languages whose names begin with the family name.
    private static let familyFirstLanguages: Set = ["hu", "ja", "ko", "vi", "zh"]

    /// Returns the given, middle, and family names and the suffix; may be empty.
    public func displayName(in order: NameOrder) -> String {
        let isFamilyFirst =
            switch order {
            case .card: isFamilyFirst
            case .given: false
            case .family: true
            }
        return isFamilyFirst ? familyFirstName : name.display
    }

    /// The name with the family name first. In Vietnamese, the middle name precedes the given name.
    public var familyFirstName: String {
        let names = language == "vi" ? [name.middle, name.given] : [name.given, name.middle]
        return ([name.family] + names + [name.suffix]).map(\.trimmed).filter { !$0.isEmpty }
            .joined(separator: name.isEastAsian ? "" : " ")
    }

    /// Whether the family name comes first in the person’s own order.
    public var isFamilyFirst: Bool {
        formattedName.flatMap { $0.isEmpty ? nil : isFamilyFirst(in: $0) } ?? isFamilyFirstByDefault
    }

    /// Whether the family name comes first according to the script of the name or the language of the card.
    public var isFamilyFirstByDefault: Bool { name.isEastAsian || Self.familyFirstLanguages.contains(language) }

    private var language: String {
        guard let cardLanguage, !cardLanguage.isEmpty else { return "" }
        return cardLanguage.prefix { $0 != "-" && $0 != "_" }.lowercased()
    }

    /// Returns whether a formatted name begins with the family name, or `nil` if it does not begin with the given and
    /// family names, or if a comma separates them.
    public func isFamilyFirst(in formatted: String) -> Bool? {
        func key(_ text: String) -> String { String(text.filter { !$0.isWhitespace }).lowercased() }
        let (given, middle, family) = (key(name.given), key(name.middle), key(name.family))
        guard !given.isEmpty, !family.isEmpty else { return nil }
        let (text, prefix) = (key(formatted), key(name.prefix))
        func begins(_ orders: [String]) -> Bool {
            orders.contains { text.hasPrefix($0) || text.hasPrefix(prefix + $0) }
        }
        if begins([given + family, given + middle + family]) { return false }
        return begins([family + given, family + middle + given]) ? true : nil
    }
}

extension PersonName {
    /// Whether the name is written in Han, Hiragana, Katakana, or Hangul. A name in Katakana alone is usually a foreign
    /// name in its own order.
    public var isEastAsian: Bool {
        // The first byte of these scripts in UTF-8 is at least E1.
        guard [family, given].contains(where: { $0.utf8.contains { $0 >= 0xE1 } }) else { return false }
        let letters = [family, given, middle].flatMap(\.unicodeScalars).filter { !$0.properties.isWhitespace }
        return letters.allSatisfy { $0.isEastAsian || $0.isKatakana } && letters.contains(where: \.isEastAsian)
    }
}

extension Unicode.Scalar {
    /// Whether this is a letter in Han, Hiragana, or Hangul (Unicode blocks).
    fileprivate var isEastAsian: Bool {
        switch value {
        case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3038...0x309F, 0x3130...0x318F,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFFA0...0xFFDC,
            0x20000...0x323AF:
            true
        default: false
        }
    }

    /// Whether this is a letter or mark in Katakana (Unicode blocks).
    fileprivate var isKatakana: Bool {
        switch value {
        case 0x30A0...0x30FF, 0x31F0...0x31FF, 0xFF65...0xFF9F: true
        default: false
        }
    }
}
