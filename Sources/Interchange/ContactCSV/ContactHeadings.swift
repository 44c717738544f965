import Model

/// A table of the column headings of Google Contacts (current and older), Outlook, Thunderbird, Almanac, and other
/// programs, with their meanings.
struct ContactHeadings {
    enum Dialect: String, Sendable { case almanac, google, outlook, thunderbird, other }

    let dialect: Dialect

    init(_ headings: [String]) {
        let words = Set(headings.map(Self.normal))
        if words.isSuperset(of: ["first name", "uid", "anniversary"]) {
            dialect = .almanac
        } else if words.contains(where: { $0.hasPrefix("e-mail 1 - ") || $0.hasPrefix("phone 1 - ") })
            || words.contains("group membership")
        {
            dialect = .google
        } else if words.contains("e-mail address") || words.isSuperset(of: ["business phone", "job title"]) {
            dialect = .outlook
        } else if words.contains("primary email") || words.contains("screen name") {
            dialect = .thunderbird
        } else {
            dialect = .other
        }
    }

    /// Returns the meaning of a heading.
    ///
    /// - Parameter index: The index of the column. It distinguishes columns with the same heading.
    func column(_ heading: String, at index: Int) -> ContactColumn {
        let word = Self.normal(heading)
        let slot = "column \(index + 1)"
        if word.isEmpty { return .nothing }
        return numbered(word) ?? own(word, slot: slot)
            ?? (Self.own[word] ?? Self.others[word]).flatMap { ContactColumn($0, slot: slot) } ?? postal(word)
            ?? words(heading, slot: slot) ?? .value("field", slot: slot, label: heading.trimmed)
    }

    private static let own = Dictionary(
        uniqueKeysWithValues: ContactCSVLayout.singles.map { (normal($0.heading ?? ""), $0.key) })

    private func words(_ heading: String, slot: String) -> ContactColumn? {
        let column = ContactColumn(heading.trimmed, slot: slot)
        return column == .nothing ? nil : column
    }

    /// Returns the program-specific meaning of a heading, or `nil` if it has none.
    private func own(_ word: String, slot: String) -> ContactColumn? {
        switch (dialect, word) {
        case (.outlook, "title"): .field("prefix")
        case (.outlook, "e-mail type"), (.outlook, "e-mail 2 type"), (.outlook, "e-mail 3 type"): .nothing
        case (.outlook, _) where word.hasSuffix(" display name") && word.hasPrefix("e-mail"): .nothing
        case _ where Self.usual(under: word, in: dialect) != nil: .value("field", slot: slot, label: word)
        case (.google, "photo"): .value("url", slot: slot, label: "photo")
        default: nil
        }
    }

    /// Returns the default value that Outlook and Google write for almost every contact, or `nil` if the column has
    /// none.
    static func usual(under label: String, in dialect: Dialect) -> String? {
        dialect == .outlook || dialect == .google ? usual[label] : nil
    }

    private static let usual = [
        "gender": "unspecified", "priority": "normal", "sensitivity": "normal", "private": "false",
    ]

    private func numbered(_ word: String) -> ContactColumn? {
        let halves = word.split(separator: " - ", maxSplits: 1).map(String.init)
        guard halves.count == 2, let space = halves[0].lastIndex(of: " "),
            let number = Int(halves[0][halves[0].index(after: space)...]), number > 0
        else { return nil }
        let (slot, kind) = (halves[0], String(halves[0][..<space]))
        switch (kind, halves[1]) {
        case ("organization", let part) where number == 1:
            return ["name": "organization", "title": "title", "department": "department"][part].map { .field($0) }
        case ("im", "type") where dialect == .google: return .nothing
        case ("im", "service"): return .label(slot: slot)
        case (_, "label"), (_, "type"):
            return Self.kinds[kind] == nil ? nil : .label(slot: slot)
        case ("address", let part): return Self.parts[part].map { .part($0, slot: slot, label: nil) }
        case (_, "value"): return Self.kinds[kind].map { .value($0, slot: slot, label: nil) }
        default: return nil
        }
    }

    /// The key of a labeled date, as in Google Contacts.
    static let event = "event"

    private static let kinds = Dictionary(
        uniqueKeysWithValues: ContactCSVLayout.several.map { (normal($0.heading ?? ""), $0.key) }
            + [("email", "email"), (event, event)])

    private static let parts: [String: ContactColumn.AddressPart] = [
        "formatted": .formatted, "street": .street, "city": .locality, "po box": .box, "region": .region,
        "postal code": .postalCode, "country": .country, "extended address": .extended,
    ]

    private func postal(_ word: String) -> ContactColumn? {
        for (prefix, label) in ["business ": "work", "work ": "work", "home ": "home", "other ": "other"]
        where word.hasPrefix(prefix) {
            if let part = Self.postalParts[String(word.dropFirst(prefix.count))] {
                return .part(part, slot: "address." + label, label: label)
            }
        }
        return Self.postalParts[word].map { .part($0, slot: "address", label: "") }
    }

    private static let postalParts: [String: ContactColumn.AddressPart] = [
        "street": .street, "street 2": .street, "street 3": .street, "address": .street, "address 2": .street,
        "street address": .street, "city": .locality, "town": .locality, "state": .region, "province": .region,
        "region": .region, "postal code": .postalCode, "zipcode": .postalCode, "zip": .postalCode,
        "zip code": .postalCode, "postcode": .postalCode, "country": .country, "country/region": .country,
        "address po box": .box, "po box": .box,
    ]

    /// Returns a heading in lowercase with single spaces.
    static func normal(_ heading: String) -> String {
        heading.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension ContactHeadings {
    /// The headings of other programs, with their meanings in the syntax of `--map`.
    private static let others = [
        "given name": "given", "firstname": "given", "forename": "given", "additional name": "middle",
        "lastname": "family", "family name": "family", "surname": "family", "nick name": "nickname",
        "phonetic middle name": "phonetic", "phonetic last name": "phonetic", "given name yomi": "phonetic",
        "additional name yomi": "phonetic", "family name yomi": "phonetic", "given yomi": "phonetic",
        "surname yomi": "phonetic", "organisation": "organization", "company": "organization", "org": "organization",
        "employer": "organization", "title": "title", "job title": "title", "position": "title", "role": "title",
        "date of birth": "birthday", "birth date": "birthday", "dob": "birthday", "name": "name", "full name": "name",
        "display name": "name", "file as": "name", "notes": "note", "note": "note", "comment": "note",
        "comments": "note", "labels": "group", "group membership": "group", "groups": "group", "categories": "group",
        "tags": "group", "uid": "uid", "birth year": "birthday.year", "birth month": "birthday.month",
        "birth day": "birthday.day", "anniversary year": "anniversary.year", "anniversary month": "anniversary.month",
        "anniversary day": "anniversary.day", "e-mail": "email", "mail": "email", "email address": "email",
        "e-mail address": "email", "e-mail 2 address": "email", "e-mail 3 address": "email", "primary email": "email",
        "secondary email": "email", "home email": "email.home", "work email": "email.work", "phone number": "phone",
        "telephone": "phone", "tel": "phone", "mobile": "phone.mobile", "cell": "phone.mobile",
        "mobile phone": "phone.mobile", "mobile number": "phone.mobile", "cell phone": "phone.mobile",
        "home phone": "phone.home", "home phone 2": "phone.home", "work phone": "phone.work",
        "business phone": "phone.work", "business phone 2": "phone.work", "other phone": "phone.other",
        "primary phone": "phone.main", "company main phone": "phone.company", "car phone": "phone.car",
        "assistant's phone": "phone.assistant", "callback": "phone.callback", "isdn": "phone.isdn",
        "radio phone": "phone.radio", "tty/tdd phone": "phone.tty", "telex": "phone.telex", "pager": "phone.pager",
        "pager number": "phone.pager", "fax": "phone.fax", "fax number": "phone.fax", "home fax": "phone.home fax",
        "business fax": "phone.work fax", "other fax": "phone.other fax", "website": "url", "web page": "url",
        "web page 1": "url.work", "web page 2": "url.home", "business web page": "url.work",
        "personal web page": "url.home", "homepage": "url", "im address": "im", "imaddress": "im", "screen name": "im",
        "spouse": "relation.spouse", "children": "relation.child", "manager's name": "relation.manager",
        "assistant's name": "relation.assistant",
    ]
}
