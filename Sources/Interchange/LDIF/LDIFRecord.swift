import Localization
import Text

/// A record of an LDIF file: a distinguished name with attributes.
struct LDIFRecord {
    struct Line {
        var bytes: [UInt8]
        let number: Int
    }

    struct Attribute {
        /// The name in lowercase, without options such as `;lang-de`.
        let name: String
        let value: [UInt8]
        let line: Int
        /// Whether the value is the URL of a file with the actual value.
        let isReference: Bool

        var text: String {
            if let text = String(validating: value, as: UTF8.self) { return text }
            return String(decoding: Charset.guess(value[...]).decoded(value[...]) ?? value, as: UTF8.self)
        }
    }

    /// The distinguished name, or an empty string.
    private(set) var name = ""
    private(set) var attributes: [Attribute] = []

    /// Creates a record from its lines.
    ///
    /// - Throws: A problem if a line is not a valid attribute, or if the record is a change of a kind other than `add`.
    init(_ lines: [Line]) throws(LDIFProblem) {
        for line in Self.unfolded(lines) {
            let attribute = try Self.attribute(line)
            switch attribute.name {
            case "dn": name = attribute.text
            case "version" where name.isEmpty: break
            case "changetype":
                guard attribute.text.isWord("add") else {
                    let kind = attribute.text
                    throw LDIFProblem(line: line.number, sentence: "Cannot import a change record (“\(kind)”).")
                }
            default: attributes.append(attribute)
            }
        }
    }

    /// Whether the record is empty or is the summary at the end of `ldapsearch` output.
    var isEmpty: Bool { attributes.isEmpty && name.isEmpty || name.isEmpty && attributes[0].name == "search" }

    /// Returns the logical lines without comments. A line that begins with a space continues the previous line.
    private static func unfolded(_ lines: [Line]) -> [Line] {
        var unfolded: [Line] = []
        for line in lines {
            if line.bytes.first == 0x20, !unfolded.isEmpty {
                unfolded[unfolded.count - 1].bytes += line.bytes.dropFirst()
            } else {
                unfolded.append(line)
            }
        }
        return unfolded.filter { $0.bytes.first != UInt8(ascii: "#") }
    }

    private static func attribute(_ line: Line) throws(LDIFProblem) -> Attribute {
        guard let colon = line.bytes.firstIndex(of: .colon), colon > 0 else {
            throw LDIFProblem(line: line.number, sentence: "Expected an attribute such as “cn: Leia Organa”.")
        }
        let head = String(decoding: line.bytes[..<colon].prefix { $0 != .semicolon }, as: UTF8.self)
        let rest = line.bytes[(colon + 1)...]
        let mark = rest.first
        let isMarked = mark == .colon || mark == UInt8(ascii: "<")
        let raw = (isMarked ? rest.dropFirst() : rest).drop { $0 == 0x20 }
        var value = Array(raw)
        if mark == .colon {
            guard let decoded = Base64.decoded(raw) else {
                throw LDIFProblem(line: line.number, sentence: "Invalid base64 in “\(head)”.")
            }
            value = decoded
        }
        return Attribute(
            name: head.lowercased(), value: value, line: line.number, isReference: mark == UInt8(ascii: "<"))
    }
}

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

    /// The UID of the entry. It is the value of `uid` if the name consists of that attribute only. Otherwise, it is the
    /// name, normalized for case and whitespace, or `nil` if the name is empty.
    var uid: String? {
        if attributes.count == 1, attributes[0].name == "uid" { return attributes[0].value }
        if attributes.isEmpty { return text.nonEmpty }
        return attributes.map { "\($0.name)=\($0.value.trimmed.lowercased())" }.joined(separator: ",")
    }

    /// The entry as a member of a group card: its email address or UID.
    var member: String? { self["mail"].map(EmailAddress.uri) ?? uid }

    /// Returns the distinguished name of an entry with the given UID.
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

/// The attributes of persons in LDIF: those of `inetOrgPerson` (RFC 2798), Mozilla’s address book, Evolution, and
/// Active Directory.
enum LDIFAttributes {
    /// The word before the label of an online profile in `labeledURI`.
    static let profile = "profile"

    /// The attributes that are written, with their meanings.
    private static let table: KeyValuePairs = [
        "personalTitle": "prefix", "givenName": "given", "middleName": "middle", "sn": "family",
        "generationQualifier": "suffix", "mozillaNickname": "nickname", "cn": "name", "o": "organization",
        "ou": "department", "title": "title", "mail": "email", "telephoneNumber": "phone.work",
        "homePhone": "phone.home",
        "mobile": "phone.mobile", "pager": "phone.pager", "facsimileTelephoneNumber": "phone.fax",
        "street": "address.work.street", "postOfficeBox": "address.work.box", "l": "address.work.locality",
        "st": "address.work.region", "postalCode": "address.work.postalCode", "co": "address.work.country",
        "mozillaHomeStreet": "address.home.street", "mozillaHomeLocalityName": "address.home.locality",
        "mozillaHomeState": "address.home.region", "mozillaHomePostalCode": "address.home.postalCode",
        "mozillaHomeCountryName": "address.home.country", "labeledURI": "url", "mozillaWorkUrl": "url.work",
        "mozillaHomeUrl": "url.home", "birthyear": "birthday.year", "birthmonth": "birthday.month",
        "birthday": "birthday.day", "description": "note", "mozillaCustom1": "field.custom 1",
        "mozillaCustom2": "field.custom 2", "mozillaCustom3": "field.custom 3", "mozillaCustom4": "field.custom 4",
        "nsAIMid": "im.aim", "preferredLanguage": "language",
    ]

    /// The attributes that are only read: other names, and attributes of Evolution and Active Directory that the
    /// written object classes lack.
    private static let others: KeyValuePairs = [
        "surname": "family", "gn": "given", "xmozillanickname": "nickname", "commonname": "name", "displayName": "name",
        "organizationName": "organization", "company": "organization", "department": "department",
        "departmentNumber": "department", "orgunit": "department", "organizationalUnitName": "department",
        "rfc822mailbox": "email", "emailaddress": "email", "mozillaSecondEmail": "email",
        "xmozillasecondemail": "email",
        "mobileTelephoneNumber": "phone.mobile", "cellphone": "phone.mobile", "homeTelephoneNumber": "phone.home",
        "pagerTelephoneNumber": "phone.pager", "pagerphone": "phone.pager", "fax": "phone.fax",
        "streetAddress": "address.work.street", "mozillaWorkStreet2": "address.work.street",
        "localityName": "address.work.locality", "locality": "address.work.locality", "city": "address.work.locality",
        "region": "address.work.region", "state": "address.work.region", "friendlyCountryName": "address.work.country",
        "country": "address.work.country", "stateOrProvinceName": "address.work.region",
        "c": "address.work.country",
        "countryName": "address.work.country", "zip": "address.work.postalCode",
        "mozillaHomeStreet2": "address.home.street", "postalAddress": "address.work.formatted",
        "homePostalAddress": "address.home.formatted", "workurl": "url.work", "homeurl": "url.home",
        "wWWHomePage": "url", "mozilla_AimScreenName": "im.aim", "custom1": "field.custom 1",
        "custom2": "field.custom 2",
        "custom3": "field.custom 3", "custom4": "field.custom 4", "info": "note", "comment": "note",
        "gender": "gender", "sex": "gender", "geschlecht": "gender", "anniversary": "anniversary",
        "birthDate": "birthday", "dateOfBirth": "birthday", "note": "note", "category": "group",
        "primaryPhone": "phone.main", "carPhone": "phone.car", "otherPhone": "phone.other",
        "assistantPhone": "phone.assistant", "companyPhone": "phone.work main",
        "otherTelephone": "phone.work", "otherMobile": "phone.mobile", "otherHomePhone": "phone.home",
        "otherFacsimileTelephoneNumber": "phone.fax", "otherPager": "phone.pager",
        "spouseName": "relation.spouse", "managerName": "relation.manager", "assistantName": "relation.assistant",
        "businessRole": "field.role", "blogURI": "url.blog", "physicalDeliveryOfficeName": "field.office",
    ]

    /// The meanings of attributes in the syntax of `--map`, by the names of the attributes in lowercase.
    static let meanings = Dictionary(
        (Array(table) + others).map { ($0.key.lowercased(), $0.value) }
    ) { first, _ in first }

    /// The attributes that are written, by their meanings.
    static let written = Dictionary(table.map { ($0.value, $0.key) }) { first, _ in first }

    /// The attributes that only describe an entry in its directory.
    static let operational: Set = [
        "objectclass", "structuralobjectclass", "entryuuid", "entrycsn", "entrydn", "creatorsname", "modifiersname",
        "createtimestamp", "modifytimestamp", "hassubordinates", "subschemasubentry", "control", "whencreated",
        "whenchanged", "usncreated", "usnchanged", "objectguid", "objectsid", "objectcategory", "distinguishedname",
        "instancetype", "fileas", "mailer",
    ]

    /// The object classes of persons.
    static let persons: Set = [
        "person", "organizationalperson", "inetorgperson", "residentialperson", "mozillaabpersonalpha",
        "mozillaorgperson", "evolutionperson", "officeperson", "contact", "user", "posixaccount", "account",
    ]

    static let groups: Set = ["groupofnames", "groupofuniquenames", "groupofurls"]
}
