import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("The search index")
struct SearchIndexTests {
    @Test func `A new name is found immediately, and a former name or deleted record is not found`() async throws {
        let store = try await TemporaryStore()
        let record = try await store.groups.add(.example)
        var edited = record.content
        edited.name = "Galactic Empire"
        _ = try await store.groups.update(record.id, version: 1, to: edited)
        #expect(try await store.find("empire") == ["Galactic Empire"])
        #expect(try await store.find("rebel") == [])
        try await store.groups.delete([record.id])
        #expect(try await store.find("empire") == [])
        #expect(try await store.findings() == [])
    }

    @Test func `Records linked to a renamed planet or group are found by the new name`() async throws {
        let store = try await TemporaryStore()
        let planet = try await store.planets.add(.example)
        let person = try await store.persons.add(.full(home: planet.id))
        let group = try await store.groups.add(.example)
        _ = try await store.groups.add([person.id], to: group.id)
        var note = Note.example
        note.subject = planet.recordID
        _ = try await store.notes.add(note)

        var renamed = planet.content
        renamed.name = "Mongo"
        renamed.aliases = []
        _ = try await store.planets.update(planet.id, version: 1, to: renamed)
        #expect(Set(try await store.find("mongo")) == ["Mongo", person.content.title, "Shopping"])
        var regrouped = group.content
        regrouped.name = "Weavers"
        _ = try await store.groups.update(group.id, version: 1, to: regrouped)
        #expect(Set(try await store.find("weavers")) == ["Weavers", person.content.title])
        #expect(try await store.findings() == [])
    }

    @Test func `Changes by another program are found after an index update`() async throws {
        let store = try await TemporaryStore()
        let record = try await store.groups.add(.example)
        let other = try store.connection()
        try other.run("INSERT INTO person (given, family) VALUES ('Zoë', 'Ärger')")
        try other.run("INSERT INTO person_email (person_id, position, label, value) VALUES (1, 0, '', 'zoe@x.example')")
        try other.run("INSERT INTO membership (group_id, person_id, position) VALUES (?1, 1, 1)") { $0[1] = record.id }
        #expect(try await store.find("arger") == [])
        try await store.database.sqlite.write { try SearchIndexer($0).update() }

        for typed in ["zoe arger", "zoe@x", "rebel zoe"] { #expect(try await store.find(typed) == ["Zoë Ärger"]) }
        #expect(try await store.persons.list(ListRequest()).items.map(\.content.title) == ["Zoë Ärger"])
        #expect(try await store.findings() == [])
    }

    @Test func `Missing, stale, and extra index entries are reported and fixed by a rebuild`() async throws {
        let store = try await TemporaryStore()
        let records = try await store.settled(Population(4))
        let other = try store.connection()
        try other.run("DELETE FROM search WHERE rowid = ?1") { $0[1] = DocumentID(records[0].recordID) }
        try other.run("UPDATE search SET words = 'wrong' WHERE rowid = ?1") { $0[1] = DocumentID(records[1].recordID) }
        try other.run("DELETE FROM name_key WHERE kind = 'person' AND record_id = ?1") { $0[1] = records[2].id }
        try other.run("DELETE FROM search_name WHERE rowid = ?1") { $0[1] = DocumentID(records[3].recordID) }
        let ghosts = [RecordID("persons/1000"), RecordID("notes/1001")].compactMap { $0.flatMap(DocumentID.init) }
        try other.run("INSERT INTO search (rowid, words) VALUES (?1, 'ghost')") { $0[1] = ghosts[0] }
        try other.run("INSERT INTO search_name (rowid, words) VALUES (?1, 'spook')") { $0[1] = ghosts[1] }
        try other.run("INSERT INTO name_key VALUES ('ghost', 'planet', 1002)")
        try other.run("INSERT INTO misspelling VALUES ('host', 'ghost')")
        let findings = try await store.findings()
        #expect(findings.prefix(4).map(\.name) == [.searchMissing, .searchStale, .searchStale, .searchMissing])
        #expect(findings.dropFirst(4).allSatisfy { $0.name == .searchExtra })
        let details = findings.map(\.detail)
        #expect(details.contains("The search index contains persons/1000, which does not exist."))
        #expect(details.contains("The search index contains notes/1001, which does not exist."))
        #expect(details.contains("The search index contains planets/1002, which does not exist."))
        #expect(details.contains("The search index contains the word “ghost”, which no name contains."))

        try await store.database.sqlite.write { try SearchIndexer($0).rebuild() }
        #expect(try await store.findings() == [])
        #expect(try await store.find("ghost") == [])
    }

    @Test func `Record IDs with a number in range convert to unique document numbers and back`() {
        let addresses = Kind.allCases.flatMap { kind in (Int64(1)...5).map { RecordID(kind: kind, number: $0) } }
        let documents = addresses.compactMap(DocumentID.init)
        #expect(Set(documents).count == addresses.count)
        #expect(documents.map(\.recordID) == addresses)
        for number in [-1, 1 << 40, Int64.max, .min] {
            #expect(DocumentID(RecordID(kind: .person, number: number)) == nil)
        }
    }
}

extension TemporaryStore {
    fileprivate func find(_ text: String) async throws -> [String] {
        try await store.search.find(text, at: .beginning, limit: 20).matches.map(\.reference.name)
    }

    fileprivate func findings() async throws -> [Finding] {
        try await store.database.sqlite.read { try SearchCheck().findings(in: $0) }
    }
}
