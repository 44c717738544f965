import Interchange
import Model
import Testing
import Text

@Suite("CSV files from other programs and in other languages")
struct LocalizedTableTests {
    @Test("Outlook columns are recognized in six languages without a prompt", arguments: OutlookHeadings.all)
    func outlookColumns(headings: OutlookHeadings) throws {
        var (columns, values): ([String], [String]) = ([], [])
        func add(_ headings: [String], _ texts: [String]) {
            columns += headings
            values += texts
        }
        add(headings.names, ["Dr.", "Leia", "Amidala", "Organa", "Jr."])
        add(headings.work, Self.address("w"))
        add(headings.home, Self.address("h"))
        add(headings.other, Self.address("o"))
        let numbers = (100..<117).map { "+1 555 \($0)" }
        add(headings.phones, numbers)
        add(headings.emails, ["leia@alderaan.example", "SMTP", "leia@hoth.example"])
        add(
            headings.rest,
            ["Alliance", "Command", "General", "1950-10-21", "1980-05-04", "Rebels", "Brave.", "x.example"])
        let rows = [columns, values].map { row in row.map { "\"\($0)\"" }.joined(separator: ";") }
        let text = rows.joined(separator: "\r\n")
        #expect(try !TableColumns(of: "a.csv", beginning: Array(text.utf8), mapping: [:]).isGuessed)
        let card = try #require(try readTable(text).first)
        let person = card.person
        #expect(person.name.prefix == "Dr." && person.name.given == "Leia" && person.name.middle == "Amidala")
        #expect(person.name.family == "Organa" && person.name.suffix == "Jr.")
        #expect(person.organization == "Alliance" && person.department == "Command" && person.jobTitle == "General")
        #expect(person.birthday == PartialDate("1950-10-21") && person.anniversary == PartialDate("1980-05-04"))
        #expect(person.addresses.map(\.label) == ["work", "home", "other"])
        for (address, mark) in zip(person.addresses.map(\.value), ["w", "h", "o"]) {
            #expect(address.street == "\(mark)street, \(mark)more" && address.locality == "\(mark)city")
            #expect(address.region == "\(mark)region" && address.postalCode == "\(mark)code")
            #expect(address.country == "\(mark)country")
        }
        let labels = [
            "assistant", "work fax", "work", "work", "callback", "car", "company", "home fax", "home", "home", "isdn",
            "mobile", "other fax", "other", "pager", "main", "telex",
        ]
        #expect(person.phones.map(\.label) == labels)
        #expect(person.phones.map(\.value) == numbers)
        #expect(person.emails.map(\.value) == ["leia@alderaan.example", "leia@hoth.example"])
        #expect(person.urls.map(\.value) == ["x.example"])
        #expect(card.notes == ["Brave."] && card.categories == ["Rebels"])
        #expect(person.customFields == [])
    }

    private static func address(_ mark: String) -> [String] {
        ["street", "more", "city", "region", "code", "country"].map { mark + $0 }
    }

    @Test(
        "Outlook gender, hobby, and office columns are recognized in several languages",
        arguments: [
            ["Geschlecht", "Weiblich", "Hobby", "Büro"], ["Sexe", "Féminin", "Passe-temps", "Bureau"],
            ["Sexo", "Femenino", "Aficiones", "Ubicación de la oficina"],
            ["Sesso", "Femminile", "Passatempi", "Ubicazione ufficio"],
            ["Geslacht", "Vrouwelijk", "Hobby's", "Locatie kantoor"],
            ["Gênero", "Feminino", "Passatempo", "Localização do escritório"],
            ["Płeć", "Kobieta", "Zainteresowania", "Lokalizacja biura"],
            ["Gender", "Female", "Hobby", "Office Location"],
        ])
    func genderAndOffice(words: [String]) throws {
        let text = "First Name;Last Name;\(words[0]);\(words[2]);\(words[3])\nLeia;Organa;\(words[1]);Chess;B 12\n"
        let person = try #require(try readTable(text).first).person
        #expect(person.gender == Gender("F"))
        #expect(person.customFields == [Labeled("hobby", "Chess"), Labeled("office", "B 12")])
    }

    @Test("German headings that combine a field with a label, and name headings in several languages, are recognized")
    func spreadsheets() throws {
        let card = try readRow([
            "Nachname": "Organa", "Vorname": "Leia", "E-Mail (privat)": "a@x.example", "Telefon (mobil)": "1",
            "Telefon - Arbeit": "2", "PLZ (privat)": "12345", "Stadt (privat)": "Theed", "Schuhgröße": "38",
        ])
        #expect(card.person.title == "Leia Organa")
        #expect(card.person.emails == [Labeled("home", "a@x.example")])
        #expect(card.person.phones == [Labeled("mobile", "1"), Labeled("work", "2")])
        #expect(card.person.addresses == [Labeled("home", PostalAddress(locality: "Theed", postalCode: "12345"))])
        #expect(card.person.customFields == [Labeled("Schuhgröße", "38")])
        let surnameFirst = [["Name", "Vorname"], ["Nom", "Prénom"], ["Naam", "Voornaam"]]
        let surnameLast = [["Nombre", "Apellidos"], ["Nome", "Cognome"], ["Nome", "Apelido"]]
        for (headings, cells) in surnameFirst.map({ ($0, "Organa;Leia") }) + surnameLast.map({ ($0, "Leia;Organa") }) {
            let cards = try readTable(headings.joined(separator: ";") + ";E-mail\n\(cells);a@x.example\n")
            #expect(cards.map(\.person.name.given) == ["Leia"] && cards.map(\.person.name.family) == ["Organa"])
        }
        #expect(try readRow(["Nome": "Leia Organa", "Cellulare": "1"]).person.name.family == "Organa")
    }

    @Test("German Google Contacts columns are recognized")
    func localizedGoogle() throws {
        let card = try readRow([
            "Vorname": "Leia", "Nachname": "Organa", "E-Mail 1 – Label": "* Privat", "E-Mail 1 – Wert": "a@x.example",
            "Telefon 1 - Label": "Mobil", "Telefon 1 - Wert": "1", "Adresse 1 - Straße": "Palast 1",
            "Adresse 1 - Stadt": "Theed",
        ])
        #expect(card.person.emails == [Labeled("home", "a@x.example")])
        #expect(card.person.phones == [Labeled("mobile", "1")])
        #expect(card.person.addresses.map(\.value) == [PostalAddress(street: "Palast 1", locality: "Theed")])
    }

    @Test("The notes that LinkedIn writes before the header are skipped")
    func linkedIn() throws {
        let text = """
            Notes:
            "When exporting your connection data, you may notice that some of the email addresses are missing."

            First Name,Last Name,URL,Email Address,Company,Position,Connected On
            Leia,Organa,https://www.linkedin.com/in/leia,leia@alderaan.example,Alliance,General,04 May 2025
            """
        for size in [3, 1 << 16] {
            let (cards, rejected) = try readTable(Array(text.utf8), inChunksOf: size)
            #expect(cards.count == 1 && rejected.isEmpty)
            let person = try #require(cards.first).person
            #expect(person.title == "Leia Organa" && person.organization == "Alliance" && person.jobTitle == "General")
            #expect(person.urls.map(\.value) == ["https://www.linkedin.com/in/leia"])
            #expect(person.customFields == [Labeled("Connected On", "04 May 2025")])
        }
        #expect(ImportFormatDetection.contents(of: "Connections.txt", beginning: Array(text.utf8)) == .table)
        #expect(try !TableColumns(of: "a.csv", beginning: Array(text.utf8), mapping: [:]).isGuessed)
        #expect(throws: SourceProblem.noIdentifyingColumn(file: "table.csv", headings: ["color"])) {
            try readTable("color\nred\ngreen\n")
        }
    }

    @Test("The separator that Excel declares before the header is used", arguments: ["sep=;", "\"sep=;\""])
    func declaredSeparator(line: String) throws {
        let cards = try readTable("\(line)\r\nVorname;Notiz\r\nLeia;a,b,c\r\n")
        #expect(cards.map(\.person.name.given) == ["Leia"] && cards.map(\.notes) == [["a,b,c"]])
    }

    @Test("Yahoo columns are recognized")
    func yahoo() throws {
        let card = try readRow([
            "First": "Leia", "Middle": "A.", "Last": "Organa", "Nickname": "Lele", "Email": "a@x.example",
            "Category": "Rebels", "Messenger ID": "leia", "Home": "1", "Work": "2", "Mobile": "3", "Fax": "4",
            "Alternate Email 1": "b@x.example", "Personal Website": "x.example", "Title": "General",
            "Company": "Alliance", "Work Address": "Base 1", "Work City": "Yavin", "Work ZIP": "1",
            "Comments": "Brave.",
            "Skype ID": "leia.o", "Custom 1": "blue",
        ])
        let person = card.person
        #expect(person.name.middle == "A." && person.title.hasPrefix("Leia") && person.jobTitle == "General")
        #expect(
            person.phones == [
                Labeled("home", "1"), Labeled("work", "2"), Labeled("mobile", "3"), Labeled("fax", "4"),
            ])
        #expect(person.emails.map(\.value) == ["a@x.example", "b@x.example"])
        #expect(
            person.addresses == [
                Labeled("work", PostalAddress(street: "Base 1", locality: "Yavin", postalCode: "1"))
            ])
        #expect(person.urls == [Labeled("home", "x.example")])
        #expect(person.messengers.map(\.value) == ["leia", "leia.o"])
        #expect(card.categories == ["Rebels"] && card.notes == ["Brave."])
        #expect(person.customFields == [Labeled("Custom 1", "blue")])
    }

    @Test("German Thunderbird columns and Portuguese and Spanish spreadsheet columns are recognized")
    func otherLanguages() throws {
        let german = try readRow([
            "Vorname": "Leia", "Nachname": "Organa", "Messenger-Name": "leia.o", "Arbeitstitel": "General",
            "Geburtsjahr": "1950", "Geburtsmonat": "10", "Geburtstag": "21",
        ]).person
        #expect(german.birthday == PartialDate("1950-10-21") && german.jobTitle == "General")
        #expect(german.messengers.map(\.value) == ["leia.o"] && german.customFields == [])
        let person = try readRow([
            "Nome": "Leia", "Apelido": "Organa", "Morada": "Palácio 1", "Sobrenombre": "Lele",
        ]).person
        #expect(person.addresses.map(\.value.street) == ["Palácio 1"] && person.name.nickname == "Lele")
    }

    @Test("HubSpot, Roundcube, and iCloud columns are recognized")
    func otherPrograms() throws {
        let hubSpot = try readRow([
            "Record ID": "51", "First Name": "Leia", "Last Name": "Organa", "Email": "a@x.example",
            "Phone Number": "1", "Mobile Phone Number": "2", "Company Name": "Alliance", "Job Title": "General",
            "Website URL": "x.example", "Street Address": "Base 1", "City": "Yavin", "State/Region": "R",
            "Postal Code": "1", "Country/Region": "Y", "Lead Status": "Open",
        ]).person
        #expect(hubSpot.phones == [Labeled("", "1"), Labeled("mobile", "2")] && hubSpot.organization == "Alliance")
        #expect(
            hubSpot.addresses.map(\.value) == [
                PostalAddress(street: "Base 1", locality: "Yavin", region: "R", postalCode: "1", country: "Y")
            ])
        #expect(hubSpot.customFields == [Labeled("Record ID", "51"), Labeled("Lead Status", "Open")])
        #expect(try readRow(["Name": "Leia", "Associated Company": "Hoth"]).person.organization == "Hoth")
        let both = try readRow(["Name": "Leia", "Associated Company": "Hoth", "Company Name": "Alliance"]).person
        #expect(both.organization == "Alliance" && both.customFields.contains(Labeled("Associated Company", "Hoth")))
        let roundcube = try readRow([
            "Display Name": "Leia Organa", "First Name": "Leia", "Last Name": "Organa", "E-Mail - Home": "a@x.example",
            "E-Mail - Work": "b@x.example", "Phone - Mobile": "1", "Work Dept": "Command", "Work Title": "General",
            "Info": "Brave.",
        ])
        #expect(roundcube.person.emails == [Labeled("home", "a@x.example"), Labeled("work", "b@x.example")])
        #expect(roundcube.person.phones == [Labeled("mobile", "1")] && roundcube.person.department == "Command")
        #expect(roundcube.person.jobTitle == "General" && roundcube.notes == ["Brave."])
        let iCloud = try readRow([
            "First name": "Leia", "Last name": "Organa", "Phone (mobile)": "1", "Phone (work)": "2",
            "Email (home)": "a@x.example", "Street (home)": "Palace 1", "City (home)": "Theed",
            "Birthday": "1950-10-21",
        ]).person
        #expect(iCloud.phones == [Labeled("mobile", "1"), Labeled("work", "2")])
        #expect(iCloud.addresses == [Labeled("home", PostalAddress(street: "Palace 1", locality: "Theed"))])
        #expect(iCloud.birthday == PartialDate("1950-10-21"))
    }

    @Test(
        "A full name is split into its parts",
        arguments: [
            ("Archer, Ann", ["", "Ann", "Archer", ""]),
            ("Dr. Max Mustermann Jr.", ["Dr.", "Max", "Mustermann", "Jr."]),
            ("Ann Archer", ["", "Ann", "Archer", ""]), ("Archer, Dr. Ann", ["Dr.", "Ann", "Archer", ""]),
            ("Prof. Dr. Ludwig van Beethoven", ["Prof. Dr.", "Ludwig", "van Beethoven", ""]),
            ("Sammy Davis, Jr.", ["", "Sammy", "Davis", "Jr."]), ("Herr Müller", ["Herr", "", "Müller", ""]),
            ("Henry Ford II", ["", "Henry", "Ford", "II"]), ("Cher", ["", "Cher", "", ""]),
            ("Dr.", ["", "Dr.", "", ""]),
            ("Ann Archer, PhD", ["", "Ann", "Archer", "PhD"]), ("Berg, Jan van den", ["", "Jan", "van den Berg", ""]),
            ("Goethe, Johann Wolfgang von", ["", "Johann Wolfgang", "von Goethe", ""]),
            ("J. R. R. Tolkien", ["", "J. R. R.", "Tolkien", ""]),
        ])
    func fullNames(text: String, parts: [String]) throws {
        let person = try readRow(["Name": text, "Email": "a@x.example"]).person
        let name = person.name
        #expect([name.prefix, name.given, name.family, name.suffix] == parts && person.customFields == [])
    }

    @Test(
        "Initials after the given name are read as middle names",
        arguments: ["Ann Q. R. Archer", "Archer, Ann Q. R."])
    func middleInitials(text: String) throws {
        let name = try readRow(["Name": text, "Email": "a@x.example"]).person.name
        #expect(name.given == "Ann" && name.middle == "Q. R." && name.family == "Archer")
    }

    @Test("A phone number that a spreadsheet has rounded is reported", arguments: ["4,92211E+11", "4.92211e+11"])
    func roundedNumbers(text: String) throws {
        let card = try readRow(["Name": "Ann", "Phone": text])
        #expect(card.person.phones == [Labeled("", text)] && card.warnings.count == 1)
        #expect(try readRow(["Name": "Ann", "Phone": "+49 221 1"]).warnings == [])
    }

    @Test(
        "A company in a name column becomes the organization",
        arguments: [
            "Acme GmbH", "Acme Widgets, Inc.", "Müller & Co", "Acme S.p.A.", "ACME Ltd", "Stadtwerke Köln",
            "Hotel Adler",
        ])
    func companies(name: String) throws {
        for heading in ["Name", "Last Name", "First Name"] {
            let person = try readRow([heading: name, "Email": "a@x.example"]).person
            #expect(person.organization == name && person.name == PersonName(), "\(heading)")
        }
        let same = try readRow(["Name": "Bakery", "Company": "Bakery", "Email": "a@x.example"]).person
        #expect(same.organization == "Bakery" && same.name == PersonName() && same.customFields == [])
        let spelled = try readRow(["Name": "ACME Foods", "Company": "Acme Foods", "Email": "a@x.example"]).person
        #expect(spelled.organization == "Acme Foods" && spelled.name == PersonName() && spelled.customFields == [])
        let employee = try readRow(["Name": "Ann Archer", "Company": name, "Email": "a@x.example"]).person
        #expect(employee.organization == name && employee.name.family == "Archer")
    }

    @Test(
        "Localized Google Contacts labels are recognized, and other labels are kept",
        arguments: [
            "Privat": "home", "* Arbeit": "work", "Fax (geschäftlich)": "work fax", "Domicile": "home",
            "Fax professionnel": "work fax", "Móvil": "mobile", "Fax de casa": "home fax", "Cellulare": "mobile",
            "Lavoro": "work", "Thuis": "home", "Hoofdnummer": "main", "Trabalho": "work", "Outro": "other",
            "Fax residencial": "home fax", "Casa mare": "Casa mare", "Fax mobil": "Fax mobil", "Handy": "Handy",
            "Personnel": "Personnel", "Principal": "Principal", "Particular": "Particular",
        ])
    func googleLabels(label: String, expected: String) throws {
        let card = try readRow([
            "First Name": "Leia", "Last Name": "Organa", "Labels": "", "Phone 1 - Label": label, "Phone 1 - Value": "1",
        ])
        #expect(card.person.phones == [Labeled(expected, "1")])
    }

    @Test("Google Contacts labels of custom fields, relations, and events are not translated")
    func ownLabels() throws {
        let person = try readRow([
            "First Name": "Leia", "Last Name": "Organa", "Labels": "", "Custom Field 1 - Label": "Casa",
            "Custom Field 1 - Value": "Organa", "Relation 1 - Label": "Privat", "Relation 1 - Value": "Han",
            "Event 1 - Label": "Arbeit", "Event 1 - Value": "1977-05-25", "Phone 1 - Label": "Arbeit",
            "Phone 1 - Value": "1",
        ]).person
        #expect(Set(person.customFields) == [Labeled("Casa", "Organa"), Labeled("Arbeit", "1977-05-25")])
        #expect(person.relations == [Labeled("Privat", "Han")])
        #expect(person.phones == [Labeled("work", "1")])
    }

    @Test("A specified encoding is used even if another one is more likely", arguments: [1, 1 << 16])
    func statedEncoding(chunk: Int) throws {
        func titles(_ encoding: TableEncoding?, _ bytes: [UInt8]) throws -> [String] {
            try readTable(Array("Name,Email\n".utf8) + bytes, encoding: encoding, inChunksOf: chunk).cards
                .map(\.person.title)
        }
        let row = Array("Ann M".utf8) + [0x9A] + Array(",a@x.example\n".utf8)
        #expect(try titles(.macRoman, row) == ["Ann Mö"] && titles(.windows1252, row) == ["Ann Mš"])
        #expect(try titles(.utf8, row) == [] && titles(nil, row).count == 1)
        let valid = Array("Ann Mé,a@x.example\n".utf8)
        #expect(try titles(.windows1252, valid) == ["Ann MÃ©"] && titles(.utf8, valid) == ["Ann Mé"])
        let wide = Array("Name,Email\nÄnn,a@x.example\n".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try readTable(wide, encoding: .utf16, inChunksOf: chunk).cards.map(\.person.title) == ["Änn"])
    }
}
