import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

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

    @Test(arguments: changes)
    func `The database is not opened, check names the object, and a repair restores it`(
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
