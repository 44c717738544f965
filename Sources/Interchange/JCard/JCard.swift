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

    /// Returns the line of a property, or `nil` if the value is not a property or would delimit a card.
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

    /// Returns whether a text can be the name of a property or parameter.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= ContentLine.maximumName
            && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) }
    }
}
