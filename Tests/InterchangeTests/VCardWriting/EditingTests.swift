import Interchange
import Model
import Testing

@Suite("An edit changes only the affected lines")
struct EditingTests {
    private func lines(
        _ version: String, _ lines: [String], _ change: (inout ContactCard) throws -> Void
    ) throws -> [String] {
        var card = try CardReadResult.card(version, lines)
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == card.person.card)
        try change(&card)
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [])
        return there.again.person.card.dropFirst(2).dropLast()
    }

    private static let shared = [
        "FN:A", "item1.TEL;X-P=1:+1 555", "item1.EMAIL;X-Q=2:a@b.example", "item1.X-ABLabel:Boat",
    ]

    @Test("A label is kept while its property group has another line") func sharedLabel() throws {
        let without = try lines("3.0", Self.shared) { $0.person.phones = [] }
        #expect(without == Self.shared.filter { !$0.contains("TEL") })
        #expect(
            try lines("3.0", Self.shared) {
                $0.person.phones = []
                $0.person.emails = []
            } == ["FN:A"])
    }

    @Test("A new label for one line of a property group does not apply to the other lines") func sharedGroup() throws {
        let other = try lines("3.0", Self.shared) { $0.person.phones[0].label = "Ship" }
        #expect(
            other == [
                "FN:A", "item2.TEL;X-P=1:+1 555", "item2.X-ABLabel:Ship", "item1.EMAIL;X-Q=2:a@b.example",
                "item1.X-ABLabel:Boat",
            ])
        let typed = try lines("3.0", Self.shared) { $0.person.phones[0].label = "home" }
        #expect(typed[1] == "TEL;TYPE=HOME;X-P=1:+1 555" && typed[2...] == Self.shared[2...])
    }

    @Test("Additional components of a name are kept") func longName() throws {
        let name = "N:García;José;Luis;;;López;Jr."
        let edited = try lines("4.0", ["FN:José Luis García", name]) { $0.person.name.given = "Pepe" }
        #expect(edited == ["FN:Pepe Luis García", "N:García;Pepe;Luis;;;López;Jr."])
    }

    @Test("Extension parameters of a line are kept when its value changes") func parameters() throws {
        let card = [
            "FN;X-P=1:A", "N;X-P=2:;A;;;", "NICKNAME;X-P=3:Al", "ORG;X-P=4:Acme", "TITLE;X-P=5:Pilot",
            "BDAY;VALUE=date;X-P=6:1977-05-25", "X-ANNIVERSARY;X-P=7:2001-05-04", "EMAIL;X-P=8:a@b.example",
        ]
        let edited = try lines("3.0", card) {
            $0.person.name.given = "B"
            $0.person.name.nickname = "Bo"
            $0.person.organization = "Beta"
            $0.person.jobTitle = "Jedi"
            $0.person.birthday = PartialDate("1978-05-25")
            $0.person.anniversary = PartialDate("2002-05-04")
            $0.person.emails[0].value = "c@d.example"
        }
        #expect(
            edited == [
                "FN;X-P=1:B", "N;X-P=2:;B;;;", "NICKNAME;X-P=3:Bo", "ORG;X-P=4:Beta", "TITLE;X-P=5:Jedi",
                "BDAY;X-P=6:1978-05-25", "X-ANNIVERSARY;X-P=7:2002-05-04", "EMAIL;X-P=8:c@d.example",
            ])
    }

    @Test(
        "A new birthday replaces an empty line or a date in another calendar",
        arguments: [["FN:A", "BDAY:"], ["FN:A", "BDAY;CALSCALE=hebrew:57400910"]])
    func onlyBirthday(card: [String]) throws {
        let edited = try lines("4.0", card) { card in
            try Person.fields.apply([FieldAssignment(key: "birthday", value: "1980-05-04")], to: &card.person)
        }
        #expect(edited == ["FN:A", "BDAY:19800504"])
    }

    @Test("Moved values keep their lines, and a new first value gets its own line") func order() throws {
        let card = [
            "FN:A", "item1.EMAIL;X-P=1:a@b.example", "item1.X-ABLabel:Boat", "EMAIL;X-P=2:c@d.example",
            "EMAIL;X-P=3:e@f.example", "X-A:1",
        ]
        let edited = try lines("3.0", card) { card in
            let emails = card.person.emails
            card.person.emails = [Labeled("", "new@x.example"), emails[2], emails[0], emails[1]]
        }
        #expect(
            edited == [
                "FN:A", "EMAIL;TYPE=INTERNET:new@x.example", card[4], card[1], card[2], card[3], "X-A:1",
            ])
        let agent = ["N:A", "AGENT:", "BEGIN:VCARD", "VERSION:2.1", "N:B", "END:VCARD", "EMAIL;X-P=1:a@b.example"]
        let more = try lines("2.1", agent) { $0.person.emails.insert(Labeled("", "new@x.example"), at: 0) }
        #expect(more == agent[..<6] + ["EMAIL;INTERNET:new@x.example", agent[6]])
    }

    @Test("A name in another language is kept") func languages() throws {
        let names = ["FN;LANGUAGE=en:Ken Oe", "FN;LANGUAGE=ja:大江健三郎", "N:Oe;Ken;;;"]
        let edited = try lines("4.0", names) { $0.person.name.given = "Kenzaburo" }
        #expect(edited == ["FN;LANGUAGE=en:Kenzaburo Oe", names[1], "N:Oe;Kenzaburo;;;"])
    }

    @Test("A separate or alternative name in another language is kept unless the name is removed") func alternatives()
        throws
    {
        let names = ["FN;ALTID=1;LANGUAGE=en:Ken Oe", "FN;ALTID=1;LANGUAGE=ja:大江健三郎"]
        for (head, other) in [
            ("N", "N;LANGUAGE=ja:大江;健三郎;;;"), ("N;ALTID=1", "N;ALTID=1;LANGUAGE=ja:大江;健三郎;;;"),
        ] {
            let edited = try lines("4.0", names + ["\(head):Oe;Ken;;;", other]) { $0.person.name.given = "Kenzo" }
            #expect(edited == ["FN;ALTID=1;LANGUAGE=en:Kenzo Oe", names[1], "\(head):Oe;Kenzo;;;", other])
        }
        let twice = try lines("3.0", ["FN:A", "N:;A;;;", "N:;B;;;"]) { $0.person.name.given = "C" }
        #expect(twice == ["FN:C", "N:;C;;;"])
        let none = try lines("4.0", ["FN:A", "N:;A;;;", "N;LANGUAGE=ja:大江;健三郎;;;"]) { $0.person.name.given = "" }
        #expect(!none.contains { $0.contains("大江") })
    }

    @Test("A formatted name with words other than the name parts is kept when the parts change")
    func ownName() throws {
        let mom = try lines("3.0", ["FN:Mom", "N:Smith;Anna;;;"]) { $0.person.name.family = "Jones" }
        #expect(mom == ["FN:Mom", "N:Jones;Anna;;;"])
        let doctor = try lines("3.0", ["FN:Dr. Anna Smith", "N:Smith;Anna;;;"]) { $0.person.name.family = "Jones" }
        #expect(doctor == ["FN:Dr. Anna Smith", "N:Jones;Anna;;;"])
    }

    @Test(
        "A changed name part is replaced in a formatted name that consists of the name parts",
        arguments: [
            ("Dr. Anna Smith, PhD", "Dr. Anna Smith, PhD"), ("Smith, Anna", "Jones, Anna"),
            ("ANNA SMITH", "Anna Jones"), ("Anna Smithson", "Anna Smithson"), ("A. Smith", "A. Smith"),
            ("Smith", "Smith"), ("Annie S.", "Annie S."),
        ])
    func wholeName(old: String, new: String) throws {
        let edited = try lines("3.0", ["FN:\(old.replacing(",", with: "\\,"))", "N:Smith;Anna;;;"]) {
            $0.person.name.family = "Jones"
        }
        #expect(edited == ["FN:\(new.replacing(",", with: "\\,"))", "N:Jones;Anna;;;"])
    }

    @Test("Added, changed, and removed name parts are applied to the formatted name") func otherParts() throws {
        let name = ["FN:Dr. Anna Smith", "N:Smith;Anna;;Dr.;"]
        let professor = try lines("3.0", name) { $0.person.name.prefix = "Prof." }
        #expect(professor == ["FN:Prof. Anna Smith", "N:Smith;Anna;;Prof.;"])
        let plain = try lines("3.0", name) { $0.person.name.prefix = "" }
        #expect(plain == ["FN:Anna Smith", "N:Smith;Anna;;;"])
        let middle = try lines("3.0", name) { $0.person.name.middle = "M." }
        #expect(middle == ["FN:Dr. Anna M. Smith", "N:Smith;Anna;M.;Dr.;"])
        let family = try lines("3.0", ["FN:Smith\\, Anna", name[1]]) { $0.person.name.family = "" }
        #expect(family[0] == "FN:Anna")
    }

    @Test("Removing a date removes its label, and an Apple date keeps its format") func appleDates() throws {
        let dates = [
            "FN:A", "item1.X-ABDATE:2001-05-04", "item1.X-ABLabel:_$!<Anniversary>!$_",
            "item2.X-ABDATE;X-P=1:2002-05-04", "item2.X-ABLabel:Boat",
        ]
        let none = try lines("3.0", dates) { $0.person.anniversary = nil }
        #expect(none == [dates[0], dates[3], dates[4]])
        let moved = try lines("3.0", dates) { $0.person.customFields[0].value = "2003-05-04" }
        #expect(moved == dates[..<3] + ["item2.X-ABDATE;X-P=1:2003-05-04", dates[4]])
        let named = try lines("3.0", dates) { $0.person.customFields[0].label = "Ship" }
        #expect(named == dates[..<4] + ["item2.X-ABLabel:Ship"])
    }

    @Test("A line break in a postal address label is preserved") func labelLineEnds() throws {
        let address = #"ADR;GEO="geo:1,2";LABEL="A\nB\nC":;;Main St;Town;;;"#
        #expect(try lines("4.0", ["FN:A", address]) { $0.person.jobTitle = "x" }[1] == address)
        let card = try CardReadResult.card("4.0", ["FN:A", address])
        let old = String(decoding: CardRoundTrip.written(card, .vCard(.v30)).bytes, as: UTF8.self)
        #expect(old.contains(#"LABEL:A\nB\nC"#))
        let moved = try lines("4.0", ["FN:A", address]) { $0.person.addresses[0].label = "home" }
        #expect(moved[1] == #"ADR;TYPE=home;GEO="geo:1,2";LABEL=A^nB^nC:;;Main St;Town;;;"#)
    }

    @Test(
        "A postal address keeps its value when only its label changes",
        arguments: [
            (
                "4.0", "ADR;LABEL=\"1 Main St^nTown\";TYPE=home:;;1 Main St;Town;;;;room 1;2;3;4;5;6;7;8;9;10;11",
                "ADR;TYPE=work;LABEL=1 Main St^nTown:;;1 Main St;Town;;;;room 1;2;3;4;5;6;7;8;9;10;11"
            ),
            (
                "3.0", "ADR;TYPE=HOME:PO 5;2nd floor;1 Main\\, St;T\\\\own;;;",
                "ADR;TYPE=WORK:PO 5;2nd floor;1 Main\\, St;T\\\\own;;;"
            ),
            (
                "2.1", "ADR;HOME;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Stra=C3=9Fe =\r\n5;K=C3=B6ln;;;",
                "ADR;WORK;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:;;Stra=C3=9Fe =\r\n5;K=C3=B6ln;;;"
            ),
        ])
    func addressLabel(version: String, line: String, expected: String) throws {
        let edited = try lines(version, ["FN:A", line, "N:A"]) { $0.person.addresses[0].label = "work" }
        #expect(edited.joined(separator: "\r\n") == ["FN:A", expected, "N:A"].joined(separator: "\r\n"))
    }

    @Test(
        "Editing one part of a postal address keeps the components of the others as written",
        arguments: [
            ("3.0", "Box 1;Yard;Way 1;Town;A,B;1", \PostalAddress.locality, "New", "Box 1;Yard;Way 1;New;A,B;1"),
            ("3.0", "Box 1;Yard;Way 1;Town;A,B;1", \.street, "Box 1, Yard, Way 2", "Box 1;Yard;Way 2;Town;A,B;1"),
            ("3.0", "Box 1;Yard;Way 1;Town;A,B;1", \.street, "Way 2", ";;Way 2;Town;A,B;1"),
            ("2.1", "Box 1;;Way 1;Town;;1", \.postalCode, "2", "Box 1;;Way 1;Town;;2"),
            ("4.0", "Box,1;;Way,1;Town;;1", \.postalCode, "2", "Box,1;;Way,1;Town;;2"),
            ("4.0", ";;Way 1;Town;;1;;;;3;1;Way", \.locality, "New", ";;Way 1;New;;1;;;;3;1;Way"),
            ("4.0", ";;Way 1;Town;;1;;;;3;1;Way", \.street, "Way 2", ";;Way 2;Town;;1;"),
        ])
    func addressParts(
        version: String, value: String, part: WritableKeyPath<PostalAddress, String> & Sendable, text: String,
        expected: String
    ) throws {
        let country = value.split(separator: ";", omittingEmptySubsequences: false).count < 7 ? ";Land" : ""
        let edited = try lines(version, ["FN:A", "ADR:\(value)\(country)", "N:A"]) {
            $0.person.addresses[0].value[keyPath: part] = text
        }
        #expect(edited[1] == "ADR:\(expected)\(country)")
    }

    @Test("A value that ends with an equals sign is not followed by a blank line", arguments: ["3.0", "4.0"])
    func equalsSign(version: String) throws {
        for last in ["URL:http://x.example/?q=", "KEY;ENCODING=b:AAAA/w=="] {
            let edited = try lines(version, ["N:;A;;;", "FN:A", last]) { $0.person.jobTitle = "x" }
            #expect(edited == ["N:;A;;;", "FN:A", last, "TITLE:x"])
        }
    }

    @Test("An unfinished quoted-printable value is not joined with the next line") func openQuotedPrintable() throws {
        let edited = try lines("2.1", ["N:A", "NOTE;QUOTED-PRINTABLE:x="]) { $0.person.jobTitle = "x" }
        #expect(edited == ["N:A", "NOTE;QUOTED-PRINTABLE:x=", "", "TITLE:x"])
    }
}
