/// The alphabet of a language that sorts some letters separately, such as å, ä, and ö after z in Swedish.
///
/// The rules are those of Unicode CLDR (https://github.com/unicode-org/cldr/tree/main/common/collation), except for
/// names that differ only in accents.
public struct SortAlphabet: Sendable {
    private struct Replacement {
        let letters: [Character]
        /// The text that replaces the letters in sort keys.
        let key: String
    }

    /// The replacements by their first letter, with the longest first.
    private let replacements: [Character: [Replacement]]

    /// The languages whose letters all sort like the basic letters a to z. In German, for example, ä sorts like a.
    private static let basicLanguages: Set = ["ca", "de", "en", "fr", "ga", "it", "nl", "pt"]

    /// Returns whether the letter order of a language, given by its ISO 639 code, is known.
    public static func isKnown(_ language: String) -> Bool {
        basicLanguages.contains(language) || rules[language] != nil
    }

    /// Returns the language of a locale such as `sv_SE.UTF-8`, or an empty string if the order of its letters is not
    /// known.
    public static func language(ofLocale name: String) -> String {
        let code = name.prefix { $0.isLetter }.lowercased()
        let language = ["nb", "nn"].contains(code) ? "no" : code
        return isKnown(language) ? language : ""
    }

    /// Creates the alphabet of a language, or returns `nil` if its letters sort like the basic letters or in an unknown
    /// order.
    public init?(language: String) {
        // Without a sort language, the alphabets need not be created.
        guard !language.isEmpty, let alphabet = Self.alphabets[language] else { return nil }
        self = alphabet
    }

    private static let alphabets = Dictionary(
        uniqueKeysWithValues: rules.map { ($0, SortAlphabet($1, hasDoubledDigraphs: $0 == "hu")) })

    /// Creates an alphabet from rules, such as `s š, z ž`. In each rule, the first letter is followed by the letters
    /// that are sorted separately after it. Letters that are joined by slashes are sorted alike.
    /// - Parameter hasDoubledDigraphs: Whether a doubled digraph repeats only its first letter, as in `ssz` for `szsz`.
    private init(_ rules: String, hasDoubledDigraphs: Bool) {
        var keys: [String: String] = [:]
        for rule in rules.split(separator: ",") {
            let letters = rule.split(separator: " ").map { $0.split(separator: "/").map(String.init) }
            guard let base = letters.first?.first else { continue }
            for (place, alike) in letters.enumerated() {
                // A brace sorts after the basic letters.
                let key = place == 0 ? base : base + "{" + String(UnicodeScalar(0x60 + UInt8(place)))
                for letter in alike where letter != base {
                    keys[letter] = key
                    if hasDoubledDigraphs, letter.count > 1 { keys[letter.prefix(1) + letter] = key + key }
                }
            }
        }
        let all = keys.map { Replacement(letters: Array($0), key: $1) }
        replacements = Dictionary(grouping: all.filter { !$0.letters.isEmpty }) { $0.letters[0] }
            .mapValues { $0.sorted { $0.letters.count > $1.letters.count } }
    }

    /// Returns the lowercased text for sorting, with each separate letter replaced with its key. Fold the result before
    /// comparing it.
    public func ordered(_ text: String) -> String {
        let hasDotlessI = replacements["ı"] != nil
        var rest = Array(hasDotlessI ? text.withTurkicCase.lowercased() : text.lowercased())[...]
        var result = ""
        while let letter = rest.first {
            if let found = replacements[letter]?.first(where: { rest.starts(with: $0.letters) }) {
                result += found.key
                rest = rest.dropFirst(found.letters.count)
            } else {
                result.append(letter)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static let nordic = "z æ/ä/ę ø/ö/ő/œ å/aa, y/ü/ű"
    private static let southSlavic = "c č ć, d dž đ, l lj, n nj, s š, z ž"
    private static let turkic = "c ç, g ğ, o ö, s ş, u ü"

    private static let rules = [
        "az": turkic + ", e ə, h x ı, k q, z w",
        "bs": southSlavic,
        "cs": "c č, h ch, r ř, s š, z ž",
        "cy": "c ch, d dd, f ff, g ng, l ll, p ph, r rh, t th",
        "da": "z æ/ä ø/ö/ő å/aa, y/ü/ű",
        "eo": "c ĉ, g ĝ, h ĥ, j ĵ, s ŝ, u ŭ",
        "es": "n ñ",
        "et": "s š z/ź/ż ž, w õ ä ö ü",
        "fi": "z å ä/æ ö/ø, y/ü",
        "fo": nordic,
        "gl": "n ñ",
        "hr": southSlavic,
        "hu": "c cs, d dz dzs, g gy, l ly, n ny, o ö/ő, s sz, t ty, u ü/ű, z zs",
        "is": "a á, d ð, e é, i í, o ó, u ú, y ý, z þ æ/ä ö/ø å",
        "lt": "c č, i/y/ý/ÿ, s š, z ž",
        "lv": "c č, g ģ, i/y/ý/ÿ, k ķ, l ļ, n ņ, r ŗ, s š, z ž",
        "no": nordic,
        "pl": "a ą, c ć, e ę, l ł, n ń, o ó, s ś, z ź ż",
        "ro": "a ă â, i î, s ș/ş, t ț/ţ",
        "sk": "a ä, c č, h ch, o ô, r ř, s š, z ž",
        "sl": "c č ć, d đ, s š, z ž",
        "sq": "c ç, d dh, e ë, g gj, l ll, n nj, r rr, s sh, t th, x xh, z zh",
        "sv": "z å ä/æ/ę ö/ø/ő/œ/ô, y/ü/ű",
        "tr": turkic + ", h ı",
        "vi": """
        a ă/ắ/ằ/ẳ/ẵ/ặ â/ấ/ầ/ẩ/ẫ/ậ, d đ, e ê/ế/ề/ể/ễ/ệ, o ô/ố/ồ/ổ/ỗ/ộ ơ/ớ/ờ/ở/ỡ/ợ, u ư/ứ/ừ/ử/ữ/ự
        """,
    ]
}

extension String {
    /// The text with the capital letters I and İ replaced with their Turkish lowercase forms.
    fileprivate var withTurkicCase: String {
        String(map { $0 == "I" ? "ı" : $0 == "İ" ? "i" : $0 })
    }
}
