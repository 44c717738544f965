import Model
import Text
import Testing

@testable import Interchange

/// A format or command through which a value enters a person.
enum ValueSource: CaseIterable {
    case vCard21, vCard30, vCard40, jCard, jsContact, ldif, csv, assignment

    /// Returns the person after reading a value of a field with an optional label.
    func person(_ field: LabeledField, _ value: String, label: String = "") throws -> Person {
        switch self {
        case .vCard21, .vCard30, .vCard40:
            let lines = ["FN:Ann", "item1.\(field.property):\(value)"]
            return try CardReadResult.card(version, label.isEmpty ? lines : lines + ["item1.X-ABLabel:\(label)"]).person
        case .jCard:
            let line = "[\"\(field.property.lowercased())\",{\"group\":\"g\"},\"text\",\"\(value)\"]"
            let labels = label.isEmpty ? "" : ",[\"x-ablabel\",{\"group\":\"g\"},\"text\",\"\(label)\"]"
            return try read(
                "[\"vcard\",[[\"version\",{},\"text\",\"4.0\"],[\"fn\",{},\"text\",\"Ann\"],\(line)\(labels)]]")
        case .jsContact:
            let labels = label.isEmpty ? "" : ",\"label\":\"\(label)\""
            let object = "{\"\(field.member)\":\"\(value)\"\(labels)}"
            return try read("{\"@type\":\"Card\",\"version\":\"1.0\",\"\(field.map)\":{\"1\":\(object)}}")
        case .ldif:
            return try read("dn: cn=Ann\nobjectClass: person\ncn: Ann\n\(field.attribute):: \(Self.base64(value))\n")
        case .csv:
            let heading = label.isEmpty ? field.key : "\(field.key).\(label)"
            return try readRow(["First Name": "Ann", "Column": value], mapping: ["Column": heading]).person
        case .assignment:
            var person = Person()
            let word = FieldAssignment(key: field.key, label: label.isEmpty ? nil : label, value: value)
            try Person.fields.apply([word], to: &person)
            return person
        }
    }

    private var version: String {
        switch self {
        case .vCard21: "2.1"
        case .vCard40: "4.0"
        case .vCard30, .jCard, .jsContact, .ldif, .csv, .assignment: "3.0"
        }
    }

    private func read(_ text: String) throws -> Person { try #require(CardReadResult(text).cards.first).person }

    private static func base64(_ text: String) -> String {
        String(decoding: Base64.encoded(Array(text.utf8)), as: UTF8.self)
    }
}

/// A labeled field with its names in the formats.
struct LabeledField {
    let key: String
    let property: String
    let map: String
    let member: String
    let attribute: String

    static let email = LabeledField(
        key: "email", property: "EMAIL", map: "emails", member: "address", attribute: "mail")
    static let phone = LabeledField(key: "phone", property: "TEL", map: "phones", member: "number", attribute: "mobile")
    static let url = LabeledField(key: "url", property: "URL", map: "links", member: "uri", attribute: "wWWHomePage")
}

@Suite("Values in every format")
struct FieldValueTests {
    @Test(
        "A part of a postal address has the same names in assignments, column mappings, and filters",
        arguments: [
            ("city", \PostalAddress.locality), ("locality", \.locality), ("City", \.locality),
            ("postalCode", \.postalCode), ("postal_code", \.postalCode), ("Postal code", \.postalCode),
            ("zip", \.postalCode), ("postcode", \.postalCode), ("state", \.region), ("region", \.region),
            ("country", \.country), ("street", \.street),
        ] as [(String, WritableKeyPath<PostalAddress, String> & Sendable)])
    func addressParts(name: String, part: WritableKeyPath<PostalAddress, String> & Sendable) throws {
        var address = PostalAddress()
        address[keyPath: part] = "X"
        var typed = Person()
        try Person.fields.apply([try #require(FieldAssignment("address.home.\(name)=X"))], to: &typed)
        #expect(typed.addresses == [Labeled("home", address)])
        let read = try readRow(["First Name": "Ann", "Column": "X"], mapping: ["Column": "address.home.\(name)"])
        #expect(read.person.addresses == typed.addresses)
        let field = try #require(FilterField.all(of: .person).named(name))
        #expect(PostalAddress.Part(word: field.name) == PostalAddress.Part(word: name))
    }

    @Test(
        "An email address is cleaned in every format",
        arguments: [
            "ina@example.org", " ina@example.org", "ina@example.org ", "\u{A0}ina@example.org",
            "mailto:ina@example.org",
            "MAILTO: ina@example.org", "mailto:mailto:ina@example.org", "mailto:ina%40example.org?subject=x",
            "Ina <ina@example.org>", "<ina@example.org>", "Ina <mailto:ina@example.org>",
            "Ina [mailto:ina@example.org]",
            "ina@example.org (Ina)", "'ina@example.org'", "\u{200B}ina@example.org", "\u{202A}ina@example.org\u{202C}",
            "ina\u{200B}@example.org", "\u{FEFF}ina@example.org", "ina @ example.org", "ina@example.org=0D=0A",
        ], ValueSource.allCases)
    func emails(text: String, source: ValueSource) throws {
        #expect(try source.person(.email, text).emails.map(\.value) == ["ina@example.org"])
    }

    @Test(
        "Text that does not contain exactly one email address remains unchanged",
        arguments: ["ina", "ina@", "a@b.example b@c.example", "Ina <ina>", "/o=Example/cn=ina"])
    func otherEmails(text: String) throws {
        #expect(EmailAddress.cleaned(text) == text)
        #expect(try ValueSource.assignment.person(.email, text).emails.map(\.value) == [text])
    }

    @Test(
        "Internationalized domains are valid, with marks and joiners only after letters",
        arguments: [
            ("info@müller.example", true), ("info@mu\u{308}ller.example", true), ("info@例え.テスト", true),
            ("info@\u{DC1}\u{DCA}\u{200D}\u{DBB}\u{DD3}.com", true),
            ("info@\u{646}\u{627}\u{645}\u{647}\u{200C}\u{627}\u{6CC}.com", true), ("a@x-1_2.example", true),
            ("a@\u{301}b.com", false), ("a@x.\u{301}b.com", false), ("a@-\u{301}.com", false), ("a@b..com", false),
            ("a@b.com.", false), ("a@b+c.com", false), ("a@b com", false), ("a@b。com", false),
        ])
    func domains(text: String, isValid: Bool) throws {
        #expect(EmailAddress.isValid(text) == isValid)
        #expect(EmailAddress.cleaned(text) == text)
    }

    @Test(
        "A phone number is cleaned in every format",
        arguments: [
            "+49 30 1234567", " +49 30 1234567 ", "tel:+49 30 1234567", "TEL:+49%2030%201234567",
            "callto:+49 30 1234567", "sms:+49%2030%201234567?body=x",
            "\u{202A}+49 30 1234567\u{202C}",
        ], ValueSource.allCases)
    func phones(text: String, source: ValueSource) throws {
        #expect(try source.person(.phone, text).phones.map(\.value) == ["+49 30 1234567"])
    }

    @Test(
        "A web address is cleaned in every format",
        arguments: [
            "https://example.org/a", " https://example.org/a ", "http://https://example.org/a",
            "<https://example.org/a>",
            "\u{200B}https://example.org/a",
        ], ValueSource.allCases)
    func urls(text: String, source: ValueSource) throws {
        #expect(try source.person(.url, text).urls.map(\.value) == ["https://example.org/a"])
    }

    @Test(
        "The line of a cleaned value remains unchanged until the value is edited",
        arguments: [
            "EMAIL;TYPE=INTERNET: ina@example.org", "EMAIL:mailto:ina@example.org", "EMAIL:ina@example.org\\n",
            "TEL;VALUE=uri:tel:+49-30-1", "URL:http\\://https\\://example.org", "item1.TEL:+49301",
        ])
    func unchangedLines(line: String) throws {
        let lines = ["FN:Ina Test", "N:Test;Ina;;;", line, "item1.X-ABLabel:Work-Fax"]
        var card = try CardReadResult.card("3.0", lines)
        func written() throws -> [String] {
            try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        }
        #expect(try written() == card.person.card)
        // An earlier version of Almanac stored the text as it is in the line.
        card.person.emails = card.person.emails.map { Labeled($0.label, " " + $0.value) }
        card.person.phones = card.person.phones.map {
            Labeled($0.label == "work fax" ? "Work-Fax" : $0.label, $0.value)
        }
        #expect(try written() == card.person.card)
        card.person.emails = card.person.emails.map { Labeled($0.label, "new@example.org") }
        let edited = try written()
        #expect(edited.contains { $0.hasSuffix(":new@example.org") } == line.hasPrefix("EMAIL"))
    }

    @Test(
        "Spellings and synonyms of a standard label are read as that label, and other labels are kept",
        arguments: [
            ("mobile", "mobile"), ("Mobile", "mobile"), ("CELL", "mobile"), ("Cell Phone", "mobile"),
            ("handy", "handy"),
            ("Business", "work"), ("WORK", "work"), ("Home Phone", "home"), ("HomeFAX", "home fax"),
            ("Fax Work", "work fax"), ("Business-Fax", "work fax"), ("primary", "main"), ("Ferienhaus", "Ferienhaus"),
            ("Home office 2", "Home office 2"),
        ], [ValueSource.vCard21, .vCard30, .vCard40, .jCard, .jsContact, .csv, .assignment])
    func labels(label: (text: String, standard: String), source: ValueSource) throws {
        #expect(try source.person(.phone, "1", label: label.text).phones == [Labeled(label.standard, "1")])
    }

    @Test(
        "Types have the same meaning as the same words in a label, in any order",
        arguments: [
            (["Business"], "work"), (["Business", "Fax"], "work fax"), (["private", "mobile"], "home mobile"),
            (["main", "office"], "work main"), (["Cellular"], "mobile"), (["PRIVATE"], "home"), (["Office"], "work"),
            (["telefax"], "fax"), (["workPhone"], "work"), (["primary"], "main"), (["HomeFAX"], "home fax"),
            (["Work", "Cell", "Phone"], "work mobile"),
        ],
        ["2.1", "3.0", "4.0", "jCard"])
    func types(label: (words: [String], standard: String), version: String) throws {
        let expected = [Labeled(label.standard, "1")]
        for words in [label.words, label.words.reversed()] {
            let text = words.joined(separator: " ")
            #expect(try ValueSource.assignment.person(.phone, "1", label: text).phones == expected)
            let types = words.joined(separator: version == "2.1" ? ";" : ",")
            switch version {
            case "jCard":
                let list = words.map { "\"\($0)\"" }.joined(separator: ",")
                let lines = "[\"fn\",{},\"text\",\"Ann\"],[\"tel\",{\"type\":[\(list)]},\"text\",\"1\"]"
                let reading = try CardReadResult("[\"vcard\",[[\"version\",{},\"text\",\"4.0\"],\(lines)]]")
                #expect(reading.onlyCard?.person.phones == expected)
            default:
                let line =
                    version == "2.1" ? "TEL;\(types):1" : "TEL;TYPE=\(version == "4.0" ? "\"\(types)\"" : types):1"
                let card = try CardReadResult.card(version, ["N:Ann;;;;", "FN:Ann", line])
                #expect(card.person.phones == expected)
                #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == card.person.card)
                for version in CardVersion.allCases {
                    #expect(try CardRoundTrip(card, .vCard(version)).again.person.phones == expected)
                }
            }
        }
    }

    @Test(
        "A card with synonyms remains unchanged if an earlier version stored its labels, until a label is edited",
        arguments: [
            ("TEL;TYPE=business,fax:1", \Person.phones, "fax"), ("TEL;TYPE=Business:1", \.phones, "business"),
            ("TEL;TYPE=private;TYPE=cell:1", \.phones, "mobile"), ("EMAIL;TYPE=office:a@b.example", \.emails, "office"),
            ("TEL;TYPE=x-Ferienhaus:1", \.phones, "x-ferienhaus"),
            ("URL;TYPE=home,fax:https://a.example", \.urls, "home"),
            ("GEO;TYPE=private:1;2", \.positions, "private"),
        ] as [(String, WritableKeyPath<Person, [Labeled<String>]> & Sendable, String)])
    func formerLabels(line: String, list: WritableKeyPath<Person, [Labeled<String>]> & Sendable, former: String) throws
    {
        var card = try CardReadResult.card("3.0", ["FN:Ina Test", "N:Test;Ina;;;", line])
        func written() throws -> [String] {
            try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        }
        #expect(try written() == card.person.card)
        #expect(card.person[keyPath: list].map(\.label) != [former])
        card.person[keyPath: list][0].label = former
        #expect(try written() == card.person.card)
        card.person[keyPath: list][0].label = "other"
        #expect(try written().contains { $0.lowercased().contains("other:") })
    }

    @Test("Lines with synonyms remain unchanged if an earlier version stored their labels and other values are edited")
    func formerLabelsOfOthers() throws {
        let numbers = ["TEL;TYPE=business,fax:1", "TEL;TYPE=Cellular:2", "TEL;TYPE=private,fax:3", "TEL;TYPE=home:4"]
        var card = try CardReadResult.card("3.0", ["FN:Ina Test", "N:Test;Ina;;;"] + numbers)
        for phones in [[Labeled("fax", "3")], [Labeled("fax", "3"), Labeled("work", "5")], [Labeled("mobile", "6")]] {
            card.person.phones = [Labeled("fax", "1"), Labeled("cellular", "2")] + phones
            let written = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
            #expect(written.filter(numbers.contains) == Array(numbers.prefix(phones[0].label == "fax" ? 3 : 2)))
            #expect(CardRendering(card, in: nil, otherwise: .v40).losses == [])
        }
    }

    @Test("A label of X-ABLabel that is edited to one of the types is written")
    func editedToType() throws {
        let lines = ["FN:Ina Test", "N:Test;Ina;;;", "item1.TEL;TYPE=fax:1", "item1.X-ABLabel:Ferienhaus"]
        var card = try CardReadResult.card("3.0", lines)
        #expect(card.person.phones == [Labeled("Ferienhaus", "1")])
        card.person.phones[0].label = "fax"
        let again = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again
        #expect(again.person.phones == [Labeled("fax", "1")])
    }

    @Test(
        "An existing label is found by its synonyms and regardless of case",
        arguments: [
            ("phone.Mobile=2", "2"), ("phone.CELL=2", "2"), ("phone.Mobile-=1", nil), ("phone.cell+=1", "1"),
            ("phone.mobile=", nil),
        ] as [(String, String?)])
    func editedLabels(word: String, number: String?) throws {
        var person = Person()
        person.phones = [Labeled("mobile", "1")]
        person.customFields = [Labeled("Shoe", "38")]
        let words = try [word, "field.shoe=39"].map { try #require(FieldAssignment($0)) }
        try Person.fields.apply(words, to: &person)
        #expect(person.phones == number.map { [Labeled("mobile", $0)] } ?? [])
        #expect(person.customFields == [Labeled("Shoe", "39")])
    }

    @Test(
        "A type with the prefix X- is read as a label without the prefix",
        arguments: [
            ("2.1", "TEL;X-Ferienhaus:1", "Ferienhaus"), ("3.0", "TEL;TYPE=X-Ferienhaus:1", "Ferienhaus"),
            ("4.0", "TEL;TYPE=\"voice,x-Mobile\":1", "mobile"), ("3.0", "TEL;TYPE=x-Ferienhaus,pref:1", "Ferienhaus"),
        ])
    func extensions(version: String, line: String, label: String) throws {
        let card = try CardReadResult.card(version, ["N:Ann;;;;", "FN:Ann", line])
        #expect(card.person.phones == [Labeled(label, "1")])
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == card.person.card)
        for version in CardVersion.allCases {
            #expect(try CardRoundTrip(card, .vCard(version)).again.person.phones == [Labeled(label, "1")])
        }
    }

    @Test(
        "A date is read in every accepted spelling in tables and assignments",
        arguments: [
            ("1/30", "--01-30"), ("30.1.", "--01-30"), ("30 Jan", "--01-30"), ("30. January", "--01-30"),
            ("--01-30", "--01-30"),
            ("0000-01-30", "--01-30"), ("1604-01-30", "--01-30"), ("1/30/0000", "--01-30"), ("30.1.1604", "--01-30"),
            ("30 January 1604", "--01-30"), ("1980-01-30", "1980-01-30"), ("1604", "1604"),
        ])
    func dates(text: String, date: String) throws {
        let expected = PartialDate(date)
        #expect(try readRow(["First Name": "Ann", "Birthday": text]).person.birthday == expected)
        let field = try #require(Person.fields.named("birthday"))
        var person = Person()
        let word = FieldAssignment(key: "birthday", value: text)
        try field.apply(field.reading(word, over: person).assignment, to: &person)
        #expect(person.birthday == expected)
    }

    @Test("The order of day and month is taken from other dates in the file, or else from the region")
    func orders() throws {
        let rows = "Name,Birthday,Anniversary\nAnn,2/3/1999,\nBen,,1/31/2005\n"
        #expect(try readTable(rows).first?.person.birthday == PartialDate("1999-02-03"))
        for (region, date) in [("US", "1981-07-04"), ("DE", "1981-04-07")] {
            let conventions = Conventions(region: Region(rawValue: region))
            try Conventions.$current.withValue(conventions) {
                let card = try readTable("Name,Birthday\nAnn,7/4/1981\n").first
                #expect(card?.person.birthday == PartialDate(date))
            }
        }
    }

    @Test(
        "A placeholder year is not read, even in custom fields, but remains on the card",
        arguments: [
            ("item1.X-ABDATE;X-APPLE-OMIT-YEAR=1604;type=pref:1604-03-02", "Namenstag"),
            ("item1.X-ABDATE;X-APPLE-OMIT-YEAR=1904:1904-03-02", "Namenstag"), ("BDAY:0000-03-02", "birthday"),
            ("BDAY;X-APPLE-OMIT-YEAR=1904:1904-03-02", "birthday"), ("ANNIVERSARY:16040302", "anniversary"),
        ])
    func omittedYears(line: String, label: String) throws {
        var card = try CardReadResult.card("3.0", ["FN:A", "N:A;;;;", line, "item1.X-ABLabel:Namenstag"])
        func written() throws -> [String] { try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card }
        let values = [card.person.birthday?.description, card.person.anniversary?.description].compactMap(\.self)
        #expect(values + card.person.customFields.map(\.value) == ["--03-02"] && card.warnings == [])
        #expect(try written() == card.person.card)
        if label == "Namenstag" {
            card.person.customFields[0].value = "--03-05"
            #expect(try written().contains { $0.hasSuffix("X-APPLE-OMIT-YEAR=1604:1604-03-05") })
        }
    }

    @Test("Line endings in cells are converted to line feeds")
    func lineEnds() throws {
        let card = try readRow(["First Name": "Ann", "Notes": "a\r\nb\rc", "Home Street": "1 Main St\r\nApt 2"])
        #expect(card.notes == ["a\nb\nc"] && card.person.addresses.first?.value.street == "1 Main St\nApt 2")
    }
}
