import Text

/// The members of a name, an address, or an organization that a structured property of vCard expresses only in part.
enum JSContactStructure {
    static let members = ["components", "units", "isOrdered", "defaultSeparator"]

    static let addressMembers: Set = [
        "components", "full", "countryCode", "coordinates", "timeZone", "isOrdered", "defaultSeparator",
    ]

    /// Returns the coordinates of an address that has nothing else, like a `GEO` property, or `nil` for any other address.
    static func position(of address: JSONValue) -> String? {
        guard addressMembers.filter({ address[$0] != nil }) == ["coordinates"],
            let text = address["coordinates"]?.string, text.isAddress
        else { return nil }
        return text
    }

    /// Returns the components of a name or an address for the parts of `N` or `ADR`.
    static func components(of parts: [[String]], kinds: [String]) -> [JSONValue] {
        zip(kinds, parts).flatMap { kind, texts in texts.filter { !$0.isEmpty }.map { component(kind, $0) } }
    }

    /// Returns the components of an address for the parts of `ADR`. Further parts replace the extended address and the
    /// street, which repeat them (RFC 9554 section 2.1).
    static func addressComponents(of parts: [[String]]) -> [JSONValue] {
        let further = components(of: Array(parts.dropFirst(7)), kinds: JSContactWords.furtherAddressKinds)
        var parts = parts
        if !further.isEmpty { (parts[1], parts[2]) = ([], []) }
        let usual = components(of: parts, kinds: JSContactWords.addressKinds)
        return further.isEmpty ? usual : further + usual
    }

    static func units(_ names: some Sequence<String>) -> [JSONValue] {
        names.map { .object([JSONMember("name", .string($0))]) }
    }

    /// Returns the members of a name or an address that ``components(of:kinds:)`` does not restore.
    static func lost(of object: JSONValue, parts: [[String]], kinds: [String]) -> [JSONMember] {
        let found = (object["components"]?.array ?? []).map { value in
            guard let kind = value["kind"]?.string, let text = value["value"]?.string, named(value).count == 2 else {
                return value
            }
            return component(kind, text)
        }
        // The order of the components is relevant only if `isOrdered` is true.
        let sorted = kinds.flatMap { kind in found.filter { $0["kind"]?.string == kind } }
        let isRestored =
            found.count == sorted.count && sorted == components(of: parts, kinds: kinds)
            && (!isOrdered(object) || sorted == found)
        return (object.members ?? []).filter { member in
            switch member.key {
            case "components": !isRestored
            case "isOrdered": isOrdered(object)
            case "defaultSeparator": true
            default: false
            }
        }
    }

    /// Returns the units of an organization if ``units(_:)`` does not restore them.
    static func lostUnits(of object: JSONValue) -> [JSONMember] {
        let found = object["units"]?.array ?? []
        let isRestored = found.allSatisfy { $0["name"]?.string != nil && named($0).count == 1 }
        return isRestored ? [] : (object.members ?? []).filter { $0.key == "units" }
    }

    /// Returns the text of a name whose components are ordered (RFC 9553 section 2.2.1), or `nil` for other names.
    static func text(of name: JSONValue) -> String? {
        guard isOrdered(name) else { return nil }
        let usual = name["defaultSeparator"]?.string ?? " "
        var (text, separator) = ("", "")
        for component in name["components"]?.array ?? [] {
            guard let value = component["value"]?.string else { continue }
            if component["kind"]?.string == "separator" {
                separator = value
            } else {
                text += (text.isEmpty ? "" : separator) + value
                separator = usual
            }
        }
        return text
    }

    private static func component(_ kind: String, _ text: String) -> JSONValue {
        .object([JSONMember("kind", .string(kind)), JSONMember("value", .string(text))])
    }

    private static func isOrdered(_ object: JSONValue) -> Bool { object["isOrdered"]?.bool == true }

    private static func named(_ object: JSONValue) -> [JSONMember] {
        (object.members ?? []).filter { $0.key != "@type" }
    }
}

extension JSContactReader {
    /// Returns the number of the first group for a label, which differs from the groups of the vCard properties.
    static func nextGroup(of card: JSONValue) -> Int {
        let lines = (card["vCardProps"]?.array ?? []).compactMap(JCard.line)
        let groups = (card.members ?? []).flatMap { $0.value.members ?? [] }.compactMap {
            $0.value["vCardParams"]?["group"]?.string
        }
        let grouped = groups.filter(JCard.isToken).map { "\($0).X:" }
        return ParsedCard(CardBytes(lines: ["BEGIN:VCARD", "VERSION:4.0"] + lines + grouped)).nextGroup
    }

    /// Returns the components of the property `N` that a card keeps in `vCardProps`.
    static func keptComponents(in card: JSONValue) -> [JSONValue]? {
        let lines = (card["vCardProps"]?.array ?? []).compactMap(JCard.line)
        let parsed = ParsedCard(CardBytes(lines: ["BEGIN:VCARD", "VERSION:4.0"] + lines))
        guard let name = parsed.lines.first(where: { $0.name == "N" }) else { return nil }
        let escapes = VCardEscaping(version: .v40)
        let parts = escapes.parts(parsed.bytes(of: name), separator: .semicolon).map { escapes.texts($0) }
        return JSContactStructure.components(of: parts, kinds: JSContactWords.nameKinds)
    }

    /// Returns the conversion of the properties that a card keeps in `vCardProps`.
    static func copies(in card: JSONValue) -> JSONValue? {
        let lines = (card["vCardProps"]?.array ?? []).compactMap(JCard.line)
        if lines.isEmpty { return nil }
        let frame = ["BEGIN:VCARD", "VERSION:4.0"]
        return JSContactWriter.value(of: (frame + lines + ["END:VCARD"]).map { CardText.bytes(of: $0) })
    }
}
