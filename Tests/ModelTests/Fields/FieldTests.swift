import Model
import TestSupport
import Testing

@Suite("Fields, assignments, postal addresses, IDs, and passphrases")
struct FieldTests {
    @Test func `The fields of a person round-trip through text`() throws {
        try readsWhatItWrote(Person.full(home: Planet.ID(rawValue: 7)))
    }

    @Test func `The fields of planets, groups, and notes round-trip through text`() throws {
        try readsWhatItWrote(Planet.example)
        var group = Group.example
        group.search = "slate rock"
        group.filter = "birthday is null"
        group.planets = "in hz"
        try readsWhatItWrote(group)
        var note = Note.example
        note.subject = RecordID(kind: .planet, number: 3)
        (note.persons, note.date, note.kind) = ([Person.ID(rawValue: 4)], CivilDate("2026-11-20"), "met")
        (note.reminder, note.isDone, note.messageID) = (CivilDate("2026-12-04"), true, "<1@mail.example>")
        try readsWhatItWrote(note)
    }

    /// Checks that a record can be reconstructed from the text of its fields.
    private func readsWhatItWrote<Content: Recordable>(_ content: Content) throws {
        var copy = Content()
        for field in Content.fields {
            let values = field.read(content)
            #expect(!values.isEmpty, "The example has no \(field.key).")
            try field.write(&copy, values)
            #expect(field.read(copy) == values, "\(field.key)")
        }
        #expect(copy.title == content.title)
    }

    @Test func `Field keys are unique, and catalog column names match field keys`() {
        let all = [Person.fields.map(\.key), Planet.fields.map(\.key), Group.fields.map(\.key), Note.fields.map(\.key)]
        for keys in all {
            #expect(Set(keys).count == keys.count)
        }
        let words = [("mass_kg", "massKg"), ("gravity_m_s2", "gravityMS2"), ("kind", "type"), ("RA_deg", "raDeg")]
        for (word, key) in words {
            #expect(Planet.fields.first { $0.answers(to: word) }?.key == key)
            #expect(FieldIndex(Planet.fields)[word]?.key == key)
        }
    }

    @Test("The page for each kind contains all visible fields, and a field is placed only after a field on that page")
    func everyFieldIsOnThePage() {
        checkPage(Person.self)
        checkPage(Group.self)
        checkPage(Planet.self)
        checkPage(Note.self)
    }

    private func checkPage<Content: Recordable>(_ type: Content.Type) {
        let page = Content.fields.inPageOrder().map(\.key)
        #expect(page.sorted() == Content.fields.filter { $0.place.audience != .nobody }.map(\.key).sorted())
        for field in Content.fields {
            guard let predecessor = field.place.predecessor else { continue }
            #expect(page.contains(predecessor), "\(field.key) follows an unknown field: \(predecessor).")
        }
    }

    // MARK: - Words

    @Test(arguments: [
        "given=Leia", "email.work=leia@alderaan.example", "phone+=+1=2", "url.contact form=https://x?a=b", "birthday=",
        "phone.home-=1", "field.a.b=c", "notes=a\nb",
    ])
    func `Assignments round-trip through text`(word: String) {
        #expect(FieldAssignment(word)?.description == word)
    }

    @Test(
        arguments: ["a=b", "a+", "a-", "\"a", "\"a\\b\"=", "a.b", ""],
        [FieldAssignment.Operation.replace, .add, .remove])
    func `An assignment with special characters in its label round-trips`(
        label: String, operation: FieldAssignment.Operation
    ) {
        let assignment = FieldAssignment(key: "phone", label: label, operation: operation, value: "+=1")
        #expect(FieldAssignment(assignment.description) == assignment)
    }

    @Test func `The name of an address part after a label is recognized only for postal addresses`() {
        for (word, label, part) in [
            ("address.home.city=Rome", "home", PostalAddress.Part.city), ("phone.home.city=1", "home.city", nil),
        ] {
            #expect(FieldAssignment(word)?.label == label && FieldAssignment(word)?.part == part)
        }
    }

    @Test(arguments: ["", "given", "=x", "1=2", "--limit=3", ".work=x", "+=x"])
    func `Words that lack a valid field or an operator are not assignments`(word: String) {
        #expect(FieldAssignment(word) == nil)
    }

    @Test func `Name parts are trimmed when they are entered, but stored whitespace is kept`() throws {
        var person = Person()
        (person.name.family, person.jobTitle) = ("\tLee", "x")
        let words = ["given=\t Ann\n", "nickname= ", "title= Dr. "].compactMap { FieldAssignment($0) }
        try Person.fields.apply(words, to: &person)
        #expect(person.name.given == "Ann" && person.name.nickname == "" && person.name.family == "\tLee")
        #expect(person.jobTitle == " Dr. ")
        #expect(person.title == "Ann Lee")
    }

    @Test(arguments: [
        ("email.work=b", ["work b"]), ("email+=c", ["work a", " c"]), ("email.home+=a", ["work a", "home a"]),
        ("email.work+=a", ["work a"]), ("email-=a", []), ("email.home-=a", ["work a"]), ("email=", []),
        ("email.home=", ["work a"]), ("email=x", ["work x"]), ("email.home=h", ["work a", "home h"]),
        ("email+=A", ["work a"]), ("email.work+=A", ["work a"]), ("email.home+=A", ["work a", "home a"]),
    ])
    func `Assignments replace, add, and remove labeled values`(word: String, result: [String]) throws {
        var person = Person()
        person.emails = [Labeled("work", "a")]
        try Person.fields.apply([try #require(FieldAssignment(word))], to: &person)
        #expect(person.emails.map { "\($0.label) \($0.value)" } == result)
    }

    @Test func `A replaced value keeps its label unless it is a relation or a custom field`() throws {
        var person = Person()
        person.phones = [Labeled("home", "1")]
        person.addresses = [Labeled("work", try #require(PostalAddress("1 Main St; Bedrock")))]
        person.relations = [Labeled("spouse", "Bob")]
        person.customFields = [Labeled("secret", "hidden")]
        let words = ["phone=2", "address=2 Main St; Bedrock", "relation=Eve", "field=x"]
        try Person.fields.apply(words.compactMap { FieldAssignment($0) }, to: &person)
        #expect(person.phones == [Labeled("home", "2")] && person.addresses.map(\.label) == ["work"])
        #expect(person.relations == [Labeled("", "Eve")] && person.customFields == [Labeled("", "x")])
    }

    @Test(
        "Adding an equal value keeps one value with its label and the more complete spelling",
        arguments: [
            (["030 1234567"], "phone+=+49 30 1234567", ["+49 30 1234567"]),
            (["+49 30 1234567"], "phone+=030 1234567", ["+49 30 1234567"]),
            (["030 1234567"], "phone.home+=+49 30 1234567", ["home: +49 30 1234567"]),
            (["home: 030 1234567"], "phone+=+49 30 1234567", ["home: +49 30 1234567"]),
            (["home: 030/1234567"], "phone.home+=030 1234567", ["home: 030/1234567"]),
            // A number can be used both at home and at work.
            (["home: 030 1234567"], "phone.work+=+49 30 1234567", ["home: +49 30 1234567", "work: +49 30 1234567"]),
            (["+49 30 1234567", "+43 30 1234567"], "phone-=+49 (0)30 1234567", ["+43 30 1234567"]),
            (["home: +49 30 1234567", "+49/30/1234567"], "phone-=030 1234567", []),
            (["home: +49 30 1234567", "work: 030 1234567"], "phone.home-=030 1234567", ["work: 030 1234567"]),
            (["https://acme.example"], "url+=HTTPS://Acme.example/", ["https://acme.example"]),
            (["https://acme.example"], "url.work+=https://ACME.example", ["work: https://acme.example"]),
            (
                ["https://acme.example/a"], "url+=https://acme.example/A/",
                ["https://acme.example/a", "https://acme.example/A/"]
            ),
            (["https://a@x.example/"], "url-=https://a@X.example", []),
            (["https://a@x.example"], "url-=https://A@x.example", ["https://a@x.example"]),
            (["xmpp: a@x.example"], "im+=xmpp:a@x.example", ["xmpp: a@x.example"]),
            (["jabber: a@x.example"], "im.jabber+=XMPP:a%40x.example", ["jabber: a@x.example"]),
            (["jabber: a@x.example"], "im=xmpp:b@x.example", ["xmpp: b@x.example"]),
            (["xmpp: a", "skype: a"], "im-=xmpp:a", ["skype: a"]), (["skype: a"], "im-=xmpp:a", ["skype: a"]),
            (["jabber: a", "skype: a"], "im-=xmpp:a", ["skype: a"]),
            ([], "im=Signal: +49 170 1", ["signal: +49 170 1"]),
            ([], "im=C:x", ["C:x"]), ([], "im=ann.lee:matrix.example", ["ann.lee:matrix.example"]),
            (["٠٣٠ ١٢٣٤٥٦"], "phone-=030 123456", []), (["+４９３０１２３４５"], "phone+=+49 30 12345", ["+４９３０１２３４５"]),
            (["xmpp: a@x.example"], "im-=xmpp:a@x.example", []), (["xmpp:a@x.example"], "im-=xmpp:a@x.example", []),
            ([], "im=https://t.me/ann", ["https://t.me/ann"]),
            ([], "im.work=xmpp:a@x.example", ["work: xmpp:a@x.example"]),
        ] as [([String], String, [String])])
    func equalValues(values: [String], word: String, left: [String]) throws {
        let assignment = try #require(FieldAssignment(word))
        let paths = ["phone": \Person.phones, "url": \Person.urls, "im": \Person.messengers]
        let path = try #require(paths[assignment.key])
        var person = Person()
        person[keyPath: path] = values.map { text in
            let parts = text.split(separator: ": ").map(String.init)
            return parts.count > 1 ? Labeled(parts[0], parts[1]) : Labeled("", text)
        }
        try Person.fields.apply([assignment], to: &person)
        #expect(person[keyPath: path].map(\.shown) == left)
    }

    @Test func `A value to remove that equals two different values is ambiguous`() throws {
        var person = Person()
        person.phones = ["+49 30 1234567", "+43 30 1234567"].map { Labeled("", $0) }
        let words = [try #require(FieldAssignment("phone-=030 1234567"))]
        let problems = try #require(throws: FieldProblems.self) { try Person.fields.apply(words, to: &person) }
        #expect(
            problems.sentences.description
                == "Phone: “030 1234567” can mean +49 30 1234567 or +43 30 1234567. Use one of them.")
        #expect(person.phones.count == 2)
    }

    @Test(
        "An exact spelling removes only that spelling, and another spelling removes all equal values",
        arguments: [
            ("phone-=+49301234567", ["+49 30 1234567", "030 1234567"]), ("phone-=+49/30/1234567", ["030 1234567"]),
            ("phone-=030 1234567", ["+49 30 1234567", "+49301234567"]),
        ])
    func exactRemoval(word: String, left: [String]) throws {
        var person = Person()
        person.phones = ["+49 30 1234567", "+49301234567", "030 1234567"].map { Labeled("", $0) }
        try Person.fields.apply([try #require(FieldAssignment(word))], to: &person)
        #expect(person.phones.map(\.value) == left)
        person.emails = [Labeled("", "A@x.example"), Labeled("", "a@x.example")]
        try Person.fields.apply([FieldAssignment(key: "email", operation: .remove, value: "a@x.example")], to: &person)
        #expect(person.emails.map(\.value) == ["A@x.example"])
    }

    @Test func `All invalid assignments are reported, and nothing changes`() throws {
        var planet = Planet.example
        let words = ["name=", "massKg=heavy", "colour=red", "moons+=2", "parent.x=Sun", "type=cube", "rings=perhaps"]
            .compactMap { FieldAssignment($0) }
        let problems = try #require(throws: FieldProblems.self) { try Planet.fields.apply(words, to: &planet) }
        #expect(planet == .example)
        #expect(problems.all.count == 7)
        let bounds: FieldProblem = .unreadable(field: "Mass", value: "heavy", expected: "a number in kg (more than 0)")
        #expect(problems.all.first == bounds)
        #expect(problems.all.last == .required(field: "Name"))
    }

    @Test(
        arguments: [
            (["email=x"], false, ["Email has 2 values: work: a, home: b."]), (["email=x"], true, []),
            (["email.work=x"], false, []), (["email.work=x", "email.home=y"], false, []),
            (["email.WORK=x", "email.work=y"], false, ["Email is set twice."]),
            (["email.work=x", "email=y"], false, ["Email is set twice."]), (["email=", "email=x"], false, []),
            (["email.work=", "email=x"], false, ["Email has 2 values: work: a, home: b."]),
            (["email+=x", "email+=y"], false, []), (["email=x", "email.other=y"], true, []),
            (["email=x", "email=y"], true, ["Email is set twice."]), (["phone=2"], false, []),
            (["given=A", "given=B"], false, ["Given name accepts only one value. Remove the others."]),
            (["given=", "given=B"], false, []), (["given=A", "family=B"], false, []), (["x=1", "x=2"], false, []),
            (["address.home.city=A", "address.home.city=B"], false, []),
        ] as [([String], Bool, [String])])
    func `Replacing several values, or setting a field twice, is reported`(
        words: [String], replacesAll: Bool, sentences: [String]
    ) throws {
        var person = Person()
        person.emails = [Labeled("work", "a"), Labeled("home", "b")]
        person.phones = [Labeled("", "1")]
        let words = try words.map { try #require(FieldAssignment($0)) }
        var found: [String] = []
        do {
            try Person.fields.checkReplacements(words, of: person, replacesAll: replacesAll)
        } catch {
            found = error.all.map(\.sentence.description)
        }
        #expect(found == sentences)
    }

    @Test(arguments: [
        ("email=c", "work", ["work", "home"], ["email.work=c"]),
        ("email=c", "work", ["work", "work"], ["email.work-=a", "email.work+=c"]),
        ("email=c", "", ["", "home"], ["email-=a", "email+=c"]), ("email=c", "", [""], ["email-=a", "email+=c"]),
    ])
    func `One of several values is replaced using its label, or removed and added if the label is ambiguous`(
        word: String, label: String, labels: [String], words: [String]
    ) throws {
        let values = labels.map { Labeled($0, $0 == labels.first ? "a" : "b") }
        let word = try #require(FieldAssignment(word))
        #expect(word.replacing(Labeled(label, "a"), among: values).map(\.description) == words)
        #expect(word.adding.description == "email+=c")
    }

    @Test func `The error for an unknown field lists the fields with the same word in their titles`() throws {
        var person = Person()
        let word = try #require(FieldAssignment("Name=x"))
        let problems = try #require(throws: FieldProblems.self) { try Person.fields.apply([word], to: &person) }
        let similar = ["given", "middle", "family", "phonetic", "formattedName"]
        #expect(problems.all == [.unknown(key: "Name", known: Person.fields.map(\.key), similar: similar)])
        #expect(problems.sentences.description == "Unknown field “Name”.")
    }

    // MARK: - Numbers

    @Test(arguments: [
        ("massKg=0", "Mass: invalid value “0”; expected a number in kg (more than 0)."),
        ("orbitalPeriodDays=-3", "Orbital period: invalid value “-3”; expected a number in days (more than 0)."),
        ("meanTemperatureK=-1", "Equilibrium temperature: invalid value “-1”; expected a number in K (0 or more)."),
        ("eccentricity=1", "Eccentricity: invalid value “1”; expected a number (at least 0 and less than 1)."),
        ("inclinationDeg=180.1", "Inclination: invalid value “180.1”; expected a number in ° (from 0 to 180)."),
        ("rotationHours=0", "Rotation: invalid value “0”; expected a number in hours (other than 0)."),
        ("moons=-1", "Moons: invalid value “-1”; expected a whole number (0 or more)."),
    ])
    func `The error for an impossible value in an assignment states the allowed range, but direct writes are accepted`(
        word: String, sentence: String
    ) throws {
        var planet = Planet.example
        let word = try #require(FieldAssignment(word))
        let problems = try #require(throws: FieldProblems.self) { try Planet.fields.apply([word], to: &planet) }
        #expect(problems.sentences.description == sentence)
        #expect(planet == .example)
        // Values written by other programs are accepted.
        let field = try #require(Planet.fields.first { $0.key == word.key })
        try field.write(&planet, [Labeled("", word.value)])
        #expect(field.text(of: planet) == word.value)
    }

    @Test(arguments: [
        ("temperature=cold", "invalid value “cold”; expected a number in K (0 or more)."),
        ("temperature.x=1", "does not accept a label. Remove the label."),
        ("temperature+=1", "has a single value. Use “=” instead of “+=” or “-=”."),
    ])
    func `Errors about an exoplanet use the titles of its form`(word: String, error: String) throws {
        var planet = Planet.example
        let word = try #require(FieldAssignment(word))
        let problems = try #require(throws: FieldProblems.self) { try Planet.fields.apply([word], to: &planet) }
        #expect(problems.sentences.description.hasPrefix("Equilibrium temperature"))
        #expect(problems.sentences.description.hasSuffix(error))
    }

    @Test(arguments: [
        "massKg=", "eccentricity=0", "inclinationDeg=180", "meanTemperatureK=0", "rotationHours=-5832.6", "moons=0",
    ])
    func `Values at the limits, an empty mass, and a negative rotation are accepted`(word: String) throws {
        var planet = Planet.example
        try Planet.fields.apply([try #require(FieldAssignment(word))], to: &planet)
    }

    @Test func `A gravity of 0 is not recalculated from the mass and radius`() throws {
        var planet = Planet()
        planet.name = "A"
        for word in ["radiusKm=6000", "massKg=1e24", "gravityMS2=0", "massKg=3e24"] {
            try Planet.fields.apply([try #require(FieldAssignment(word))], to: &planet)
        }
        #expect(planet.gravityMS2 == 0)
    }

    // MARK: - Postal addresses

    @Test func `Postal addresses round-trip through text`() {
        var chance = SeededGenerator(seed: 2)
        let pieces = ["", "1 Main Street", "a;b", "c\\d", "\\", ";", "Ünter; den\\Linden", "x"]
        for _ in 0..<500 {
            let address = PostalAddress(
                street: chance.pick(pieces), locality: chance.pick(pieces), region: chance.pick(pieces),
                postalCode: chance.pick(pieces), country: chance.pick(pieces))
            #expect(PostalAddress(address.description) == address)
        }
    }

    @Test func `Postal addresses with six parts are rejected`() {
        #expect(PostalAddress("a;b;c;d;e") != nil)
        #expect(PostalAddress("a;b;c;d;e;f") == nil)
    }

    // MARK: - Identifiers

    @Test("F3 Blob IDs consist of 64 lowercase hexadecimal digits")
    func blobIDsAreHexadecimal() {
        #expect(BlobID(rawValue: String(repeating: "0f", count: 32)) != nil)
        for name in ["", "0f", String(repeating: "0F", count: 32), String(repeating: "../", count: 21) + "a"] {
            #expect(BlobID(rawValue: name) == nil)
        }
    }

    @Test func `Record IDs round-trip through text, and invalid IDs are rejected`() {
        for kind in Kind.allCases {
            #expect(RecordID("\(kind.plural)/7") == RecordID(kind: kind, number: 7))
            #expect(RecordID(kind: kind, number: 7).description == "\(kind.plural)/7")
        }
        for text in ["persons", "persons/", "persons/0", "persons/-1", "persons/7/edit", "person/7", "persons/leia"] {
            #expect(RecordID(text) == nil)
        }
    }

    @Test func `Printing or dumping a passphrase does not reveal it`() throws {
        let passphrase = try #require(Passphrase("secret"))
        var dumped = ""
        dump(passphrase, to: &dumped)
        #expect(!"\(passphrase) \(String(reflecting: passphrase)) \(dumped)".contains("secret"))
    }
}
