import Glibc
import Model
import SQLite
import Testing

@testable import AlmanacStore

/// Backups, and what `check` finds: one planted fault for each finding.
struct KeeperTests {
    let folder: TemporaryFolder
    let store: Store
    let keeper: Keeper

    init() async throws {
        folder = try TemporaryFolder()
        store = try await Store.open(at: folder.location, mode: .createIfMissing)
        keeper = Keeper(of: folder.location)
    }

    /// Adds a person with a photo, past the data sources.
    private func addPerson(photo bytes: [UInt8]) async throws -> BlobID {
        let id = try await store.blobs.write(bytes)
        try folder.meddle("INSERT INTO person (given, display_name, photo) VALUES ('Leia', 'Leia', '\(id.rawValue)')")
        return id
    }

    private func expectFinding(_ name: Finding.Name, _ text: String) async throws {
        let findings = try await keeper.check()
        #expect(findings.contains { $0.name == name && $0.detail.contains(text) }, "\(findings.prefix(3))")
    }

    @Test("A store that is whole has no findings, and looking leaves it as it was")
    func clean() async throws {
        let before = try folder.bytes("store.db")
        #expect(try await keeper.check().isEmpty)
        #expect(try folder.bytes("store.db") == before)
    }

    @Test("A store that is being written to is checked as of one moment")
    func busy() async throws {
        let store = store
        let keeper = keeper
        try await withThrowingTaskGroup { group in
            group.addTask {
                var leia = try await store.persons.add(Person())
                while !Task.isCancelled {
                    leia = try await store.persons.update(leia.id, version: leia.version, to: leia.content.renamed())
                }
            }
            for _ in 1...20 { #expect(try await keeper.check() == []) }
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    @Test("orphan: a row that refers to what does not exist")
    func orphan() async throws {
        try folder.meddle("PRAGMA foreign_keys = OFF; INSERT INTO person (id, home_id) VALUES (7, 99)")
        try await expectFinding(.orphan, "Row 7 of person refers to a planet that does not exist.")
    }

    @Test("schema-changed: an index that is gone, a table too many, a view that is another")
    func schema() async throws {
        try folder.meddle(
            """
            DROP INDEX person_by_given;
            CREATE TABLE shopping (item TEXT);
            DROP VIEW resident;
            CREATE VIEW resident AS SELECT 1 AS planet_id;
            """)
        try await expectFinding(.schemaChanged, "The index person_by_given is missing.")
        try await expectFinding(.schemaChanged, "The table shopping is not Almanac's.")
        try await expectFinding(.schemaChanged, "The view resident is not as the migrations make it.")
    }

    @Test("photo-missing, photo-changed, photo-unused")
    func photos() async throws {
        let (gone, changed) = (try await addPerson(photo: [1]), try await addPerson(photo: [2]))
        let unused = try await store.blobs.write([3])
        unlink(store.blobs.path(gone))
        unlink(store.blobs.path(changed))
        try File.create(store.blobs.path(changed)).write([9])
        try await expectFinding(.photoMissing, "The photo of persons/1 is gone: \(gone.rawValue).")
        try await expectFinding(.photoChanged, "The photo of persons/2 is not what was stored: \(changed.rawValue).")
        #expect(try await keeper.check().allSatisfy { $0.name != .photoUnused })
        let tomorrow = StoreClock.system.milliseconds() + 25 * 3600 * 1000
        let clock = StoreClock(milliseconds: { tomorrow }, sleep: { _ in })
        let findings = try await Keeper(of: folder.location, clock: clock).check()
        #expect(findings.contains(Finding(.photoUnused, "The photo \(unused.rawValue) belongs to no record.")))
    }

    @Test("What an interrupted backup or migration left beside the store is tidied away after a day, and nothing else")
    func leftovers() async throws {
        let making = FileInTheMaking(folder.file("backup.db"))
        for name in [FileSystem.name(of: making.path), FileSystem.name(of: making.path) + "-journal", ".profile"] {
            try folder.write([1], to: name)
        }
        let before = try folder.names()
        try await keeper.tidy()
        #expect(try folder.names() == before)
        let tomorrow = StoreClock.system.milliseconds() + 25 * 3600 * 1000
        try await Keeper(of: folder.location, clock: StoreClock(milliseconds: { tomorrow }, sleep: { _ in })).tidy()
        #expect(try folder.names() == before.filter { !$0.hasPrefix(".backup.db") })
    }

    @Test("damaged-page: so much of the file that it does not even open")
    func ruin() async throws {
        store.close()
        let file = open(folder.location.path, O_WRONLY)
        defer { close(file) }
        let noise = [UInt8](repeating: 0xFF, count: 30 * 4096)
        #expect(pwrite(file, noise, noise.count, 4096) == noise.count)
        try await expectFinding(.damagedPage, "SQLite says")
    }

    @Test("damaged-page: bytes of an index that were overwritten")
    func damage() async throws {
        try folder.meddle(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
            INSERT INTO person (given, display_name, sort_key) SELECT 'Leia', 'Leia', 'leia ' || i FROM n
            """)
        store.close()
        let root = try Connection(at: folder.location.path, mode: .readOnly)
            .first("SELECT rootpage FROM sqlite_schema WHERE name = 'person_by_name'") { $0[0] as Int }
        var bytes = try folder.bytes("store.db")
        let page = try #require(root)
        for offset in 3000..<4096 { bytes[(page - 1) * 4096 + offset] = 0xEE }
        try folder.write(bytes, to: "store.db")
        try await expectFinding(.damagedPage, "SQLite says")
    }

    @Test("A store that waits for a migration is not checked")
    func pending() async throws {
        let old = try TemporaryFolder()
        try old.makeStore([.stars])
        await #expect(throws: StoreProblem.notMigrated(path: old.location.path)) {
            try await Keeper(of: old.location, migrator: .test([.stars, .colours])).check()
        }
    }
}

extension Person {
    fileprivate func renamed() -> Person {
        var person = self
        person.name.given += "a"
        return person
    }
}
