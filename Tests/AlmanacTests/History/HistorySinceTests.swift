import Model
import Navigation
import TestSupport
import Testing

@Suite("History since a time")
struct HistorySinceTests {
    @Test("history --since lists the steps since a date, for all records and for one")
    func since() async throws {
        var app = try await TestApp(isInteractive: false) { _ in }
        try await app.send("new person given=Leia", "home", "new person given=Luke", "home")
        try await app.send("history --since yesterday")
        #expect(app.stage.scene.screen.page.tables.first?.rows.count == 2)
        try await app.send("history persons/1 --since 'last week'")
        #expect(app.stage.scene.screen.page.tables.first?.rows.count == 1)
        try await app.send("history --since 2999-01-01")
        #expect(app.stage.scene.screen.page.tables.first?.rows.isEmpty == true)
        #expect(app.screen.contains("No changes since "))
        #expect(try await app.failure(of: "history --since soon")?.status == .wrongUsage)
        #expect(try await app.failure(of: "history 1 --since yesterday")?.status == .wrongUsage)
    }

    @Test("The start time round-trips through the history path, and an invalid time is rejected")
    func path() throws {
        let time = Timestamp(rawValue: "2026-11-20T00:00:00.000Z")
        let path = Path(.history(.steps(HistoryState(since: time, limit: 5))))
        #expect(Path(path.description) == path)
        #expect(Path("history?since=soon") == nil)
    }
}
