import Interchange
import Model
import SQLite
import Testing

@testable import AlmanacStore

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
                try connection.recording(step, VCardInterpreter()) {
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
        for _ in 1...200 { _ = try await command("new") { [person] in try await store.persons.add(person) } }
    }

    @Test("A step that lost some of its changes cannot be undone")
    func partOfAStep() async throws {
        try place.overwrite(pageOf: "change", from: 0, with: 0)
        let (store, _) = try await salvage()
        defer { store.close() }
        let step = Step.ID(rawValue: 1)
        await #expect(throws: HistoryProblem.lost(step)) { try await store.history.undo(step, isDryRun: true) }
    }

    @Test("Only the rows of a damaged history page are lost, and the report estimates the number of lost rows")
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
