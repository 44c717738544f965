import Embedded

/// Text folding for search, so that `jose` finds José. Folding ignores case, accents, ligatures, character width, and
/// invisible characters. Use folded text only as a key.
///
/// Folding combines case folding and compatibility decomposition (Unicode 15) and removes marks without primary weight
/// in the Unicode Collation Algorithm. The letters ø, ł, đ, æ, œ, þ, and ı become their usual replacements; ё becomes
/// е, and й is kept. The result is the same for NFC, NFD, NFKC, and NFKD, and folding is idempotent.
public enum Folding {
    public static func fold(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var folded: [Unicode.Scalar] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            append(scalar, to: &folded)
        }
        return String(folded)
    }

    /// Returns the folded words of the text. A word is a run of letters, digits, and combining marks, as in FTS5’s
    /// unicode61 tokenizer with `categories 'L* N* Co M*'`.
    public static func words(of text: String) -> [String] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return asciiWords(of: text) }
        return fold(text).unicodeScalars.split { !$0.isPartOfWord }.map(String.init)
    }

    private static func asciiWords(of text: String) -> [String] {
        let bytes = text.utf8Span.span
        var words: [String] = []
        var start = 0
        for end in 0...bytes.count where end == bytes.count || !bytes[end].isASCIIAlphanumeric {
            if start < end {
                words.append(
                    String(unsafeUninitializedCapacity: end - start) { word in
                        for index in start..<end {
                            let byte = bytes[index]
                            word.initializeElement(at: index - start, to: 0x41...0x5A ~= byte ? byte | 0x20 : byte)
                        }
                        return end - start
                    })
            }
            start = end + 1
        }
        return words
    }

    /// Returns the parts of the text that are separated by whitespace.
    public static func parts(of text: String) -> [String] {
        // Most names are ASCII.
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.split { $0 == 0x20 || 9...13 ~= $0 }.map { String(Substring($0)) }
        }
        return text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map(String.init)
    }

    /// Returns a folded name without spaces or punctuation, so that `kepler16b` finds `Kepler-16 b`.
    ///
    /// Symbols are kept, because `BD+20 2457 b` differs from `BD-20 2457 b`. A name that consists only of spaces and
    /// punctuation is also kept.
    public static func catalogKey(_ name: String) -> String {
        let folded = fold(name)
        let key = folded.unicodeScalars.filter { !$0.properties.isWhitespace && !$0.isPunctuation }
        return key.isEmpty ? folded : String(key)
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout [Unicode.Scalar]) {
        if scalar == "\u{0306}", folded.last == "и" {
            folded[folded.count - 1] = "й"
            return
        }
        if let jamo = scalar.hangulJamo {
            folded += jamo
            return
        }
        let folding = unicode_fold(scalar.value)
        if folding.count < 0 {
            insert(scalar, into: &folded)
        }
        for value in UnsafeBufferPointer(start: folding.scalars, count: max(0, Int(folding.count))) {
            if let scalar = Unicode.Scalar(value) { insert(scalar, into: &folded) }
        }
    }

    /// Inserts a scalar in canonical order (Unicode Standard, section 3.11, D109).
    private static func insert(_ scalar: Unicode.Scalar, into folded: inout [Unicode.Scalar]) {
        var place = folded.count
        if scalar.combiningClass > 0 {
            while place > 0, folded[place - 1].combiningClass > scalar.combiningClass { place -= 1 }
        }
        folded.insert(scalar, at: place)
    }
}

/// Character properties for folding and word breaking.
extension Unicode.Scalar {
    var isPartOfWord: Bool {
        if isASCII { return UInt8(truncatingIfNeeded: value).isASCIIAlphanumeric }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .letterNumber, .otherNumber, .privateUse: true
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }

    var isPunctuation: Bool {
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation: true
        case .initialPunctuation, .finalPunctuation, .otherPunctuation: true
        default: false
        }
    }

    var combiningClass: UInt8 {
        value < 0x300 ? 0 : properties.canonicalCombiningClass.rawValue
    }

    /// The two or three jamo of a Hangul syllable, or `nil` for other scalars (Unicode Standard, section 3.12).
    var hangulJamo: [Unicode.Scalar]? {
        guard (0xAC00...0xD7A3).contains(value) else { return nil }
        let index = value - 0xAC00
        let jamo = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
        return jamo.filter { $0 != 0x11A7 }.compactMap(Unicode.Scalar.init)
    }
}

extension String {
    /// Creates a string from scalars.
    init(_ scalars: [Unicode.Scalar]) {
        // This is ten times as fast as using a `UnicodeScalarView`.
        self.init(unsafeUninitializedCapacity: scalars.count * 4) { bytes in
            var end = 0
            for scalar in scalars {
                for byte in scalar.utf8 {
                    bytes[end] = byte
                    end += 1
                }
            }
            return end
        }
    }
}

/// A filter for a search within a list. Each word of the search must be the start of a word in the text.
public struct WordPrefixFilter: Hashable, Sendable {
    private let words: [String]

    /// Creates a filter for a search text, or returns `nil` if the text contains no words.
    public init?(_ text: String) {
        words = Folding.words(of: text)
        if words.isEmpty { return nil }
    }

    /// Returns whether the given text matches.
    public func matches(_ text: String) -> Bool {
        let others = Folding.words(of: text)
        return words.allSatisfy { word in others.contains { $0.hasPrefix(word) } }
    }
}
