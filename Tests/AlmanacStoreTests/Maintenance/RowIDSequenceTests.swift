import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// Last issued IDs that another program has changed.
struct RowIDSequenceTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    private func setLastID(_ number: Int64) throws {
        try place.folder.runAsOtherProgram("UPDATE sqlite_sequence SET seq = \(number) WHERE name = 'person'")
    }

    private func withStore<Result>(_ body: (Store) async throws -> Result) async throws -> Result {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        return try await body(store)
    }

    private func newID() async throws -> Int64 {
        try await withStore { store in
            var person = Person()
            person.name.given = "Han"
            return try await store.persons.add(person).id.rawValue
        }
    }

    @Test(.long("several IDs above the limit"), arguments: Soak.sample([RecordID.limit + 1, .max - 1, .max], 1))
    func `A last issued ID above the limit is reported, and a repair resets it without reusing IDs`(
        number: Int64
    ) async throws {
        try await withStore { try await $0.persons.delete([Person.ID(rawValue: 40)]) }
        try setLastID(number)
        try await place.expect(.quick, .sequence, "The last issued ID of table person is \(number)")
        await #expect(throws: RecordProblem.noFreeID(.person, last: number)) { try await newID() }
        let report = try await place.maintenance.repair()
        #expect(report.repaired == ["Reset the last issued ID of table person to 40."])
        #expect(report.left == [])
        #expect(try await newID() == 41)
    }

    @Test func `A restore does not keep a last issued ID above the limit`() async throws {
        let (sound, excessive) = (try await place.putBackup("sound.db"), place.folder.file("excessive.db"))
        try setLastID(.max)
        _ = try await place.maintenance.backup(to: excessive)
        for backup in [sound, excessive] {
            _ = try await place.maintenance.restore(from: backup)
            #expect(try await place.maintenance.check(.quick) == [])
            try setLastID(.max)
        }
        _ = try await place.maintenance.restore(from: excessive)
        #expect(try await newID() == 41)
    }

    @Test func `A record with an ID above the limit is reported, and a repair allows new records`() async throws {
        let number = RecordID.limit + 1
        try place.folder.runAsOtherProgram(
            "INSERT INTO note (id, topic, display_name, sort_key) VALUES (\(number), 'a', 'a', 'a')")
        try await place.expect(.quick, .badValue, "The ID of notes/\(number) exceeds the limit")
        let report = try await place.maintenance.repair()
        #expect(report.left.map(\.name) == [.badValue])
        let added = try await withStore { store in
            try await [store.notes.add(.example).id] + store.notes.add([.example, .example])
        }
        #expect(added.map(\.rawValue) == [2, 3, 4])
    }

    @Test func `A repair allows new accounts after the last issued ID of accounts exceeded the limit`() async throws {
        try place.folder.runAsOtherProgram("INSERT INTO sqlite_sequence (name, seq) VALUES ('account', \(Int64.max))")
        try await place.expect(.quick, .sequence, "The last issued ID of table account")
        #expect(try await place.maintenance.repair().left == [])
        try await withStore { _ = try await $0.accounts.add(name: "Leia", passphrase: nil) }
    }

    @Test func `A value can be added to a list after another program used the highest position`() async throws {
        try place.folder.runAsOtherProgram("UPDATE person_email SET position = \(Int64.max) WHERE person_id = 1")
        try await withStore { store in
            let record = try await store.persons.record(Person.ID(rawValue: 1))
            var person = record.content
            person.emails.append(Labeled("work", "leia@rebels.example"))
            _ = try await store.persons.update(record.id, version: record.version, to: person)
            let emails = try await store.persons.record(record.id).content.emails
            #expect(Set(emails) == Set(person.emails))
        }
    }
}
