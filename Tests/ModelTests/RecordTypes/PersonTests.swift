import Model
import Testing

@Suite("Names of persons")
struct NameOrderTests {
    private func person(_ family: String, _ given: String, _ change: (inout Person) -> Void = { _ in }) -> Person {
        var person = Person()
        (person.name.family, person.name.given) = (family, given)
        change(&person)
        return person
    }

    @Test("The title of a person without a name is the first contact value")
    func values() {
        var person = Person()
        #expect(person.title == "(no name)")
        person.urls = [Labeled("", "https://a.example")]
        #expect(person.title == "https://a.example")
        person.profiles = [Labeled("", "@a")]
        #expect(person.title == "@a")
        person.messengers = [Labeled("", "xmpp:a")]
        #expect(person.title == "xmpp:a")
        person.phones = [Labeled("", " "), Labeled("", "+1 555 0100")]
        #expect(person.title == "+1 555 0100")
        person.emails = [Labeled("", "a@b.example")]
        #expect(person.title == "a@b.example")
    }

    @Test(
        "Names in Han, Hiragana, and Hangul begin with the family name, without a space",
        arguments: [
            ("田中", "太郎", "田中太郎"), ("김", "민준", "김민준"), ("さとう", "はな", "さとうはな"), ("田中", "マリア", "田中マリア"),
            ("スミス", "ジョン", "ジョン スミス"), ("Tanaka", "太郎", "太郎 Tanaka"), ("", "太郎", "太郎"),
            ("Ивáнов", "Иван", "Иван Ивáнов"),
        ])
    func scripts(family: String, given: String, title: String) {
        #expect(person(family, given).title == title)
        #expect(
            person(family, given).title(in: .given) == [given, family].filter { !$0.isEmpty }.joined(separator: " "))
    }

    @Test("The card language determines the name order")
    func languages() {
        #expect(person("Nagy", "János") { $0.cardLanguage = "hu-HU" }.title == "Nagy János")
        #expect(person("Smith", "Anna") { $0.cardLanguage = "en" }.title == "Anna Smith")
        let nguyen = person("Nguyễn", "Anh") { ($0.name.middle, $0.cardLanguage) = ("Văn", "VI") }
        #expect(nguyen.title == "Nguyễn Văn Anh" && nguyen.title(in: .given) == "Anh Văn Nguyễn")
    }

    @Test(
        "A formatted name that consists of the family and given names determines the order",
        arguments: [
            ("Tanaka Taro", "Tanaka Taro Ken"), ("TANAKA Taro", "Tanaka Taro Ken"),
            ("Dr. Tanaka Taro", "Tanaka Taro Ken"),
            ("Tanaka Ken Taro", "Tanaka Taro Ken"), ("Taro Tanaka", "Taro Ken Tanaka"),
            ("Tanaka, Taro", "Taro Ken Tanaka"), ("Tanaka", "Taro Ken Tanaka"), ("Mom", "Taro Ken Tanaka"),
            ("", "Taro Ken Tanaka"),
        ])
    func formattedNames(formatted: String, title: String) {
        let person = person("Tanaka", "Taro") {
            ($0.name.prefix, $0.name.middle, $0.formattedName) = ("Dr.", "Ken", formatted)
        }
        #expect(person.title == title)
        #expect(person.title(in: .given) == "Taro Ken Tanaka" && person.title(in: .family) == "Tanaka Taro Ken")
    }

    @Test("A formatted name with the given name first overrides the language")
    func givenFirst() {
        let person = person("Nagy", "János") { ($0.cardLanguage, $0.formattedName) = ("hu", "János Nagy") }
        #expect(person.title == "János Nagy")
    }
}

@Suite("Gender")
struct GenderTests {
    @Test(arguments: ["M", "F", "O", "N", "U", "O;it's complicated", ";fellow", "F;a;b"])
    func `Gender round-trips through text`(text: String) throws {
        #expect(try #require(Gender(text)).description == text)
    }

    @Test(arguments: ["", ";", "male", "MF", "X;y"]) func `Invalid gender text is rejected`(text: String) {
        #expect(Gender(text) == nil)
    }

    @Test(arguments: [("gender=F", "F"), ("gender=f;x", "F;x"), ("gender=Female", "F"), ("gender=", nil)])
    func `Gender assignments accept letters and words`(word: String, gender: String?) throws {
        var person = Person()
        person.gender = Gender("M")
        try Person.fields.apply([try #require(FieldAssignment(word))], to: &person)
        #expect(person.gender?.description == gender)
    }

    @Test func `Unknown words for a gender are rejected`() throws {
        var person = Person()
        let word = try #require(FieldAssignment("gender=shoe"))
        #expect(throws: FieldProblems.self) { try Person.fields.apply([word], to: &person) }
    }
}
