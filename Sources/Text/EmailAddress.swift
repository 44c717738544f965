/// Functions that clean, validate, and compare email addresses (RFC 5322 section 3.4.1).
public enum EmailAddress {
    /// Returns the address in text such as ` leia@alderaan.example`, `mailto:leia@alderaan.example`, or
    /// `Leia Organa <leia@alderaan.example>`. Text that does not contain exactly one valid address remains unchanged.
    public static func cleaned(_ text: String) -> String {
        if isValid(text) { return text }
        var address = CopiedText.plain(text)
        while !isValid(address) {
            guard let inner = unwrapped(address), inner.utf8.count < address.utf8.count else { return text }
            address = inner
        }
        return address
    }

    /// Returns the text without its outermost wrapper, such as a display name or the scheme of a URI, or `nil` if the
    /// wrapper is incomplete or ambiguous. From text without a wrapper, only whitespace is removed.
    private static func unwrapped(_ text: String) -> String? {
        if let content = content(ofURI: text) { return content }
        // Some programs export line endings in quoted-printable without declaring the encoding.
        for blank in ["=0D", "=0A", "=20"] where text.uppercased().hasSuffix(blank) {
            return CopiedText.plain(String(text.dropLast(blank.count)))
        }
        switch (text.first, text.last) {
        case (_, ">"): return inner(text, from: "<")
        case (_, "]"): return inner(text, from: "[")
        case (_, ")"): return text.lastIndex(of: "(").map { CopiedText.plain(String(text[..<$0])) }
        case (_, ","), (_, ";"): return CopiedText.plain(String(text.dropLast()))
        case ("\"", "\""), ("'", "'"): return CopiedText.plain(String(text.dropFirst().dropLast()))
        default: return withoutBlanks(text)
        }
    }

    /// Returns the address in a URI such as `mailto:leia@alderaan.example?subject=x`, or `nil` for other text.
    public static func address(inURI text: String) -> String? {
        content(ofURI: CopiedText.plain(text)).map(cleaned)
    }

    /// Returns the URI of an address (RFC 6068 section 2), which ``address(inURI:)`` reads.
    public static func uri(of address: String) -> String {
        "mailto:" + address.replacing("%", with: "%25").replacing("?", with: "%3F")
    }

    private static func content(ofURI text: String) -> String? {
        CopiedText.rest(of: text, after: ["mailto:", "smtp:"]).map { rest in
            String(percentEncoded: rest.prefix { $0 != "?" })
        }
    }

    private static func inner(_ text: String, from start: Character) -> String? {
        guard let index = text.firstIndex(of: start), text.lastIndex(of: start) == index else { return nil }
        return CopiedText.plain(String(text[text.index(after: index)...].dropLast()))
    }

    /// Returns the address without whitespace at its ends or next to `@` and dots (RFC 5322 section 4.4). Other
    /// whitespace becomes single spaces.
    public static func withoutBlanks(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).reduce(into: "") { joined, word in
            let mayJoin = joined.last.map { "@.".contains($0) } ?? true || word.first.map { "@.".contains($0) } ?? true
            joined += (mayJoin ? "" : " ") + word
        }
    }

    /// Returns whether the text is exactly one email address.
    public static func isValid(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard VisibleText.line(text) == text, let at = scalars.lastIndex(of: "@") else { return false }
        return isLocal(scalars[..<at]) && isDomain(scalars[scalars.index(after: at)...])
    }

    private static func isLocal(_ text: Substring.UnicodeScalarView) -> Bool {
        if text.count > 2, text.first == "\"", text.last == "\"" {
            var isEscaped = false
            for scalar in text.dropFirst().dropLast() {
                if scalar == "\"", !isEscaped { return false }
                isEscaped = scalar == "\\" && !isEscaped
            }
            return !isEscaped
        }
        return !text.isEmpty
            && text.allSatisfy { scalar in
                switch scalar {
                case " ", "(", ")", "<", ">", "[", "]", ":", ";", "@", "\\", ",", "\"": false
                default: scalar.isASCII || !scalar.properties.isWhitespace
                }
            }
    }

    private static func isDomain(_ text: Substring.UnicodeScalarView) -> Bool {
        if text.first == "[", text.last == "]" {
            return text.count > 2
                && !text.dropFirst().dropLast().contains { scalar in
                    scalar.properties.isWhitespace || ["[", "]", "\\"].contains(scalar)
                }
        }
        // A mark or a joiner follows a letter or digit (RFC 5891 section 4.2.3.2). Other invisible characters were
        // excluded.
        var (isLabelEmpty, mayHaveMark) = (true, false)
        for scalar in text {
            switch scalar {
            case ".":
                if isLabelEmpty { return false }
                (isLabelEmpty, mayHaveMark) = (true, false)
            case "-", "_": (isLabelEmpty, mayHaveMark) = (false, false)
            case "a"..."z", "A"..."Z", "0"..."9": (isLabelEmpty, mayHaveMark) = (false, true)
            default:
                guard isInternationalLetter(scalar) || mayHaveMark && isMark(scalar) else { return false }
                (isLabelEmpty, mayHaveMark) = (false, true)
            }
        }
        return !isLabelEmpty
    }

    private static func isInternationalLetter(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    /// Returns a key that is equal for two spellings of the same address. Only case is ignored.
    public static func key(_ address: String) -> String { address.lowercased() }

    /// Returns a key for finding possible duplicates and linked persons. The key is folded and omits a tag after a plus
    /// sign and, for Gmail, any dots. Use ``key(_:)`` to decide whether two addresses are equal.
    /// - Returns: The key, or `nil` if the text is not an email address.
    public static func duplicateKey(_ text: String) -> String? {
        // Another tag or another dot can mean another address, so this key only suggests that two addresses are the
        // same.
        let address = Folding.fold(Self.address(inURI: text) ?? text)
        let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, address.utf8.count <= 254 else { return nil }
        let host = Substring(parts[1])
        let tagged = parts[0].firstIndex(of: UInt8(ascii: "+")).map { parts[0][..<$0] } ?? parts[0]
        let mailbox = Substring(tagged.isEmpty ? parts[0] : tagged)
        let isGmail = ["gmail.com", "googlemail.com"].contains(host)
        return isGmail ? mailbox.filter { $0 != "." } + "@gmail.com" : "\(mailbox)@\(host)"
    }
}
