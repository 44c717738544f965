import Interchange
import Model
import Synchronization
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Full export and import")
struct ArchiveTests {
    private func export(_ store: TemporaryStore, _ form: ArchiveJSONWriter.Form, limit: Int = 7) async throws -> [UInt8]
    {
        var writer = ArchiveJSONWriter(form)
        var bytes: [UInt8] = []
        var place: ArchivePosition? = .beginning
        while let from = place {
            let page = try await store.store.archive.items(from: from, limit: limit)
            for item in page.items { writer.write(item) }
            bytes += writer.drain()
            place = page.next
        }
        writer.finish()
        return bytes + writer.drain()
    }

    private func restore(_ bytes: [UInt8], into store: TemporaryStore, inChunksOf size: Int = 4096) async throws
        -> [Kind: Int]
    {
        let source = Mutex((reader: ArchiveJSONReader(file: "all.json"), position: 0))
        return try await store.store.archive.restore(in: .test) {
            try source.withLock { source in
                while true {
                    if let next = try source.reader.next() { return next.item }
                    if source.position > bytes.count { return nil }
                    let end = min(bytes.count, source.position + size)
                    source.reader.feed(bytes[source.position..<end])
                    if end == bytes.count { source.reader.finish() }
                    source.position = end == bytes.count ? end + 1 : end
                }
            }
        }
    }

    @Test func `A full export omits the name rules, and imported records follow those of the target database`()
        async throws
    {
        let (store, other) = (try await TemporaryStore(), try await TemporaryStore())
        var person = Person()
        (person.name.given, person.name.family) = ("Åsa", "Öberg")
        let id = try await store.persons.add(person).id
        try await store.store.nameRules.save(NameRules(order: .family, sortLanguage: "sv"))
        _ = try await restore(export(store, .document), into: other)
        #expect(try await other.persons.record(id).title == "Åsa Öberg")
        _ = try await other.store.nameRules.save(NameRules(order: .family, sortLanguage: "sv"))
        let empty = try await TemporaryStore()
        try await empty.store.nameRules.save(NameRules(order: .family, sortLanguage: "sv"))
        _ = try await restore(export(other, .document), into: empty)
        #expect(try await empty.persons.record(id).title == "Öberg Åsa")
        #expect(try await DatabaseMaintainer(of: empty.store.location).check(.deep) == [])
    }

    /// A database with records of all kinds, gaps in their IDs, and later edits. Tests only read it.
    private static let filled: Task<TemporaryStore, any Error> = Task {
        let store = try await TemporaryStore()
        let planet = try await store.planets.add(.example)
        _ = try await Population(40).settle(in: store.store)
        try await store.groups.add([planet.recordID], to: store.groups.add(.example).id)
        let photo = try await store.store.blobs.store(Array("GIF89a a face".utf8))
        var person = Person.full(home: planet.id)
        person.photo = photo
        person.name.given = "\u{FEFF} \"quoted\" \\ \n\t\u{202E}é👩‍👩‍👧"
        let full = try await store.persons.add(person)
        person.photo = nil
        _ = try await store.persons.update(full.id, version: 1, to: person)
        person.photo = photo
        _ = try await store.persons.update(full.id, version: 2, to: person)
        try await store.persons.delete([Person.ID(rawValue: 3), Person.ID(rawValue: 17)])
        var moon = Planet.example
        moon.picture = photo
        _ = try await store.planets.update(planet.id, version: 1, to: moon)
        try await store.store.seeds.load(.named("flintstones"))
        try await store.store.seeds.load(.named("solar"))
        for (name, address) in [("Leia", full.recordID), ("Han", planet.recordID)] {
            let account = try await store.store.accounts.add(name: name, passphrase: nil)
            try await store.store.favorites.setFavorite(true, address, of: account.id)
            try await store.store.accounts.addCard(Person(), of: account.id, in: .test)
        }
        for address in [planet.recordID, full.recordID] {
            try await store.store.favorites.setFavorite(true, address, of: nil)
        }
        return store
    }

    @Test("A full export round-trips through an empty database", arguments: [ArchiveJSONWriter.Form.document, .lines])
    func identity(form: ArchiveJSONWriter.Form) async throws {
        let (old, new) = (try await Self.filled.value, try await TemporaryStore())
        let bytes = try await export(old, form)
        let counts = try await restore(bytes, into: new, inChunksOf: form == .lines ? 13 : 4096)
        #expect(counts[.person] == 49 && counts[.planet] == 111)
        let gaps: Set = ["membership", "favorite"]
        let differences = try UserContent(of: new).differences(from: UserContent(of: old))
        #expect(
            differences.filter { line in !gaps.contains { line.hasPrefix("+ \($0)") || line.hasPrefix("- \($0)") } }
                == [])
        #expect(try await export(new, form, limit: 100) == bytes)
        let guest = try await new.store.favorites.favorites(of: nil)
        #expect(try await guest == old.store.favorites.favorites(of: nil) && guest.count == 2)
        #expect(try await DatabaseMaintainer(of: new.store.location).check(.deep) == [])
    }

    @Test("An import is recorded as one step, which can be undone")
    func oneStep() async throws {
        let (old, new) = (try await Self.filled.value, try await TemporaryStore())
        let bytes = try await export(old, .lines)
        try await CommandContext.$current.withValue(CommandContext("import all.json", by: nil)) {
            _ = try await restore(bytes, into: new)
        }
        let steps = try await new.store.history.steps(about: nil, at: .beginning, limit: 5).items
        #expect(steps.count == 1)
        _ = try await new.store.history.undo(try #require(steps.first).id)
        #expect(try await new.store.persons.count(.all) == 0)
    }

    @Test("Imported records are searchable")
    func search() async throws {
        let (old, new) = (try await Self.filled.value, try await TemporaryStore())
        _ = try await restore(try await export(old, .document), into: new)
        let found = try await new.store.search.find("twinkletoes", at: .beginning, limit: 5)
        #expect(found.matches.map(\.reference.name) == ["Fred Flintstone"])
    }

    @Test("C7 A failed import changes nothing and can be repeated")
    func interrupted() async throws {
        let (old, new) = (try await Self.filled.value, try await TemporaryStore())
        let empty = try UserContent(of: new)
        let bytes = try await export(old, .lines)
        for cut in [bytes.count / 3, bytes.count / 2, bytes.count - 3] {
            await #expect(throws: ArchiveProblem.self) { _ = try await restore(Array(bytes[..<cut]), into: new) }
            #expect(try UserContent(of: new) == empty)
        }
        _ = try await restore(bytes, into: new)
        #expect(try await export(new, .lines) == bytes)
        await #expect(throws: ArchiveProblem.notEmpty) { _ = try await restore(bytes, into: new) }
    }

    @Test(
        "Files with incomplete or contradictory items or references to missing records are rejected",
        arguments: [
            #"{"person":{"id":"persons/1"}}"#,
            #"{"photo":{"id":"\#(String(repeating: "0", count: 64))","base64":""}}"#,
            #"{"seed":{"set":"a","kind":"person","key":"b","id":"planets/1"}}"#,
            #"{"seed":{"set":"a","kind":"person","key":"b","id":"persons/1"}}"#,
            #"{"account":{"name":"a","card":"persons/9","hasSeenTutorial":true,"favorites":[]}}"#,
            #"{"account":{"name":"a","card":null,"hasSeenTutorial":true,"favorites":["groups/1"]}}"#,
        ])
    func contradictions(line: String) async throws {
        let new = try await TemporaryStore()
        let bytes = Array("{\"almanac\":1}\n\(line)\n".utf8)
        await #expect(throws: ArchiveProblem.self) { _ = try await restore(bytes, into: new) }
        #expect(try await new.store.accounts.accounts().isEmpty)
    }

    @Test("If a sample data record has the wrong kind, the error names the key and the expected kind")
    func sampleDataOfAnotherKind() async throws {
        let new = try await TemporaryStore()
        let line = #"{"seed":{"set":"a","kind":"person","key":"b","id":"planets/1"}}"#
        let problem = ArchiveProblem.contradiction("The record with the sample data key “b” is not a person.")
        await #expect(throws: problem) { _ = try await restore(Array("{\"almanac\":1}\n\(line)\n".utf8), into: new) }
    }

    @Test("An item with an ID above the limit is rejected", arguments: [RecordID.limit + 1, .max - 1, .max])
    func highID(number: Int64) async throws {
        let new = try await TemporaryStore()
        let lines = #"{"almanac":1}\#n{"merge":{"id":"persons/\#(number)","heir":"persons/1"}}\#n"#
        let problem = await #expect(throws: ArchiveProblem.self) {
            _ = try await restore(Array(lines.utf8), into: new)
        }
        #expect(problem?.explanation.what.contains("The ID persons/\(number) exceeds the limit") == true)
    }

    @Test("An error names the note whose subject is missing or the person that occurs twice")
    func named() async throws {
        let old = try await TemporaryStore()
        var (leia, note) = (Person(), Note())
        leia.name.given = "Leia"
        note.topic = "Plans"
        note.subject = try await old.persons.add(leia).recordID
        _ = try await old.notes.add(note)
        let lines = String(decoding: try await export(old, .lines), as: UTF8.self).split(separator: "\n").map(
            String.init)
        func problem(_ lines: [String]) async throws -> ArchiveProblem? {
            let new = try await TemporaryStore()
            let bytes = Array(lines.joined(separator: "\n").utf8)
            return await #expect(throws: ArchiveProblem.self) { _ = try await restore(bytes, into: new) }
        }
        let person = try #require(lines.first { $0.hasPrefix("{\"person\"") })
        let twice = try await problem([lines[0], person] + lines.dropFirst())
        #expect(twice == .contradiction("Duplicate record persons/1."))
        let count = lines.count - 3
        let without = lines.dropLast().filter { $0 != person } + ["{\"end\":\(count)}"]
        #expect(try await problem(Array(without)) == .dangling("notes/1"))
    }
}
