import Embedded

/// What makes `jose` find José: text without case, accents, ligatures, full width and invisible characters.
///
/// Folding is case folding and compatibility decomposition (Unicode 15) without the marks that have no primary weight
/// in the Unicode Collation Algorithm; ø, ł, đ, æ, œ, þ, ı become the letters people type instead, ё is е, й stays й.
/// Equal under NFC, NFD, NFKC and NFKD; folding twice changes nothing. Only for keys: the stored text stays as it is.
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

    /// The words of a text, folded: runs of letters, digits and their marks, as FTS5's unicode61 tokenizer makes them
    /// with `categories 'L* N* Co M*'`.
    public static func words(of text: String) -> [String] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return asciiWords(of: text) }
        return fold(text).unicodeScalars.split { !$0.isPartOfWord }.map(String.init)
    }

    private static func asciiWords(of text: String) -> [String] {
        text.utf8.split { !$0.isASCIIAlphanumeric }.map { word in
            String(unsafeUninitializedCapacity: word.count) { bytes in
                _ = bytes.initialize(from: word.lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
                return word.count
            }
        }
    }

    /// What stands between blanks.
    public static func parts(of text: String) -> [String] {
        text.unicodeScalars.split { $0.isASCII ? $0 == " " || 9...13 ~= $0.value : $0.properties.isWhitespace }
            .map(String.init)
    }

    /// A folded name without spaces and punctuation, so that `kepler16b` finds `Kepler-16 b`.
    ///
    /// Symbols stay (`BD+20 2457 b` is not `BD-20 2457 b`), and so does a name that has nothing else.
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

    /// Puts a mark in canonical order (Unicode Standard, 3.11, D109) with the marks before it.
    private static func insert(_ scalar: Unicode.Scalar, into folded: inout [Unicode.Scalar]) {
        var place = folded.count
        if scalar.combiningClass > 0 {
            while place > 0, folded[place - 1].combiningClass > scalar.combiningClass { place -= 1 }
        }
        folded.insert(scalar, at: place)
    }
}
