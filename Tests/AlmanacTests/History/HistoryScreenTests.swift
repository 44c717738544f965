import Almanac
import Display
import Model
import TestSupport
import Testing

struct HistoryScreenTests {
    @Test func `history lists the newest steps first, and a machine-readable step contains nine fields`() async throws {
        var app = try await TestApp { _ in }
        try await app.send("new person given=Wedge", "edit persons/1 title=Pilot", "history")
        #expect(app.place == "history")
        let table = try #require(app.stage.scene.screen.page.tables.first)
        #expect(table.rows.map { $0["command"].words } == ["edit persons/1 title=Pilot", "new person given=Wedge"])
        #expect(table.rows.map { $0["author"].words } == ["guest", "guest"])
        let first = try #require(app.rowsForPrograms.first)
        #expect(
            first.fields.map(\.key) == [
                "number", "time", "command", "author", "outside", "undone", "undoes", "redoes", "records",
            ])
        #expect(first["author"] == .none && first["outside"] == .flag(false) && first["records"] == .integer(1))
    }

    @Test func `history marks undone steps and the steps that undid them`() async throws {
        var app = try await TestApp { _ in }
        try await app.send("new person given=Wedge", "undo --yes", "history")
        let rows = try #require(app.stage.scene.screen.page.tables.first).rows
        #expect(rows[1]["state"].words == "undone")
        #expect(rows[0]["state"].words == "undoes step \(rows[1]["number"].words)")
        #expect(app.rowsForPrograms[0]["undoes"].words == rows[1]["number"].words)
        #expect(app.rowsForPrograms[1]["undone"] == .flag(true))
    }

    @Test func `A change made outside Almanac is marked in the history and can be undone`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/2 title=Farmer")
        try app.temporary.connection().execute("UPDATE person SET job_title = 'Senator' WHERE id = 1")
        try await app.send("history")
        #expect(app.stage.scene.screen.page.tables.first?.rows.first?["author"].words == "another program")
        #expect(app.rowsForPrograms.first?["outside"] == .flag(true))
        #expect(app.rowsForPrograms.first?["command"] == Value.none)
        let number = try #require(app.rowsForPrograms.first?["number"].words)
        try await app.send("undo --yes")
        #expect(app.told?.contains("Undid step \(number) (another program).") == true, "\(app.told ?? "")")
        #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).jobTitle == "")
    }

    @Test func `next reaches the oldest step, first returns to the first page, and a path opens a page`() async throws {
        var app = try await TestApp(pageSize: 2) { _ in }
        for number in 1...5 { try await app.send("new person given=\(number)", "home") }
        try await app.send("history")
        #expect(commands(of: app) == ["new person given=5", "new person given=4"])
        try await app.send("next", "next")
        #expect(commands(of: app) == ["new person given=1"])
        #expect(try await app.failure(of: "next")?.status == .wrongUsage)
        let address = app.place
        try await app.send("first")
        #expect(app.place == "history")
        try await app.send("open \(address)")
        #expect(commands(of: app) == ["new person given=1"])
    }

    @Test(arguments: [
        "history", "history persons/1", "history 1", "trash", "find e", "persons --sort given", "notes --sort topic",
    ])
    func `previous undoes next in the history, the trash, search results, and record lists`(list: String) async throws {
        var app = try await TestApp(of: TemporaryStore(with: "flintstones"), pageSize: 2)
        try await app.send("edit persons/1 title=a", "edit persons/1 title=b", "edit persons/1 title=c")
        for number in 5...8 { try await app.send("delete persons/\(number) --yes") }
        try await app.send("undo --yes", "home", list)
        var pages = [rows(of: app)]
        while pages.count < 12, (try? await app.send("next")) != nil { pages.append(rows(of: app)) }
        #expect(Set(pages).count == pages.count && pages.count > 1)
        let address = app.place
        for page in pages.dropLast().reversed() {
            try await app.send("previous")
            #expect(rows(of: app) == page)
        }
        #expect(try await app.failure(of: "previous")?.sentences.first == "This is the first page.")
        try await app.send("open \(address)")
        #expect(rows(of: app) == pages.last)
        try await app.send("first")
        #expect(rows(of: app) == pages.first)
    }

    @Test func `A trash page that starts after a restored record becomes the first page`() async throws {
        var app = try await TestApp(pageSize: 2) { _ in }
        for number in 1...5 { try await app.send("new person given=Wedge\(number)") }
        try await app.send("delete persons/1 persons/2 persons/3 --yes", "trash")
        let shown = rows(of: app).compactMap(\.address)
        try await app.send("next")
        let (place, last) = (app.place, rows(of: app).compactMap(\.address))
        try await app.send("restore \(shown[1])", "open \(place)")
        #expect(rows(of: app).compactMap(\.address) == [shown[0]] + last)
    }

    private func rows(of app: TestApp) -> [Row] { app.stage.scene.screen.page.tables.last?.rows ?? [] }

    @Test func `history STEP loads records on demand, and --limit caps their number`() async throws {
        var app = try await TestApp(pageSize: 4)
        try await app.send("edit --where 'has given' title=Pilot --yes")
        let number = try #require(try await app.steps().first).id.rawValue
        try await app.send("history \(number)")
        let all = try #require(app.stage.scene.screen.page.tables.last)
        #expect(all.rows.count == 1 && all.next != nil)
        try await app.send("history \(number) --limit 2")
        let capped = try #require(app.stage.scene.screen.page.tables.last)
        #expect(capped.rows.count == 2 && capped.next == nil && capped.rest != nil)
        #expect(app.stage.scene.screen.page.shown(to: .programs).tables.last?.next == nil)
    }

    @Test func `history loads rows after the first page on demand, and --limit caps the rows`() async throws {
        var app = try await TestApp(pageSize: 2) { _ in }
        for number in 1...5 { try await app.send("new person given=\(number)", "home") }
        try await app.send("history")
        var table = try #require(app.stage.scene.screen.page.tables.first)
        var all = table.rows
        while let next = table.next {
            table = try await next.fetch()
            all += table.rows
        }
        #expect(all.map { $0["command"].words } == (1...5).reversed().map { "new person given=\($0)" })
        try await app.send("history --limit 3")
        #expect(app.stage.scene.screen.page.tables.first?.rows.count == 3)
        #expect(app.stage.scene.screen.page.tables.first?.next == nil)
    }

    @Test func `A step number opens the step with its changes`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 title=Senator nickname=Princess", "history")
        let number = try #require(app.stage.scene.screen.page.tables.first?.rows.first)["number"].words
        try await app.send(number)
        #expect(app.place == "history/\(number)")
        let rows = try #require(app.stage.scene.screen.page.tables.last).rows
        #expect(rows.map { $0["name"].words } == ["Leia Organa", ""])
        #expect(Set(rows.map { $0["new"].words }) == ["Senator", "Princess"])
        let change = try #require(app.rowsForPrograms.last)
        #expect(change.fields.map(\.key) == ["id", "name", "action", "fields"])
        try await app.send("back")
        #expect(app.place == "history")
        try await app.send("home", "history \(number)")
        #expect(app.place == "history/\(number)")
    }

    @Test func `The history of a deleted record shows old and new values`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/3 title=Captain", "delete persons/3 --yes", "history persons/3")
        #expect(app.place == "history/person-3")
        #expect(app.stage.scene.screen.page.title == "History of Han Solo")
        let rows = app.rowsForPrograms
        #expect(rows.first?["action"].words == "deleted")
        #expect(rows.contains { $0["id"].words == "persons/3" && $0["fields"].words == "title:  -> Captain" })
        #expect(rows.contains { $0["id"].words == "groups/2" && $0["action"].words == "changed" })
        try await app.send("history 'Leia Organa'")
        #expect(app.place == "history/person-1")
    }

    private func commands(of app: TestApp) -> [String] {
        app.stage.scene.screen.page.tables.flatMap(\.rows).map { $0["command"].words }
    }
}
