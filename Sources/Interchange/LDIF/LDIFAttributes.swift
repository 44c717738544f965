/// The attributes of persons in LDIF: those of `inetOrgPerson` (RFC 2798) and of Mozilla’s address book.
enum LDIFAttributes {
    /// Returns the meaning of an attribute in the syntax of `--map`, or `nil` if it has none.
    static func meaning(of name: String) -> String? { meanings[name] }

    /// Returns the attribute that is written for a meaning, or `nil` if LDIF cannot represent it.
    static func name(for meaning: String) -> String? { written[meaning] }

    /// The word before the label of an online profile in `labeledURI`.
    static let profile = "profile"

    /// Returns whether an attribute only describes the entry in its directory.
    static func isOperational(_ name: String) -> Bool { operational.contains(name) }

    static func describesPerson(_ objectClass: String) -> Bool { persons.contains(objectClass.lowercased()) }

    static func describesGroup(_ objectClass: String) -> Bool { groups.contains(objectClass.lowercased()) }

    /// The attributes that are written, with their meanings, and then those that are only read.
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
        "surname": "family", "gn": "given", "xmozillanickname": "nickname", "commonname": "name", "displayName": "name",
        "organizationName": "organization", "company": "organization", "department": "department",
        "departmentNumber": "department", "orgunit": "department", "organizationalUnitName": "department",
        "rfc822mailbox": "email", "emailaddress": "email", "mozillaSecondEmail": "email",
        "xmozillasecondemail": "email",
        "mobileTelephoneNumber": "phone.mobile", "cellphone": "phone.mobile", "homeTelephoneNumber": "phone.home",
        "pagerTelephoneNumber": "phone.pager", "pagerphone": "phone.pager", "fax": "phone.fax",
        "streetAddress": "address.work.street", "mozillaWorkStreet2": "address.work.street",
        "localityName": "address.work.locality", "stateOrProvinceName": "address.work.region",
        "c": "address.work.country",
        "countryName": "address.work.country", "zip": "address.work.postalCode",
        "mozillaHomeStreet2": "address.home.street", "postalAddress": "address.work.formatted",
        "homePostalAddress": "address.home.formatted", "workurl": "url.work", "homeurl": "url.home",
        "wWWHomePage": "url", "mozilla_AimScreenName": "im.aim", "custom1": "field.custom 1",
        "custom2": "field.custom 2",
        "custom3": "field.custom 3", "custom4": "field.custom 4", "info": "note", "comment": "note",
    ]

    private static let meanings = Dictionary(
        table.map { ($0.key.lowercased(), $0.value) }
    ) { first, _ in first }

    private static let written = Dictionary(table.map { ($0.value, $0.key) }) { first, _ in first }

    private static let operational: Set = [
        "objectclass", "structuralobjectclass", "entryuuid", "entrycsn", "entrydn", "creatorsname", "modifiersname",
        "createtimestamp", "modifytimestamp", "hassubordinates", "subschemasubentry", "control",
    ]

    private static let persons: Set = [
        "person", "organizationalperson", "inetorgperson", "residentialperson", "mozillaabpersonalpha",
        "mozillaorgperson", "evolutionperson", "officeperson", "contact", "user", "posixaccount", "account",
    ]

    private static let groups: Set = ["groupofnames", "groupofuniquenames", "groupofurls"]
}
