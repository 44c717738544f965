import AlmanacStore
import Model
import TestSupport
import Testing

@testable import Almanac
@testable import Navigation

/// The text form of records for an external editor.
struct DocumentTests {
    private func expectRoundTrip<Content: Presentable>(_ content: Content) throws {
        let document = RecordDocument(of: content)
        let read = DocumentReader<Content>(document.text(title: "\(content.title)", hints: ["birthday": "a\ndate"]))
        #expect(read.problems == [])
        #expect(read.document == document)
        #expect(read.document.words(from: document, of: Content.self) == [])

        let empty = RecordDocument(of: Content())
        var copy = Content()
        try Content.fields.apply(read.document.words(from: empty, of: Content.self), to: &copy, mayBeIncomplete: true)
        for field in Content.fields { #expect(field.read(copy) == field.read(content), "\(field.key)") }
    }

    @Test func `Persons and planets with every field, and notes with unusual text, round-trip`() throws {
        try expectRoundTrip(Person.full(home: Planet.ID(rawValue: 3)))
        try expectRoundTrip(Planet.example)
        for text in ["", "a", "# Heading\n\n---\n  indented\n", "\n", " \n ", "a: b", "#! x", "\r\n", "\u{301}", "a\r"]
        {
            var note = Note()
            note.topic = "Plans: # all"
            note.text = text
            try expectRoundTrip(note)
        }
    }

    @Test func `Labels with special characters round-trip`() throws {
        for label in ["a:b", "\"", "\\", "a\nb", "a\r\nb", ".", " a", "a.b", ":", "\u{301}", "#", "a\"b\\c:d"] {
            var person = Person()
            person.customFields = [Labeled(label, "x"), Labeled("", "#y"), Labeled(label, "z: 1")]
            try expectRoundTrip(person)
        }
    }

    @Test(.long("all sample data except exoplanets"))
    func `Persons, planets, and groups of the sample data except exoplanets round-trip`() async throws {
        var app = try await TestApp { _ in }
        for name in try await app.services.seeds.sets().map(\.name)
        where name != "exoplanets" && (Soak.isOn || name == "flintstones") {
            try await app.send("seed \(name)")
        }
        for person in try await app.services.persons.list(ListRequest(.all, limit: 10_000)).items {
            try expectRoundTrip(person.content)
        }
        for planet in try await app.services.planets.list(ListRequest(.all, limit: 10_000)).items {
            try expectRoundTrip(planet.content)
        }
        for group in try await app.services.groups.list(ListRequest(.all, limit: 10_000)).items {
            try expectRoundTrip(group.content)
        }
        for person in Population(try Soak.times(atLeast: 500, byDefault: 20)).persons { try expectRoundTrip(person) }
    }

    @Test func `CRLF line endings, tabs, blank lines, and a byte-order mark are accepted`() {
        let motto = "field.motto:\r\n\tone\r\n\r\n\ttwo\r\n"
        let text = "\u{FEFF}given: Leia\r\n\r\nphone. home :  +1 \r\n\(motto)emails: a@b.example\r\n"
        let read = DocumentReader<Person>(text)
        #expect(read.problems == [])
        #expect(
            read.entries == [
                .init(key: "given", value: "Leia"), .init(key: "phone", label: "home", value: "+1"),
                .init(key: "field", label: "motto", value: "one\n\ntwo"), .init(key: "email", value: "a@b.example"),
            ])
    }

    @Test func `Invalid lines and repeated fields in a document are reported`() {
        let read = DocumentReader<Person>("given: Leia\nOrgana\ngiven: Luke\n.x: 1\nfield.\"open: 1\n")
        #expect(
            read.problems == [
                .invalidLine("Organa"), .invalidLine(".x: 1"), .invalidLine("field.\"open: 1"),
                .repeated(field: "Given name"),
            ])
    }

    @Test func `The order of lines determines the order of values`() throws {
        var person = Person()
        person.phones = [Labeled("home", "1"), Labeled("", "2"), Labeled("home", "3")]
        let before = RecordDocument(of: person)
        for order in [[2, 1, 0], [1, 0, 2], [0, 2], [1], []] {
            var after = before
            let phones = before.entries.filter { $0.key == "phone" }
            after.entries.removeAll { $0.key == "phone" }
            after.entries += order.map { phones[$0] }
            var changed = person
            try Person.fields.apply(after.words(from: before, of: Person.self), to: &changed)
            #expect(changed.phones == order.map { person.phones[$0] })
        }
    }
}
