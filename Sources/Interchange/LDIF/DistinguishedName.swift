import Text

/// A distinguished name (RFC 4514), such as `cn=Leia Organa,mail=leia@alderaan.example`.
struct DistinguishedName {
    /// The attributes of all parts, with the names in lowercase.
    private var attributes: [(name: String, value: String)] = []
    private let text: String

    init(_ text: String) {
        self.text = text
        var part = ""
        var parts: [String] = []
        var isEscaped = false
        for character in text {
            if !isEscaped, character == "," || character == "+" || character == ";" {
                parts.append(part)
                part = ""
                continue
            }
            part.append(character)
            isEscaped = !isEscaped && character == "\\"
        }
        for part in parts + [part] {
            guard let sign = part.firstIndex(of: "=") else { continue }
            let value = part[part.index(after: sign)...].drop { $0 == " " }
            attributes.append((part[..<sign].trimmed.lowercased(), Self.unescaped(value)))
        }
    }

    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// The UID of the entry: that in a name with only the attribute `uid`, otherwise the name without differences in case
    /// and blanks.
    var uid: String? {
        if attributes.count == 1, attributes[0].name == "uid" { return attributes[0].value }
        if attributes.isEmpty { return text.nonEmpty }
        return attributes.map { "\($0.name)=\($0.value.trimmed.lowercased())" }.joined(separator: ",")
    }

    /// The entry as a member of a group card: its email address or UID.
    var member: String? { self["mail"].map { "mailto:\($0)" } ?? uid }

    /// Returns the name of an entry with a UID.
    static func name(ofUID uid: String) -> String {
        var value = ""
        for scalar in uid.unicodeScalars {
            switch scalar {
            case ",", "+", "\"", "\\", "<", ">", ";", "=", "#", " ": value += "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                value += "\\" + (digits.count == 1 ? "0" + digits : digits)
            default: value.unicodeScalars.append(scalar)
            }
        }
        return "uid=" + value
    }

    /// Decodes escapes: a backslash before a character or before two hexadecimal digits of a byte.
    private static func unescaped(_ text: Substring) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < bytes.count {
            let isEscape = bytes[index] == .backslash && index + 1 < bytes.count
            if isEscape, index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
                let low = bytes[index + 2].hexValue
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                if isEscape { index += 1 }
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
