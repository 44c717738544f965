import Text

/// Recognition of text in the former encoding of the Mac. Most of its letters with accents are symbols or capital letters in
/// Windows-1252, and vice versa.
enum MacRoman {
    /// Returns whether the bytes are in Mac Roman rather than in Windows-1252, or `nil` if the words do not decide it.
    static func isEvident(in bytes: ArraySlice<UInt8>) -> Bool? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var balance = 0
        var isJapanese = false
        for word in words(in: bytes) {
            switch (AccentedWord.macRoman(word).isPlausible, AccentedWord.windows(word).isPlausible) {
            case (true, false): balance += 1
            case (false, true): balance -= 1
            case (true, true), (false, false): break
            }
            isJapanese = isJapanese || word.count { $0 >= 0x80 } > 2
        }
        if isJapanese, Charset.guess(bytes) == .shiftJIS { return nil }
        return balance == 0 ? nil : balance > 0
    }

    /// Returns the first word in Windows-1252 that is likely to be another word in Mac Roman, and that other word.
    static func doubt(in bytes: ArraySlice<UInt8>) -> (windows: String, macRoman: String)? {
        for word in words(in: bytes) {
            let (macRoman, windows) = (AccentedWord.macRoman(word), AccentedWord.windows(word))
            if macRoman.isPlausible, windows.isPlausible, macRoman.hasOnlyLetters, windows.isUnusual {
                return (windows.text, macRoman.text)
            }
        }
        return nil
    }

    /// Returns the words that contain ASCII letters and other bytes.
    private static func words(in bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        bytes.split { !$0.isASCIILetter && $0 < 0x80 || $0 == 0xA0 }.filter { word in
            !word.isASCII && word.contains(where: \.isASCIILetter)
        }
    }
}

/// A word in one of two encodings.
private struct AccentedWord {
    private enum Shape {
        case capital, small
        /// An apostrophe or a dash, which can be anywhere in a word.
        case joiner
        /// A symbol that can be only before or after a word.
        case symbol
        case other
    }

    private let scalars: [Unicode.Scalar]
    private let shapes: [Shape]

    static func macRoman(_ word: ArraySlice<UInt8>) -> AccentedWord { AccentedWord(word, macRoman) }

    static func windows(_ word: ArraySlice<UInt8>) -> AccentedWord { AccentedWord(word, windows) }

    private init(_ word: ArraySlice<UInt8>, _ letters: [Unicode.Scalar]) {
        scalars = word.map { $0 < 0x80 ? Unicode.Scalar($0) : letters[Int($0) - 0x80] }
        shapes = scalars.map(Self.shape)
    }

    var text: String { String(String.UnicodeScalarView(scalars)) }

    var hasOnlyLetters: Bool { shapes.allSatisfy { $0 == .capital || $0 == .small } }

    /// Whether the capital letters and the symbols are in positions that are usual in words.
    var isPlausible: Bool {
        scalars.indices.allSatisfy { scalars[$0].isASCII || isPlausible(at: $0) } && !hasOnlyConsonants
    }

    private func isPlausible(at index: Int) -> Bool {
        let (before, after) = (shape(index - 1), shape(index + 1))
        switch shapes[index] {
        case .capital:
            let isBeforeCapital = after == .capital && shape(index + 2) == .small
            return before != .small && !(before == .capital && after == .small) && !isBeforeCapital
        case .small: return after != .capital
        case .joiner: return true
        case .symbol: return !shapes[..<index].contains(where: isLetter) || !shapes[index...].contains(where: isLetter)
        case .other: return false
        }
    }

    private func isLetter(_ shape: Shape) -> Bool { shape == .capital || shape == .small }

    private func shape(_ index: Int) -> Shape? { shapes.indices.contains(index) ? shapes[index] : nil }

    /// Whether the word lacks vowels, such as “Kšln”. In Slavic words such as “Smrž”, an *r* or *l* can be the vowel.
    private var hasOnlyConsonants: Bool {
        guard scalars.count > 3, hasOnlyLetters, let index = scalars.firstIndex(where: Self.hissing.contains) else {
            return false
        }
        return !scalars.contains(where: Self.isVowel)
            && !(index > 0 && "rlRL".unicodeScalars.contains(scalars[index - 1]))
    }

    /// Whether a letter or symbol outside ASCII is in an unusual position.
    var isUnusual: Bool {
        scalars.indices.contains { index in
            let before = index > 0 ? scalars[index - 1] : nil
            let after = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch scalars[index] {
            case "š", "ž":
                // In Slavic names such as “Krš” and “Smrž”, the *r* is the vowel.
                guard let before, !Self.isVowel(before) else { return false }
                return after.map { !Self.isVowel($0) } ?? !["l", "r"].contains(before)
            case "œ": return before != nil && !["u", "i"].contains(after)
            case "‘", "’": return after != nil && before != nil && !isElision(at: index)
            case "–", "—": return shape(index - 1) == .small && shape(index + 1) == .small
            case "€", "…", "†": return before == nil && shape(index + 1) == .small
            case "‡": return before != nil && after == nil
            default: return false
            }
        }
    }

    /// Returns whether an apostrophe follows a short word, as in “d’Angelo”, or precedes an ending, as in “Anna’s”.
    private func isElision(at index: Int) -> Bool {
        func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
            String(String.UnicodeScalarView(scalars)).lowercased()
        }
        return Self.elided.contains(text(scalars[..<index])) || Self.endings.contains(text(scalars[(index + 1)...]))
    }

    private static let elided: Set = [
        "all", "aujourd", "c", "d", "dall", "dell", "j", "jusqu", "l", "lorsqu", "m", "n", "nell", "o", "qu",
        "quell", "s", "sant", "sull", "t", "un",
    ]

    private static let endings: Set = ["d", "em", "ll", "m", "re", "s", "t", "ve"]

    private static let hissing: Set<Unicode.Scalar> = ["š", "ž"]

    private static func isVowel(_ scalar: Unicode.Scalar) -> Bool {
        Folding.fold(String(scalar)).first.map { "aeiouy".contains($0) } ?? false
    }

    private static func shape(_ scalar: Unicode.Scalar) -> Shape {
        if "‘’–—\u{A0}".unicodeScalars.contains(scalar) { return .joiner }
        if "“”„‚«»‹›¿¡…†‡•€£™®©ªº°".unicodeScalars.contains(scalar) { return .symbol }
        if "ƒıµﬁﬂ".unicodeScalars.contains(scalar) { return .other }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter: return .capital
        case .lowercaseLetter: return .small
        default: return .other
        }
    }

    private static let macRoman = letters(.macRoman)
    private static let windows = letters(.windows1252)

    /// Returns the characters of the bytes from 0x80 on. Unused bytes become replacement characters.
    private static func letters(_ charset: Charset) -> [Unicode.Scalar] {
        (UInt8(0x80)...0xFF).map { byte in
            let text = charset.decoded([byte]).map { String(decoding: $0, as: UTF8.self) }
            return text?.unicodeScalars.first ?? "\u{FFFD}"
        }
    }
}
