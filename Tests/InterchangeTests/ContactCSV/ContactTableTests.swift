import Interchange
import Model
import Testing

@Suite("CSV files of contacts")
struct ContactTableTests {
    @Test(
        "The missing part of a name is taken from the full name",
        arguments: [
            (["Display Name": "Vera Uhu", "Last Name": "Uhu"], "Vera", "Uhu"),
            (["Display Name": "Vera Uhu", "First Name": "Vera"], "Vera", "Uhu"),
            (["Display Name": "Uhu, Vera", "Last Name": "Uhu"], "Vera", "Uhu"),
            (["Display Name": "Dr. Jan van der Berg", "Last Name": "van der Berg"], "Jan", "van der Berg"),
            (["Display Name": "Ana García López", "First Name": "Ana"], "Ana", "García López"),
            (["Display Name": "UHU Vera", "Last Name": "Uhu"], "Vera", "Uhu"),
            (["Display Name": "Vera Kauz", "Last Name": "Uhu"], "", "Uhu"),
            (["Display Name": "Uhu", "Last Name": "Uhu"], "", "Uhu"),
            (["Display Name": "山田太郎", "First Name": "太郎", "Last Name": "山田"], "太郎", "山田"),
            (["Display Name": "山田　太郎", "Job Title": "x"], "太郎", "山田"),
        ] as [(KeyValuePairs<String, String>, String, String)])
    func partsOfFullNames(cells: KeyValuePairs<String, String>, given: String, family: String) throws {
        let person = try readRow(cells).person
        #expect(person.name.given == given && person.name.family == family)
        #expect(person.customFields.map(\.value) == (cells[0].value == "Vera Kauz" ? ["Vera Kauz"] : []))
    }

    @Test("A prefix, middle name, or suffix in a column of its own is kept beside a full name")
    func titleColumns() throws {
        for (heading, value, part) in [
            ("Prefix", "Dr.", \PersonName.prefix), ("Middle Name", "Q.", \.middle), ("Suffix", "Jr.", \.suffix),
        ] {
            let person = try readRow([heading: value, "Full Name": "Ann Lee"]).person
            #expect(person.name[keyPath: part] == value && person.name.given == "Ann" && person.name.family == "Lee")
            #expect(person.customFields == [])
        }
        let doubled = try readRow(["Middle Name": "Maria", "Suffix": "様", "Full Name": "Ann Maria Lee 様"]).person
        #expect(
            [doubled.name.given, doubled.name.middle, doubled.name.family, doubled.name.suffix] == [
                "Ann", "Maria", "Lee", "様",
            ])
        let card = try CardReadResult.card("3.0", ["N:;;;Dr.;", "FN:Dr. Ann Lee"]).person.name
        #expect((card.prefix, card.given, card.family) == ("Dr.", "Ann", "Lee"))
    }

    @Test("A Google Contacts star marks a favorite and does not become a group")
    func star() throws {
        let cells: KeyValuePairs = [
            "First Name": "Tom", "E-mail 1 - Label": "", "E-mail 1 - Value": "",
            "Labels": "Work ::: * myContacts ::: * starred",
        ]
        let card = try readRow(cells)
        #expect(card.isFavorite && card.categories == ["Work"])
        #expect(try !readRow(["First Name": "Tom", "Labels": "* starred"]).isFavorite)
    }

    @Test func `The current Google Contacts format is read`() throws {
        let card = try readRow([
            "First Name": "Leia", "Middle Name": "Amidala", "Last Name": "Organa", "Phonetic First Name": "LAY-a",
            "Phonetic Last Name": "or-GAH-na", "Name Prefix": "Dr.", "Name Suffix": "Jr.", "Nickname": "Princess",
            "File As": "", "Organization Name": "Senate", "Organization Title": "Senator",
            "Organization Department": "Alderaan", "Birthday": " --05-25", "Notes": "a\nb",
            "Photo": "https://x.example/p",
            "Labels": "Friends ::: Rebels ::: * myContacts", "E-mail 1 - Label": "* Work",
            "E-mail 1 - Value": "leia@a.example ::: l@b.example", "E-mail 2 - Label": "Yacht",
            "E-mail 2 - Value": "y@c.example",
            "Phone 1 - Label": "Mobile", "Phone 1 - Value": "+1 555 0100", "Address 1 - Label": "Home",
            "Address 1 - Formatted": "1 Palace\nAldera", "Address 1 - Street": "1 Palace", "Address 1 - City": "Aldera",
            "Address 1 - PO Box": "Box 7", "Address 1 - Region": "R", "Address 1 - Postal Code": "00001",
            "Address 1 - Country": "Alderaan", "Address 1 - Extended Address": "", "Relation 1 - Label": "brother",
            "Relation 1 - Value": "Luke", "Website 1 - Label": "Homepage", "Website 1 - Value": "https://leia.example",
            "Event 1 - Label": "Anniversary", "Event 1 - Value": "1983-05-25", "Event 2 - Label": "Graduation",
            "Event 2 - Value": "1995-06-01", "Custom Field 1 - Label": "Ship", "Custom Field 1 - Value": "Tantive IV",
        ])
        var leia = Person()
        (leia.name.given, leia.name.middle, leia.name.family) = ("Leia", "Amidala", "Organa")
        (leia.name.prefix, leia.name.suffix, leia.name.nickname) = ("Dr.", "Jr.", "Princess")
        leia.name.phonetic = "LAY-a or-GAH-na"
        (leia.organization, leia.department, leia.jobTitle) = ("Senate", "Alderaan", "Senator")
        (leia.birthday, leia.anniversary) = (PartialDate("--05-25"), PartialDate("1983-05-25"))
        leia.emails = [
            Labeled("work", "leia@a.example"), Labeled("work", "l@b.example"), Labeled("Yacht", "y@c.example"),
        ]
        leia.phones = [Labeled("mobile", "+1 555 0100")]
        leia.addresses = [
            Labeled(
                "home",
                PostalAddress(
                    street: "Box 7, 1 Palace", locality: "Aldera", region: "R", postalCode: "00001", country: "Alderaan"
                ))
        ]
        leia.urls = [Labeled("photo", "https://x.example/p"), Labeled("homepage", "https://leia.example")]
        leia.relations = [Labeled("brother", "Luke")]
        leia.customFields = [Labeled("Graduation", "1995-06-01"), Labeled("Ship", "Tantive IV")]
        #expect(card.person == leia)
        #expect(card.notes == ["a\nb"] && card.categories == ["Friends", "Rebels"] && card.warnings == [])
    }

    @Test func `The former Google Contacts format is read`() throws {
        let card = try readRow([
            "Name": "Leia Organa", "Given Name": "Leia", "Additional Name": "", "Family Name": "Organa",
            "Yomi Name": "",
            "Given Name Yomi": "LAY-a", "Initials": "L.O.", "Gender": "", "Birthday": "1977-05-25", "Notes": "",
            "Group Membership": "* myContacts ::: Rebels ::: * starred", "E-mail 1 - Type": "* ",
            "E-mail 1 - Value": "leia@a.example", "E-mail 2 - Type": "* Home", "E-mail 2 - Value": "",
            "IM 1 - Type": "Other",
            "IM 1 - Service": "Jabber", "IM 1 - Value": "leia@j.example", "Organization 1 - Type": "",
            "Organization 1 - Name": "Senate", "Organization 1 - Title": "Senator", "Organization 1 - Symbol": "SEN",
            "Custom Field 1 - Type": "Ship", "Custom Field 1 - Value": "Falcon ::: Tantive",
        ])
        #expect(card.person.title == "Leia Organa" && card.person.name.phonetic == "LAY-a")
        #expect(card.person.emails == [Labeled("", "leia@a.example")])
        #expect(card.person.messengers == [Labeled("Jabber", "leia@j.example")])
        #expect(card.person.organization == "Senate" && card.person.jobTitle == "Senator")
        #expect(
            card.person.customFields == [
                Labeled("Initials", "L.O."), Labeled("Organization 1 - Symbol", "SEN"), Labeled("Ship", "Falcon"),
                Labeled("Ship", "Tantive"),
            ])
        #expect(card.categories == ["Rebels"] && card.isFavorite)
    }

    @Test func `All children in an Outlook cell and all relations in a Google Contacts cell are read`() throws {
        let outlook = try readRow(["First Name": "A", "E-mail Address": "", "Children": "Kim K, Gina G; Ann"])
        #expect(outlook.person.relations == ["Kim K", "Gina G", "Ann"].map { Labeled("child", $0) })
        let google = try readRow([
            "First Name": "A", "Relation 1 - Label": "child", "Relation 1 - Value": "Kim K ::: Lou L",
        ])
        #expect(google.person.relations.map(\.value) == ["Kim K", "Lou L"])
    }

    @Test func `The Outlook format is read`() throws {
        let card = try readRow([
            "Title": "Dr.", "First Name": "Leia", "Last Name": "Organa", "Company": "Senate", "Department": "Alderaan",
            "Job Title": "Senator", "Business Street": "1 Palace", "Business Street 2": "Tower 2",
            "Business City": "Aldera",
            "Business Country/Region": "Alderaan", "Home Postal Code": "2", "Business Phone": "1", "Mobile Phone": "2",
            "Home Fax": "3", "Anniversary": "0/0/00", "Birthday": "5/25/1977", "Categories": "Rebels;Friends",
            "E-mail Address": "leia@a.example", "E-mail Type": "SMTP", "E-mail Display Name": "Leia",
            "E-mail 2 Address": "l@b.example", "Gender": "Unspecified", "Priority": "Normal", "Private": "FALSE",
            "Sensitivity": "Normal", "Spouse": "Han", "Web Page": "https://l.example", "User 1": "x", "Notes": "n",
            "IMAddress": "leia@j.example",
        ])
        let leia = card.person
        #expect(leia.messengers == [Labeled("", "leia@j.example")])
        #expect(leia.name.prefix == "Dr." && leia.jobTitle == "Senator" && leia.birthday == PartialDate("1977-05-25"))
        #expect(leia.anniversary == nil && leia.relations == [Labeled("spouse", "Han")])
        #expect(leia.phones == [Labeled("work", "1"), Labeled("mobile", "2"), Labeled("home fax", "3")])
        #expect(
            leia.addresses == [
                Labeled("work", PostalAddress(street: "1 Palace, Tower 2", locality: "Aldera", country: "Alderaan")),
                Labeled("home", PostalAddress(postalCode: "2")),
            ])
        #expect(leia.emails.map(\.value) == ["leia@a.example", "l@b.example"])
        #expect(leia.customFields == [Labeled("User 1", "x")] && card.categories == ["Rebels", "Friends"])
        #expect(card.warnings == [])
    }

    @Test func `The Thunderbird format is read`() throws {
        let card = try readRow([
            "First Name": "", "Last Name": "", "Display Name": "Leia van Organa", "Nickname": "",
            "Primary Email": "a@a.example",
            "Secondary Email": "b@b.example", "Screen Name": "leia", "Work Phone": "1", "Home Phone": "2",
            "Fax Number": "3",
            "Pager Number": "4", "Mobile Number": "5", "Home Address": "1 Palace", "Home Address 2": "T",
            "Home City": "C",
            "Home State": "S", "Home ZipCode": "Z", "Home Country": "A", "Work City": "W", "Job Title": "Senator",
            "Organization": "Senate", "Web Page 1": "https://w.example", "Web Page 2": "https://h.example",
            "Birth Year": "1977", "Birth Month": "5", "Birth Day": "25", "Custom 1": "x", "Notes": "n",
        ])
        let leia = card.person
        #expect(leia.name.given == "Leia" && leia.name.family == "van Organa")
        #expect(leia.birthday == PartialDate("1977-05-25") && leia.messengers == [Labeled("", "leia")])
        #expect(leia.phones.map(\.label) == ["work", "home", "fax", "pager", "mobile"])
        #expect(
            leia.addresses == [
                Labeled(
                    "home",
                    PostalAddress(street: "1 Palace, T", locality: "C", region: "S", postalCode: "Z", country: "A")),
                Labeled("work", PostalAddress(locality: "W")),
            ])
        #expect(leia.urls == [Labeled("work", "https://w.example"), Labeled("home", "https://h.example")])
    }

    @Test("Unknown columns become custom fields, and mappings override guesses")
    func mapping() throws {
        let cells: KeyValuePairs = [
            "Rufname": "Leia", "Surname": "Organa", "Mail (privat)": "l@a.example", "Title": "Dr.", "Schuhgröße": "38",
            "email.yacht": "y@a.example",
        ]
        let said = ["rufname": "given", "Mail (privat)": "email.home", "Title": "prefix"]
        let leia = try readRow(cells, mapping: said).person
        #expect(leia.title == "Leia Organa" && leia.name.prefix == "Dr.")
        #expect(leia.emails == [Labeled("home", "l@a.example"), Labeled("yacht", "y@a.example")])
        #expect(leia.customFields == [Labeled("Schuhgröße", "38")])
        var reader = ContactCSVReader(file: "x", mapping: said)
        reader.feed(Array("Rufname,Title,Mail (privat),Schuhgröße\n".utf8))
        reader.finish()
        #expect(
            try reader.columns()?.map(\.column.words) == ["given", "prefix", "email.home", "field.Schuhgröße"])
    }

    @Test(arguments: [
        ("1977-05-25", "1977-05-25"), ("5/25/1977", "1977-05-25"), ("25/5/1977", "1977-05-25"),
        ("25.5.1977", "1977-05-25"), ("25-05-1977", "1977-05-25"), ("1977/05/25", "1977-05-25"), ("--0525", "--05-25"),
        ("1977", "1977"), ("25 May 1977", "1977-05-25"), ("May 25, 1977", "1977-05-25"), ("25-May-1977", "1977-05-25"),
        ("1977-05-25T00:00:00.000Z", "1977-05-25"), ("5/25/1977 12:00:00 AM", "1977-05-25"),
    ])
    func `Common date formats are read`(text: String, date: String) throws {
        #expect(try readRow(["First Name": "a", "Birthday": text]).person.birthday?.description == date)
    }

    @Test(
        "A birthday with a time is the same date in a vCard, jCard, table, LDIF file, and assignment",
        arguments: [
            ("1977-05-25T10:30:00+02:00", true), ("1977-05-25T00:00:00Z", false), ("19770525T103000Z", true),
            ("1977-05-25 10:30", true), ("1604-05-25T12:00", true), ("1977-05-25 0:00", false),
        ])
    func datesWithTimes(text: String, hasTime: Bool) throws {
        let row = try readRow(["First Name": "a", "Birthday": text])
        let date = try #require(row.person.birthday)
        let assignment = FieldAssignment(key: "birthday", value: text)
        let field = try #require(Person.fields.named("birthday"))
        #expect(try field.reading(assignment, over: Person()).assignment.value == date.description)
        if !text.contains(" 0:") {
            #expect(try CardReadResult.card("3.0", ["FN:a", "BDAY:\(text)"]).person.birthday == date)
            let properties = #"["version",{},"text","4.0"],["fn",{},"text","a"],["bday",{},"text","\#(text)"]"#
            #expect(try cards(#"[["vcard",[\#(properties)]]]"#, of: "a.json").map(\.person.birthday) == [date])
        }
        let entry = "dn: cn=a\nobjectClass: evolutionPerson\ncn: a\nbirthDate: \(text)\n"
        let read = try #require(try cards(entry, of: "a.ldif").first)
        #expect(read.person.birthday == date)
        // The time is kept in a custom field.
        for (card, label) in [(row, "Birthday"), (read, "birthdate")] {
            #expect(card.person.customFields == (hasTime ? [Labeled(label, text)] : []))
            #expect(card.warnings.count == (hasTime ? 1 : 0), "\(card.warnings)")
        }
    }

    private func cards(_ text: String, of file: String) throws -> [ContactCard] {
        var reader = CardReader(file: file)
        reader.feed(Array(text.utf8))
        reader.finish()
        var cards: [ContactCard] = []
        while let item = try reader.next() { if case .card(let card) = item { cards.append(card) } }
        return cards
    }

    @Test("One unambiguous date sets the day and month order of its entire column, including earlier rows")
    func orders() throws {
        func births(_ dates: [String], mapping: [String: String] = [:], chunk: Int = 7) throws -> [String?] {
            let text = "First Name,Birthday\n" + dates.map { "a,\($0)\n" }.joined()
            let read = try readTable(Array(text.utf8), mapping: mapping, inChunksOf: chunk)
            return read.cards.map { $0.person.birthday?.description }
        }
        let other = "1/2/1960"
        #expect(try births(["3/4/1977", other, "25/12/1980"]) == ["1977-04-03", "1960-02-01", "1980-12-25"])
        #expect(try births(["12/25/1980", "3/4/1977", other]) == ["1980-12-25", "1977-03-04", "1960-01-02"])
        #expect(try births(["3-4-1977", "", "25-12-1980"]) == ["1977-04-03", nil, "1980-12-25"])
        #expect(try births(["3/4/1977", "1977-05-06"]) == [nil, "1977-05-06"])
        #expect(
            try births(["3/4/1977", "25/12/1980", "12/25/1980", "1/2/1960"]) == [
                "1977-04-03", "1980-12-25", "1980-12-25", nil,
            ])
        #expect(try births(["3/4/1977"], mapping: ["Birthday": "birthday.mdy"]) == ["1977-03-04"])
        #expect(try births(["3/4/1977"], mapping: ["Birthday": "birthday.dmy"]) == ["1977-04-03"])
        #expect(try births(["3.4.1977", "12/25/1980", "4/4/1980"]) == ["1977-04-03", "1980-12-25", "1980-04-04"])
    }

    @Test("A row that is too short is imported with a warning")
    func shortRow() throws {
        let card = try #require(try readTable("First Name,Phone,Email\nAnn,1\n").first)
        #expect(card.person.phones.map(\.value) == ["1"] && card.person.emails.isEmpty)
        #expect(card.warnings.map(\.sentence.description) == ["The row has 2 fields, but the header has 3."])
    }

    @Test(
        "An ambiguous date under an English heading becomes a custom field with a hint",
        arguments: ["Birthday", "Personal Birthday", "Date of Birth"])
    func unknownOrder(heading: String) throws {
        let card = try readRow(["First Name": "a", heading: "3/4/1977"])
        #expect(card.person.birthday == nil && card.person.customFields == [Labeled(heading, "3/4/1977")])
        #expect(card.warnings.first?.sentence.contains("--dates dmy") == true && card.ambiguousDate != nil)
    }

    @Test(
        "Dates under a non-English heading are read day first unless a date proves otherwise",
        arguments: [
            "Fecha de nacimiento", "Cumpleaños", "Date de naissance", "Anniversaire", "Data di nascita", "Compleanno",
            "Geboortedatum", "Verjaardag", "Geburtstag", "Geburtsdatum", "Data de nascimento", "Aniversário",
        ])
    func localizedOrders(heading: String) throws {
        func births(_ dates: [String], mapping: [String: String] = [:]) throws -> [String?] {
            try readTable("First Name,\(heading)\n" + dates.map { "a,\($0)\n" }.joined(), mapping: mapping)
                .map { $0.person.birthday?.description }
        }
        #expect(try births(["06/05/1980"]) == ["1980-05-06"])
        #expect(try births(["06/05/1980"], mapping: [heading: "birthday"]) == ["1980-05-06"])
        #expect(try births(["06/05/1980"], mapping: [heading: "birthday.mdy"]) == ["1980-06-05"])
        #expect(try births(["06/05/1980", "12/31/1980"]) == ["1980-06-05", "1980-12-31"])
        #expect(try births(["06/05/1980", "31/12/1980"]) == ["1980-05-06", "1980-12-31"])
        #expect(try births(["31/12/1980", "12/31/1980", "06/05/1980"]).last == .some(nil))
    }

    @Test("A rejected row keeps its position after a row whose date order is still unknown")
    func waitingRows() throws {
        let text = "First Name,Birthday\na,3/4/1977\nb,c,d,e\nf,25/12/1980\n"
        var reader = ContactCSVReader(file: "x")
        reader.feed(Array(text.utf8))
        reader.finish()
        var kinds: [Bool] = []
        while let item = try reader.next() {
            if case .card = item { kinds.append(true) } else { kinds.append(false) }
        }
        #expect(kinds == [true, false, true])
    }

    @Test("Lists of values and labels in one Google Contacts cell are split")
    func severalAddresses() throws {
        let leia = try readRow([
            "First Name": "Leia", "E-mail 1 - Label": "* Work ::: Home",
            "E-mail 1 - Value": "a@x.example ::: b@x.example",
            "Address 1 - Label": "Home ::: Yacht", "Address 1 - Formatted": "1 Palace\nAldera ::: Bay",
            "Address 1 - Street": "1 Palace ::: ", "Address 1 - City": "Aldera ::: Bay",
        ]).person
        #expect(leia.emails == [Labeled("work", "a@x.example"), Labeled("home", "b@x.example")])
        #expect(
            leia.addresses == [
                Labeled("home", PostalAddress(street: "1 Palace", locality: "Aldera")),
                Labeled("Yacht", PostalAddress(locality: "Bay")),
            ])
    }

    @Test("A full name is kept only if it contains more than the name parts")
    func wholeNames() throws {
        let cells: KeyValuePairs = [
            "First Name": "Leia", "Last Name": "Organa", "Display Name": "General Leia", "Primary Email": "l@a.example",
        ]
        #expect(try readRow(cells).person.customFields == [Labeled("Display Name", "General Leia")])
        let same: KeyValuePairs = ["First Name": "Leia", "Last Name": "Organa", "Display Name": "Organa, Leia"]
        #expect(try readRow(same).person.customFields == [])
    }

    @Test("Outlook’s default values are ignored, and other values are kept")
    func outlooksMarks() throws {
        func person(_ marks: [String]) throws -> Person {
            try readRow([
                "First Name": "Leia", "E-mail Address": "l@a.example", "Gender": marks[0], "Priority": marks[1],
                "Sensitivity": marks[2], "Private": marks[3],
            ]).person
        }
        let usual = try person(["Unspecified", "Normal", "Normal", "False"])
        #expect(usual.customFields == [] && usual.gender == nil)
        #expect(try person(["Unspecified ", " normal", " Normal ", "FALSE "]) == usual)
        let other = try person(["Female", "High", "Private", "TRUE"])
        #expect(
            other.customFields.map { "\($0.label): \($0.value)" }
                == ["priority: High", "sensitivity: Private", "private: TRUE"])
        #expect(other.gender == Gender("F"))
    }

    @Test("Notes that start with combining characters stay separate")
    func combiningNotes() throws {
        var card = ContactCard()
        card.person.name.given = "Leia"
        card.notes = ["one", "\u{301}two", ":::\u{301}", "a ::: b", "\u{20DD}"]
        #expect(try readTable(writeTable([card])).cards.first?.notes == card.notes)
    }

    @Test("UTF-16 data without a file name is recognized as CSV", arguments: [true, false], [true, false])
    func utf16(isBigEndian: Bool, hasMark: Bool) throws {
        let text = (hasMark ? "\u{FEFF}" : "") + "First Name,E-mail\nZoë,z@x.example\n"
        let bytes = text.utf16.flatMap { unit in
            let halves = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? halves : halves.reversed()
        }
        #expect(ImportFormatDetection.contents(of: "-", beginning: bytes) == .table)
        for size in [1, 2, 3, 1000] {
            #expect(try readTable(bytes, inChunksOf: size).cards.map(\.person.title) == ["Zoë"])
        }
    }

    @Test(arguments: ["31.2.1977", "soon", "5/25/77", "1/2", "99/99/1977"])
    func `Invalid and ambiguous dates become custom fields`(text: String) throws {
        let card = try readRow(["First Name": "a", "Birthday": text])
        #expect(card.person.birthday == nil && card.person.customFields == [Labeled("Birthday", text)])
        #expect(card.warnings.count == 1)
    }

    @Test(arguments: [
        (["1977", "2", "31"], "1977-2-31"), (["1977", "", "31"], "1977-31"), (["1977", "Fex", "3"], "1977-Fex-3"),
        (["", "13", ""], "13"),
    ])
    func `Invalid dates in year, month, and day columns become custom fields`(parts: [String], text: String) throws {
        let card = try readRow([
            "First Name": "a", "Birth Year": parts[0], "Birth Month": parts[1], "Birth Day": parts[2],
        ])
        #expect(card.person.birthday == nil && card.person.customFields == [Labeled("birthday", text)])
        let sentence = "“\(text)” is not a date. It was imported as the custom field “birthday”."
        #expect(card.warnings.map(\.sentence.description) == [sentence])
    }
}

@Suite("Confirmation of CSV columns")
struct TableConfirmationTests {
    @Test(
        "Headings that identify every column do not require confirmation",
        arguments: [
            // These include headings from Numbers, iCloud, and Roundcube.
            "Vorname;Nachname;Firma;E-Mail (privat);Telefon (mobil);Straße (privat);PLZ (privat);Ort (privat);Notizen",
            "First Name,Last Name,Company,Phone (mobile),Phone (work),Email (home),Street (home),City (home),Birthday",
            "Prénom;Nom de famille;Téléphone (domicile);Adresse e-mail;Ville;Code postal;Date de naissance",
            "Nombre de pila;Apellidos;Teléfono móvil;Correo electrónico",
            "Display Name,First Name,Last Name,E-Mail - Home,Phone - Mobile,Work Dept,Work Title,Website,Info",
            "name,email,phone", "First name,Last name,Language", "given,family,email.work",
        ])
    func unambiguous(header: String) throws {
        #expect(try !isGuessed(header))
        // One unknown column is enough to require confirmation.
        #expect(try isGuessed(header + header.filter { $0 == "," || $0 == ";" }.prefix(1) + "Color"))
    }

    @Test(
        "Headings whose meaning depends on others, and tables without a full name, require confirmation",
        arguments: [
            "Nom;Prénom;E-mail", "Nombre;Apellidos;E-mail", "Name;Vorname;E-Mail", "Email;Phone", "First name;Email",
            "Nome;Apelido;E-mail",
        ])
    func ambiguous(header: String) throws { #expect(try isGuessed(header)) }

    private func isGuessed(_ header: String) throws -> Bool {
        try TableColumns(of: "a.csv", beginning: Array((header + "\n").utf8), mapping: [:]).isGuessed
    }
}
