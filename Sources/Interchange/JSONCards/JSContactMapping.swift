import Text

/// The correspondence between an object in a JSContact map, such as `emails`, and a vCard property (RFC 9555 section
/// 2).
struct JSContactMapping {
    /// The member of the card that contains the map.
    let member: String
    /// The kind of the object, or `nil` for objects without a kind.
    var kind: String?
    /// The member of the object with the value of the property.
    let value: String
    let property: String
    var isAddress = false

    static func mapping(ofProperty name: String) -> JSContactMapping? { all.first { $0.property == name } }

    /// Returns the mapping of an object, or `nil` if the member or kind is unknown. For an object without a kind, the
    /// first kind of the map applies.
    static func mapping(of member: String, kind: String?) -> JSContactMapping? {
        let known = all.filter { $0.member == member }
        return known.first { $0.kind == kind } ?? (kind == nil ? known.first : nil)
    }

    static let members = Set(all.map(\.member))

    /// The paths of the maps whose objects can also be kept as properties in `vCardProps`, because these objects do not
    /// express the properties completely.
    static let copied: Set = [["emails"], ["phones"], ["addresses"]]

    /// Returns the length of the path to the object that contains the member at the given path, or 0 if the member is
    /// not in an object of a map.
    static func objectDepth(of path: [String]) -> Int {
        if path.starts(with: ["speakToAs", "pronouns"]) { return path.count > 3 ? 3 : 0 }
        let isInMap =
            path.first.map {
                members.contains($0) || ["organizations", "addresses", "anniversaries", "relatedTo"].contains($0)
            }
        return isInMap == true && path.count > 2 ? 2 : 0
    }

    private static let all = [
        JSContactMapping(member: "nicknames", value: "name", property: "NICKNAME"),
        JSContactMapping(member: "emails", value: "address", property: "EMAIL"),
        JSContactMapping(member: "phones", value: "number", property: "TEL"),
        JSContactMapping(member: "preferredLanguages", value: "language", property: "LANG"),
        JSContactMapping(member: "notes", value: "note", property: "NOTE"),
        JSContactMapping(member: "titles", kind: "title", value: "name", property: "TITLE"),
        JSContactMapping(member: "titles", kind: "role", value: "name", property: "ROLE"),
        JSContactMapping(member: "personalInfo", kind: "hobby", value: "value", property: "HOBBY"),
        JSContactMapping(member: "personalInfo", kind: "interest", value: "value", property: "INTEREST"),
        JSContactMapping(member: "personalInfo", kind: "expertise", value: "value", property: "EXPERTISE"),
        JSContactMapping(member: "onlineServices", value: "uri", property: "IMPP", isAddress: true),
        JSContactMapping(member: "links", value: "uri", property: "URL", isAddress: true),
        JSContactMapping(member: "links", kind: "contact", value: "uri", property: "CONTACT-URI", isAddress: true),
        JSContactMapping(member: "media", kind: "photo", value: "uri", property: "PHOTO", isAddress: true),
        JSContactMapping(member: "media", kind: "logo", value: "uri", property: "LOGO", isAddress: true),
        JSContactMapping(member: "media", kind: "sound", value: "uri", property: "SOUND", isAddress: true),
        JSContactMapping(member: "calendars", kind: "calendar", value: "uri", property: "CALURI", isAddress: true),
        JSContactMapping(member: "calendars", kind: "freeBusy", value: "uri", property: "FBURL", isAddress: true),
        JSContactMapping(member: "schedulingAddresses", value: "uri", property: "CALADRURI", isAddress: true),
        JSContactMapping(member: "cryptoKeys", value: "uri", property: "KEY", isAddress: true),
        JSContactMapping(
            member: "directories", kind: "directory", value: "uri", property: "ORG-DIRECTORY", isAddress: true),
        JSContactMapping(member: "directories", kind: "entry", value: "uri", property: "SOURCE", isAddress: true),
    ]
}

/// The correspondences of single words between JSContact and vCard.
enum JSContactWords {
    /// The members of a card that contain a single string, with their properties.
    static let texts: KeyValuePairs = [
        "uid": "UID", "kind": "KIND", "prodId": "PRODID", "language": "LANGUAGE", "created": "CREATED",
        "updated": "REV",
    ]

    static let contexts: KeyValuePairs = ["private": "home", "work": "work"]

    /// The contexts that only postal addresses have. The vCard types have the same names.
    static let addressContexts: Set = ["billing", "delivery"]

    /// The levels of expertise (RFC 6715). Those of hobbies and interests are the same in both formats.
    private static let expertise: KeyValuePairs = ["low": "beginner", "medium": "average", "high": "expert"]

    /// Returns the value of LEVEL for the level of an object.
    static func vCardLevel(_ level: JSONValue?, of property: String) -> JSONValue? {
        guard property == "EXPERTISE", let word = expertise.first(where: { $0.key == level?.string })?.value else {
            return level
        }
        return .string(word)
    }

    /// Returns the level for a lowercase value of LEVEL, or `nil` if both are the same.
    static func level(_ word: String, of property: String) -> String? {
        property == "EXPERTISE" ? expertise.first { $0.value == word }?.key : nil
    }

    static let features: KeyValuePairs = [
        "mobile": "cell", "voice": "voice", "text": "text", "video": "video", "fax": "fax", "pager": "pager",
        "textphone": "textphone", "main-number": "main-number",
    ]

    /// The kinds of name components, in the order of `N`.
    static let nameKinds = ["surname", "given", "given2", "title", "credential"]

    /// The properties for the pronunciations of name components, by kind of component.
    static let phonetics = [
        "given": "X-PHONETIC-FIRST-NAME", "given2": "X-PHONETIC-MIDDLE-NAME", "surname": "X-PHONETIC-LAST-NAME",
    ]

    /// The kinds of postal address components, in the order of `ADR`.
    static let addressKinds = [
        "postOfficeBox", "apartment", "name", "locality", "region", "postcode", "country",
    ]

    /// The kinds of additional postal address components (RFC 9554 section 2.1).
    static let furtherAddressKinds = [
        "room", "apartment", "floor", "number", "name", "building", "block", "subdistrict", "district", "landmark",
        "direction",
    ]

    static let anniversaries: KeyValuePairs = ["birth": "BDAY", "wedding": "ANNIVERSARY", "death": "DEATHDATE"]
}

/// The members of a name, a postal address, or an organization that a structured property of vCard expresses only in
/// part.
enum JSContactStructure {
    static let members = ["components", "units", "isOrdered", "defaultSeparator"]

    static let addressMembers: Set = [
        "components", "full", "countryCode", "coordinates", "timeZone", "isOrdered", "defaultSeparator",
    ]

    /// Returns the coordinates of a postal address without other members, or `nil` for any other address. The
    /// coordinates are read as `GEO`.
    static func position(of address: JSONValue) -> String? {
        guard addressMembers.filter({ address[$0] != nil }) == ["coordinates"],
            let text = address["coordinates"]?.string, text.isAddress
        else { return nil }
        return text
    }

    /// Returns the components of a name or a postal address for the parts of `N` or `ADR`.
    static func components(of parts: [[String]], kinds: [String]) -> [JSONValue] {
        zip(kinds, parts).flatMap { kind, texts in texts.filter { !$0.isEmpty }.map { component(kind, $0) } }
    }

    /// Returns the components of a postal address for the parts of `ADR`. Any additional parts replace the extended
    /// address and the street, which only repeat these parts (RFC 9554 section 2.1).
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

    /// Returns the members of a name or a postal address that ``components(of:kinds:)`` does not restore.
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
    /// Returns the number of the first group for labels. No existing group has this or a higher number.
    ///
    /// - Parameter lines: The lines that the card keeps in `vCardProps`.
    static func nextGroup(of card: JSONValue, _ lines: [String]) -> Int {
        let groups = (card.members ?? []).flatMap { $0.value.members ?? [] }.compactMap {
            $0.value["vCardParams"]?["group"]?.string
        }
        let grouped = groups.filter(JCard.isToken).map { "\($0).X:" }
        return ParsedCard(UnfoldedCard(lines: lines + grouped)).nextGroup
    }

    /// Returns the components of the property `N` in the lines that a card keeps in `vCardProps`.
    static func keptComponents(in lines: [String]) -> [JSONValue]? {
        let parsed = ParsedCard(UnfoldedCard(lines: lines))
        guard let name = parsed.lines.first(where: { $0.name == "N" }) else { return nil }
        let escapes = VCardEscaping(version: .v40)
        let parts = escapes.parts(parsed.bytes(of: name), separator: .semicolon).map { escapes.texts($0) }
        return JSContactStructure.components(of: parts, kinds: JSContactWords.nameKinds)
    }
}
