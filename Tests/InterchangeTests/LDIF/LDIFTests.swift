import Interchange
import Model
import TestSupport
import Testing

@Suite("LDIF")
struct LDIFTests {
    func items(_ bytes: [UInt8], chunk: Int = 1 << 16) throws -> [CardItem] {
        var reader = CardReader(file: "a.ldif")
        var items: [CardItem] = []
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            reader.feed(bytes[start..<min(start + chunk, bytes.count)])
            while let item = try reader.next() { items.append(item) }
        }
        reader.finish()
        while let item = try reader.next() { items.append(item) }
        return items
    }

    func cards(_ text: String) throws -> [ContactCard] {
        try items(Array(text.utf8)).compactMap { if case .card(let card) = $0 { card } else { nil } }
    }

    @Test("Evolution and Active Directory attributes are read, and a country code next to a country name is ignored")
    func otherDirectories() throws {
        let text = """
            dn: cn=Alma Kern
            objectClass: evolutionPerson
            cn: Alma Kern
            primaryPhone: 030 1
            otherMobile: 0170 2
            spouseName: Bodo
            birthDate: 1980-01-30
            anniversary: 2005-06-07
            category: Chor
            sex: Femme
            streetAddress: Weg 1
            l: Berlin
            co: Germany
            c: DE
            homePostalAddress: Weg 2$10117 Berlin$Germany
            whenCreated: 20200101000000.0Z
            """
        let card = try #require(try cards(text).first)
        let person = card.person
        #expect(person.phones == [Labeled("main", "030 1"), Labeled("mobile", "0170 2")])
        #expect(person.relations == [Labeled("spouse", "Bodo")] && person.gender == Gender("F"))
        #expect(person.birthday == PartialDate("1980-01-30") && person.anniversary == PartialDate("2005-06-07"))
        #expect(card.categories == ["Chor"])
        #expect(
            person.addresses == [
                Labeled("work", PostalAddress(street: "Weg 1", locality: "Berlin", country: "Germany")),
                Labeled(
                    "home",
                    PostalAddress(street: "Weg 2", locality: "Berlin", postalCode: "10117", country: "Germany")),
            ])
        #expect(person.customFields == [])
    }

    private func rejected(_ text: String) throws -> [RejectedItem] {
        try items(Array(text.utf8)).compactMap { if case .rejected(let item) = $0 { item } else { nil } }
    }

    private static let directory = """
        version: 1

        # A person of a directory,
        #  with a folded comment
        dn: uid=leia,ou=people,dc=alderaan,dc=example
        objectClass: inetOrgPerson
        cn: Leia Organa
        sn;lang-en: Organa
        givenName: Leia
        title: Gene
         ral
        o: Alliance
        ou: Command
        mail: leia@alderaan.example
        mail: leia@hoth.example
        telephoneNumber: +1 555 0100
        homePhone: +1 555 0101
        mobile: +1 555 0102
        facsimileTelephoneNumber: +1 555 0103
        street: Base 1
        l: Yavin
        postalCode: 123
        c: YV
        homePostalAddress: Palace 1$12345 Aldera
        labeledURI: https://alderaan.example home page
        description:: QnJhdmUsCmFuZCBraW5kLg==
        manager: cn=Mon Mothma,ou=people,dc=alderaan,dc=example
        employeeType: princess
        userPassword:: e1NTSEF9eA==
        jpegPhoto:< file:///tmp/leia.jpg

        dn: ou=people,dc=alderaan,dc=example
        objectClass: organizationalUnit
        ou: people

        """

    @Test(
        "Persons in a directory are read, and passwords, external photos, and other entries are reported",
        arguments: [1, 7, 1 << 16])
    func directory(chunk: Int) throws {
        let items = try items(Array(Self.directory.utf8), chunk: chunk)
        guard items.count == 2, case .card(let card) = items[0], case .rejected(let unit) = items[1] else {
            Issue.record("\(items)")
            return
        }
        let person = card.person
        #expect(card.uid == "uid=leia,ou=people,dc=alderaan,dc=example")
        #expect(person.name.given == "Leia" && person.name.family == "Organa" && person.jobTitle == "General")
        #expect(person.organization == "Alliance" && person.department == "Command")
        #expect(person.emails == [Labeled("", "leia@alderaan.example"), Labeled("", "leia@hoth.example")])
        #expect(
            person.phones == [
                Labeled("work", "+1 555 0100"), Labeled("home", "+1 555 0101"), Labeled("mobile", "+1 555 0102"),
                Labeled("fax", "+1 555 0103"),
            ])
        #expect(
            person.addresses == [
                Labeled("work", PostalAddress(street: "Base 1", locality: "Yavin", postalCode: "123", country: "YV")),
                Labeled("home", PostalAddress(street: "Palace 1", locality: "Aldera", postalCode: "12345")),
            ])
        #expect(person.urls == [Labeled("home page", "https://alderaan.example")])
        #expect(card.notes == ["Brave,\nand kind."])
        #expect(person.relations == [Labeled("manager", "Mon Mothma")])
        #expect(person.customFields == [Labeled("employeetype", "princess")])
        #expect(
            card.warnings.map(\.sentence.description) == [
                "Ignored “userpassword”: passwords are not imported.",
                "Ignored “jpegphoto”: it refers to another file.",
            ])
        #expect(unit.place == SourceLocation(file: "a.ldif", line: 32, number: 2))
        #expect(unit.reason.description == "This entry is neither a person nor a group.")
    }

    @Test("Additional values of a single-value field become custom fields")
    func furtherValues() throws {
        let text = "dn: cn=A\nobjectClass: person\ncn: A\ntitle: General\nou: Command\ntitle: Senator\nou: Senate\n"
        let person = try #require(try cards(text).first).person
        #expect(person.jobTitle == "General" && person.department == "Command")
        #expect(person.customFields == [Labeled("title", "Senator"), Labeled("ou", "Senate")])
    }

    @Test("Every attribute name for the city is recognized", arguments: ["l", "localityName", "locality", "city"])
    func cities(attribute: String) throws {
        let text = "dn: cn=A B\nobjectClass: person\ncn: A B\nsn: B\nstreet: Weg 1\n\(attribute): Bonn\n"
        let address = PostalAddress(street: "Weg 1", locality: "Bonn")
        #expect(try CardReadResult(text).onlyCard?.person.addresses == [Labeled("work", address)])
    }

    @Test("A common name that contains the surname supplies the given name unless it is a company name")
    func givenNames() throws {
        let person = "dn: cn=A\nobjectClass: person\ncn: Alma Kern\nsn: Kern\n\n"
        let company = "dn: cn=B\nobjectClass: person\ncn: Kern GmbH\nsn: Kern\n"
        let read = try cards(person + company).map(\.person)
        #expect(read.map(\.name.given) == ["Alma", ""] && read.map(\.name.family) == ["Kern", ""])
        #expect(read.map(\.organization) == ["", "Kern GmbH"] && read.allSatisfy(\.customFields.isEmpty))
    }

    @Test("Contacts and lists from a Mozilla address book are read")
    func mozilla() throws {
        let text = """
            dn: cn=Leia Organa,mail=leia@alderaan.example
            objectclass: top
            objectclass: person
            objectclass: mozillaAbPersonAlpha
            givenName: Leia
            sn: Organa
            cn: Leia Organa
            mozillaNickname: Lele
            mail: leia@alderaan.example
            mozillaSecondEmail: leia@hoth.example
            mozillaHomeStreet: Palace 1
            mozillaHomeLocalityName: Aldera
            mozillaHomeUrl: https://leia.example
            birthyear: 1950
            birthmonth: 10
            birthday: 21
            mozillaCustom1: blue

            dn: cn=Rebels
            objectclass: top
            objectclass: groupOfNames
            cn: Rebels
            description: All of them
            member: cn=Leia Organa,mail=leia@alderaan.example
            member: uid=luke

            """
        let cards = try cards(text)
        let person = try #require(cards.first).person
        #expect(person.name.nickname == "Lele" && person.birthday == PartialDate("1950-10-21"))
        #expect(person.emails.map(\.value) == ["leia@alderaan.example", "leia@hoth.example"])
        #expect(person.addresses == [Labeled("home", PostalAddress(street: "Palace 1", locality: "Aldera"))])
        #expect(person.customFields == [Labeled("custom 1", "blue")])
        let members = ["mailto:leia@alderaan.example", "luke"]
        #expect(cards.last?.group == CardGroup(name: "Rebels", members: members, summary: "All of them"))
    }

    @Test("Change records that do not add an entry, and records with invalid lines, are rejected")
    func rejectedRecords() throws {
        let text = """
            version: 1
            dn: cn=A
            changetype: add
            cn: Ann

            dn: cn=B
            changetype: modify
            replace: cn
            cn: Ben

            dn: cn=C
            cn: Cid
            no attribute

            dn: cn=D
            cn:: ***

            dn: cn=E
            cn: Eve

            search: 2
            result: 0 Success

            """
        #expect(try cards(text).map(\.person.name.given) == ["Ann", "Eve"])
        let rejected = try rejected(text)
        #expect(rejected.map(\.place.line) == [7, 13, 16])
        #expect(
            rejected.map(\.reason.description) == [
                "Cannot import a change record (“modify”).", "Expected an attribute such as “cn: Leia Organa”.",
                "Invalid base64 in “cn”.",
            ])
        #expect(
            String(decoding: rejected[0].text.bytes, as: UTF8.self)
                == "dn: cn=B\nchangetype: modify\nreplace: cn\ncn: Ben\n")
    }

    @Test("The format is detected from the contents")
    func detection() {
        for text in ["version: 1\n\ndn: cn=A\n", "dn: cn=A\ncn: A\n", "# a comment\n#  folded\ndn:: Y249QQ==\n"] {
            #expect(ImportFormatDetection.contents(of: "a.txt", beginning: Array(text.utf8)) == .cards)
        }
        #expect(ImportFormatDetection.isCandidate("a.LDIF"))
    }

    func card() -> ContactCard {
        var card = ContactCard()
        card.uid = "a, \"b\" #1"
        card.person.name.given = "Leia"
        card.person.name.middle = "Amidala"
        card.person.name.family = "Organa"
        card.person.name.suffix = "II"
        card.person.name.nickname = "Lélé"
        card.person.organization = "Alliance"
        card.person.jobTitle = ": General"
        card.person.birthday = PartialDate("--10-21")
        card.person.emails = [Labeled("", "leia@alderaan.example")]
        card.person.phones = [Labeled("home", "1"), Labeled("mobile", "2"), Labeled("fax", "3"), Labeled("work", "4")]
        card.person.urls = [Labeled("", "https://a.example"), Labeled("her page", "https://b.example")]
        card.person.addresses = [
            Labeled(
                "home",
                PostalAddress(street: "Palace 1", locality: "Aldera", region: "R", postalCode: "1", country: "A"))
        ]
        card.notes = ["Brave,\nand kind. " + String(repeating: "x", count: 200), "Ünïcode"]
        return card
    }

    @Test("The values of a contact round-trip in lines of at most 76 bytes")
    func roundTrip() throws {
        let card = card()
        var writer = LDIFWriter()
        #expect(writer.write(card).losses == [])
        writer.finish()
        let bytes = writer.drain()
        #expect(bytes.allSatisfy { $0 < 0x80 } && bytes.split(separator: 0x0A).allSatisfy { $0.count <= 76 })
        let read = try items(bytes)
        guard read.count == 1, case .card(let other) = read[0] else {
            Issue.record("\(read)")
            return
        }
        #expect(other.person == card.person && other.notes == card.notes && other.uid == card.uid)
        #expect(other.warnings == [])
    }

    @Test("Online profiles are written as labeledURI, and languages as preferredLanguage")
    func profilesAndLanguages() throws {
        var card = card()
        card.person.profiles = [Labeled("Mastodon", "https://x.example/@leia"), Labeled("", "https://x.example/leia")]
        card.person.languages = [Labeled("", "fr-CH"), Labeled("", "en")]
        var writer = LDIFWriter()
        #expect(writer.write(card).losses == [])
        let text = String(decoding: writer.drain(), as: UTF8.self)
        #expect(text.contains("\nlabeledURI: https://x.example/@leia profile Mastodon\n"))
        #expect(text.contains("\npreferredLanguage: fr-CH, en;q=0.9\n"))
        #expect(try cards(text).map(\.person) == [card.person])
        card.person.profiles.append(Labeled("irc", "leia"))
        card.person.languages[1].label = "work"
        #expect(writer.write(card).losses.map(\.property) == ["profile", "language"])
        let other = try cards("dn: cn=A\ncn: A\npreferredLanguage: en ; q=0.5,de;q=x, fr;q=0.8,*;q=0.1\n")
        #expect(other.first?.person.languages.map(\.value) == ["de", "fr", "en"])
    }

    @Test("Values that LDIF cannot represent are reported")
    func losses() {
        var card = card()
        card.person.emails[0].label = "school"
        card.person.anniversary = PartialDate("1980-05-04")
        card.categories = ["Rebels"]
        card.person.card = ["BEGIN:VCARD", "VERSION:3.0", "X-HAIR:red", "END:VCARD"]
        var writer = LDIFWriter()
        let losses = writer.write(card).losses
        #expect(losses.map(\.property) == ["anniversary", "email", "CATEGORIES", "X-HAIR"])
        #expect(losses.last?.sentence.description == "LDIF cannot represent this exactly: X-HAIR.")
    }

    @Test("A company becomes an organization, even though its entry has the required family name")
    func company() throws {
        let text = "dn: cn=x\nobjectClass: inetOrgPerson\ncn: Stadtwerke Soest\nsn: Soest\n"
        let person = try #require(try cards(text).first).person
        #expect(person.organization == "Stadtwerke Soest" && person.name == PersonName() && person.customFields == [])
    }
}

extension LDIFTests {
    @Test("A group refers to its members by their distinguished names, ignoring case and spaces")
    func memberNames() throws {
        let cards = try cards(
            """
            dn: uid=ann,ou=People,dc=x
            objectClass: inetOrgPerson
            cn: Ann
            entryUUID: 11111111-2222-4333-8444-555555555555
            sambaNTPassword: 8846F7EAEE8FB117AD06BDD830B7586C

            dn: cn=Team,dc=x
            objectClass: groupOfNames
            cn: Team
            member: UID=ann, OU=people, DC=x

            """)
        #expect(cards.count == 2)
        #expect(cards.last?.group?.members == cards.first?.uid.map { [$0] })
        #expect(cards.first?.person.customFields == [])
    }

    @Test("Groups whose cards list the contact are not reported as lost")
    func writtenGroups() {
        var card = card()
        (card.categories, card.groupsWithCards) = (["Rebels", "Pilots"], ["Pilots", "Rebels", "Other"])
        var writer = LDIFWriter()
        #expect(writer.write(card).losses.allSatisfy { $0.property != "CATEGORIES" })
        card.groupsWithCards = ["Pilots"]
        #expect(writer.write(card).losses.contains { $0.property == "CATEGORIES" })
    }

    @Test("A group is written with its members")
    func group() throws {
        var card = ContactCard()
        card.uid = "g"
        card.group = CardGroup(name: "Rebels", members: ["a,b", "mailto:x@y.example"], summary: "All")
        var writer = LDIFWriter()
        #expect(writer.write(card).losses == [])
        #expect(
            try items(writer.drain()).compactMap { if case .card(let card) = $0 { card.group } else { nil } } == [
                card.group
            ])
    }
}
