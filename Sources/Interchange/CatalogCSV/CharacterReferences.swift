/// A decoder of character references in HTML and XML, such as `&amp;`, `&eacute;`, and `&#233;`.
enum CharacterReferences {
    /// Returns text with its character references decoded once. Unknown references are kept.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            decoded += rest[..<start]
            rest = rest[start...]
            let name = rest.dropFirst().prefix(longestName).prefix { $0 != ";" && $0 != "&" }
            if let end = rest[name.endIndex...].first, end == ";", let character = character(String(name)) {
                decoded += character
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                decoded.append(rest.removeFirst())
            }
        }
        return decoded + rest
    }

    private static let longestName = 10

    private static func character(_ name: String) -> String? {
        guard name.first == "#" else { return named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        let code = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }

    /// The characters by name: those of XML, and those that occur in names and titles.
    private static let named: [String: String] = {
        let words = names.split(separator: " ").map(String.init)
        let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
        return Dictionary(pairs) { first, _ in first }.merging(["nbsp": " "]) { first, _ in first }
    }()

    private static let names = """
        AElig Æ Aacute Á Acirc Â Agrave À Aring Å Atilde Ã Auml Ä Ccedil Ç ETH Ð Eacute É Ecirc Ê Egrave È Euml Ë \
        Iacute Í Icirc Î Igrave Ì Iuml Ï Ntilde Ñ OElig Œ Oacute Ó Ocirc Ô Ograve Ò Oslash Ø Otilde Õ Ouml Ö \
        Scaron Š THORN Þ Uacute Ú Ucirc Û Ugrave Ù Uuml Ü Yacute Ý Yuml Ÿ aacute á acirc â aelig æ agrave à aring å \
        atilde ã auml ä ccedil ç eacute é ecirc ê egrave è eth ð euml ë iacute í icirc î igrave ì iuml ï micro µ \
        ntilde ñ oacute ó ocirc ô oelig œ ograve ò ordf ª ordm º oslash ø otilde õ ouml ö scaron š szlig ß thorn þ \
        uacute ú ucirc û ugrave ù uuml ü yacute ý yuml ÿ lt < gt > quot " apos ' amp & ndash – mdash — lsquo ‘ \
        rsquo ’ ldquo “ rdquo ” hellip … sect § times × plusmn ± deg ° middot · minus − alpha α beta β gamma γ \
        delta δ epsilon ε mu μ pi π tau τ ccaron č Ccaron Č zcaron ž Zcaron Ž rcaron ř ecaron ě nacute ń sacute ś \
        Sacute Ś cacute ć Cacute Ć zacute ź zdot ż lstrok ł Lstrok Ł aogon ą eogon ę gbreve ğ abreve ă scedil ş \
        Scedil Ş tcedil ţ inodot ı Idot İ odblac ő udblac ű amacr ā emacr ē imacr ī omacr ō umacr ū uring ů
        """
}
