import Model
import Testing

@testable import AlmanacStore

/// The words and keys by which persons and relations are found.
@Suite("Search words and keys")
struct SearchKeyTests {
    // MARK: - Names

    @Test(
        "The words of a name are read without titles, suffixes, and degrees",
        arguments: [
            ("John", "Smith III", "", ["john"], ["smith"], "3"),
            ("John", "Smith", "Jr.", ["john"], ["smith"], "junior"),
            ("John", "Smith d. Ä.", "", ["john"], ["smith"], "senior"),
            ("John", "Smith sen.", "", ["john"], ["smith"], "senior"), ("John", "Sen", "", ["john"], ["sen"], nil),
            ("John", "Smith Sen", "", ["john"], ["smith", "sen"], nil),
            ("John", "Smith jr. MD", "", ["john"], ["smith"], "junior"), ("John", "Jr", "", ["john"], ["jr"], nil),
            ("Dr. Anna", "", "", ["anna"], [], nil), ("Dr.", "", "", ["dr."], [], nil),
            ("Dr.", "Meier", "", [], ["meier"], nil),
            ("Anna Dr.", "Meier", "", ["anna", "dr."], ["meier"], nil),
            ("Anna van der Berg", "", "", ["anna"], ["van", "der", "berg"], nil),
            ("Van Morrison", "", "", ["van"], ["morrison"], nil), ("Archer, Ann", "", "", ["ann"], ["archer"], nil),
            ("Ann B. Archer", "", "", ["ann", "b."], ["archer"], nil), ("", "", "", ["bobby"], [], nil),
        ] as [(String, String, String, [String], [String], String?)])
    func names(
        given: String, family: String, suffix: String, givenWords: [String], familyWords: [String], generation: String?
    ) {
        var name = PersonName()
        (name.given, name.family, name.suffix, name.nickname) = (given, family, suffix, "Bobby")
        let words = NameWords(name)
        #expect(words.given == givenWords && words.familyWords == familyWords && words.generation == generation)
        #expect(words.nickname == ["bobby"] && words.family == familyWords.joined())
    }

    @Test("A middle name follows the given name, and the sort name begins with the family name")
    func middleName() {
        var person = Person()
        (person.name.given, person.name.middle, person.name.family) = ("Ann", "C.", "Bell")
        person.name.suffix = "Jr."
        #expect(NameWords(person.name).given == ["ann", "c."])
        #expect(person.sortName == "Bell Ann C. Jr.")
        #expect(NameWords(PersonName()).isEmpty && !NameWords(person.name).isEmpty)
        var company = Person()
        company.organization = "Acme"
        #expect(company.sortName == "Acme")
    }

    @Test("The key of a name contains at most 256 of its characters", arguments: [255, 256, 257])
    func keyLength(count: Int) {
        #expect(NameKey.key(for: String(repeating: "A", count: count)).count == min(count, 256))
    }

    @Test("Only catalog names have additional keys without spaces and punctuation")
    func catalogKeys() {
        #expect(NameKey.all(of: [" Kepler-16  b", ""], isCatalog: true) == ["kepler-16 b", "kepler16b"])
        #expect(NameKey.all(of: [" Kepler-16  b", ""], isCatalog: false) == ["kepler-16 b"])
    }

    // MARK: - Duplicate keys

    @Test("A person has a key for each value that a duplicate can share")
    func duplicateKeys() throws {
        var person = Person()
        (person.name.given, person.name.family) = ("Anna", "Meier")
        person.emails = [Labeled("home", " Anna@A.example ")]
        person.phones = [Labeled("home", "+49 30 1234567"), Labeled("work", "123456")]
        person.messengers = [Labeled("", "xmpp:anna@b.example")]
        let plain = PersonTraits(person)
        let shared: Set = ["mail:anna@a.example", "tel:7654321", "chat:anna@b.example", plain.cardKey]
        #expect(plain.keys == shared)
        person.organization = "Acme GmbH"
        person.addresses = [Labeled("", PostalAddress(street: " Lange Straße 5 "))]
        person.urls = [Labeled("", " www.C.example ")]
        person.birthday = PartialDate(year: 1980, month: 4, day: 1)
        let traits = PersonTraits(person)
        let sounds = try #require(traits.name.sounds)
        #expect(sounds.0 < sounds.1 && traits.name.sound == "\(sounds.0) \(sounds.1)")
        let initials = "\(sounds.0.prefix(1))\(sounds.1.prefix(1))"
        #expect(
            traits.keys.subtracting(shared) == [
                traits.cardKey, "work:acme/\(sounds.0) \(sounds.1)", "born:1980-04-01/\(initials)",
                "place:5 lange str/\(initials)", "web:c.example/\(initials)",
            ])
        person.birthday = PartialDate(year: nil, month: 4, day: 1)
        #expect(!PersonTraits(person).keys.contains { $0.hasPrefix("born:") })
    }

    /// A web address of 200 characters, the limit of a key.
    private static let longAddress = "a.\(String(repeating: "b", count: 198))"

    @Test(
        "A web address is compared without its scheme, “www.”, query, and final slashes",
        arguments: [
            ("https://www.A.example/b/?c#d", "a.example/b"), (" www.a.example ", "a.example"),
            ("a.example//", "a.example"),
            ("ftp://a.example#x", "a.example"), ("localhost", nil), ("http://", nil), ("www.example", nil),
            (longAddress, longAddress), ("\(longAddress)b", longAddress),
        ] as [(String, String?)])
    func websites(text: String, key: String?) {
        #expect(WebsiteKey.key(for: text) == key)
    }

    @Test(
        "A messenger name is compared without its scheme and at sign",
        arguments: [
            ("xmpp:Anna@a.example", "anna@a.example"), (" @anna ", "anna"), ("anna", "anna"), ("ann", nil),
            ("@ann ", nil),
            ("https://anna", "anna"), ("skype:ab:cd", "ab:cd"),
            (String(repeating: "a", count: 101), String(repeating: "a", count: 100)),
        ])
    func messengers(text: String, key: String?) {
        #expect(WebsiteKey.ofMessenger(text) == key)
    }

    @Test(
        "A postal address is compared by the abbreviated words of its street, in any order, if one of them contains a number",
        arguments: [
            (" Main Street 5 ", "Main Street 5", "5 main st"), ("Bahnhofstraße 7", "Bahnhofstraße 7", "7 bahnhofstr"),
            ("12b Long Avenue", "12b Long Avenue", "12b ave long"), ("Main Street", nil, nil), ("5", nil, nil),
        ])
    func streets(text: String, name: String?, street: String?) {
        let key = PostalAddressKey(PostalAddress(street: text))
        #expect(key?.name == name && key?.street == street)
    }

    @Test("Addresses with the same street differ by their postal code or, if one is missing, by their locality")
    func addresses() throws {
        let keys = try [("1", "A"), ("1", "B"), ("2", "A"), ("", "A"), ("", "B"), ("3", "")].map { code, locality in
            try #require(PostalAddressKey(PostalAddress(street: "Lane 5", locality: locality, postalCode: code)))
        }
        let same = keys.map { key in keys.map { key.isSame(as: $0) } }
        #expect(
            same == [
                [true, true, false, true, false, false], [true, true, false, false, true, false],
                [false, false, true, true, false, false], [true, false, true, true, false, true],
                [false, true, false, false, true, true], [false, false, false, true, true, true],
            ])
        let other = try #require(PostalAddressKey(PostalAddress(street: "Lane 6")))
        #expect(!keys[0].isSame(as: other))
    }

    @Test(
        "A phone number is compared only if it contains at least seven digits, and its label determines its kind",
        arguments: [
            ("work fax", "1234567", .work), ("fax", "1234567", .home), ("Main", "1234567", .work),
            ("cell home", "1234567", .mobile), ("other", "1234567", .unknown), ("", "123456", nil),
            ("", "0123456", nil),
        ] as [(String, String, LabeledPhone.Kind?)])
    func phones(label: String, text: String, kind: LabeledPhone.Kind?) throws {
        let phone = LabeledPhone(Labeled(label, text))
        #expect(phone?.kind == kind && phone?.key == (kind == nil ? nil : "tel:7654321"))
        let long = try #require(LabeledPhone(Labeled("", "+49 30 1234567")))
        #expect(phone?.isSame(as: long) != false && phone.map(long.isSame) != false)
        let other = try #require(LabeledPhone(Labeled("", "2234567")))
        #expect(!other.isSame(as: long) && !long.isSame(as: other))
    }

    @Test(
        "The text of a relation is a UID, an email address, a phone number, or a name",
        arguments: [
            (" mailto:Anna@A.example?subject=x ", "Anna@A.example", "mail:anna@a.example"),
            ("anna@a.example", "anna@a.example", "mail:anna@a.example"),
            ("mailto:a%2Bx@b.example", "a+x@b.example", "mail:a@b.example"),
            ("Smtp:a@b.example", "a@b.example", "mail:a@b.example"),
            ("Ann <a@b.example>", "Ann <a@b.example>", "mail:a@b.example"),
            ("tel:+49-30-1234567;ext=1", "+49-30-1234567 ext. 1", "tel:7654321"),
            ("TEL:1234567", "1234567", "tel:7654321"), ("TEL:+49%2030%201234567", "+49 30 1234567", "tel:7654321"),
            ("callto:1234567", "1234567", "tel:7654321"), ("sms:1234567?body=x9", "1234567", "tel:7654321"),
            ("+49 30 1234567", "+49 30 1234567", "tel:7654321"), ("1234567", "1234567", "name:1234567"),
            ("+123456", "+123456", "name:+123456"),
            (" Wilma  Flintstone ", "Wilma  Flintstone", "name:wilma flintstone"),
            ("Flintstone,Wilma", "Flintstone,Wilma", "name:wilma flintstone"),
            ("Flintstone, Wilma, X", "Flintstone, Wilma, X", "name:wilma, x flintstone"),
            (" urn:isbn:1 ", "urn:isbn:1", CardTraits.key(ofUID: "urn:isbn:1")),
        ])
    func relations(value: String, text: String, key: String) {
        let relation = RelationText(value)
        #expect(relation.text == text && relation.key == key)
    }

    @Test("A UID of more than 100 bytes has a key of fixed length")
    func longUIDs() {
        let uid = String(repeating: "x", count: 100)
        #expect(CardTraits.key(ofUID: uid) == "uid:\(uid)")
        #expect(CardTraits.key(ofUID: uid + "x").hasPrefix("uid:#"))
    }

    // MARK: - Documents

    @Test(
        "A search document contains the words of its fields, their alternative forms, and the IDs of linked records",
        arguments: [
            (SearchText(name: "R2-D2"), "r2 d2 r2d2", true), (SearchText("text", "R2-D2"), "r2 d2", false),
            (SearchText("name", "Kepler-16 b", as: .catalogName), "kepler 16 b kepler16 kepler16b", true),
            (SearchText("star", "Kepler-16 b", as: .mention), "kepler 16 b kepler16b", false),
            (.phone("phone", "12 34 56"), "12 34 56 123456 3456 ☎654321", false),
            (
                .place("group", RecordReference(id: RecordID(kind: .group, number: 5), name: "A")),
                "∈1099511627781", false
            ),
            (SearchText("group", "A-B", as: .place(nil)), "a b ab", false),
        ] as [(SearchText, String, Bool)])
    func entries(text: SearchText, words: String, isName: Bool) {
        #expect(SearchDocument([text]) == SearchDocument(names: isName ? words : "", words: words))
        let both = SearchDocument([SearchText(name: "X"), text])
        #expect(both == SearchDocument(names: isName ? "x \(words)" : "x", words: "x \(words)"))
    }

    @Test("Joined documents keep their order, and comparing documents ignores the order of words but not of names")
    func joinedDocuments() {
        let (one, other) = (SearchDocument(names: "a", words: "b c"), SearchDocument(names: "", words: "d"))
        #expect(one + other == SearchDocument(names: "a", words: "b c d"))
        #expect(other + one == SearchDocument(names: "a", words: "d b c"))
        #expect((one + other).hasSameWords(as: other + one) && one.hasSameWords(as: one))
        #expect(!one.hasSameWords(as: SearchDocument(names: "x", words: "b c")))
        #expect(!one.hasSameWords(as: SearchDocument(names: "a", words: "b c c")))
        let names = (SearchDocument(names: "a b", words: ""), SearchDocument(names: "b a", words: ""))
        #expect(!names.0.hasSameWords(as: names.1))
    }

    @Test("A query contains at most 16 words, and its last word is treated as complete only if it was corrected")
    func queries() throws {
        #expect(SearchQuery("–") == nil)
        let long = try #require(SearchQuery((1...17).map { "w\($0)" }.joined(separator: " ")))
        #expect(long.words.count == 16 && long.words.last == "w16" && !long.isFinished && long.phone == nil)
        let query = try #require(SearchQuery("A, x"))
        #expect(query.words == ["a", "x"] && query.text == "A, x")
        let last = query.replacing([1: "y"])
        #expect(last.words == ["a", "y"] && last.text == "a y" && last.isFinished)
        let first = query.replacing([0: "b"])
        #expect(first.words == ["b", "x"] && !first.isFinished && first.phone == nil)
    }

    @Test(
        "The text that matches the most words of a query is shown, or the first of several such texts",
        arguments: [
            ("ann smi", ["Ann", "Smith Ann", "Ann Smithson"], "Smith Ann"),
            ("ann zzz", ["Bob", "", "Ann", "Ann B"], "Ann"),
            ("zzz yyy", ["Ann"], nil), ("an smith", ["Ann Smith", "An Smith"], "An Smith"),
            ("foo bar", ["Bar", "Foobar"], "Foobar"), ("an", ["Bann", "Ann"], "Ann"),
        ] as [(String, [String], String?)])
    func bestText(typed: String, texts: [String], best: String?) throws {
        let query = try #require(SearchQuery(typed))
        #expect(query.best(among: texts.map { SearchText("text", $0) })?.text == best)
    }

    @Test("A number in a query is found in a phone number with other separators")
    func bestPhone() throws {
        let query = try #require(SearchQuery("30 12345"))
        let number = SearchText.phone("phone", "+49 (30) 12345")
        #expect(query.best(among: [SearchText("text", "30"), number])?.text == number.text)
        #expect(
            query.best(among: [SearchText("text", "+49 (30) 99999"), SearchText("text", "1")])?.text == "+49 (30) 99999"
        )
    }
}
