import TestSupport
import Testing

/// Phone numbers, email addresses, and postal addresses for scripts and labels.
@Suite("Contact details", .childProcesses)
struct ContactValueTests {
    private func home() throws -> Home {
        let home = try SeededHome.home("flintstones")
        let ending = try home.almanac(
            "new", "person", "prefix=Prof.", "given=Ada", "family=Lovelace", "organization=Engines",
            "phone.work=+44-20-1",
            "phone.home=+44-20-2", "email=ada@engines.example",
            "address.home=12 St James’s Square; London; ; SW1Y 4JH; United Kingdom",
            "address.work=Hauptstraße 1; Berlin; ; 10115; Germany")
        #expect(ending.status == 0, "\(ending.errors)")
        return home
    }

    @Test("phone, email, and postal print only the values, one per line")
    func values() throws {
        let home = try home()
        #expect(try home.almanac("phone", "Ada Lovelace").output == "+44-20-1\n+44-20-2\n")
        #expect(try home.almanac("phone", "Ada", "Lovelace", "--only", "home").output == "+44-20-2\n")
        #expect(try home.almanac("email", "ada").output == "ada@engines.example\n")
        #expect(
            try home.almanac("postal", "ada").lines == [
                "12 St James’s Square, LONDON, SW1Y 4JH, UNITED KINGDOM", "Hauptstraße 1, 10115 Berlin, GERMANY",
            ])
        let row = try #require(try home.almanac("phone", "ada", "--json").rows.first)
        #expect(row["value"]?.string == "+44-20-1" && row["label"]?.string == "work")
    }

    @Test("An address label has the name above and the country below, and an empty line separates labels")
    func labels() throws {
        let home = try home()
        #expect(
            try home.almanac("postal", "ada", "--label", "--table").output == """
                Prof. Ada Lovelace
                12 St James’s Square
                LONDON
                SW1Y 4JH
                UNITED KINGDOM

                Prof. Ada Lovelace
                Engines
                Hauptstraße 1
                10115 Berlin
                GERMANY

                """)
        #expect(
            try home.almanac("postal", "ada", "--label").output
                == home.almanac("postal", "ada", "--label", "--table").output)
    }

    @Test("A partial name that several persons share is ambiguous, and nothing is printed for a person without values")
    func names() throws {
        let home = try home()
        let several = try home.almanac("phone", "flintstone")
        #expect(several.status == 3 && several.output == "" && several.errors.contains("Fred Flintstone"))
        let nobody = try home.almanac("phone", "zzzz")
        #expect(nobody.status == 3 && nobody.output == "")
        let none = try home.almanac("phone", "Dino Flintstone")
        #expect(none.status == 0 && none.output == "")
        #expect(try home.almanac("phone", "groups/1").status != 0)
    }
}
