import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing

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

    @Test("An accepted trigger runs, is not a finding, and is not removed by a repair")
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
        for name in ["noted", "note_inserted", "nothing"] {
            await #expect(throws: StoreProblem.noForeignTrigger(name: name)) {
                try await maintenance.acceptTrigger(name)
            }
        }
    }

    @Test("The list of an earlier version applies, and remains in effect after another approval")
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

    @Test("A list that other users can change approves nothing, and is not changed")
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

    @Test("If the list cannot be written, the error states that nothing was approved")
    func unwritableList() async throws {
        try folder.write([], to: "state")
        let error = await #expect(throws: StoreProblem.self) { try await maintenance.acceptTrigger("noted") }
        #expect(error?.explanation.what.description.contains("Nothing was approved.") == true)
        await #expect(throws: refusal) { try await addPerson(at: location) }
    }

    @Test("A damaged list of accepted triggers counts as empty and can be extended")
    func damagedList() async throws {
        mkdir(folder.file("state"), 0o700)
        try folder.write(
            [UInt8](repeating: 0xFF, count: 100_000) + Array("\nnoted\n".utf8), to: "state/approvals")
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

    @Test("Triggers accepted concurrently all stay accepted", .long("accepts triggers concurrently"))
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
