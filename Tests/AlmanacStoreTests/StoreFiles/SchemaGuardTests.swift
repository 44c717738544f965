import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing
import Text
@testable import AlmanacStore

/// Triggers of other programs that the user accepts.
struct ApprovedTriggerTests {
    let folder: TemporaryFolder
    let location: StoreLocation
    let maintenance: DatabaseMaintainer
    private static let trigger =
        "CREATE TRIGGER noted AFTER INSERT ON person BEGIN INSERT INTO note (topic) VALUES ('New'); END"

    init() async throws {
        folder = try TemporaryFolder()
        try await folder.putNewDatabase()
        location = StoreLocation(folder.location.path, state: folder.file("state"))
        maintenance = DatabaseMaintainer(of: location)
        try folder.runAsOtherProgram(Self.trigger)
    }

    /// Adds a person and returns the number of notes.
    private func addPerson(at location: StoreLocation) async throws -> Int {
        let store = try await Store.open(at: location, mode: .readWrite)
        defer { store.close() }
        _ = try await store.persons.add(Person())
        return try await store.notes.count(.all)
    }

    private let refusal = StoreProblem.foreignTrigger(name: "noted", table: "person")

    @Test("An accepted trigger runs, is not reported, and is not removed by a repair")
    func accepted() async throws {
        await #expect(throws: refusal) { try await addPerson(at: location) }
        #expect(try await maintenance.acceptTrigger("noted") == Self.trigger)
        #expect(try await addPerson(at: location) == 1)
        #expect(try await maintenance.check(.deep) == [])
        try folder.runAsOtherProgram("DROP INDEX person_by_given")
        #expect(try await maintenance.repair().repaired == ["Recreated the index person_by_given."])
        #expect(try await addPerson(at: location) == 2)
        #expect(try folder.permissions("state/approvals") == 0o600)
    }

    @Test("A trigger that changes after it was accepted is rejected again")
    func changed() async throws {
        _ = try await maintenance.acceptTrigger("noted")
        let other = Self.trigger.replacing("New", with: "Newer")
        try folder.runAsOtherProgram("DROP TRIGGER noted; \(other)")
        await #expect(throws: refusal) { try await addPerson(at: location) }
        _ = try await maintenance.acceptTrigger("noted")
        #expect(try await addPerson(at: location) == 1)
        try folder.runAsOtherProgram("DROP TRIGGER noted; \(Self.trigger)")
        #expect(try await addPerson(at: location) == 2)
    }

    @Test("A trigger is accepted only in one database and only for one user")
    func otherDatabase() async throws {
        _ = try await maintenance.acceptTrigger("noted")
        let copy = folder.file("copy.db")
        _ = try await maintenance.backup(to: copy)
        await #expect(throws: refusal) {
            try await addPerson(at: StoreLocation(copy, state: folder.file("state")))
        }
        await #expect(throws: refusal) {
            try await addPerson(at: StoreLocation(location.path, state: folder.file("other")))
        }
        await #expect(throws: refusal) { try await addPerson(at: folder.location) }
    }

    @Test("A missing trigger, a trigger of Almanac, and an accepted trigger cannot be accepted")
    func unknown() async throws {
        _ = try await maintenance.acceptTrigger("noted")
        for name in ["noted", "note_insert_recorded", "nothing"] {
            await #expect(throws: StoreProblem.noForeignTrigger(name: name)) {
                try await maintenance.acceptTrigger(name)
            }
        }
    }

    @Test("Triggers accepted in an earlier version of Almanac stay accepted, even after another approval")
    func formerList() async throws {
        let key = SHA256.hex(of: Array("\(location.path)\0\(Self.trigger)".utf8))
        mkdir(folder.file("state"), 0o700)
        try folder.write(Array("\(key)\n".utf8), to: "state/accepted-triggers")
        chmod(folder.file("state/accepted-triggers"), 0o600)
        #expect(try await addPerson(at: location) == 1)
        try folder.runAsOtherProgram(Self.trigger.replacing("TRIGGER noted", with: "TRIGGER other"))
        _ = try await maintenance.acceptTrigger("other")
        unlink(folder.file("state/accepted-triggers"))
        #expect(try await addPerson(at: location) == 3)
    }

    @Test("An approval list that another user owns or can change is neither used nor changed")
    func foreignList() async throws {
        _ = try await maintenance.acceptTrigger("noted")
        let list = folder.file("state/approvals")
        chmod(list, 0o620)
        await #expect(throws: refusal) { try await addPerson(at: location) }
        chmod(list, 0o600)
        if chown(list, 65_534, 65_534) == 0 {
            await #expect(throws: refusal) { try await addPerson(at: location) }
            await #expect(throws: StoreProblem.self) { try await maintenance.acceptTrigger("noted") }
            chown(list, geteuid(), getegid())
        }
        #expect(try await addPerson(at: location) == 1)
    }

    @Test("If the approval list cannot be written, the error states that nothing was approved")
    func unwritableList() async throws {
        try folder.write([], to: "state")
        let error = await #expect(throws: StoreProblem.self) { try await maintenance.acceptTrigger("noted") }
        #expect(error?.explanation.outcome == "Nothing was approved.")
        await #expect(throws: refusal) { try await addPerson(at: location) }
    }

    @Test("A damaged list of accepted triggers is treated as empty and can be extended")
    func damagedList() async throws {
        mkdir(folder.file("state"), 0o700)
        try folder.write(
            [UInt8](repeating: 0xFF, count: 1000) + Array("\nnoted\n".utf8), to: "state/approvals")
        await #expect(throws: refusal) { try await addPerson(at: location) }
        _ = try await maintenance.acceptTrigger("noted")
        #expect(try await addPerson(at: location) == 1)
    }

    @Test("A database with another program’s trigger is not migrated until a repair has removed the trigger")
    func repairBeforeMigration() async throws {
        let old = try TemporaryFolder()
        try old.putFormerDatabase()
        try old.runAsOtherProgram("CREATE TRIGGER noted AFTER UPDATE ON person BEGIN DELETE FROM note; END")
        #expect(old.problem() == refusal)
        let report = try await DatabaseMaintainer(of: old.location).repair()
        #expect(report.repaired.first == "Removed the trigger noted, which does not belong to Almanac.")
        #expect(report.left == [])
        #expect(report.backup != nil && old.problem() == nil)
    }

    @Test("Triggers that are accepted concurrently all remain accepted", .long("accepts triggers concurrently"))
    func concurrentAcceptance() async throws {
        let names = (1...(Soak.isOn ? 8 : 3)).map { "noted\($0)" }
        for name in names {
            try folder.runAsOtherProgram(Self.trigger.replacing("TRIGGER noted", with: "TRIGGER \(name)"))
        }
        try await withThrowingTaskGroup { [maintenance] group in
            for name in names + ["noted"] { group.addTask { _ = try await maintenance.acceptTrigger(name) } }
            try await group.waitForAll()
        }
        #expect(try await addPerson(at: location) == names.count + 1)
    }
}

/// Views and virtual tables that another program has changed.
struct ForeignViewTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    private static let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    private static let changes: [(name: String, sql: String)] =
        ["record", "note_subject", "latest_step", "favorite_record", "linked_planet"].map {
            ($0, "DROP VIEW \($0); CREATE VIEW \($0) AS \(endless)")
        } + [
            (
                "search",
                """
                CREATE VIEW endless AS \(endless); DROP TABLE search;
                CREATE VIRTUAL TABLE search USING fts5 (words, content = 'endless', content_rowid = 'i')
                """
            ), ("search_name", "DROP TABLE search_name; CREATE VIEW search_name AS \(endless)"),
        ]

    @Test(.long("every view"), arguments: Soak.sample(Array(changes.prefix(5)), 2) + changes.suffix(2))
    func `A database with a changed view or search table is not opened until a repair restores the original`(
        name: String, sql: String
    ) async throws {
        try place.folder.runAsOtherProgram(sql)
        #expect(place.folder.problem() == .changedView(name: name))
        await #expect(throws: StoreProblem.changedView(name: name)) { _ = try await place.maintenance.backUpDaily() }
        let isView = sql.contains("VIEW \(name)") && name.hasPrefix("search")
        let fault = isView ? "The view \(name) does not belong to Almanac." : "\(name) differs from its migration."
        try await place.expect(.deep, .schemaChanged, "\(fault)")
        let report = try await place.maintenance.repair()
        #expect(report.left.filter { !$0.detail.contains("endless") } == [])
        let repaired = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { repaired.close() }
        #expect(try await repaired.persons.count(.all) == 40)
    }

    @Test func `A view in place of a table is rejected, and other views are ignored`() async throws {
        try place.folder.runAsOtherProgram("CREATE VIEW mine AS \(Self.endless)")
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        #expect(try await store.persons.count(.all) == 40)
        try place.folder.runAsOtherProgram(
            "PRAGMA foreign_keys = OFF; DROP TABLE name_rules; CREATE VIEW Name_Rules AS \(Self.endless)")
        let problem = StoreProblem.replacedTable(name: "Name_Rules")
        await #expect(throws: problem) { _ = try await store.persons.count(.all) }
        await #expect(throws: problem) { _ = try await store.groups.add(Group()) }
        store.close()
        await #expect(throws: problem) { _ = try await place.maintenance.repair() }
        #expect(problem.explanation.next?.description.contains("salvage") == true)
    }

    @Test func `The views of a backup are replaced when it is restored`() async throws {
        let backup = try await place.putBackup("backup.db")
        try Connection(at: backup, mode: .readWrite).execute(Self.changes[0].sql)
        _ = try await place.maintenance.restore(from: backup)
        #expect(try await place.maintenance.check(.quick) == [])
    }
}
