import Model
import Testing

@testable import Interchange

@Suite("Whitespace around accepted values")
struct BlankTests {
    private static let blanks = ["", " ", "\t", " \t "]

    // MARK: - vCard

    @Test(
        "Whitespace around vCard property names, parameters, and versions is ignored", arguments: blanks,
        ["TEL?;?TYPE?=?WORK?:1", "TEL?;?WORK?:1", "a.?TEL?;?type?=?Work?,?PREF?:1"])
    func heads(blank: String, line: String) throws {
        for version in ["2.1", "3.0", "\(blank)4.0\(blank)"] {
            let card = try CardReadResult.card(version, ["N:;A;;;", "FN:A", line.replacing("?", with: blank)])
            #expect(card.person.phones == [Labeled("work", "1")] && card.warnings == [])
        }
    }

    @Test("Whitespace around BEGIN and END is ignored", arguments: blanks)
    func delimiters(blank: String) throws {
        let text = "?BEGIN?:?VCARD?\nFN:A\nAGENT:?\nBEGIN?:?VCARD?\nFN:B\nEND?:?VCARD?\nTEL:1\nEND?:?vcard?\n"
        let result = try CardReadResult(text.replacing("?", with: blank))
        #expect(result.onlyCard?.person.title == "A")
        #expect(result.onlyCard?.person.relations == [Labeled("agent", "B")])
        #expect(result.onlyCard?.person.phones == [Labeled("", "1")])
    }

    @Test("Whitespace around dates, categories, and components of addresses is ignored", arguments: blanks)
    func values(blank: String) throws {
        let lines = [
            "FN:A", "BDAY:?1977-05-25?", "ANNIVERSARY:?19770504?", "CATEGORIES:?a?,?b c?,?",
            "ADR:?;?;?Palace 1?;?Aldera?;?R?;?1?;?A?", "ADR:?;?;?;?;?;?;?",
        ].map { $0.replacing("?", with: blank) }
        let card = try CardReadResult.card("4.0", lines)
        #expect(card.person.birthday == PartialDate("1977-05-25"))
        #expect(card.person.anniversary == PartialDate("1977-05-04"))
        #expect(card.categories == ["a", "b c"] && card.warnings == [])
        let address = PostalAddress(street: "Palace 1", locality: "Aldera", region: "R", postalCode: "1", country: "A")
        #expect(card.person.addresses == [Labeled("", address)])
    }

    @Test("Whitespace around data URIs and base64 is ignored", arguments: blanks)
    func photos(blank: String) throws {
        let data = "/9j/4AECAwQF"
        for line in [
            "PHOTO:?data:image/jpeg;base64?,?\(data)?", "PHOTO;VALUE=uri:?data:image/jpeg\\;base64\\,\(data)?",
            "PHOTO;ENCODING?=?b?:?\(data)?",
        ] {
            let card = try CardReadResult.card("4.0", ["FN:A", line.replacing("?", with: blank)])
            #expect(card.photo?.type == .jpeg, "\(line)")
        }
        let uri = "\(blank)data:IMAGE/jpeg;base64,\(data)\(blank)"
        #expect(DataURI.mediaType(of: Array(uri.utf8)[...]) == "image/jpeg")
    }

    @Test("A formatted name that consists of whitespace is ignored", arguments: ["", " ", "\\n", " \\n "])
    func formattedName(text: String) throws {
        let card = try CardReadResult.card("4.0", ["FN:\(text)", "N:\(text);\(text);;;", "EMAIL: a@b.example "])
        #expect(card.person.name.display.isEmpty && card.person.title == "a@b.example")
        let named = try CardReadResult.card("4.0", ["FN: Leia Organa "])
        #expect(named.person.name.given == "Leia" && named.person.name.family == "Organa")
    }

    @Test("Whitespace around a revision is ignored", arguments: blanks)
    func revision(blank: String) {
        let one = CardRevision("\(blank)2026-01-31T23:59:59.5Z\(blank)")
        #expect(one == CardRevision("20260131T235959") && one != nil)
    }

    @Test(
        "A malformed revision, or a revision that is not in UTC, is rejected",
        arguments: [
            "2026013", "202601311", "20260131T2359", "20260131T2359590", "20260131T235959+01:00", "T235959", "",
        ])
    func invalidRevision(text: String) { #expect(CardRevision(text) == nil) }

    // MARK: - LDIF

    private func ldif(_ lines: String...) throws -> ContactCard {
        let text = (["dn: uid=leia", "objectClass: person"] + lines).joined(separator: "\n") + "\n"
        return try #require(try CardReadResult(text).cards.first)
    }

    @Test("Spaces before values in LDIF files are ignored", arguments: ["", " ", "   "])
    func ldifValues(blank: String) throws {
        let card = try ldif("sn:\(blank)Organa", "givenName::\(blank)TGVpYQ==", "telephoneNumber:\(blank)1")
        #expect((card.person.name.given, card.person.name.family) == ("Leia", "Organa"))
        #expect(card.person.phones == [Labeled("work", "1")])
    }

    @Test(
        "Preferred languages are read in order of weight",
        arguments: ["fr, en;q=0.7, de;q=0.8", " en ; q=0.7 , fr , de; q=0.8,", "de;q=0.8,*,en;q=0.7,fr;q=1.0"])
    func languages(text: String) throws {
        let languages = try ldif("preferredLanguage: \(text)").person.languages.map(\.value)
        #expect(languages == ["fr", "de", "en"])
    }

    @Test(
        "The case of a distinguished name and whitespace around its parts are ignored",
        arguments: [
            "cn=Leia Organa,mail=Leia@a.example", " cn = Leia Organa , mail = leia@a.example ",
            "CN=LEIA ORGANA+mail=leia@A.example",
        ])
    func distinguishedName(text: String) {
        #expect(DistinguishedName(text).uid == "cn=leia organa,mail=leia@a.example")
    }

    // MARK: - Tables

    @Test("Whitespace around headings, dates, groups, and labels in tables is ignored", arguments: blanks)
    func tables(blank: String) throws {
        let (first, date) = ("\(blank)First Name\(blank)", "\(blank)25. 5. 1977\(blank)")
        let card = try readRow([
            first: "\(blank)Ann\(blank)", "\(blank)Birthday\(blank)": date,
            "E-mail 1 - Type": "\(blank)Work\(blank)", "E-mail 1 - Value": "a@b.example",
        ])
        #expect(card.person.name.given == "Ann" && card.person.birthday == PartialDate("1977-05-25"))
        #expect(card.person.emails == [Labeled("work", "a@b.example")])
        let groups = try readRow([
            first: "Ann", "E-mail": "a@b.example", "Groups": "?a?;?b c?;?".replacing("?", with: blank),
        ])
        #expect(groups.categories == ["a", "b c"])
    }

    @Test(
        "A date in a table is read in every accepted spelling, with whitespace around it",
        arguments: [
            "1977-05-25", "19770525", "25.5.1977", "25. 5. 1977", "25 . 05 . 1977", "5/25/1977", "5 / 25 / 1977",
            "1977/5/25",
            "25-5-1977", "25 May 1977", "May 25, 1977", "25th of May 1977", "1977-05-25T00:00:00.000Z",
            "5/25/1977 12:00 AM",
            "1977-05-25 0:00",
        ], blanks)
    func tableDates(date: String, blank: String) {
        #expect(TableDate(blank + date + blank).date(in: nil) == PartialDate("1977-05-25"))
    }

    @Test(
        "The notations for a missing date are recognized", arguments: ["0/0/00", "0.0.00", "0000-00-00"],
        blanks)
    func missingDates(date: String, blank: String) { #expect(TableDate(blank + date + blank) == .none) }

    @Test(
        "Invalid and unsupported dates in tables are rejected",
        arguments: [
            "0/0/0", "25.5.77", "yesterday", "1977-05-25T24:00", "5/25/1977 1:00 or later", "31.4.1977",
            "yesterday 10:00", "1977-05-25 -1", "1977-05-25 10 men", "1977-05-25 10:00 lords",
        ])
    func otherDates(text: String) { #expect(TableDate(text) == .noDate) }

    @Test("A row is blank if all its cells are blank", arguments: ["", " ", ",", " , \t,", "\"\",\" \""])
    func blankRows(row: String) throws {
        let cards = try readTable("First Name,Last Name,Notes\nAnn,,\n\(row)\nBen,,\n")
        #expect(cards.map(\.person.title) == ["Ann", "Ben"] && cards.map(\.place?.number) == [1, 2])
    }

    @Test("Whitespace around the year, month, and day in separate columns is ignored", arguments: blanks)
    func dateParts(blank: String) throws {
        let cells = ["1977", "5", "25"].map { "\"\(blank)\($0)\(blank)\"" }.joined(separator: ",")
        let header = "First Name,Birth Year,Birth Month,Birth Day"
        #expect(try readTable("\(header)\nAnn,\(cells)\n").first?.person.birthday == PartialDate("1977-05-25"))
    }

    @Test("Spaces around the values in catalog cells are ignored", arguments: ["", " ", "   "])
    func catalogs(blank: String) throws {
        func planet(_ header: String, _ row: String) throws -> Planet {
            var reader = CatalogReader(file: "planets.csv")
            let quoted = { (line: String) in
                line.split(separator: ",", omittingEmptySubsequences: false).map { "\"\(blank)\($0)\(blank)\"" }
                    .joined(separator: ",") + "\n"
            }
            reader.feed(Array((quoted(header) + quoted(row)).utf8))
            reader.finish()
            guard case .entry(let entry)? = try reader.next() else { return Planet() }
            #expect(entry.name == "A b")
            return try entry.planet()
        }
        let own = try planet("name,massKg,aliases,parent,rings", "A b,6e24,x | y;z,A,yes")
        #expect((own.massKg, own.parent, own.rings) == (6e24, "A", true) && own.aliases == ["x", "y", "z"])
        let archive = try planet(
            "pl_name,hostname,pl_letter,hd_name,pl_orbper,discoverymethod", "A b,A,b,HD 1,3.5,Transit")
        #expect((archive.orbitalPeriodDays, archive.parent) == (3.5, "A") && archive.aliases == ["HD 1 b"])
        let european = try planet(
            "name,star_name,planet_status,orbital_period,detection_type,alternate_names",
            "A b,A,Confirmed,3.5,Primary Transit,B 1")
        #expect((european.orbitalPeriodDays, european.discoveryMethod) == (3.5, "Transit"))
        #expect(european.parent == "A" && european.status == .confirmed && european.aliases == ["B 1"])
    }

    // MARK: - Labels

    @Test("Whitespace around the parts of an address label is ignored", arguments: blanks)
    func postalLabels(blank: String) {
        func label(_ blank: String) -> [String] {
            let parts = ["1 Main St", "Springfield", "IL", "62704", "United States"].map { blank + $0 + blank }
            let address = PostalAddress(
                street: parts[0], locality: parts[1], region: parts[2], postalCode: parts[3], country: parts[4])
            return address.label(to: ["Ann"])
        }
        #expect(label(blank) == label("") && label("").last == "UNITED STATES" && label("").count == 4)
        #expect(PostalAddress(street: "a", country: blank).label(to: []) == ["a"])
    }
}
