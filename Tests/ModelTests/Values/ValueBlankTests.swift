import Testing

@testable import Model

@Suite("Whitespace around and within values")
struct ValueBlankTests {
    private static let blanks = ["", " ", "\t", "\n", "\u{A0}", "  \t\n"]
    private static let conventions = Conventions(
        region: nil, months: [], today: { CivilDate(daysSince1970: 20_782) })

    @Test(
        "A date is read in every accepted spelling, with whitespace around it",
        arguments: [
            "1977-05-25", "19770525", "25.5.1977", "25. 5. 1977", "25 . 05 . 1977", "5/25/1977", "5 / 25 / 1977",
            "1977/5/25", "1977 / 05 / 25", "25-5-1977", "25 May 1977", "May 25, 1977", "25th of  May , 1977",
            "25-May-1977", "25. May 1977",
        ], blanks)
    func dates(text: String, blank: String) {
        let date = PartialDate("1977-05-25").map(DateInput.date)
        #expect(DateInput(blank + text + blank, in: Self.conventions) == date)
    }

    @Test(
        "Dates relative to today may contain any whitespace",
        arguments: [" yesterday ", "last  tuesday", "\tLAST\nTuesday", " 1  day ago ", "a day  ago"])
    func relativeDates(text: String) {
        #expect(
            DateInput(text, in: Self.conventions) == .date(PartialDate(CivilDate(daysSince1970: 20_781))))
    }

    @Test("Whitespace around the units of periods and quantities is ignored", arguments: ["", " ", "\t "])
    func units(blank: String) {
        #expect(TimeSpan("4\(blank)w\(blank)") == TimeSpan("28"))
        #expect(Unit.number("\(blank)5\(blank)km\(blank)", stored: .km) == 5)
        #expect(Unit.number("\(blank)5\(blank)AU\(blank)", stored: .km) == Unit.number("5au", stored: .km))
        #expect(Unit.number("\(blank)5\(blank)kg\(blank)", stored: .km) == nil)
    }

    @Test(
        "Whitespace around the values of a planet, except for free text, is ignored",
        arguments: [
            ("massKg", "6e24"), ("radius", "1.2rearth"), ("radius", "1.2 rearth"), ("moons", "2"), ("rings", "yes"),
            ("type", "dwarf planet"), ("discoveryYear", "1846"), ("uncertainty.massKg", "±1e22"),
        ], blanks)
    func planetAssignments(field: (key: String, value: String), blank: String) throws {
        let (key, value) = field
        func planet(_ value: String) throws -> Planet {
            var planet = Planet()
            planet.name = "Vulcan"
            try Planet.fields.apply([try #require(FieldAssignment("\(key)=\(value)"))], to: &planet)
            return planet
        }
        if key.contains("."), blank.contains(where: { $0 != " " }) { return }
        #expect(try planet(blank + value + blank) == planet(value))
    }

    @Test(
        "Whitespace around the values of a person, except for free text, is ignored",
        arguments: [
            ("birthday", "1977-05-25"), ("anniversary", "--05-04"), ("contact", "30d"), ("contact", "2 weeks"),
            ("gender", "female"), ("gender", "F"), ("home", "planets/1"), ("given", "Leia"),
            ("address.home.city", "Aldera"), ("address.home", "Palace 1; Aldera"),
        ], blanks)
    func personAssignments(field: (key: String, value: String), blank: String) throws {
        let (key, value) = field
        func person(_ value: String) throws -> Person {
            var person = Person()
            try Person.fields.apply([try #require(FieldAssignment("\(key)=\(value)"))], to: &person)
            return person
        }
        #expect(try person(blank + value + blank) == person(value))
    }

    @Test(
        "Whitespace between the words of a filter is ignored",
        arguments: [
            "radius:rearth<1.25 and(discovered>=2020 or name~kepler)",
            " radius : rearth < 1.25 and ( discovered >= 2020 or name ~ kepler ) ",
            "\nradius:rearth\t<\n1.25\u{A0}AND ( discovered ≥ 2020 OR name ~ 'kepler' )\n",
            "RADIUS:REARTH<1.25 and\u{2003}(discovered>=2020 or name ~\"kepler\")",
        ])
    func filters(text: String) throws {
        let plain = "radius:rearth < 1.25 and (discovered >= 2020 or name ~ kepler)"
        #expect(try Filter(text, of: .planet).condition == Filter(plain, of: .planet).condition)
    }

    @Test("Spaces within quoted text in a filter are kept", arguments: [" kepler", "kepler ", "kep  ler"])
    func quoted(text: String) throws {
        let field = try #require(FilterField.all(of: .planet).first { $0.name == "name" })
        #expect(try Filter("name = '\(text)'", of: .planet).condition == .compare(field, .equal, .text(text)))
    }

    @Test(
        "A postal address is split in every accepted notation, with whitespace around its parts",
        arguments: [
            "Hauptstraße 1,10115 Berlin,Germany", " Hauptstraße 1 ,  10115  Berlin , Germany ",
            "\nHauptstraße 1\n 10115 Berlin \n\n Germany\n", " Hauptstraße 1 ; Berlin ;; 10115 ; Germany ",
        ])
    func addresses(text: String) {
        #expect(AddressInput(text)?.address.description == "Hauptstraße 1; Berlin; ; 10115; Germany")
        #expect(PostalAddress(" a ; b ;\t;\n; c ") == PostalAddress(street: "a", locality: "b", country: "c"))
    }

    @Test(
        "An uncertainty may have whitespace around its deviations",
        arguments: [" ±0.2 ", "±  0.2", "0.2 ", "+0.2  -0.2", " 0.2,  0.2"])
    func uncertainties(text: String) { #expect(Uncertainty(text) == Uncertainty(upper: 0.2, lower: 0.2)) }

    @Test("The title of a person without a name is the first value that is not blank", arguments: blanks)
    func title(blank: String) {
        var person = Person()
        person.emails = [Labeled("", blank)]
        person.phones = [Labeled("", "\(blank)1\(blank)")]
        #expect(person.title == "1")
        person.name.given = "\(blank)Leia\(blank)"
        person.name.family = "\(blank)Organa\(blank)"
        #expect(person.title == "Leia Organa" && person.displayName(in: .card) == "Leia Organa")
        #expect(Constellation("\(blank)boötes\(blank)")?.abbreviation == "Boo")
    }
}
