/// A script of the letters in a name. Names in different scripts cannot be compared.
public enum WordScript: Hashable, Sendable {
    /// Latin, Greek, and Cyrillic, which `PhoneticKey` compares.
    case romanizable
    case armenian, hebrew, arabic, hangul, kana, han
    /// Another script, identified by a range of 128 code points.
    case other(block: UInt32)

    /// Returns the scripts of the letters in a folded word.
    public static func of(_ word: String) -> Set<WordScript> {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return [.romanizable] }
        return Set(word.unicodeScalars.filter { $0.properties.isAlphabetic }.map(WordScript.init))
    }

    private init(_ letter: Unicode.Scalar) {
        self =
            switch letter.value {
            case ..<0x530: .romanizable
            case ..<0x590: .armenian
            case ..<0x600: .hebrew
            case ..<0x700, 0x750..<0x780, 0x870..<0x900: .arabic
            case 0x1100..<0x1200: .hangul
            case 0x3005...0x3007, 0x3400..<0xA000, 0x20000...: .han
            case 0x3040..<0x3100: .kana
            case let value: .other(block: value >> 7)
            }
    }
}
