import Model
import SQLite
import Testing

@testable import AlmanacStore

/// What a salvaged store knows of its past, and what can be done with that.
struct SalvagedHistoryTests {
    let place: DamagedStore
    let target: StoreLocation

    init() async throws {
        place = try await DamagedStore()
        target = StoreLocation(place.folder.file("saved.db"))
    }

    private func command<Result>(_ line: String, _ body: () async throws -> Result) async throws -> Result {
        try await Deed.$current.withValue(Deed(line, by: nil)) { try await body() }
    }

    /// Gives persons titles, a command each.
    private func edit(_ persons: ClosedRange<Int>, times: Int) throws {
        let connection = try Connection(at: place.folder.location.path, mode: .readWrite)
        for number in 0..<times {
            let person = persons.lowerBound + number % persons.count
            let step = PresentStep(Deed("edit persons/\(person)", by: nil), at: StoreClock.system.now)
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

    /// The store that was saved, of which `check` finds nothing but this.
    private func salvage(
        leaving names: Set<Finding.Name> = [.historyGap]
    ) async throws -> (store: Store, report: SalvageReport) {
        let report = try await place.keeper.salvage(place.folder.location.path, to: target.path)
        #expect(try await Keeper(of: target).check(.deep).filter { !names.contains($0.name) } == [])
        return (try await Store.open(at: target, mode: .readWrite), report)
    }

    private func count(_ sql: String) throws -> Int {
        try #require(
            try Connection(at: place.folder.location.path, mode: .readOnly).first(sql) { $0[0] as Int })
    }

    @Test("Behind a damaged page the history is read on, and at most what was lost is called lost")
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
            let report = try await place.keeper.salvage(place.folder.location.path, to: damaged)
            let saved = try #require(report.tables.first { $0.table == table })
            #expect(saved.saved >= rows - perPage && saved.saved < rows, "\(table)")
            #expect(saved.lostAtMost >= (rows - saved.saved) / 2, "\(table)")
            #expect(saved.saved + saved.lostAtMost <= rows || table == "person_past", "\(table)")
        }
    }
}
