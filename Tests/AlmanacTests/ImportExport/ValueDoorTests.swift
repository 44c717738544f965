import Model
import TestSupport
import Testing

@testable import Almanac

/// The meaning of each type of value, which stays the same in every format and command.
@Suite("Types of values in every format and command")
struct ValueDoorTests {
    @Test(
        "A value has the same meaning in every format and command",
        .long("every spelling in each format and command"), arguments: ValueType.all)
    func arrivals(type: ValueType) async throws {
        for door in ValueDoor.allCases {
            guard let template = type.template(door) else {
                #expect(type.exceptions[door] != nil, "\(type.name) has no way through \(door)")
                continue
            }
            #expect(type.exceptions[door] == nil || !template.contains("%"), "\(type.name), \(door)")
            for spelling in type.testedSpellings(door, in: template) where type.isTested(door) {
                let value = try await arrived(type, through: door, template, spelling)
                #expect(value == type.stored, "\(door): \(spelling)")
            }
        }
    }

    @Test(
        "An export in any format preserves a value unless a loss is declared", .long("every format"),
        arguments: ValueType.all)
    func exports(type: ValueType) async throws {
        let spelling = type.spellings(.vCard40)[0]
        var app = try await TestApp(isInteractive: false) { _ in }
        try await write(ValueDoor.vCard40.file(type.template(.vCard40) ?? "", spelling), to: "in.vcf", in: app)
        try await app.send("import in.vcf")
        for door in ValueDoor.exports where type.isTested(door) {
            try await app.send("export --all --as \(door.rawValue) --to \(door.fileName) --force")
            let bytes = try await app.services.files.read(door.fileName, limit: 1 << 20)
            var other = try await TestApp(isInteractive: false) { _ in }
            try await write(String(decoding: bytes, as: UTF8.self), to: door.fileName, in: other)
            try await other.send("import \(door.fileName) --yes")
            let isSame = try await value(of: type, 1, in: other) == type.stored
            #expect(isSame == (type.losses[door] == nil), "\(door): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(
        "A command and a filter find a label in each of its spellings, regardless of how it was entered",
        arguments: [
            ["mobile", "Cell", "Cellular", "Cell Phone"], ["work", "Business", "Office", "workPhone"],
            ["work fax", "Business Fax", "Fax (Work)"], ["home", "PRIVATE", "home phone"], ["Boat", "boat"],
        ])
    func labels(spellings: [String]) async throws {
        var app = try await TestApp(isInteractive: false) { _ in }
        for (number, spelling) in spellings.enumerated() {
            try await app.send("new person given=Zed\(number) 'phone.\(spelling)=1\(number)' phone.car=2")
        }
        // An earlier version stored the label of this type.
        var old = Person()
        (old.name.given, old.phones) = ("Old", [Labeled(spellings[1].lowercased(), "18"), Labeled("car", "2")])
        _ = try await app.services.persons.add(old)
        for spelling in spellings {
            for number in spellings.indices {
                try await app.send("home", "phone Zed\(number) --only '\(spelling)'")
                #expect(app.told == "1\(number)", "\(spelling)")
            }
            try await app.send("home", "phone Old --only '\(spelling)'")
            #expect(app.told == "18", "\(spelling)")
            try await app.send("persons where label = '\(spelling)'")
            #expect(app.names.count == spellings.count + 1, "\(spelling): \(app.names)")
        }
    }

    /// Enters a value through a door and returns the stored value.
    private func arrived(
        _ type: ValueType, through door: ValueDoor, _ template: String, _ spelling: String
    ) async throws -> String {
        var app = try await TestApp(isInteractive: door == .form) { _ in }
        let text = door.file(template, spelling)
        switch door {
        case .vCard21, .vCard30, .vCard40, .jCard, .jsContact, .ldif, .csv:
            try await write(text, to: door.fileName, in: app)
            try await app.send("import \(door.fileName) --yes")
            if door.fileName == "in.vcf" {
                try await app.send("export --all --to out.vcf --force")
                let bytes = try await app.services.files.read("out.vcf", limit: 1 << 20)
                #expect(String(decoding: bytes, as: UTF8.self) == text, "\(door): \(spelling)")
            }
        case .mail:
            try await write("\(text)\n\nText\n", to: "in", in: app)
            try await app.send("add-email in --yes")
        case .edit: try await app.send("new person given=Ann", "edit persons/1 '\(text)'")
        case .new: try await app.send("new person \(text.contains("=") ? "given=Ann '\(text)'" : "'\(text)'")")
        case .form: try await app.send("open persons/new", "set given=Ann '\(text)'", "save")
        case .filter:
            let spelling = type.spellings(.vCard40)[0]
            try await write(ValueDoor.vCard40.file(type.template(.vCard40) ?? "", spelling), to: "in.vcf", in: app)
            try await app.send("import in.vcf", "persons where '\(text)'")
            return app.names.count == 1 ? type.stored : "\(app.names)"
        }
        return try await value(of: type, 1, in: app)
    }

    private func value(of type: ValueType, _ number: Int64, in app: TestApp) async throws -> String {
        guard type.name == "category" else {
            return type.value(of: try await app.services.persons.record(Person.ID(rawValue: number)).content)
        }
        var app = app
        try await app.send("groups")
        return app.names.joined(separator: ", ")
    }

    private func write(_ text: String, to file: String, in app: TestApp) async throws {
        let target = try await app.services.files.create(file, replacing: true, .personal)
        try target.write(Array(text.utf8))
        try target.finish()
    }
}

extension ValueType {
    private static let noFullName = "the parts of a name are separate fields"
    private static let onlyNames = "a message has only names and email addresses"

    static let all: [ValueType] = [
        ValueType(
            name: "full name", stored: "|Alma|Kern", spellings: ["Alma Kern", "Kern, Alma"], card: "FN:%",
            templates: [
                .jsContact: #""name":{"full":"%"}"#, .ldif: "cn: %", .csv: "Name: %",
                .mail: "From: \"%\" <alma@x.example>", .new: "%", .filter: "name = \"%\"",
            ],
            exceptions: [.edit: noFullName, .form: noFullName], own: [.filter: ["Alma Kern"]]),
        ValueType(
            name: "full name with titles", stored: "Dr.|Alma|van der Kern", spellings: ["Dr. Alma van der Kern"],
            card: "FN:%",
            templates: [
                .jsContact: #""name":{"full":"%"}"#, .ldif: "cn: %", .csv: "Name: %",
                .mail: "From: \"%\" <alma@x.example>", .new: "%", .filter: "prefix = Dr. and family = \"van der Kern\"",
            ],
            exceptions: [.edit: noFullName, .form: noFullName]),
        ValueType(
            name: "full name in Japanese", stored: "|太郎|山田", spellings: ["山田 太郎", "山田\u{3000}太郎", "山田, 太郎"],
            card: "FN:%",
            templates: [
                .jsContact: #""name":{"full":"%"}"#, .ldif: "cn: %", .csv: "Name: %",
                .mail: "From: \"%\" <taro@x.example>", .new: "%", .filter: "given = 太郎 and family = 山田",
            ],
            exceptions: [.edit: noFullName, .form: noFullName]),
        ValueType(
            name: "organization as a full name", stored: "Acme GmbH", spellings: ["Acme GmbH"], card: "FN:%",
            templates: [
                .jsContact: #""name":{"full":"%"}"#, .ldif: "cn: %", .csv: "Name: %",
                .mail: "From: \"%\" <info@x.example>", .new: "%", .filter: "organization = \"%\"",
            ],
            exceptions: [.edit: noFullName, .form: noFullName]),
        ValueType(
            name: "part of a name", stored: "|Alma|Kern", spellings: ["Kern;;;;", ";Alma;;;"],
            card: "FN:Alma Kern\nN:%",
            templates: [
                .vCard21: "FN:Alma Kern\nN:Kern", .vCard30: "FN:Alma Kern\nN:Kern;;;;",
                .vCard40: "FN:Alma Kern\nN:;Alma;;;",
                .jCard: #"["fn",{},"text","Alma Kern"],["n",{},"text",["Kern","","","",""]]"#,
                .jsContact: #""name":{"full":"Alma Kern","components":[{"kind":"surname","value":"Kern"}]}"#,
                .ldif: "cn: Alma Kern\nsn: Kern", .csv: "Display Name: Alma Kern\nLast Name: Kern",
                .filter: "given = Alma and family = Kern",
            ],
            exceptions: [
                .mail: onlyNames, .edit: noFullName, .new: "a full name has all parts", .form: noFullName,
            ]),
        ValueType(
            name: "email", stored: "ina@example.org",
            spellings: ["ina@example.org", " ina@example.org", "mailto:ina@example.org", "Ina <ina@example.org>"],
            card: "EMAIL:%",
            templates: [
                .jsContact: #""emails":{"1":{"address":"%"}}"#, .ldif: "mail: %", .csv: "E-mail: %",
                .mail: "From: %", .edit: "email=%", .new: "email=%", .form: "email=%", .filter: "email = \"%\"",
            ],
            exceptions: [:],
            own: [
                .filter: [
                    "ina@example.org", "INA@example.org", " ina@example.org", "mailto:ina@example.org",
                    "Ina <ina@example.org>",
                ]
            ]),
        ValueType(
            name: "phone", stored: "+49 30 1234567",
            spellings: [
                "+49 30 1234567", " +49 30 1234567", "tel:+49 30 1234567", "\u{202A}+49 30 1234567\u{202C}",
                "+４９ ３０ １２３４５６７", "＋４９\u{3000}30 １２３４５６７",
            ],
            card: "TEL:%",
            templates: [
                .jsContact: #""phones":{"1":{"number":"%"}}"#, .ldif: "telephoneNumber: %", .csv: "Phone: %",
                .edit: "phone=%", .new: "phone=%", .form: "phone=%", .filter: "phone = \"%\"",
            ],
            exceptions: [.mail: onlyNames],
            own: [.filter: ["+49 30 1234567", " +49301234567", "tel:+49-30-1234567", "\u{202A}+49 30 1234567\u{202C}"]]),
        ValueType(
            name: "label", stored: "mobile 1", spellings: ["mobile", "Mobile", "CELL", "Cell Phone"],
            card: "item1.TEL:1\nitem1.X-ABLabel:%",
            templates: [
                .jCard: #"["tel",{"group":"g"},"text","1"],["x-ablabel",{"group":"g"},"text","%"]"#,
                .jsContact: #""phones":{"1":{"number":"1","label":"%"}}"#, .ldif: "mobile: 1",
                .csv: "Phone 1 - Label: %\nPhone 1 - Value: 1", .edit: "phone.%=1", .new: "phone.%=1",
                .form: "phone.%=1", .filter: "label = \"%\"",
            ],
            exceptions: [.mail: onlyNames, .ldif: "the attribute determines the label"]),
        ValueType(
            name: "birthday", stored: "1980-01-30",
            spellings: ["1980-01-30", "30.1.1980", "1/30/1980", "30 Jan 1980", "January 30, 1980"], card: "BDAY:%",
            templates: [
                .jsContact:
                    #""anniversaries":{"1":{"kind":"birth","date":{"year":1980,"month":1,"day":30}}}"#,
                .ldif: "birthDate: %", .csv: "Birthday: %", .edit: "birthday=%", .new: "birthday=%",
                .form: "birthday=%", .filter: "birthday = \"%\"",
            ],
            exceptions: [.mail: onlyNames, .jsContact: "dates are objects (RFC 9553 section 1.4.4)"]),
        ValueType(
            name: "birthday without year", stored: "--01-30",
            spellings: ["--01-30", "1/30", "30.1.", "30 Jan", "1604-01-30", "0000-01-30", "30.1.1604"],
            card: "BDAY:%",
            templates: [
                .jsContact: #""anniversaries":{"1":{"kind":"birth","date":{"month":1,"day":30}}}"#,
                .ldif: "birthmonth: 1\nbirthday: 30", .csv: "Birthday: %", .edit: "birthday=%", .new: "birthday=%",
                .form: "birthday=%", .filter: "birthday = \"%\"",
            ],
            exceptions: [
                .mail: onlyNames, .jsContact: "dates are objects", .ldif: "Mozilla writes the parts",
            ], own: [.filter: ["--01-30", "--0130", "1/30", "30.1.", "30 Jan"]]),
        ValueType(
            name: "url", stored: "https://example.org/a",
            spellings: [
                "https://example.org/a", " https://example.org/a", "http://https://example.org/a",
                "<https://example.org/a>",
            ],
            card: "URL:%",
            templates: [
                .jsContact: #""links":{"1":{"uri":"%"}}"#, .ldif: "wWWHomePage: %", .csv: "Website: %",
                .edit: "url=%", .new: "url=%", .form: "url=%", .filter: "url = \"%\"",
            ],
            exceptions: [.mail: onlyNames]),
        ValueType(
            name: "gender", stored: "F", spellings: ["F", "f", "Female", "weiblich", "Féminin", "frau"],
            card: "GENDER:%",
            templates: [
                .vCard30: "X-GENDER:%", .vCard21: "X-GENDER:%",
                .jsContact: #""speakToAs":{"grammaticalGender":"feminine"}"#, .ldif: "gender: %", .csv: "Geschlecht: %",
                .edit: "gender=%", .new: "gender=%", .form: "gender=%", .filter: "gender = \"%\"",
            ],
            exceptions: [.mail: onlyNames, .jsContact: "the words are those of RFC 9553 section 2.2.4"],
            losses: [.ldif: "inetOrgPerson has no attribute for it"]),
        ValueType(
            name: "im", stored: "alma@x.example", spellings: ["alma@x.example"], card: "X-JABBER:%",
            templates: [
                .vCard40: "IMPP:xmpp:%", .vCard30: "IMPP;X-SERVICE-TYPE=Jabber:xmpp:%",
                .jCard: #"["impp",{},"uri","xmpp:%"]"#,
                .jsContact: #""onlineServices":{"1":{"vCardName":"impp","uri":"xmpp:%"}}"#, .ldif: "nsAIMid: %",
                .csv: "IM: %", .edit: "im=%", .new: "im.jabber=%", .form: "im.xmpp=%", .filter: "im = \"%\"",
            ],
            exceptions: [.mail: onlyNames], losses: [.ldif: "there is an attribute for AIM only"],
            own: [
                .csv: ["alma@x.example", "xmpp:alma@x.example"], .edit: ["alma@x.example", "XMPP:alma@x.example"],
                .new: ["alma@x.example", "xmpp:alma@x.example"], .form: ["alma@x.example", "xmpp:alma@x.example"],
            ]),
        ValueType(
            name: "profile", stored: "https://mas.example/@alma", spellings: ["https://mas.example/@alma"],
            card: "X-SOCIALPROFILE;TYPE=mastodon:%",
            templates: [
                .vCard40: "SOCIALPROFILE;SERVICE-TYPE=Mastodon:%",
                .jCard: #"["socialprofile",{"service-type":"Mastodon"},"uri","%"]"#,
                .jsContact: #""onlineServices":{"1":{"service":"Mastodon","uri":"%"}}"#,
                .ldif: "labeledURI: % profile Mastodon", .csv: "profile.Mastodon: %", .edit: "profile.Mastodon=%",
                .new: "profile.Mastodon=%", .form: "profile=%", .filter: "profile = \"%\"",
            ],
            exceptions: [.mail: onlyNames]),
        ValueType(
            name: "relation", stored: "Bodo Kern", spellings: ["Bodo Kern"], card: "X-SPOUSE:%",
            templates: [
                .vCard40: "RELATED;TYPE=spouse;VALUE=text:%",
                .jCard: #"["related",{"type":"spouse"},"text","%"]"#,
                .jsContact: #""relatedTo":{"%":{"relation":{"spouse":true}}}"#, .ldif: "spouseName: %",
                .csv: "Spouse: %", .edit: "relation.spouse=%", .new: "relation.husband=%", .form: "relation.wife=%",
                .filter: "spouse = \"%\"",
            ],
            exceptions: [.mail: onlyNames], losses: [.ldif: "inetOrgPerson has no attribute for a spouse"]),
        ValueType(
            name: "address", stored: "Weg 1; Berlin; ; 10115; Germany",
            spellings: ["Weg 1, 10115 Berlin, Germany", "Weg 1\n10115 Berlin\nGermany"], card: "LABEL:%",
            templates: [
                .vCard21: "ADR:;;Weg 1;Berlin;;10115;Germany", .vCard40: "ADR;LABEL=\"%\":;;;;;;",
                .jCard: #"["adr",{"label":"%"},"text",["","","","","","",""]]"#,
                .jsContact: #""addresses":{"1":{"full":"%"}}"#, .ldif: "postalAddress: %",
                .csv: "Address 1 - Formatted: %", .edit: "address=%", .new: "address=%", .form: "address=%",
                .filter: "postalcode = 10115 and street = \"Weg 1\" and country = Germany",
            ],
            exceptions: [.mail: onlyNames, .vCard21: "a label has no line breaks", .filter: "each part is a field"],
            losses: [.ldif: "an address without a label has no attribute"],
            own: [
                .vCard40: ["Weg 1, 10115 Berlin, Germany", "Weg 1\\n10115 Berlin\\nGermany"],
                .jCard: ["Weg 1, 10115 Berlin, Germany"], .edit: ["Weg 1, 10115 Berlin, Germany"],
                .new: ["Weg 1, 10115 Berlin, Germany"], .form: ["Weg 1, 10115 Berlin, Germany"],
            ]),
        ValueType(
            name: "category", stored: "Chor", spellings: ["Chor"], card: "CATEGORIES:%",
            templates: [
                .jsContact: #""keywords":{"%":true}"#, .ldif: "category: %", .csv: "Categories: %",
                .filter: "group = \"%\"",
            ],
            exceptions: [
                .mail: onlyNames, .edit: "“add” changes groups", .new: "“add” changes groups",
                .form: "“add” changes groups",
            ],
            losses: [.ldif: "groups are entries of their own"]),
        ValueType(
            name: "label of types", stored: "work fax 1", spellings: ["work", "Business", "OFFICE"],
            card: "TEL;TYPE=%;TYPE=fax:1",
            templates: [
                .vCard21: "TEL;%;FAX:1", .jCard: #"["tel",{"type":["%","fax"]},"text","1"]"#,
                .jsContact: #""phones":{"1":{"number":"1","contexts":{"%":true},"features":{"fax":true}}}"#,
                .csv: "Phone 1 - Label: % Fax\nPhone 1 - Value: 1", .edit: "phone.% Fax=1", .new: "phone.% Fax=1",
                .form: "phone.% Fax=1", .filter: "label = \"% Fax\"",
            ],
            exceptions: [.mail: onlyNames, .ldif: "no attribute is for a fax number at work"],
            losses: [.ldif: "no attribute is for a fax number at work"]),
    ]
}
