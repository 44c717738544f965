import FileIO
import Glibc
import Interchange
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// Recovering data from a damaged database into an intact one.
struct SalvageTests {
    let place: DamagedStore
    let target: StoreLocation

    init() async throws {
        place = try await DamagedStore()
        target = StoreLocation(place.folder.file("saved.db"))
    }

    @Test("The WAL of another database is not used and is named in the report")
    func foreignLog() async throws {
        try await place.putForeignLog()
        let report = try await salvage()
        #expect(report.repaired == ["Ignored \(place.folder.location.path)-wal, which does not match the database."])
        let saved = try await Store.open(at: StoreLocation(report.path), mode: .readWrite)
        defer { saved.close() }
        #expect(try await saved.persons.count(.all) == 40)
    }

    private func salvage() async throws -> SalvageReport {
        let before = try place.folder.bytes("store.db")
        let report = try await place.maintenance.salvage(place.folder.location.path, to: target.path)
        #expect(try place.folder.bytes("store.db") == before)
        let findings = try await DatabaseMaintainer(of: target).check(.deep)
        #expect(findings.filter { ![.historyDiffers, .historyGap].contains($0.name) } == [])
        #expect(try place.folder.permissions("saved.db") == 0o600)
        #expect(try place.folder.names().filter { $0.hasPrefix(".") } == [])
        return report
    }

    private func persons() async throws -> [Record<Person>] {
        let store = try await Store.open(at: target, mode: .readWrite)
        defer { store.close() }
        return try await store.persons.list(ListRequest(limit: 1000)).items
    }

    @Test("An intact database is recovered completely, with photos and history")
    func whole() async throws {
        let report = try await salvage()
        #expect(report.tables.first { $0.table == "person" } == .init(table: "person", saved: 40, lost: [], refused: 0))
        #expect(report.photos == 2)
        #expect(report.repaired == [])
        #expect(try await DatabaseMaintainer(of: target).check(.deep) == [])
        #expect(try await persons().map(\.content.emails.count) == [Int](repeating: 1, count: 40))
    }

    @Test("Persons are recovered from a truncated file")
    func cutShort() async throws {
        let bytes = try place.folder.bytes("store.db")
        try place.folder.write(Array(bytes.prefix(bytes.count / 4096 * 9 / 10 * 4096)), to: "store.db")
        let saved = try #require(try await salvage().tables.first { $0.table == "person" }?.saved)
        #expect(saved > 0)
        #expect(try await persons().count >= saved)
    }

    @Test("An unreadable table definition does not affect the rows of another table")
    func schemaLetter() async throws {
        try place.flip("CREATE TABLE note (", to: "CREXTE TABLE note (")
        #expect(try await salvage().tables.first { $0.table == "person" }?.saved == 40)
    }

    @Test("A salvaged database does not reuse IDs and keeps the photos of deleted records")
    func trashed() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        let persons = try await store.persons.list(ListRequest(limit: 1000)).items
        try await store.persons.delete(persons.filter { [1, 40].contains($0.id.rawValue) }.map(\.id))
        store.close()
        #expect(try await salvage().photos == 2)
        let saved = try await Store.open(at: target, mode: .readWrite)
        defer { saved.close() }
        #expect(try await saved.persons.add(Person()).id.rawValue == 41)
    }

    @Test("Missing photos are counted")
    func lostPhotos() async throws {
        let blobs = PersistentDataStore(folder: place.folder.location.photos)
        let ids = try blobs.ids()
        try #require(ids.count == 2)
        unlink(blobs.path(ids[0]))
        let report = try await place.maintenance.salvage(place.folder.location.path, to: target.path)
        #expect([report.photos, report.photosMissing] == [1, 1])
    }

    @Test("The rollback journal of an unfinished transaction is applied")
    func hotJournal() async throws {
        let killed = StoreLocation(place.folder.file("killed.db"))
        let writer = try Connection(at: place.folder.location.path, mode: .readWrite)
        try writer.execute("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1")
        try writer.execute("BEGIN IMMEDIATE; UPDATE person SET family = 'Nobody'; UPDATE person SET given = 'Nobody'")
        for suffix in ["", "-journal"] {
            try place.folder.write(try place.folder.bytes("store.db" + suffix), to: "killed.db" + suffix)
        }
        try writer.execute("ROLLBACK")
        _ = try await place.maintenance.salvage(killed.path, to: target.path)
        #expect(try await persons().allSatisfy { $0.content.name.family.hasPrefix("Organa") })
    }

    @Test(
        "D10 Rows around a damaged page are recovered, and lost rows are recovered from the history",
        arguments: [false, true])
    func damagedPage(last: Bool) async throws {
        try place.overwrite(pageOf: "person", from: 0, with: 0xEE, last: last)
        let report = try await salvage()
        let rows = try #require(report.tables.first { $0.table == "person" })
        #expect((20..<40).contains(rows.saved))
        #expect(rows.lost.count == 1)
        #expect(last || rows.saved + rows.maximumLostKeys == 40)
        // The history contains the lost rows.
        #expect(report.repaired == ["Recovered \(40 - rows.saved) lost rows of person from the history."])
        let saved = try await persons()
        #expect(saved.count == 40)
        #expect(saved.allSatisfy { $0.content.emails.count == 1 })
        #expect(try await DatabaseMaintainer(of: target).check(.deep) == [])
    }

    @Test("The orphaned rows of lost records are saved as text if the records have no history")
    func withoutHistory() async throws {
        try place.folder.runAsOtherProgram("DROP TABLE person_past; DROP TABLE person_email_past")
        try place.overwrite(pageOf: "person", from: 0, with: 0xEE)
        let report = try await salvage()
        let rows = try #require(report.tables.first { $0.table == "person" })
        #expect(try await persons().count == rows.saved)
        #expect(report.repaired.count == 1)
        let store = try await Store.open(at: target, mode: .readWrite)
        let texts = try await store.notes.list(ListRequest()).items.map(\.content.text).joined()
        #expect(texts.split(separator: "person_email: ").count == 1 + 40 - rows.saved)
        store.close()
    }

    @Test("Damaged index pages do not cause data loss")
    func damagedIndex() async throws {
        for index in ["person_by_name", "person_by_given", "sqlite_autoindex_person_1"] {
            try place.overwrite(pageOf: index, from: 0, with: 0xEE)
        }
        let report = try await salvage()
        #expect(report.tables.allSatisfy { $0.lost.isEmpty && $0.refused == 0 })
        #expect(try await persons().count == 40)
    }

    @Test("A row that violates a constraint is saved as text")
    func brokenRules() async throws {
        try place.folder.runAsOtherProgram(
            """
            PRAGMA ignore_check_constraints = ON;
            UPDATE person SET birthday = 'once upon a time' WHERE id = 7;
            """)
        let report = try await salvage()
        #expect(report.tables.first { $0.table == "person" } == .init(table: "person", saved: 39, lost: [], refused: 1))
        let store = try await Store.open(at: target, mode: .readWrite)
        let notes = try await store.notes.list(ListRequest()).items.map(\.content.text)
        #expect(notes.contains { $0.contains("birthday: once upon a time") })
        store.close()
    }

    @Test("A WAL that was not checkpointed is read")
    func log() async throws {
        let connection = try Connection(at: place.folder.location.path, mode: .readWrite)
        _ = try connection.first("PRAGMA journal_mode = WAL") { $0[0] as String }
        try connection.execute("INSERT INTO person (given, display_name, sort_key) VALUES ('Luke', 'Luke', 'luke')")
        #expect(try place.folder.names().contains("store.db-wal"))
        let report = try await salvage()
        #expect(report.tables.first { $0.table == "person" }?.saved == 41)
        withExtendedLifetime(connection) {}
    }

    @Test("Salvage rejects an existing target and a file that is not a database")
    func refused() async throws {
        try place.folder.write([UInt8](repeating: 7, count: 9000), to: "noise.db")
        await #expect(throws: StoreProblem.self) {
            try await place.maintenance.salvage(place.folder.file("noise.db"), to: target.path)
        }
        #expect(try !place.folder.names().contains("saved.db"))
        try place.folder.write([1], to: "saved.db")
        await #expect(throws: StoreProblem.fileExists(path: target.path)) { try await salvage() }
    }
}

/// The history of a salvaged database.
struct SalvagedHistoryTests {
    let place: DamagedStore
    let target: StoreLocation

    init() async throws {
        place = try await DamagedStore()
        target = StoreLocation(place.folder.file("saved.db"))
    }

    private func command<Result>(_ line: String, _ body: () async throws -> Result) async throws -> Result {
        try await CommandContext.$current.withValue(CommandContext(line, by: nil)) { try await body() }
    }

    /// Changes the job titles of the persons in turn, each in a separate command.
    private func edit(_ persons: ClosedRange<Int>, times: Int) throws {
        let connection = try Connection(at: place.folder.location.path, mode: .readWrite)
        for number in 0..<times {
            let person = persons.lowerBound + number % persons.count
            let step = ActiveStep(CommandContext("edit persons/\(person)", by: nil), at: StoreClock.system.now)
            try connection.transaction {
                try connection.recording(step) {
                    try connection.run("UPDATE person SET job_title = ?1 WHERE id = ?2") {
                        $0[1] = "t\(number)"
                        $0[2] = person
                    }
                }
            }
        }
    }

    private func delete(_ person: Int64) async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        try await command("delete persons/\(person)") { try await store.persons.delete([Record.ID(rawValue: person)]) }
    }

    /// Salvages the database and expects `check` to report only the given findings.
    private func salvage(
        leaving names: Set<Finding.Name> = [.historyGap]
    ) async throws -> (store: Store, report: SalvageReport) {
        let report = try await place.maintenance.salvage(place.folder.location.path, to: target.path)
        let findings = try await DatabaseMaintainer(of: target).check(.deep).filter { !names.contains($0.name) }
        #expect(findings == [], "\(findings)")
        return (try await Store.open(at: target, mode: .readWrite), report)
    }

    private func count(_ sql: String) throws -> Int {
        try #require(
            try Connection(at: place.folder.location.path, mode: .readOnly).first(sql) { $0[0] as Int })
    }

    @Test("A lost step is replaced with a placeholder, and the step number is not reused")
    func lostSteps() async throws {
        try edit(1...8, times: 150)
        let last = try count("SELECT max(id) FROM step")
        try place.overwrite(pageOf: "step", from: 0, with: 0, last: true)
        let (store, _) = try await salvage()
        defer { store.close() }
        var note = Note()
        note.topic = "Plans"
        for number in 1...2 {
            note.text = "\(number)"
            _ = try await command("note") { [note] in try await store.notes.add(note) }
        }
        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 3).items
        #expect(steps.map(\.id.rawValue) == [last + 2, last + 1, last].map(Int64.init))
        #expect(steps.last?.origin == .command("(lost)", by: nil))
        #expect(try await store.history.undo(steps[0].id, isDryRun: false).records == 1)
        #expect(try await store.notes.list(ListRequest()).items.map(\.content.text).contains("1"))
        #expect(try await store.history.undo(steps[2].id, isDryRun: true).records == 1)
    }

    @Test("Leftovers of lost changes are removed, and the steps of those changes cannot be undone")
    func lostChanges() async throws {
        try edit(1...8, times: 150)
        try await delete(7)
        try place.overwrite(pageOf: "change", from: 0, with: 0, last: true)
        let (store, report) = try await salvage(leaving: [.historyGap, .historyDiffers])
        defer { store.close() }
        #expect(report.repaired.contains { $0.description.contains("history row") })
        let step = try await store.history.steps(about: nil, at: .beginning, limit: 1).items[0]
        #expect(step.origin == .command("delete persons/7", by: nil))
        await #expect(throws: HistoryProblem.lost(step.id)) {
            try await store.history.undo(step.id, isDryRun: false)
        }
        var person = Person()
        person.name.given = "Han"
        _ = try await command("new") { [person] in
            try await store.persons.add([Person](repeating: person, count: 200))
        }
    }

    @Test("A step that lost some of its changes cannot be undone")
    func partOfAStep() async throws {
        try place.overwrite(pageOf: "change", from: 0, with: 0)
        let (store, _) = try await salvage()
        defer { store.close() }
        let step = Step.ID(rawValue: 1)
        await #expect(throws: HistoryProblem.lost(step)) { try await store.history.undo(step, isDryRun: true) }
    }

    @Test("Only the rows on a damaged history page are lost, and the report estimates the number of lost rows")
    func lostAtMost() async throws {
        try edit(1...8, times: 400)
        let before = try place.folder.bytes("store.db")
        for table in ["step", "change", "person_past"] {
            try place.folder.write(before, to: "store.db")
            let rows = try count("SELECT count(*) FROM \(table)")
            let perPage = try count(
                "SELECT max(ncell) FROM dbstat WHERE name = '\(table)' AND pagetype = 'leaf'")
            try place.overwrite(pageOf: table, from: 0, with: 0, last: true)
            let damaged = target.path + table
            let report = try await place.maintenance.salvage(place.folder.location.path, to: damaged)
            let saved = try #require(report.tables.first { $0.table == table })
            #expect(saved.saved >= rows - perPage && saved.saved < rows, "\(table)")
            #expect(saved.maximumLostKeys >= (rows - saved.saved) / 2, "\(table)")
            #expect(saved.saved + saved.maximumLostKeys <= rows || table == "person_past", "\(table)")
        }
    }

    @Test("A lost row is recovered from the history even if its change was lost")
    func lostRowAndChange() throws {
        let connection = try Connection(at: place.folder.location.path, mode: .readWrite)
        for trigger in try ForeignTrigger.all(of: connection) {
            try connection.execute("DROP TRIGGER \(trigger.name.quotedIdentifier)")
        }
        try connection.withForeignKeysOff {
            try connection.execute("DELETE FROM change WHERE table_name = 'person'; DELETE FROM person WHERE id = 1")
        }
        let person = try #require(try RecordedTableStatements.all(of: connection).first { $0.name == "person" })
        #expect(try connection.run(person.recovery) == 1)
    }

    @Test("A deleted record whose history was lost stays deleted and cannot be restored", arguments: [false, true])
    func deleted(losesPersonsToo: Bool) async throws {
        try edit(2...8, times: 120)
        try await delete(1)
        try place.overwrite(pageOf: "person_past", from: 0, with: 0, last: true)
        if losesPersonsToo { try place.overwrite(pageOf: "person", from: 0, with: 0) }
        let (store, _) = try await salvage()
        defer { store.close() }
        let persons = try await store.persons.list(ListRequest(limit: 100)).items
        #expect(persons.map(\.id.rawValue).sorted() == Array(2...40))
        let address = RecordID(kind: .person, number: 1)
        #expect(try await store.history.deletedRecords(of: [address]).count == 1)
        await #expect(throws: HistoryProblem.unrecoverableRecord(address)) {
            try await store.history.restore([address])
        }
    }
}

/// SQLite’s error codes that damage can cause, during the commands for a damaged database.
struct RescueErrorTests {
    let place: DamagedStore
    private var backup: String { place.folder.file("backup/sound.db") }

    init() async throws {
        FaultyDisk.install()
        place = try await DamagedStore()
        mkdir(place.folder.file("backup"), 0o700)
        _ = try await place.putBackup("backup/sound.db")
    }

    /// The extended result codes SQLITE_CORRUPT, NOTADB, FULL, IOERR_READ, IOERR_SHORT_READ, CANTOPEN, and SCHEMA.
    static let codes: [Int32] = [11, 26, 13, 266, 522, 14, 17]

    enum Rescue: CaseIterable {
        case check, repair, restore, salvage, backup, backups
    }

    private static let cases = codes.flatMap { code in Rescue.allCases.map { (code, $0) } }

    private func run(_ rescue: Rescue) async throws {
        let maintenance = place.maintenance
        switch rescue {
        case .check: _ = try await maintenance.check(.deep)
        case .repair: _ = try await maintenance.repair()
        case .restore: _ = try await maintenance.restore(from: backup)
        case .salvage:
            let target = place.folder.file("backup/saved.db")
            _ = try await maintenance.salvage(place.folder.location.path, to: target)
            let saved = DatabaseMaintainer(of: StoreLocation(target))
            #expect(try await saved.check(.quick) == [])
        case .backup: _ = try await maintenance.backup(to: place.folder.file("backup/copy.db"))
        case .backups: _ = try await maintenance.backups()
        }
    }

    @Test(
        "A database that cannot be read can be salvaged, and every other command succeeds or suggests a next step",
        .long("every error of every command"),
        arguments: Soak.sample(cases, 6))
    func unreadable(_ code: Int32, _ rescue: Rescue) async throws {
        let operation: FaultyDisk.Operation = code == 14 ? .open : .read
        for occurrence in try Soak.spaced([1, 4, 12], atLeast: 1) {
            let place = "code \(code), \(operation) \(occurrence)"
            do {
                try await FaultyDisk.failing(
                    operation, under: self.place.folder.location.path, at: occurrence, with: code, lasts: true
                ) { _ in try await run(rescue) }
            } catch let problem as StoreProblem {
                // SQLite also reports the other codes for a disk that fails or is full, so the file is not replaced.
                let mustSucceed =
                    rescue == .salvage || rescue == .backups
                    || rescue == .restore && [11, 26, 522, 14, 17].contains(code)
                #expect(!mustSucceed && problem != .full, "\(place): \(problem)")
                #expect(problem.explanation.next != nil, "\(place)")
            }
            #expect(try await self.place.maintenance.check(.deep).allSatisfy { $0.name.remedy != .salvage }, "\(place)")
            let names = try self.place.folder.names() + FileSystem.names(in: self.place.folder.location.backups)
            #expect(names.allSatisfy { !$0.hasPrefix(".") }, "\(place): \(names)")
            for name in ["saved.db", "saved.db.photos", "copy.db", "copy.db.photos"] {
                let path = self.place.folder.file("backup/\(name)")
                if name.hasSuffix(".photos") { try? FileSystem.removeTree(path) } else { FileSystem.remove(path) }
            }
        }
    }
}
