import Text

/// Writes a property in a version; nothing in a value can begin a line of its own.
struct PropertyWriter {
    let version: CardVersion

    /// The lines, unfolded: several only where vCard 2.1 breaks quoted-printable.
    func lines(of property: CardProperty) -> [[UInt8]] {
        var head = property.group.isEmpty ? property.name : property.group + "." + property.name
        head += parameters(property.parameters)
        switch property.value {
        case .written(let lines): return [Array("\(head):".utf8) + (lines.first ?? [])] + lines.dropFirst()
        case .bytes(let bytes, let mediaType): return binary(head, bytes, mediaType)
        case .raw(let text): return encoded(head, rawText(text))
        case .address(let text): return encoded(head, address(text))
        case .text(let text): return encoded(head, escaped(text))
        case .list(let texts): return encoded(head, list(texts))
        case .components(let parts): return encoded(head, parts.map(component).joined(separator: ";"))
        }
    }

    // MARK: - Parameters

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
        case .v30: return ";TYPE=" + types.map { CaretEscapes.parameter(ofType($0)) }.joined(separator: ",")
        case .v40: return ";TYPE=" + types.map { CaretEscapes.parameter($0.lowercased()) }.joined(separator: ",")
        }
    }

    private func ofType(_ type: String) -> String { Self.isToken(type) ? type.uppercased() : type }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x41...0x5A ~= $0.uppercased || 0x30...0x39 ~= $0 || $0 == 0x2D }
    }

    private func written(_ parameter: CardParameter) -> String {
        guard parameter.name == CardParameter.androidLabel else { return "\(parameter.name)=\(value(of: parameter))" }
        let bytes = parameter.value.utf8.map { ($0 < 16 ? "=0" : "=") + String($0, radix: 16, uppercase: true) }
        return parameter.name + bytes.joined() + ")"
    }

    /// Whether the value of the parameter stays as it is.
    func holds(_ parameter: CardParameter) -> Bool {
        version != .v21 || parameter.name == CardParameter.androidLabel || value(of: parameter) == parameter.value
    }

    /// Nothing in vCard 2.1 keeps apart what a parameter ends at, so that blanks stand for it.
    private func value(of parameter: CardParameter) -> String {
        guard version == .v21 else { return CaretEscapes.parameter(parameter.value) }
        let safe = parameter.value.unicodeScalars.map { scalar in
            scalar.value < 0x20 || [":", ";", ",", "\"", "="].contains(scalar) ? " " : scalar
        }
        return String(String.UnicodeScalarView(safe))
    }

    // MARK: - Values

    private func list(_ texts: [String]) -> String {
        version == .v21
            ? texts.map { escaped($0, separator: ",") }.joined(separator: ",")
            : texts.map { escaped($0, separator: ";") }.joined(separator: ",")
    }

    private func component(_ texts: [String]) -> String {
        version == .v21
            ? escaped(texts.joined(separator: " "), separator: ";")
            : texts.map { escaped($0, separator: ";") }.joined(separator: ",")
    }

    func escaped(_ text: String, separator: Unicode.Scalar? = nil) -> String {
        version == .v21 ? escapedFor21(text, separator) : escapedFor30(text)
    }

    private func escapedFor30(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || [.backslash, .comma, .semicolon].contains($0) }) else {
            return text
        }
        var result = ""
        for character in text.withoutCarriageReturns.unicodeScalars {
            switch character {
            case "\\", ",", ";": result += "\\\(character)"
            case "\n": result += "\\n"
            case "\0": continue
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// A backslash is doubled only where it would be taken for an escape.
    private func escapedFor21(_ text: String, _ separator: Unicode.Scalar? = nil) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || [.backslash, .semicolon, .comma].contains($0) })
        else { return text }
        let scalars = Array(text.withoutCarriageReturns.unicodeScalars)
        var result = ""
        for (index, scalar) in scalars.enumerated() {
            switch scalar {
            case "\\":
                let next = index + 1 < scalars.count ? scalars[index + 1] : ";"
                result += ["\\", ";", ":", ","].contains(next) ? "\\\\" : "\\"
            case separator: result += "\\\(scalar)"
            case "\0": continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Only what would be read as an escape; in vCard 3.0 a comma, too: readers cut there.
    private func address(_ text: String) -> String {
        guard version != .v21 else { return escapedFor21(text) }
        let text = escapedFor30(text).replacing("\\;", with: ";")
        return version == .v30 ? text : text.replacing("\\,", with: ",")
    }

    private func rawText(_ text: String) -> String {
        guard version != .v21, text.utf8.contains(where: { $0 == .lineFeed || $0 == .carriageReturn }) else {
            return text
        }
        return text.withoutCarriageReturns.split(separator: "\n", omittingEmptySubsequences: false).joined(
            separator: "\\n")
    }

    // MARK: - Encodings

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

extension String {
    /// CR LF and CR as LF.
    var withoutCarriageReturns: String {
        guard utf8.contains(.carriageReturn) else { return self }
        var result = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in unicodeScalars {
            if scalar == "\n", wasReturn {
                wasReturn = false
                continue
            }
            wasReturn = scalar == "\r"
            result.append(wasReturn ? "\n" : scalar)
        }
        return String(result)
    }
}
