import Text

/// The correspondence of a JSContact object in a map, such as `emails`, to a vCard property (RFC 9555 section 2).
struct JSContactMapping {
    /// The member of the card that contains the map.
    let member: String
    /// The kind of the object, or `nil` for maps with objects of one kind.
    var kind: String?
    /// The member of the object with the value of the property.
    let value: String
    let property: String
    var isAddress = false

    static func mapping(ofProperty name: String) -> JSContactMapping? { all.first { $0.property == name } }

    /// Returns the mapping of an object. Without a kind, the first kind of the map applies.
    static func mapping(of member: String, kind: String?) -> JSContactMapping? {
        let known = all.filter { $0.member == member }
        return known.first { $0.kind == kind } ?? (kind == nil ? known.first : nil)
    }

    static let members = Set(all.map(\.member))

    /// The paths of the maps whose objects can repeat a property in `vCardProps` that they do not express completely.
    static let copied: Set = [["emails"], ["phones"], ["addresses"]]

    /// Returns the number of components of the path of the object that contains the member at a path, or 0 if the
    /// member is not in an object of a map.
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
    /// The members of a card that are single texts, with their properties.
    static let texts: KeyValuePairs = [
        "uid": "UID", "kind": "KIND", "prodId": "PRODID", "language": "LANGUAGE", "created": "CREATED",
        "updated": "REV",
    ]

    static let contexts: KeyValuePairs = ["private": "home", "work": "work"]

    /// The contexts that only addresses have. Their types have the same names.
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

    /// Returns the level for a value of LEVEL in lowercase, or `nil` if both are the same.
    static func level(_ word: String, of property: String) -> String? {
        property == "EXPERTISE" ? expertise.first { $0.value == word }?.key : nil
    }

    static let features: KeyValuePairs = [
        "mobile": "cell", "voice": "voice", "text": "text", "video": "video", "fax": "fax", "pager": "pager",
        "textphone": "textphone", "main-number": "main-number",
    ]

    /// The kinds of the components of a name, in the order of `N`.
    static let nameKinds = ["surname", "given", "given2", "title", "credential"]

    /// The properties for the pronunciation of components of a name.
    static let phonetics = [
        "given": "X-PHONETIC-FIRST-NAME", "given2": "X-PHONETIC-MIDDLE-NAME", "surname": "X-PHONETIC-LAST-NAME",
    ]

    /// The kinds of the components of an address, in the order of `ADR`.
    static let addressKinds = [
        "postOfficeBox", "apartment", "name", "locality", "region", "postcode", "country",
    ]

    /// The kinds of the further components of an address (RFC 9554 section 2.1).
    static let furtherAddressKinds = [
        "room", "apartment", "floor", "number", "name", "building", "block", "subdistrict", "district", "landmark",
        "direction",
    ]

    static let anniversaries: KeyValuePairs = ["birth": "BDAY", "wedding": "ANNIVERSARY", "death": "DEATHDATE"]
}
