import Model
import Testing

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
