/// A form shared by the spellings of a name: Müller, Mueller, and Muller have the same form, as do Юлия, Yulia, and
/// Julia.
public enum PhoneticKey {
    /// Returns the common form of a folded word: its approximate sound in Latin letters, without the second letter of
    /// ae, oe, and ue.
    public static func key(for word: String) -> String {
        let isLatin = word.utf8.allSatisfy { $0 < 0x80 }
        var sound: [Unicode.Scalar] = []
        for letter in FuzzyWordMatcher.sound(of: isLatin ? Array(word.unicodeScalars) : romanized(word)) {
            switch (sound.last, letter) {
            case ("a", "e"), ("o", "e"), ("u", "e"): break
            case (_, "x"): sound += ["k", "s"]
            default: sound.append(letter)
            }
        }
        return String(sound)
    }

    /// Returns whether two folded words have the same common form of at least two letters. In a Latin word, yo, jo, io,
    /// ye, je, and ie can transliterate a Cyrillic е, because folding replaces ё with е.
    public static func soundAlike(_ left: String, _ right: String) -> Bool {
        let sounds = (key(for: left), key(for: right))
        guard min(sounds.0.count, sounds.1.count) > 1 else { return false }
        if sounds.0 == sounds.1 { return true }
        switch (hasCyrillicE(left), hasCyrillicE(right)) {
        case (true, false): return sounds.0 == key(for: withoutGlides(right))
        case (false, true): return sounds.1 == key(for: withoutGlides(left))
        default: return false
        }
    }

    private static func hasCyrillicE(_ word: String) -> Bool { word.unicodeScalars.contains("е") }

    /// Returns the Latin word with e in place of yo, ye, and their other spellings, such as `petr` for `pyotr`.
    private static func withoutGlides(_ word: String) -> String {
        var result = String.UnicodeScalarView()
        for letter in word.unicodeScalars {
            if letter == "o" || letter == "e", let glide = result.last, "yji".unicodeScalars.contains(glide) {
                result.removeLast()
                result.append("e")
            } else {
                result.append(letter)
            }
        }
        return String(result)
    }

    /// Returns the folded word with Cyrillic and Greek letters replaced with Latin letters, as in passports.
    private static func romanized(_ word: String) -> [Unicode.Scalar] {
        var latin: [Unicode.Scalar] = []
        var before: Unicode.Scalar?
        for letter in word.unicodeScalars {
            switch (before, letter) {
            case ("ο", "υ"): latin.append("u")
            default: latin += letter.isASCII ? [letter] : letters[letter] ?? [letter]
            }
            before = letter
        }
        return latin
    }

    private static let letters: [Unicode.Scalar: [Unicode.Scalar]] = {
        let cyrillic = zip(
            "абвгґдежзийклмнопрстуфхцчшщъыьэюяєії".unicodeScalars,
            [
                "a", "b", "v", "g", "g", "d", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t",
                "u", "f", "kh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya", "ye", "i", "i",
            ])
        let greek = zip(
            "αβγδεζηθικλμνξοπρσςτυφχψω".unicodeScalars,
            [
                "a", "v", "g", "d", "e", "z", "i", "th", "i", "k", "l", "m", "n", "x", "o", "p", "r", "s", "s", "t",
                "y", "f", "ch", "ps", "o",
            ])
        return Dictionary((Array(cyrillic) + Array(greek)).map { ($0, Array($1.unicodeScalars)) }) { first, _ in first }
    }()
}

/// A script of the letters in a name. Names in different scripts cannot be compared.
public enum WordScript: Hashable, Sendable {
    /// Latin, Greek, and Cyrillic, which `PhoneticKey` compares.
    case romanizable
    case armenian, hebrew, arabic, hangul, kana, han
    /// Another script, identified by a range of 128 code points.
    case other(block: UInt32)

    /// Returns the scripts of the letters in a folded word.
    public static func scripts(in word: String) -> Set<WordScript> {
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
