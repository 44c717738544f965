import Glibc
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

/// Damage to the first 100 bytes of the file.
struct HeaderDamageTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    /// The positions of the bytes to damage: all positions with `ALMANAC_SOAK=100`.
    static let bytes = ((try? Soak.spaced(Array(0..<100), atLeast: 12, byDefault: 2)) ?? []) + [18, 19, 20, 28, 47, 59]

    @Test(
        "Damage to each byte of the header is reported, is repaired, or does not prevent changes",
        .long("each byte of the header"), arguments: bytes)
    func byte(_ index: Int) async throws {
        var bytes = try place.folder.bytes("store.db")
        bytes[index] ^= 0xFF
        try place.folder.write(bytes, to: "store.db")
        chmod(place.folder.location.path, 0o600)
        // A check that fails can leave an empty WAL.
        for _ in 1...2 {
            if try await hasProblem() { return }
        }
        let report = try await place.maintenance.repair()
        guard report.left.isEmpty else { return }
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        #expect(!store.isReadOnly)
        _ = try await store.notes.add(Note())
        #expect(try await place.maintenance.check(.deep) == [])
    }

    @Test(
        "A count of free pages without a list of them is reported and does not prevent restoring",
        .long("a large and a small count"), arguments: Soak.sample([36, 39], 1))
    func countOfFreePages(_ index: Int) async throws {
        let backup = try await place.putBackup("backup.db")
        var bytes = try place.folder.bytes("store.db")
        bytes.replaceSubrange(32..<40, with: [UInt8](repeating: 0, count: 8))
        bytes[index] = 0x80
        try place.folder.write(bytes, to: "store.db")
        chmod(place.folder.location.path, 0o600)
        #expect(try await place.maintenance.check(.quick).map(\.name) == [.damagedPage])
        _ = try await place.maintenance.restore(from: backup)
        #expect(try await place.maintenance.check(.deep) == [])
    }

    private func hasProblem() async throws -> Bool {
        do {
            return try await !place.maintenance.check(.quick).isEmpty
        } catch is StoreProblem {
            return true
        }
    }

    @Test(
        "A header that prevents writing is reported by each check and repair while a WAL exists",
        .long("two invalid versions"), arguments: Soak.sample([3, 0x7F] as [UInt8], 1))
    func writeVersion(version: UInt8) async throws {
        var bytes = try place.folder.bytes("store.db")
        bytes[18] = version
        try place.folder.write(bytes, to: "store.db")
        try place.folder.write([], to: "store.db-wal")
        for name in ["store.db", "store.db-wal"] { chmod(place.folder.file(name), 0o600) }
        for _ in 1...2 {
            #expect(try await place.maintenance.check(.quick).map(\.name).contains(.damagedPage))
            #expect(try await place.maintenance.repair().left.map(\.name).contains(.damagedPage))
        }
    }

    @Test("The header in a WAL takes precedence over the header of the file")
    func headerInTheLog() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        let reader = try Connection(at: place.folder.location.path, mode: .readWrite)
        try reader.execute("BEGIN")
        #expect(try reader.first("SELECT count(*) FROM person") { $0[0] as Int } == 40)
        // The header contains the number of pages, so the header is written to the WAL if the database grows.
        var note = Note()
        note.text = String(repeating: "x", count: 100_000)
        _ = try await store.notes.add(note)
        store.close()
        let copy = try TemporaryFolder()
        var bytes = try place.folder.bytes("store.db")
        bytes.replaceSubrange(32..<40, with: [0, 0, 0, 0, 0, 0, 0, 1])
        try copy.write(bytes, to: "store.db")
        try copy.write(try place.folder.bytes("store.db-wal"), to: "store.db-wal")
        for name in ["store.db", "store.db-wal"] { chmod(copy.file(name), 0o600) }
        let names = { try await DatabaseMaintainer(of: copy.location).check(.quick).map(\.name) }
        #expect(try await !names().contains(.damagedPage))
        try copy.write([], to: "store.db-wal")
        chmod(copy.file("store.db-wal"), 0o600)
        #expect(try await names().contains(.damagedPage))
    }
}
