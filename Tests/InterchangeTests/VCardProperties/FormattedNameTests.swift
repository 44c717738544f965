import Interchange
import Model
import Testing

@Suite("Formatted names")
struct FormattedNameTests {
    private func written(
        _ lines: [String], _ version: String = "3.0", _ change: (inout ContactCard) -> Void
    ) throws -> [String] {
        var card = try CardReadResult.card(version, lines)
        change(&card)
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.differences == [])
        return there.again.person.card.dropFirst(2).dropLast()
    }

    @Test(
        "A formatted name that is not a usual form of the name parts is a separate value",
        arguments: [
            ("Anna Smith", ""), ("Dr. Anna Maria Smith", ""), ("Smith\\, Dr. Anna Maria", ""),
            ("SMITH ANNA", "SMITH ANNA"),
            ("Dr. Smith Anna", "Dr. Smith Anna"), (" Anna  Smith", ""), ("Mom", "Mom"), ("Anna", "Anna"),
            ("Dr. Anna Smith\\, PhD", "Dr. Anna Smith, PhD"), ("Annie", "Annie"),
        ])
    func own(written: String, name: String) throws {
        let card = try CardReadResult.card("3.0", ["FN:\(written)", "N:Smith;Anna;Maria;Dr.;", "NICKNAME:Annie"])
        #expect(card.person.formattedName == name)
        let isFamilyFirst = name.uppercased().hasSuffix("SMITH ANNA")
        #expect(card.person.title == (isFamilyFirst ? "Smith Anna Maria" : "Anna Maria Smith"))
        let there = try CardRoundTrip(card, .asItCame(otherwise: .v40))
        #expect(there.again.person.card == card.person.card)
    }

    @Test(
        "A name part missing from N is read from FN, and if N is missing, FN is read like any other full name",
        arguments: [
            (["FN:Alma Kern", "N:Kern;;;;"], "Alma", "Kern"), (["FN:Alma Kern", "N:;Alma;;;"], "Alma", "Kern"),
            (["FN:Kern\\, Alma", "N:;;;;"], "Alma", "Kern"), (["FN:Dr. Alma van der Kern"], "Alma", "van der Kern"),
            (["FN:Acme GmbH", "N:Acme;;;;"], "", "Acme"), (["FN:Mom", "N:Kern;;;;"], "", "Kern"),
        ])
    func missingParts(lines: [String], given: String, family: String) throws {
        var card = try CardReadResult.card("3.0", lines)
        #expect((card.person.name.given, card.person.name.family) == (given, family))
        let read = card.person
        func written() throws -> Person { try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person }
        #expect(try written().card == read.card)
        // An earlier version did not complete the name.
        if lines.contains("N:Kern;;;;") { card.person.name.given = "" }
        card.person = card.person.readingCardAgain()
        #expect(try written().card == read.card)
        card.person = read
        card.person.formattedName = "The Only"
        let renamed = try written()
        #expect(renamed.name == read.name && renamed.formattedName == "The Only")
        card.person = read
        card.person.name.family = "Neu"
        #expect(try written().name == card.person.name)
    }

    @Test(
        "A card without N keeps its lines if an earlier version stored the full name with the given name first",
        arguments: [("山田 太郎", "山田", "太郎"), ("Acme GmbH", "Acme", "GmbH")])
    func formerOrder(formatted: String, given: String, family: String) throws {
        for version in ["2.1", "4.0"] {
            var card = try CardReadResult.card(version, ["FN:\(formatted)", "TITLE:x"])
            let read = card.person
            (card.person.name.given, card.person.name.family) = (given, family)
            card.person.organization = ""
            card.person = card.person.readingCardAgain()
            let there = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person
            #expect(there.card == read.card)
            #expect(there.name == read.name && there.organization == read.organization)
            card.person.jobTitle = "y"
            let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person
            #expect(edited.card == read.card.map { $0 == "TITLE:x" ? "TITLE:y" : $0 })
        }
    }

    @Test(
        "A name that is edited to what an earlier version read is written to the card",
        arguments: [
            (["FN:山田 太郎"], "", "山田", "太郎"), (["FN:Acme GmbH"], "", "Acme", "GmbH"),
            (["FN:Dr. Ann Lee"], "", "Dr. Ann", "Lee"), (["FN:Organa\\, Leia"], "", "Organa, Leia", ""),
            (["N:Lee;;;;", "FN:Ann Lee"], "", "", "Lee"), (["N:Lee;;;;", "FN:Lee Ann"], "", "", "Lee"),
            (["N:山田;;;;", "FN:山田 太郎"], "", "", "山田"), (["N:;;;;", "FN:Dr. Ann Lee"], "Dr.", "", "Lee"),
        ])
    func editedToFormer(lines: [String], prefix: String, given: String, family: String) throws {
        for version in CardVersion.allCases {
            for organization in ["", "Acme GmbH"] {
                let read = try CardReadResult.card(version.rawValue, lines + ["TITLE:x"])
                var edited = read
                (edited.person.name.prefix, edited.person.name.given) = (prefix, given)
                (edited.person.name.family, edited.person.organization) = (family, organization)
                edited.person = edited.person.completed(replacing: read.person)
                #expect(edited.person.card == read.person.card)
                for format in CardVersion.allCases.map(CardFormat.vCard) + [.asItCame(otherwise: .v40), .jCard] {
                    let there = try CardRoundTrip(edited, format)
                    let again = there.again.person
                    #expect([again.name.prefix, again.name.given, again.name.family] == [prefix, given, family])
                    #expect(again.organization == organization && there.losses == [])
                }
            }
        }
    }

    @Test func `A formatted name without spaces can consist of the name parts`() throws {
        #expect(try CardReadResult.person("4.0", "FN:大江健三郎", "N:大江;健三郎;;;").formattedName == "")
    }

    @Test(
        "A formatted name that is in a default order, is a phone number, or is “(no name)” is not a separate value",
        arguments: [
            (["FN:田中 太郎", "N:田中;太郎;;;"], "", "田中太郎"), (["FN:太郎 田中", "N:田中;太郎;;;"], "太郎 田中", "太郎 田中"),
            (["FN:Nagy János", "N:Nagy;János;;;", "LANGUAGE:hu"], "", "Nagy János"),
            (["FN:János Nagy", "N:Nagy;János;;;", "LANGUAGE:hu"], "János Nagy", "János Nagy"),
            (["FN:Nguyễn Văn Anh", "N:Nguyễn;Anh;Văn;;", "LANGUAGE:vi"], "", "Nguyễn Văn Anh"),
            (["FN:+1 555 0100", "N:;;;;", "TEL:+1-555-0100"], "", "+1-555-0100"),
            (["FN:(no name)", "N:;;;;", "TEL:+1-555-0100"], "", "+1-555-0100"),
        ])
    func defaultOrders(lines: [String], formatted: String, title: String) throws {
        let card = try CardReadResult.card("4.0", lines)
        #expect(card.person.formattedName == formatted && card.person.title == title)
        var new = ContactCard()
        (new.person.name, new.person.formattedName) = (card.person.name, formatted)
        (new.person.cardLanguage, new.person.phones) = (card.person.cardLanguage, card.person.phones)
        for version in CardVersion.allCases {
            let again = try CardRoundTrip(new, .vCard(version)).again.person
            #expect(again.title == title && again.formattedName == formatted)
        }
    }

    @Test("A formatted name with the family name first is updated with a new family name")
    func familyFirst() throws {
        let card = try CardReadResult.card("3.0", ["FN:Dr. Tanaka Taro", "N:Tanaka;Taro;;Dr.;"])
        var edited = card.person
        edited.name.family = "Suzuki"
        edited = edited.completed(replacing: card.person)
        #expect(edited.formattedName == "Dr. Suzuki Taro" && edited.title == "Suzuki Taro")
        var renamed = card
        renamed.person = edited
        let there = try CardRoundTrip(renamed, .asItCame(otherwise: .v40))
        #expect(there.differences == [] && there.again.person.card[2] == "FN:Dr. Suzuki Taro")
        edited.cardLanguage = "ja"
        var again = edited
        again.name.given = "Jiro"
        again = again.completed(replacing: edited)
        #expect(again.formattedName == "" && again.title == "Suzuki Jiro")
    }

    @Test("Adding a nickname or title does not rename a company or a person without name parts")
    func companies() throws {
        for lines in [
            ["FN:Acme", "N:;;;;", "ORG:Acme"], ["FN:Acme", "N:;;;;", "X-ABShowAs:COMPANY"],
            ["FN:a@b.example", "N:;;;;", "EMAIL:a@b.example"], ["FN:Red", "N:;;;;", "NICKNAME:Red", "ORG:Acme"],
        ] {
            let nickname = try written(lines) { $0.person.name.nickname = "Blue" }
            #expect(nickname.first == (lines.contains("NICKNAME:Red") ? "FN:Blue" : lines[0]))
            #expect(try written(lines) { $0.person.jobTitle = "x" }.first == lines[0])
        }
        let renamed = try written(["FN:Acme", "N:;;;;", "NICKNAME:Red", "ORG:Acme"]) { $0.person.organization = "Beta" }
        #expect(renamed.first == "FN:Beta")
    }

    @Test("An edited formatted name is written, and a cleared formatted name is replaced with the name parts")
    func edits() throws {
        let lines = ["FN;LANGUAGE=en:Mom", "N:Smith;Anna;;;"]
        #expect(try written(lines) { $0.person.formattedName = "Mother" }[0] == "FN;LANGUAGE=en:Mother")
        #expect(try written(lines) { $0.person.formattedName = "" }[0] == "FN;LANGUAGE=en:Anna Smith")
        #expect(try written(lines) { $0.person.name.family = "Jones" }[0] == lines[0])
        #expect(try written(["N:Smith;Anna;;;"]) { $0.person.formattedName = "Mom" }.contains("FN:Mom"))
        var new = ContactCard()
        (new.person.name.given, new.person.formattedName) = ("Anna", "Mom")
        for format in CardVersion.allCases.map(CardFormat.vCard) + [.jCard] {
            let there = try CardRoundTrip(new, format)
            #expect(there.again.person.formattedName == "Mom" && there.again.person.name.given == "Anna")
            #expect(there.losses == [])
        }
    }

    @Test(
        "The edited formatted name of a company or a card without name parts is written in every version",
        arguments: [
            ("4.0", ["FN:Only Fn"]), ("3.0", ["FN:Only Fn", "N:;;;;"]),
            ("3.0", ["FN:ACME Corporation", "N:;;;;", "ORG:ACME Corporation"]), ("4.0", ["FN:Acme", "ORG:Acme"]),
            ("2.1", ["FN:Acme", "N:;;;;", "ORG:Acme", "NICKNAME:Nick"]),
            ("4.0", ["FN:Acme", "KIND:individual", "ORG:Acme;Sales"]),
        ])
    func withoutParts(version: String, lines: [String]) throws {
        var card = try CardReadResult.card(version, lines)
        card.person.formattedName = "The Only"
        for format in [.asItCame(otherwise: .v40), .jCard] + CardVersion.allCases.map(CardFormat.vCard) {
            let there = try CardRoundTrip(card, format)
            #expect(there.losses == [] && there.differences == [])
            #expect(there.again.person.formattedName == "The Only" && there.again.person.name == card.person.name)
            #expect(there.again.person.organization == card.person.organization)
            #expect(there.bytesAgain == there.bytes)
        }
    }

    @Test("The formatted name of a new company is written") func newCompany() throws {
        var new = ContactCard()
        (new.person.organization, new.person.formattedName) = ("Foo GmbH", "The Foo")
        for format in CardVersion.allCases.map(CardFormat.vCard) + [.jCard] {
            let there = try CardRoundTrip(new, format)
            #expect(there.losses == [] && there.differences == [])
            #expect(there.again.person.formattedName == "The Foo" && there.again.person.name == PersonName())
        }
    }

    @Test("The formatted name of a person with only a nickname is written, and the missing name parts are reported")
    func onlyNickname() throws {
        var new = ContactCard()
        (new.person.name.nickname, new.person.formattedName) = ("Nick", "The Foo")
        for version in CardVersion.allCases {
            let there = try CardRoundTrip(new, .vCard(version))
            #expect(there.again.person.card.contains("FN:The Foo"))
            #expect(there.losses.map(\.property) == ["N"])
        }
    }

    @Test("A formatted name can be set to the name parts in another order")
    func order() throws {
        var card = try CardReadResult.card("3.0", ["FN:Anna Smith", "N:Smith;Anna;;;"])
        card.person.formattedName = "Smith, Anna"
        let lines = CardRoundTrip.written(card, .asItCame(otherwise: .v40))
        #expect(String(decoding: lines.bytes, as: UTF8.self).contains("FN:Smith\\, Anna\r\n") && lines.losses == [])
    }

    @Test("A person without a known formatted name keeps the formatted name of the card")
    func unknown() throws {
        var card = try CardReadResult.card("3.0", ["FN:Mom", "N:Smith;Anna;;;", "TITLE:x"])
        card.person.formattedName = nil
        let lines = card.person.card
        #expect(try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card == lines)
        card.person.name.family = "Jones"
        let edited = try CardRoundTrip(card, .asItCame(otherwise: .v40)).again.person.card
        #expect(edited == lines.map { $0.replacing("Smith", with: "Jones") })
    }

    @Test(
        "Typed text is a name, a company, email addresses, phone numbers, or several of these",
        arguments: [
            ("Leia Organa", "Leia Organa", "", [], []), ("Organa, Leia", "Leia Organa", "", [], []),
            ("Acme, Inc.", "", "Acme, Inc.", [], []), ("Acme GmbH", "", "Acme GmbH", [], []),
            ("Acme GmbH +49 221 987654", "", "Acme GmbH", ["+49 221 987654"], []),
            ("Acme GmbH, info@acme.example", "", "Acme GmbH", [], ["info@acme.example"]),
            ("(555) 010-0123", "", "", ["(555) 010-0123"], []), ("tel:+15550100", "", "", ["+15550100"], []),
            ("tel:911 Emergency", "Emergency", "", ["911"], []), ("112", "", "", ["112"], []),
            ("Leia 2026-05-06", "Leia 2026-05-06", "", [], []), ("Blink 182", "Blink 182", "", [], []),
            ("Apollo 13", "Apollo 13", "", [], []),
            ("Autohaus 2000 GmbH", "", "Autohaus 2000 GmbH", [], []), ("1000 Faces Ltd", "", "1000 Faces Ltd", [], []),
            ("Leia +1 555 0100 ext. 12", "Leia", "", ["+1 555 0100 ext. 12"], []),
            ("Leia +1-555-0100, +1-555-0101", "Leia", "", ["+1-555-0100", "+1-555-0101"], []),
            ("Leia \u{202D}+1 555 0100\u{202C}", "Leia", "", ["+1 555 0100"], []),
            ("a@b.example", "", "", [], ["a@b.example"]), ("mailto:a@b.example?subject=x", "", "", [], ["a@b.example"]),
            ("Leia <a@b.example>", "Leia", "", [], ["a@b.example"]),
            ("\"Organa, Leia\"<a@b.example>", "Leia Organa", "", [], ["a@b.example"]),
            ("Leia a@b.example c@d.example 555-0100", "Leia", "", ["555-0100"], ["a@b.example", "c@d.example"]),
            ("Leia a@", "Leia", "", [], ["a@"]), ("", "", "", [], []),
        ] as [(String, String, String, [String], [String])])
    func typed(text: String, name: String, organization: String, phones: [String], emails: [String]) {
        let person = Person(typed: text)
        #expect(person.name.display == name && person.organization == organization)
        #expect(person.phones.map(\.value) == phones && person.emails.map(\.value) == emails)
    }
}
