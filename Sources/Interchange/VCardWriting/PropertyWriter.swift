import Text

/// A writer of properties in one vCard version. A value can never start a new property.
struct PropertyWriter {
    let version: CardVersion

    private var escapes: VCardEscaping { VCardEscaping(version: version) }

    /// Returns the unfolded lines of a property. Quoted-printable and base64 values can have several.
    func lines(of property: CardProperty) -> [[UInt8]] {
        var head = property.group.isEmpty ? property.name : property.group + "." + property.name
        head += parameters(property.parameters)
        switch property.value {
        case .written(let lines): return [Array("\(head):".utf8) + (lines.first ?? [])] + lines.dropFirst()
        case .bytes(let bytes, let mediaType): return binary(head, bytes, mediaType)
        case .raw(let text): return encoded(head, escapes.rawText(text))
        case .address(let text): return encoded(head, escapes.address(text))
        case .text(let text): return encoded(head, escapes.escaped(text))
        case .list(let texts): return encoded(head, escapes.list(texts))
        case .components(let parts): return encoded(head, parts.map(escapes.component).joined(separator: ";"))
        }
    }

    private func parameters(_ parameters: [CardParameter]) -> String {
        var text = ""
        let types = parameters.filter { $0.name == "TYPE" }.map(\.value)
        if !types.isEmpty { text += self.types(types) }
        for parameter in parameters where parameter.name != "TYPE" {
            text += ";" + written(parameter)
        }
        return text
    }

    private func types(_ types: [String]) -> String {
        switch version {
        case .v21:
            let (plain, odd) = (types.filter(Self.isToken), types.filter { !Self.isToken($0) })
            return plain.map { ";" + $0.uppercased() }.joined()
                + odd.map { ";TYPE=" + value(of: CardParameter("TYPE", $0)) }.joined()
        case .v30:
            let written = types.map { Self.isToken($0) ? $0.uppercased() : $0 }
            return ";TYPE=" + written.map(CaretEscapes.parameter).joined(separator: ",")
        case .v40: return ";TYPE=" + types.map { CaretEscapes.parameter($0.lowercased()) }.joined(separator: ",")
        }
    }

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }

    private func written(_ parameter: CardParameter) -> String {
        guard parameter.name == CardParameter.androidLabel else { return "\(parameter.name)=\(value(of: parameter))" }
        let bytes = parameter.value.utf8.flatMap { [.equals] + $0.hexDigits }
        return parameter.name + String(decoding: bytes, as: UTF8.self) + ")"
    }

    /// Returns whether the version can represent the value of a parameter unchanged.
    func holds(_ parameter: CardParameter) -> Bool {
        version != .v21 || parameter.name == CardParameter.androidLabel || value(of: parameter) == parameter.value
    }

    /// Returns the escaped value of a parameter. vCard 2.1 cannot quote separators, so they become spaces.
    private func value(of parameter: CardParameter) -> String {
        guard version == .v21 else { return CaretEscapes.parameter(parameter.value) }
        let safe = parameter.value.unicodeScalars.map { scalar in
            scalar.value < 0x20 || [":", ";", ",", "\"", "="].contains(scalar) ? " " : scalar
        }
        return String(String.UnicodeScalarView(safe))
    }

    private func encoded(_ head: String, _ value: String) -> [[UInt8]] {
        guard version == .v21, value.utf8.contains(where: { $0 >= 0x7F || $0 < 0x20 && $0 != 0x09 }) else {
            return [Array("\(head):\(value)".utf8)]
        }
        let isASCII = value.utf8.allSatisfy { $0 < 0x80 }
        let start = head + (isASCII ? "" : ";CHARSET=UTF-8") + ";ENCODING=QUOTED-PRINTABLE:"
        let text = start + QuotedPrintable.encoded(value, column: start.utf8.count)
        return text.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false).map(Array.init)
    }

    private func binary(_ head: String, _ bytes: [UInt8], _ mediaType: String) -> [[UInt8]] {
        let type = (mediaType.split(separator: "/").last.map(String.init) ?? mediaType).uppercased()
        let base64 = Base64.encoded(bytes)
        switch version {
        case .v21: return [Array("\(head);ENCODING=BASE64;TYPE=\(type):".utf8) + base64, []]
        case .v30: return [Array("\(head);ENCODING=b;TYPE=\(type):".utf8) + base64]
        case .v40: return [Array("\(head):data:\(mediaType);base64,".utf8) + base64]
        }
    }
}
