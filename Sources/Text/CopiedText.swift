/// Functions for values that were copied from other programs.
enum CopiedText {
    /// Returns the text without invisible characters or surrounding whitespace. Whitespace within the text is kept.
    static func plain(_ text: String) -> String {
        let bytes = text.utf8
        if bytes.allSatisfy({ 0x20...0x7E ~= $0 }), bytes.first != 0x20, bytes.last != 0x20 { return text }
        let visible = text.unicodeScalars.filter { scalar in
            scalar.properties.isWhitespace || ![.control, .format].contains(scalar.properties.generalCategory)
        }
        let start = visible.drop { $0.properties.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    /// Returns the cleaned text after the first matching prefix, ignoring case, or `nil` if no prefix matches.
    static func rest(of text: String, after prefixes: [String]) -> String? {
        for prefix in prefixes where text.utf8.starts(with: prefix.utf8, by: { $0.uppercased == $1.uppercased }) {
            return plain(String(Substring(text.utf8.dropFirst(prefix.utf8.count))))
        }
        return nil
    }
}

/// Functions that clean phone numbers copied from other programs.
public enum PhoneText {
    /// Returns a phone number without invisible characters, surrounding whitespace, or the scheme of a URI, such as
    /// `+1-418-656-9254 ext. 102` for `tel:+1-418-656-9254;ext=102` (RFC 3966). Digits of other scripts, such as “٣”, and
    /// full-width characters become ASCII characters. Text without a digit remains unchanged.
    public static func cleaned(_ text: String) -> String {
        let plain = CopiedText.plain(text)
        guard plain.utf8.contains(where: \.isASCIIDigit) || plain.contains(where: \.isNumber) else { return text }
        return withASCIIDigits(number(inURI: plain) ?? plain)
    }

    /// Returns a phone number with ASCII characters in place of the digits of other scripts and full-width characters.
    public static func withASCIIDigits(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let scalars = text.unicodeScalars.map { scalar in
            if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
                return Unicode.Scalar(0x30 + UInt8(value))
            }
            if scalar == "\u{3000}" { return " " }
            return 0xFF01...0xFF5E ~= scalar.value ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Returns the number in a URI such as `tel:+1-418-656-9254` or `sms:+14186569254?body=x`, or `nil` for other text.
    public static func number(inURI text: String) -> String? {
        CopiedText.rest(of: CopiedText.plain(text), after: ["tel:", "callto:", "sms:"]).map { rest in
            number(of: (CopiedText.rest(of: rest, after: ["//"]) ?? rest).prefix { $0 != "?" })
        }
    }

    private static func number(of text: Substring) -> String {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        var number = String(percentEncoded: parts.first ?? "")
        for part in parts.dropFirst() {
            number += part.lowercased().hasPrefix("ext=") ? " ext. \(part.dropFirst(4))" : ";\(part)"
        }
        return number
    }
}

/// Functions that clean web addresses copied from other programs.
public enum WebAddressText {
    /// Returns a web address without invisible characters, surrounding whitespace, angle brackets, or a repeated
    /// scheme, as in `http://https://example.org`. Text with inner whitespace remains unchanged.
    public static func cleaned(_ text: String) -> String {
        var address = CopiedText.plain(text)
        if address.hasPrefix("<"), address.hasSuffix(">") { address = String(address.dropFirst().dropLast()) }
        if address.isEmpty || address.contains(where: \.isWhitespace) { return text }
        while let rest = CopiedText.rest(of: address, after: schemes),
            CopiedText.rest(of: rest, after: schemes) != nil
        {
            address = rest
        }
        return address
    }

    /// Returns a web address with the scheme and the host in lowercase and without the slash of an empty path, which is
    /// the same for all its spellings (RFC 3986 sections 6.2.2.1 and 6.2.3).
    public static func key(_ address: String) -> String {
        guard let start = address.firstRange(of: "://")?.upperBound else { return address }
        let end = address[start...].firstIndex { "/?#".contains($0) } ?? address.endIndex
        let rest = address[end...]
        // The part before “@”, if any, is case-sensitive.
        let host = address[..<end].lastIndex(of: "@").map(address.index(after:)) ?? start
        return address[..<start].lowercased() + address[start..<host] + address[host..<end].lowercased()
            + (rest == "/" ? "" : rest)
    }

    private static let schemes = ["http://", "https://", "url:"]
}

extension UInt8 {
    public var hexDigits: [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [digits[Int(self >> 4)], digits[Int(self & 15)]]
    }
}

extension Sequence<UInt8> {
    /// Returns the bytes percent-encoded (RFC 3986 section 2.1), except for bytes that the closure accepts.
    public func percentEncoded(_ isPlain: (UInt8) -> Bool) -> String {
        String(decoding: flatMap { isPlain($0) ? [$0] : [UInt8(ascii: "%")] + $0.hexDigits }, as: UTF8.self)
    }

    /// Returns the bytes percent-encoded, except for ASCII letters, digits, and the given characters.
    public func percentEncoded(keeping others: String) -> String {
        percentEncoded { $0.isASCIIAlphanumeric || others.utf8.contains($0) }
    }
}

extension StringProtocol {
    /// The percent-decoded bytes of the text.
    public var percentDecodedBytes: [UInt8] {
        let parts = Array(utf8).split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        let decoded = parts.dropFirst().flatMap { part in
            let digits = part.prefix(2).compactMap(\.hexValue)
            return digits.count == 2 ? [digits[0] << 4 | digits[1]] + part.dropFirst(2) : [UInt8(ascii: "%")] + part
        }
        return parts[0] + decoded
    }
}

extension String {
    /// Returns the text percent-encoded, except for ASCII letters, digits, and the given characters.
    public func percentEncoded(keeping others: String) -> String { utf8.percentEncoded(keeping: others) }

    /// Creates a string by percent-decoding text. If the result is not UTF-8, the text remains unchanged.
    public init(percentEncoded text: some StringProtocol) {
        self = String(validating: text.percentDecodedBytes, as: UTF8.self) ?? String(text)
    }
}
