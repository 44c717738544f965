import Testing

@testable import Model

@Suite("Values are read in common formats")
struct DateAndAddressInputTests {
    private static func conventions(_ region: String? = nil) -> Conventions {
        // Today is a Wednesday.
        Conventions(
            region: region.flatMap { Region(rawValue: $0) }, months: (1...12).map { $0 == 5 ? ["Mai"] : [] },
            today: { CivilDate(daysSince1970: 20_782) })
    }

    // MARK: - Dates

    @Test(arguments: [
        ("6 May", "--05-06"), ("May 6", "--05-06"), ("6. Mai", "--05-06"), ("6 May 1980", "1980-05-06"),
        ("May 6, 1980", "1980-05-06"), ("6th of May, 1980", "1980-05-06"), ("6-May-1980", "1980-05-06"),
        ("May 1980", "1980-05"), ("may", "--05"), ("Sept 3", "--09-03"), ("31.12.1980", "1980-12-31"),
        ("3.4.1980", "1980-04-03"), ("31.12.", "--12-31"), ("31/12/1980", "1980-12-31"), ("12/31/1980", "1980-12-31"),
        ("1980/12/31", "1980-12-31"), ("5/5/1980", "1980-05-05"), ("1980-05-06", "1980-05-06"), ("--05-06", "--05-06"),
        ("today", "2026-11-25"), ("Yesterday", "2026-11-24"), ("tomorrow", "2026-11-26"),
        ("last friday", "2026-11-20"), ("last Wednesday", "2026-11-18"), ("last thu", "2026-11-19"),
        ("last week", "2026-11-18"), ("2 weeks ago", "2026-11-11"), ("a month ago", "2026-10-25"),
        ("9 months ago", "2026-02-25"), ("in 3 days", "2026-11-28"), ("1 year ago", "2025-11-25"),
        ("wednesday", "2026-11-18"), ("Tuesday", "2026-11-24"), ("sun", "2026-11-22"), ("last year", "2025-11-25"),
        ("last day", "2026-11-24"), ("an year ago", "2025-11-25"), ("in one week", "2026-12-02"),
        ("1603-05", "1603-05"),
        ("6 May 1604", "--05-06"), ("6.5.1604", "--05-06"), ("1604-05-06", "--05-06"), ("0000-05-06", "--05-06"),
        ("6 May 1603", "1603-05-06"), ("12/12/1980", "1980-12-12"), ("1980/5/6", "1980-05-06"),
        ("12/13", "--12-13"), ("13/12", "--12-13"), ("29.2.", "--02-29"), ("1st may", "--05-01"),
        ("2nd May", "--05-02"),
        ("3rd May", "--05-03"), (" may/6/1980 ", "1980-05-06"), ("6 MAI 1980", "1980-05-06"),
    ])
    func `A date can be written in words or numbers`(text: String, date: String) {
        #expect(DateInput(text, in: Self.conventions()) == PartialDate(date).map { .date($0) })
    }

    @Test(arguments: [
        ("2w", "2026-12-09"), ("friday", "2026-11-27"), ("next Monday", "2026-11-30"), ("6 May", "2027-05-06"),
        ("2027-01-30", "2027-01-30"), ("tomorrow", "2026-11-26"), ("yesterday", "2026-11-24"),
        ("25 November", "2026-11-25"), ("24 November", "2027-11-24"), ("29 February", "2027-03-01"),
        ("0d", "2026-11-25"),
        ("wednesday", "2026-11-25"), ("next wednesday", "2026-12-02"), ("last friday", "2026-11-20"),
        ("1 month", "2026-12-25"), ("14", "2026-12-09"), ("365", "2027-11-25"), ("1980d", "2032-04-27"),
        ("NEXT  Tue", "2026-12-01"),
    ])
    func `An upcoming day can be given as a period, a weekday, or a date`(text: String, day: String) {
        #expect(DateInput.comingDay(text, in: Self.conventions()) == CivilDate(day))
    }

    @Test(arguments: [
        "soon", "6 friday", "the next friday", "next friday morning", "next", "5/6", "May", "May 2027", "",
        "next fr", "31 April", "1980", " 1980 ", "2027-01-30 10:00",
    ])
    func `Other text is not an upcoming day`(text: String) {
        #expect(DateInput.comingDay(text, in: Self.conventions()) == nil)
    }

    @Test(
        arguments: [
            ("13/12/1980", "1980-12-13", .dmy), ("12/13/1980", "1980-12-13", .mdy), ("5/5/1980", "1980-05-05", nil),
            ("12/12", "--12-12", nil), ("1.2.1980", "1980-02-01", nil), ("1980-1-2", "1980-01-02", nil),
            ("13/1", "--01-13", .dmy), ("1/13", "--01-13", .mdy), ("25. 5.", "--05-25", nil),
            ("2-2-1604", "--02-02", nil),
        ] as [(String, String, NumericDate.Order?)])
    func `A numeric date can prove the order of day and month`(text: String, date: String, order: NumericDate.Order?) {
        #expect(NumericDate(text) == PartialDate(date).map { NumericDate.date($0, proves: order) })
    }

    @Test(
        arguments: [("12/11/1980", 12, 11, 1980), ("1/2", 1, 2, nil), ("2 - 12 - 1980", 2, 12, 1980)]
            as [(String, Int, Int, Int?)])
    func `A numeric date can be ambiguous`(text: String, first: Int, second: Int, year: Int?) throws {
        let date = try #require(NumericDate(text))
        #expect(date == .either(first, second, year: year))
        #expect(date.date(in: nil) == nil)
        #expect(date.date(in: .dmy) == PartialDate(year: year, month: second, day: first))
        #expect(date.date(in: .mdy) == PartialDate(year: year, month: first, day: second))
        #expect(date.date(in: .ymd) == PartialDate(year: year, month: first, day: second))
    }

    @Test(arguments: [
        "0/5/1980", "5/0/1980", "0/0", "5/6/7/1980", "1980/5", "12/1980", "1980/13/1", "32/12", "5", "5/6.1980", "a/5",
        "5//1980", "1.2..", "31.4.", "198/5/6", "5/6/19800", "-5-6", "1-2-3-",
    ])
    func `Other text is not a numeric date`(text: String) { #expect(NumericDate(text) == nil) }

    @Test(
        arguments: [
            ("1980-05-06T10:30:00+02:00", "1980-05-06", "10:30:00+02:00"), ("19800506T103000Z", "19800506", "103000Z"),
            ("--0506 102030Z", "--0506", "102030Z"), ("1980-05-06 9:00", "1980-05-06", "9:00"),
            ("12/31/1980 9:00 AM", "12/31/1980", "9:00 AM"), ("yesterday 18:00", "yesterday", "18:00"),
            ("20 Nov 2026 18:00", "20 Nov 2026", "18:00"), ("19800506T", "19800506", ""),
            ("1980-05-06T-20", "1980-05-06", "-20"), ("1980-05-06T24:00", "1980-05-06T24:00", nil),
            ("6 May 1980", "6 May 1980", nil), ("May 1980", "May 1980", nil), ("Tuesday", "Tuesday", nil),
            ("2 weeks ago", "2 weeks ago", nil), ("", "", nil),
        ] as [(String, String, String?)])
    func `A time of day is separated from its date`(text: String, day: String, time: String?) {
        let parts = DateInput.dayAndTime(text)
        #expect(String(parts.day) == day && parts.time.map(String.init) == time)
    }

    @Test(
        arguments: [
            ("1980-05-06T10:30:00+02:00", "1980-05-06"), ("1980-05-06T00:00:00Z", "1980-05-06"),
            ("6 May 1980 10:30", "1980-05-06"), ("12/31/1980 9:00 am", "1980-12-31"), ("--0506T10", "--05-06"),
            ("1980-05-06 10 men", nil), ("1980-05-06 10:30 CEST", "1980-05-06"), ("1980-05-06 10:30 and then", nil),
            ("1980T10", nil), ("12/31/1980 9:00 XM", nil), ("12/31/1980 13:00 PM", nil), ("1980-12-31 9:99", nil),
            ("1980-12-31T10:99:99Z", nil), ("1980-05-06T99:00", nil), ("1980-12-31T10:30:00.5+02:00", "1980-12-31"),
            ("May 1980 10:30", nil), ("1980 1205", nil), ("1980-05-06 -1", nil), ("1980-02-30T10:30", nil),
            ("today 10:30", nil), ("1980-05-06T24:00", nil),
        ] as [(String, String?)])
    func `A time of day after a date is ignored if it is allowed`(text: String, date: String?) {
        let expected = date.flatMap { PartialDate($0) }.map(DateInput.date)
        #expect(DateInput(text, mayHaveTime: true, in: Self.conventions()) == expected)
        #expect(DateInput(text, in: Self.conventions()) == nil)
    }

    @Test func `Dates relative to today can be excluded`() {
        for text in ["today", "friday", "last week", "2 weeks ago", "in 3 days"] {
            #expect(DateInput(text, mayBeRelative: false, in: Self.conventions()) == nil, "\(text)")
        }
        #expect(DateInput("6 May", mayBeRelative: false, in: Self.conventions()) != nil)
    }

    @Test(arguments: [
        "", "6", "soon", "today today", "in 3", "last last week", "3 days", "in x days", "a days hence", "ago",
        "2 weeks later", "in 2 weeks ago", "May May", "6 7 May", "1980 1981 May", "31 April", "13/13/1980", "30.2.1980",
        "last", "6.13.",
        "2 fortnights ago", "99999999999 days ago", "5/6/80", "1.2.3.4", "May 6, 80th",
    ])
    func `Text that is not a date is rejected`(text: String) {
        #expect(DateInput(text, in: Self.conventions()) == nil)
    }

    @Test func `The region determines the order of day and month, and without a region both are possible`() {
        let both = (PartialDate("1980-06-05"), PartialDate("1980-05-06"))
        #expect(DateInput("5/6/1980", in: Self.conventions("DE")) == both.0.map { .date($0) })
        #expect(DateInput("5/6/1980", in: Self.conventions("US")) == both.1.map { .date($0) })
        for region in [nil, "CA"] {
            guard case .either(let first, let second) = DateInput("5/6/1980", in: Self.conventions(region)) else {
                Issue.record("The date is not ambiguous in \(region ?? "no region").")
                continue
            }
            #expect((first, second) == (both.0, both.1))
        }
    }

    @Test(arguments: [("30", 30), ("4w", 28), ("1m", 30), ("2 months", 61), ("1y", 365), ("0d", 0)])
    func `A period is read in days, weeks, months, or years, and in days without a unit`(text: String, days: Int) throws
    {
        let span = try #require(TimeSpan(text))
        #expect(span.days(from: CivilDate(daysSince1970: 20_782)) == days)
    }

    @Test(arguments: ["", "d", "-1d", "1x", "40000d", "1000000000000000000w"])
    func `Text that is not a valid period is rejected`(text: String) {
        #expect(TimeSpan(text) == nil)
    }

    // MARK: - Addresses

    @Test(arguments: [
        ("Hauptstraße 1, 10115 Berlin, Germany", "Hauptstraße 1; Berlin; ; 10115; Germany"),
        ("Hauptstraße 1\n10115 Berlin", "Hauptstraße 1; Berlin; ; 10115"),
        ("Hauptstraße 1, D-10115 Berlin", "Hauptstraße 1; Berlin; ; D-10115"),
        ("Keizersgracht 1, 1015 CJ Amsterdam, Nederland", "Keizersgracht 1; Amsterdam; ; 1015 CJ; Nederland"),
        ("Drottninggatan 5, 111 51 Stockholm, Sweden", "Drottninggatan 5; Stockholm; ; 111 51; Sweden"),
        ("ul. Prosta 20, 00-850 Warszawa, Polska", "ul. Prosta 20; Warszawa; ; 00-850; Polska"),
        ("1 Main St, Springfield, IL 62704", "1 Main St; Springfield; IL; 62704"),
        ("1 Main St, Springfield IL 62704-1234, USA", "1 Main St; Springfield; IL; 62704-1234; USA"),
        ("290 Bremner Blvd, Toronto ON M5V 3L9, Canada", "290 Bremner Blvd; Toronto; ON; M5V 3L9; Canada"),
        ("Flat 2, 10 Downing Street, London SW1A 2AA, UK", "Flat 2, 10 Downing Street; London; ; SW1A 2AA; UK"),
        ("10 Downing Street, London, SW1A 2AA", "10 Downing Street; London; ; SW1A 2AA"),
        ("1 Raffles Place, Singapore 048616", "1 Raffles Place; Singapore; ; 048616"),
        ("Hauptstraße 1, Berlin, Germany", "Hauptstraße 1; Berlin; ; ; Germany"),
        ("10115 Berlin", "; Berlin; ; 10115"), ("a; b; c; d; e", "a; b; c; d; e"),
        ("Rustaveli 5, 0108 Tbilisi, Georgia", "Rustaveli 5; Tbilisi; ; 0108; Georgia"),
        ("Berlin, 10115", "; Berlin; ; 10115"),
        ("Hauptstraße 1; Berlin; ; 10115;", "Hauptstraße 1; Berlin; ; 10115"),
    ])
    func `A postal address is split into its parts`(text: String, parts: String) throws {
        let typed = try #require(AddressInput(text))
        #expect(typed.address.description == parts)
        #expect(typed.isCertain)
    }

    @Test(arguments: [
        ("Hauptstraße 1", "Hauptstraße 1"), ("Berlin", "Berlin"), ("Hauptstraße 1, Berlin", "Hauptstraße 1; Berlin"),
        ("Müller, Hauptstraße 1, 10115 Berlin", "Müller, Hauptstraße 1; Berlin; ; 10115"),
        ("Berlin, Germany", "Berlin; ; ; ; Germany"), ("Germany", "Germany"), ("Weg 1, Hof 2", "Weg 1, Hof 2"),
        ("10115 Main St.", "; Main St.; ; 10115"),
        ("Rustaveli 5, Tbilisi, GEORGIA", "Rustaveli 5; Tbilisi; ; ; GEORGIA"),
        ("10115", "10115"), (", ,", ""),
        ("1600 Pennsylvania Avenue", "; Pennsylvania Avenue; ; 1600"),
        ("5 Peachtree St, Atlanta, Georgia", "5 Peachtree St; Atlanta; ; ; Georgia"),
        ("Top Floor, Main Street, Anytown", "Top Floor, Main Street; Anytown"),
        ("Hauptstraße 1;", "Hauptstraße 1"), ("Hauptstraße 1; Berlin; ; 10115", "Hauptstraße 1; Berlin; ; 10115"),
        ("Hauptstraße 1; 10115 Berlin; Germany", "Hauptstraße 1; 10115 Berlin; Germany"),
        (
            "Flat 2; 10 High Street, London SW1A 2AA, UK",
            "Flat 2; 10 High Street, London SW1A 2AA, UK"
        ),
    ])
    func `A postal address that may be split incorrectly is marked as uncertain`(text: String, parts: String) throws {
        let typed = try #require(AddressInput(text))
        #expect(typed.address.description == parts)
        #expect(!typed.isCertain)
    }

    @Test func `An assignment can set a part of a postal address`() throws {
        var person = Person()
        for word in [
            "address.home.city=Berlin", "address.home.zip=10115", "address.home.street=Hauptstraße 1",
            "address.\"a.b\".state=IL", "address.work=Unter den Linden 1; Berlin",
        ] { try Person.fields.apply([try #require(FieldAssignment(word))], to: &person) }
        #expect(
            person.addresses == [
                Labeled("home", PostalAddress(street: "Hauptstraße 1", locality: "Berlin", postalCode: "10115")),
                Labeled("a.b", PostalAddress(region: "IL")),
                Labeled("work", PostalAddress(street: "Unter den Linden 1", locality: "Berlin")),
            ])
        try Person.fields.apply([try #require(FieldAssignment("address.\"a.b\".region="))], to: &person)
        #expect(person.addresses.map(\.label) == ["home", "work"])
        #expect(throws: FieldProblems([.severalAddresses(field: "Address")])) {
            try Person.fields.apply([FieldAssignment(key: "address", part: .city, value: "Bonn")], to: &person)
        }
    }

    @Test(arguments: [
        "address.home.city=Berlin", "address.city=Berlin", "address.\"a.b\".city=Berlin", "address.\"home.city\"=a; b",
        "phone.city=1", "address.home=a; b",
    ])
    func `An assignment to a part of a postal address round-trips through text`(word: String) throws {
        #expect(try #require(FieldAssignment(word)).description == word.replacing("\"a.b\".city", with: "a.b.city"))
    }

    // MARK: - Phone numbers

    @Test(arguments: [
        ("030 1234567", "DE", "+49 30 1234567"), ("030/1234567", "DE", "+49 30 1234567"),
        ("0049 30 1234567", "DE", "+49 30 1234567"), ("+49 (0)30 123-4567", nil, "+49 30 123 4567"),
        ("+493012345678", nil, "+49 30 12345678"), ("+35312345678", nil, "+353 1 2345678"),
        ("0301234567", "DE", "+49 30 1234567"), ("+49 (30) 1234567", nil, "+49 30 1234567"),
        ("+49 301234567", nil, "+49 30 1234567"), ("0231123456", "DE", "+49 231123456"),
        ("+442071234567", nil, "+44 20 71234567"), ("+393331234567", nil, "+39 3331234567"),
        ("+33123456789", nil, "+33 123 456 789"),
        ("(202) 555-0174", "US", "+1 202 555 0174"), ("1-202-555-0174", "US", "+1 202 555 0174"),
        ("+15550100123", nil, "+1 555 010 0123"), ("06 698 12345", "IT", "+39 06 698 12345"),
        ("06 1 234 5678", "HU", "+36 1 234 5678"), ("030 1234567 ext. 9", "DE", "+49 30 1234567 ext. 9"),
        ("5550101", nil, "555 0101"), ("030 1234567", nil, "030 1234567"), ("+1-555-0101", nil, "+1-555-0101"),
        ("112", "DE", "112"), ("tel:+1555", nil, "tel:+1555"), ("1-800-FLOWERS", "US", "1-800-FLOWERS"),
        ("050 123 4567", "SA", "+966 50 123 4567"), ("0888 123456", "MW", "+265 888 123456"),
        ("600 1234", "GY", "+592 600 1234"), ("+881612345678", nil, "+881 612 345 678"),
        ("+999 1234567", nil, "+999 1234567"), ("", "DE", ""),
    ])
    func `A phone number is formatted for display`(text: String, region: String?, formatted: String) {
        #expect(PhoneNumber.formatted(text, in: Self.conventions(region)) == formatted)
    }

    @Test func `Spellings of a phone number are equal if the country code is known`() {
        let german = Self.conventions("DE")
        #expect(
            Set(
                ["030 1234567", "+49 30 1234567", "+49(0)30/1234567", "0049301234567", "0049 (0)30 1234567"].map {
                    PhoneNumber.key($0, in: german)
                }) == ["+49301234567"])
        #expect(PhoneNumber.key("030 1234567", in: Self.conventions()) == "0301234567")
        #expect(PhoneNumber.key("+49 30 1234567;ext=9", in: german) == "+49301234567;ext9")
    }

    @Test func `The spellings of a phone number include its national and international forms`() {
        #expect(
            PhoneSpellings(of: "+49 30 1234567", in: Self.conventions("DE")).numbers
                == ["49301234567", "0049301234567", "301234567", "0301234567"])
        #expect(
            PhoneSpellings(of: "+49 30 1234567", in: Self.conventions("FR")).numbers == [
                "49301234567", "0049301234567",
            ])
        #expect(PhoneSpellings(of: "030 1234567", in: Self.conventions()).ending == "301234567")
        #expect(PhoneSpellings(of: "0000000", in: Self.conventions()).ending == nil)
        #expect(PhoneNumber.formatted("456-7890", in: Self.conventions("DE")) == "456-7890")
        #expect(PhoneNumber.formatted("116117", in: Self.conventions("DE")) == "116117")
        #expect(PhoneSpellings(of: "112", in: Self.conventions("DE")).numbers == ["112"])
        #expect(PhoneSpellings(of: "none", in: Self.conventions()) == PhoneSpellings(of: "", in: Self.conventions()))
    }

    // MARK: - Checks

    @Test(arguments: [
        ("email", "leia", "Email: “leia” is not an email address."),
        (
            "email", "A <a@x.example>, B <b@x.example>",
            "Email: “A <a@x.example>, B <b@x.example>” is not an email address."
        ),
        ("phone", "none", "Phone: “none” does not contain a digit."),
        ("url", "https://a b", "Website: “https://a b” contains a space."),
        ("address", "Berlin", "Address: “Berlin” may be split incorrectly: street “Berlin”."),
    ])
    func `An unusual value is reported unless the record already has it`(key: String, value: String, sentence: String)
        throws
    {
        let field = try #require(Person.fields.first { $0.key == key })
        let word = FieldAssignment(key: key, operation: .add, value: value)
        #expect(try field.reading(word, over: Person()).warning?.sentence.description == sentence)
        var person = Person()
        try field.apply(word, to: &person)
        #expect(try field.reading(word, over: person).warning == nil)
        #expect(
            try field.reading(FieldAssignment(key: key, operation: .remove, value: value), over: Person()).warning
                == nil)
        #expect(person.unusualValues.map(\.description) == (key == "address" ? [] : [sentence]))
    }

    @Test(arguments: [
        ("email", "leia@alderaan.example"), ("phone", "٠١٢٣"), ("url", "alderaan.example"), ("im", "leia"),
    ])
    func `Usual values are not reported`(key: String, value: String) throws {
        let field = try #require(Person.fields.first { $0.key == key })
        #expect(try field.reading(FieldAssignment(key: key, value: value), over: Person()).warning == nil)
    }

    @Test func `Unambiguous dates and postal addresses are converted to their stored format`() throws {
        let read = { (word: String) in
            let word = try #require(FieldAssignment(word))
            let field = try #require(Person.fields.first { $0.key == word.key })
            return try field.reading(word, over: Person(), in: Self.conventions()).assignment.value
        }
        #expect(try read("birthday=6 May 1980") == "1980-05-06")
        #expect(try read("birthday=yesterday") == "yesterday")
        #expect(try read("address.home=Hauptstraße 1, 10115 Berlin") == "Hauptstraße 1; Berlin; ; 10115")
        #expect(throws: FieldProblem.self) { try read("birthday=5/6/1980") }
    }
}
