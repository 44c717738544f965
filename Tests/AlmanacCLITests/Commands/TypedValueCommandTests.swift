import TestSupport
import Testing
import Text

@Suite("Values in common formats", .childProcesses)
struct TypedValueCommandTests {
    @Test(arguments: [
        (["email=leia"], "Email: “leia” is not an email address."),
        (["phone+=none"], "Phone: “none” does not contain a digit."),
        (["url.home=https://a b"], "Website: “https://a b” contains a space."),
        (
            ["address.home=Hauptstraße 1"],
            "Address: “Hauptstraße 1” may be split incorrectly: street “Hauptstraße 1”."
        ),
    ])
    func `An unusual value is an error unless --force is given`(words: [String], sentence: String) throws {
        let home = try SeededHome.home()
        let refused = try home.run(["new", "person", "given=Leia"] + words)
        #expect(refused.status == 2)
        #expect(refused.errors.contains(sentence) && refused.errors.contains("--force"))
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
        #expect(try home.run(["new", "person", "given=Leia"] + words + ["--force"]).status == 0)
        // An unusual value that the person already has does not prevent other changes.
        #expect(try home.run(["edit", "persons/1", "title=Senator"] + words).status == 0)
        #expect(try home.run(["edit", "persons/1"] + words.map { $0.replacing("=", with: "-=") }).status != 1)
    }

    @Test func `An import keeps unusual values and lists them`() throws {
        let home = try SeededHome.home()
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Leia\r\nN:;Leia;;;\r\nEMAIL:leia\r\nTEL:none\r\nEND:VCARD\r\n"
        let report = try home.almanac("import", try home.write(card, to: "leia.vcf"), "--json")
        #expect(report.status == 0)
        #expect(
            try report.json["warnings"]?.array?.compactMap { $0["sentence"]?.string } == [
                "Email: “leia” is not an email address. It was imported unchanged.",
                "Phone: “none” does not contain a digit. It was imported unchanged.",
            ])
        let leia = try home.almanac("show", "persons/1", "--json").json
        #expect(leia["emails"]?.array?.first?["value"]?.string == "leia")
        #expect(leia["phones"]?.array?.first?["value"]?.string == "none")
    }

    @Test func `A phone number is stored as typed, formatted for display, and found in any notation`() throws {
        let home = try SeededHome.home()
        try home.write("region = DE\n", to: ".config/almanac/config")
        try home.almanac("new", "person", "given=Leia", "phone.home=030/1234567")
        #expect(try home.almanac("show", "persons/1", "--format", "table").output.contains("+49 30 1234567"))
        let stored = try home.almanac("show", "persons/1", "--json").json["phones"]?.array?.first?["value"]?.string
        #expect(stored == "030/1234567")
        for number in ["+49 30 1234567", "030 1234567", "0049301234567", "030/1234567"] {
            #expect(
                try home.almanac("persons", "where", "phone = \"\(number)\"", "--json").rows.count == 1, "\(number)")
            #expect(try home.almanac("persons", "where", "phone != \"\(number)\"", "--json").rows.isEmpty, "\(number)")
            #expect(try home.almanac("find", number, "--json").rows.count == 1, "\(number)")
        }
        #expect(try home.almanac("persons", "where", "phone ~ 123-45", "--json").rows.count == 1)
        #expect(try home.almanac("persons", "where", "phone = \"+44 30 1234567\"", "--json").rows.isEmpty)
        try home.almanac("edit", "persons/1", "phone-=+49 30 1234567")
        #expect(try home.almanac("show", "persons/1", "--json").json["phones"] == .array([]))
    }

    @Test func `A postal address is split into its parts, each of which can be set`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia", "address.home=Hauptstraße 1, 10115 Berlin, Germany")
        try home.almanac("edit", "persons/1", "address.home.city=Potsdam", "address.work.city=Berlin")
        let addresses = try home.almanac("show", "persons/1", "--json").json["addresses"]?.array
        #expect(
            addresses?.map { ($0["label"]?.string ?? "") + ": " + ($0["value"]?["locality"]?.string ?? "") }
                == ["home: Potsdam", "work: Berlin"])
        #expect(addresses?.first?["value"]?["street"]?.string == "Hauptstraße 1")
        #expect(addresses?.first?["value"]?["postalCode"]?.string == "10115")
        #expect(addresses?.first?["value"]?["country"]?.string == "Germany")
    }

    @Test(arguments: [
        ("birthday=6 May 1980", "1980-05-06"), ("birthday=May 6", "--05-06"), ("birthday=31.12.1980", "1980-12-31"),
        ("birthday=12/31/1980", "1980-12-31"),
    ])
    func `A date can be written with a month name or only with numbers`(word: String, date: String) throws {
        let home = try SeededHome.home()
        #expect(try home.almanac("new", "person", "given=Leia", word, "--json").json["birthday"]?.string == date)
    }

    @Test(arguments: [
        ("1604-05-06", "--05-06"), ("1980-05-06T10:30:00+02:00", "1980-05-06"), ("1980-05-06T00:00:00Z", "1980-05-06"),
        (" 1980-05-06 ", "1980-05-06"), ("1980-02-30", nil), ("1980-13-45", nil), ("2020-99-99", nil),
    ])
    func `A date is read in the same way in assignments and filters`(text: String, date: String?) throws {
        let home = try SeededHome.home()
        let added = try home.almanac("new", "person", "given=Leia", "birthday=\(text)", "--json")
        let found = try home.almanac("persons", "where", "birthday = '\(text)'", "--json")
        guard let date else { return #expect(added.status == 2 && found.status == 2) }
        #expect(try added.json["birthday"]?.string == date)
        #expect(try found.rows.count == 1)
    }

    @Test(arguments: [
        ("5", 5.0), (" 5 ", 5), ("5.4×10²", 540), ("5.4×10² kg", 540), ("0x10", nil), ("0x10 kg", nil), ("inf", nil),
    ])
    func `A number is read in the same way in assignments and filters`(text: String, number: Double?) throws {
        let home = try SeededHome.home()
        let added = try home.almanac("new", "planet", "name=X", "massKg=\(text)", "--json")
        let found = try home.almanac("planets", "where", "mass = '\(text)'", "--json")
        guard let number else { return #expect(added.status == 2 && found.status == 2) }
        #expect(try added.json["massKg"]?.number == number)
        #expect(try found.rows.count == 1)
    }

    @Test func `An ambiguous date is an error unless the region determines it`() throws {
        let home = try SeededHome.home()
        let refused = try home.almanac("new", "person", "given=Leia", "birthday=5/6/1980", "--force")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("“5/6/1980” can mean 1980-06-05 or 1980-05-06."))
        let us = try home.almanac(
            "new", "person", "given=Leia", "birthday=5/6/1980", "--json", with: ["LC_ALL": "en_US.UTF-8"])
        #expect(try us.json["birthday"]?.string == "1980-05-06")
    }

    @Test func `--at and filters accept relative dates`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia")
        #expect(try home.almanac("show", "persons/1", "--at", "yesterday").status == 3)
        #expect(try home.almanac("show", "persons/1", "--at", "today").status == 0)
        #expect(try home.almanac("persons", "where", "created >= yesterday", "--json").rows.count == 1)
        #expect(try home.almanac("persons", "where", "created <= \"2 weeks ago\"", "--json").rows.isEmpty)
        #expect(try home.almanac("birthdays", "--within", "1m").status == 0)
        #expect(try home.almanac("show", "persons/1", "--at", "soon").errors.contains("“2 weeks ago”"))
    }

    @Test func `Creating a group with the name of an existing group is an error unless --force is given`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "group", "name=Rebels")
        let refused = try home.almanac("new", "group", "name=rebels")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("A group named “Rebels” already exists: groups/1."))
        #expect(try home.almanac("new", "group", "name=rebels", "--force").status == 0)
        #expect(try home.almanac("edit", "groups/1", "name=Rebels", "description=Good").status == 0)
    }

    @Test func `A form asks about unusual values, ambiguous dates, and the parts of a postal address`() throws {
        let home = try HomeFixture.home(.bedrock)
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name:")
        try session.enter(":review", until: "edit ›")
        try session.enter("email.home=fred", until: "Save it anyway?")
        try session.enter("no", until: "edit ›")
        try session.enter("email.home=fred", until: "Save it anyway?")
        try session.enter("yes", until: "edit * ›")
        try session.enter("birthday=5/6/1980", until: "Which date do you mean?")
        try session.enter("1980-05-06", until: "edit * ›")
        try session.enter("address.other='Hauptstraße 1'", until: "Address · other · Street: Hauptstraße 1")
        try session.enter("", until: "Address · other · City:")
        try session.enter("Berlin", until: "Address · other · Region:")
        try session.enter(":review", until: "edit * ›")
        try session.enter("save", until: "persons › Fred Flintstone ›")
        #expect(session.quit() == 0)
        let fred = try home.almanac("show", "persons/1", "--json").json
        #expect(fred["emails"]?.array?.first?["value"]?.string == "fred")
        #expect(fred["birthday"]?.string == "1980-05-06")
        #expect(fred["addresses"]?.array?.last?["value"]?["locality"]?.string == "Berlin")
    }
}
