import Localization
import Text

/// A jCard (RFC 7095), converted to the lines of a vCard 4.0.
struct JCard {
    private(set) var lines: [String] = ["BEGIN:VCARD", "VERSION:4.0"]
    private(set) var faults = 0

    /// Creates a card from JSON, or returns `nil` if the value is not `["vcard", […]]`.
    init?(_ text: [UInt8]) throws(JSONError) {
        let value = try JSONReader.value(of: text, keepsDigits: true)
        guard let parts = value.array, parts.count >= 2, parts[0].string?.lowercased() == "vcard",
            let properties = parts[1].array
        else { return nil }
        for property in properties {
            if let line = Self.line(property) {
                lines.append(line)
            } else if property.array?.first?.string?.isWord("VERSION") != true {
                faults += 1
            }
        }
        lines.append("END:VCARD")
    }

    var contactCard: ContactCard {
        var card = ContactCard(lines: lines)
        if faults > 0 {
            let sentence = Message(
                faults, one: "Ignored 1 array that is not a property.",
                other: "Ignored \(faults) arrays that are not properties.")
            card.warnings.append(CardWarning(line: 1, sentence))
        }
        return card
    }

    /// Returns the line of a property, or `nil` if the value is not a property, or if the property is `BEGIN`, `END`,
    /// or `VERSION`.
    static func line(_ property: JSONValue) -> String? {
        guard let parts = property.array, parts.count >= 4, let name = parts[0].string?.uppercased(), isToken(name),
            !["BEGIN", "END", "VERSION"].contains(name), let members = parts[1].members, let type = parts[2].string,
            isToken(type)
        else { return nil }
        var head = name
        var group = ""
        for member in members {
            guard isToken(member.key) else { return nil }
            let values = (member.value.array ?? [member.value]).compactMap(text)
            if member.key.lowercased() == "group" {
                group = values.first.flatMap { isToken($0) ? $0 + "." : nil } ?? ""
            } else if !values.isEmpty {
                head += ";\(member.key.uppercased())=" + values.map(CaretEscapes.parameter).joined(separator: ",")
            }
        }
        if type != "unknown", type != JCardValueType.standard(of: name) { head += ";VALUE=\(type)" }
        let values = parts[3...].map { value($0, type: type) }
        return CardText.text(of: Array("\(group)\(head):\(values.joined(separator: ","))".utf8))
    }

    /// Returns a value in vCard syntax. Semicolons separate the components of a structured value.
    private static func value(_ value: JSONValue, type: String) -> String {
        guard let parts = value.array else { return single(value, type) }
        return parts.map { part in
            (part.array ?? [part]).map { single($0, type) }.joined(separator: ",")
        }.joined(separator: ";")
    }

    private static func single(_ value: JSONValue, _ type: String) -> String {
        let text = text(value) ?? ""
        return switch type {
        case "text": VCardEscaping(version: .v40).escaped(text)
        case "unknown", "uri": text.withoutCarriageReturns.replacing("\n", with: "\\n")
        default: JCardValueType.basic(text.withoutCarriageReturns.replacing("\n", with: " "), type)
        }
    }

    private static func text(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .bool(let isTrue): isTrue ? "TRUE" : "FALSE"
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .null, .array, .object: nil
        }
    }

    /// Returns whether the text can be the name of a property or parameter.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= ContentLine.maximumName
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
    }
}

/// A converter from the lines of a vCard 4.0 to a jCard (RFC 7095).
struct JCardWriter {
    private let parsed: ParsedCard
    private let decoder: LineDecoder
    private let escapes = VCardEscaping(version: .v40)

    /// Returns the jCard for the lines of a card. Lines that are not properties are omitted.
    static func value(of lines: [[UInt8]]) -> JSONValue {
        let parsed = ParsedCard(UnfoldedCard(slices: lines.map { $0[...] }))
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

    /// Returns a JSON number or Boolean (RFC 7095 section 3.5), or a string if JSON would not preserve the text.
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

/// The value types of properties. In jCard (RFC 7095), each type is explicit, and dates and times are in the extended
/// format.
enum JCardValueType {
    static func standard(of name: String) -> String {
        if let type = types[name] { return type }
        return name.hasPrefix("X-") ? "unknown" : "text"
    }

    private static let types: [String: String] = [
        "URL": "uri", "PHOTO": "uri", "LOGO": "uri", "SOUND": "uri", "KEY": "uri", "MEMBER": "uri", "SOURCE": "uri",
        "FBURL": "uri", "CALURI": "uri", "CALADRURI": "uri", "GEO": "uri", "IMPP": "uri", "RELATED": "uri",
        "UID": "uri",
        "BDAY": "date-and-or-time", "ANNIVERSARY": "date-and-or-time", "DEATHDATE": "date-and-or-time",
        "REV": "timestamp", "CREATED": "timestamp", "LANG": "language-tag", "LANGUAGE": "language-tag",
        "ORG-DIRECTORY": "uri", "SOCIALPROFILE": "uri", "CONTACT-URI": "uri",
    ]

    /// Converts a date or time to the basic format, such as `2009-08-08T14:30:00-05:00` to `20090808T143000-0500`.
    static func basic(_ text: String, _ type: String) -> String {
        guard isMoment(type), isNumeric(text) else { return text }
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = type == "utc-offset" || type == "time" ? text : basicDate(String(parts[0]))
        guard parts.count == 2 else { return date.filter { $0 != ":" } }
        return date + "T" + parts[1].filter { $0 != ":" }
    }

    static func extended(_ text: String, _ type: String) -> String {
        guard isMoment(type), isNumeric(text) else { return text }
        if type == "utc-offset" || type == "time" { return extendedTime(text[...]) }
        let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let date = extendedDate(String(parts[0]))
        return parts.count == 2 ? date + "T" + extendedTime(parts[1]) : date
    }

    private static func isMoment(_ type: String) -> Bool {
        ["date", "time", "date-time", "date-and-or-time", "timestamp", "utc-offset"].contains(type)
    }

    private static func isNumeric(_ text: String) -> Bool {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 || Array("-+:TZ.".utf8).contains($0) }
    }

    private static func basicDate(_ text: String) -> String {
        guard text.utf8.count == 10 || text.utf8.count == 7 && text.hasPrefix("--") else { return text }
        return text.hasPrefix("--") ? "--" + text.filter { $0 != "-" } : text.filter { $0 != "-" }
    }

    private static func extendedDate(_ text: String) -> String {
        if text.utf8.count == 8, !text.contains("-") {
            return "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
        }
        if text.utf8.count == 6, text.hasPrefix("--"), !text.dropFirst(2).contains("-") {
            return "--\(text.dropFirst(2).prefix(2))-\(text.suffix(2))"
        }
        return text
    }

    /// Converts a time to the extended format, such as `143000-0500` to `14:30:00-05:00`.
    private static func extendedTime(_ text: Substring) -> String {
        guard !text.contains(":"), !text.hasPrefix("-") || text.utf8.count == 5 else { return String(text) }
        var (result, digits, isFraction) = ("", 0, false)
        for character in text {
            if character.isNumber {
                if digits > 0, digits.isMultiple(of: 2), !isFraction { result += ":" }
                digits += 1
            } else {
                (digits, isFraction) = (0, character == ".")
            }
            result.append(character)
        }
        return result
    }
}
