import Almanac
import Model
import TestSupport
import Testing

@Suite("Field labels and unquoted values in commands")
struct FieldNameTests {
    @Test(arguments: [
        ("E-mail=leia@x.example", "email", "leia@x.example"), ("Email=leia@x.example", "email", "leia@x.example"),
        ("'Given name=Amidala'", "given", "Amidala"), ("'LAST NAME=Solo'", "family", "Solo"),
        ("'Postal address=Hauptstraße 1, 10115 Berlin'", "address", "Hauptstraße 1; Berlin; ; 10115"),
        ("'home planet=mars'", "planet", "planets/2"), ("'Last contact=2026-05-04'", "lastContact", "2026-05-04"),
    ])
    func `new and edit accept field labels`(word: String, key: String, value: String) async throws {
        var app = try await TestApp()
        try await app.send("new person \(word)", "edit persons/1 \(word)")
        let leia = try await app.services.persons.record(Person.ID(rawValue: 1)).content
        let field = try #require(Person.fields.first { $0.key == key })
        #expect(field.read(leia).map(\.value).joined(separator: "; ").hasSuffix(value), "\(field.read(leia))")
    }

    @Test(arguments: ["email", "Emails", "last_contact", "LASTCONTACT"])
    func `A name of a field without a value is not the name of a record`(word: String) async throws {
        var app = try await TestApp()
        #expect(try await app.failure(of: "new person \(word)")?.status == .wrongUsage)
    }

    @Test func `Every label and key names exactly one field, unless several fields have the same label`() {
        func check<Content: Recordable>(_ type: Content.Type) {
            for field in Content.fields {
                for key in [field.key, field.jsonKey] { #expect(Content.fields.named(key)?.key == field.key, "\(key)") }
                for label in field.labels {
                    let named = Content.fields.named(label)
                    let isShared = Content.fields.count { $0.isLabeled(label) } > 1
                    #expect(named?.key == field.key || isShared, "\(label)")
                }
            }
        }
        check(Person.self)
        check(Group.self)
        check(Planet.self)
        check(Note.self)
        #expect(Person.fields.named("Email")?.key == "email" && Person.fields.named("postal_address")?.key == "address")
        #expect(Person.fields.named("nothing") == nil && Person.fields.named("") == nil)
    }

    @Test(arguments: [
        ("edit persons/1 phone=+49 30 1234567", "edit persons/1 'phone=+49 30 1234567'"),
        ("new person given=Leia Amidala family=Organa", "new person 'given=Leia Amidala' family=Organa"),
        (
            "edit persons/1 given=Leia title=Vice Admiral --force",
            "edit persons/1 given=Leia 'title=Vice Admiral' --force"
        ),
        ("edit --where 'given = Leia' title=Vice Admiral", "edit --where 'given = Leia' 'title=Vice Admiral'"),
    ])
    func `A value with spaces and without quotation marks is an error that shows the quoted command`(
        line: String, quoted: String
    ) async throws {
        var app = try await TestApp()
        let failure = try #require(await app.failure(of: line))
        #expect(failure.status == .wrongUsage)
        #expect(failure.sentences.joined(separator: " ").contains("“\(quoted)”"), "\(failure.sentences)")
        try await app.send("show persons/1")
        let onPage = try #require(await app.failure(of: "edit phone=+49 30"))
        #expect(
            onPage.sentences.joined(separator: " ").contains("“edit persons/1 'phone=+49 30'”"), "\(onPage.sentences)")
        #expect(
            try await app.failure(of: "edit persons/1 nonsense")?.sentences.first == "Invalid assignment “nonsense”.")
    }
}
