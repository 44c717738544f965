import Text

/// A converter from the lines of a vCard 4.0 to a jCard (RFC 7095).
struct JCardWriter {
    private let parsed: ParsedCard
    private let decoder: LineDecoder
    private let escapes = VCardEscaping(version: .v40)

    /// Returns the jCard for the lines of a card. Lines that are not properties are omitted.
    static func value(of lines: [[UInt8]]) -> JSONValue {
        let parsed = ParsedCard(CardBytes(slices: lines.map { $0[...] }))
        let writer = JCardWriter(parsed: parsed, decoder: LineDecoder(bytes: parsed.card.bytes))
        let properties = parsed.lines.filter { $0.name != "BEGIN" && $0.name != "END" && $0.name != "VERSION" }
        let version = JSONValue.array([.string("version"), .object([]), .string("text"), .string("4.0")])
        return .array([.string("vcard"), .array([version] + properties.map(writer.property))])
    }

    /// Returns a property of a vCard 4.0 as an array such as `["fn", {}, "text", "Leia"]`.
    static func property(_ line: ContentLine, in parsed: ParsedCard) -> JSONValue {
        JCardWriter(parsed: parsed, decoder: LineDecoder(bytes: parsed.card.bytes)).property(line)
    }

    private func property(_ line: ContentLine) -> JSONValue {
        let standard = JCardValueType.standard(of: line.name)
        let type = line.parameter("VALUE")?.lowercased() ?? (isPlainUID(line) ? "text" : standard)
        let value = dataURI(line) ?? (try? decoder.value(of: line)) ?? parsed.bytes(of: line)
        return .array(
            [.string(line.name.lowercased()), parameters(line), .string(type)] + values(value, line.name, type))
    }

    /// Returns whether the line is a UID that is not a URI.
    private func isPlainUID(_ line: ContentLine) -> Bool {
        line.name == "UID" && !String(decoding: parsed.bytes(of: line), as: UTF8.self).isAddress
    }

    /// Returns the base64 content of older vCard versions as a data URI, or `nil` for other values.
    private func dataURI(_ line: ContentLine) -> ArraySlice<UInt8>? {
        let raw = parsed.bytes(of: line)
        guard line.isBase64, let bytes = Base64.decoded(raw) else { return nil }
        return Array("data:\(line.mediaType(of: bytes, in: raw));base64,".utf8)[...] + Base64.encoded(bytes)
    }

    private func parameters(_ line: ContentLine) -> JSONValue {
        var members: [JSONMember] = line.group.isEmpty ? [] : [JSONMember("group", .string(line.group))]
        for parameter in line.parameters where !["VALUE", "CHARSET", "ENCODING"].contains(parameter.name) {
            let key = parameter.name.lowercased()
            if members.contains(where: { $0.key == key }) { continue }
            let all = line.parameters.filter { $0.name == parameter.name }.map { JSONValue.string($0.value) }
            members.append(JSONMember(key, all.count == 1 ? all[0] : .array(all)))
        }
        return .object(members)
    }

    private func values(_ value: ArraySlice<UInt8>, _ name: String, _ type: String) -> [JSONValue] {
        switch name {
        case "N", "ADR", "ORG", "GENDER", "CLIENTPIDMAP":
            let parts = escapes.parts(value, separator: .semicolon).map { component($0, name) }
            return [parts.count == 1 ? parts[0] : .array(parts)]
        case "CATEGORIES", "NICKNAME": return escapes.texts(value).map(JSONValue.string)
        default: break
        }
        switch type {
        case "text": return [.string(escapes.text(value))]
        case "unknown", "uri": return [.string(String(decoding: value, as: UTF8.self))]
        case "integer", "float", "boolean": return escapes.texts(value).map { Self.number($0, type) }
        default: return [.string(JCardValueType.extended(escapes.text(value), type))]
        }
    }

    /// Returns a JSON number or Boolean (RFC 7095 section 3.5), or a string if JSON would not preserve its digits.
    private static func number(_ text: String, _ type: String) -> JSONValue {
        switch type {
        case "integer": Int(text).flatMap { String($0) == text ? .integer($0) : nil } ?? .string(text)
        case "float": Double(text).flatMap { JSONWriter.text(of: $0) == text ? .number($0) : nil } ?? .string(text)
        default: text.isWord("TRUE") ? .bool(true) : text.isWord("FALSE") ? .bool(false) : .string(text)
        }
    }

    private func component(_ part: ArraySlice<UInt8>, _ name: String) -> JSONValue {
        let texts = name == "ORG" ? [escapes.text(part)] : escapes.texts(part)
        return texts.count == 1 ? .string(texts[0]) : .array(texts.map(JSONValue.string))
    }
}
