import FoundationEssentials
import Model
import TestSupport
import Testing

/// The list of upcoming birthdays and anniversaries on November 21, 2026.
struct BirthdaysTests {
    private func app(pageSize: Int = 50, isInteractive: Bool = true) async throws -> TestApp {
        var app = try await TestApp(isInteractive: isInteractive, pageSize: pageSize)
        try await app.send(
            "edit persons/2 birthday=1977-11-21 anniversary=--11-20",
            "edit persons/3 birthday=1940-02-29", "edit persons/5 birthday=1980 anniversary=2026-11-22",
            "edit persons/4 birthday=2027-11-23")
        return app
    }

    @Test func `birthdays lists upcoming dates with the number of years if known`() async throws {
        var app = try await app()
        try await app.send("birthdays")
        let rows = app.stage.scene.screen.page.tables[0].rows
        #expect(app.names == ["Luke Skywalker", "Mara Jade", "Leia Organa", "Han Solo", "Luke Skywalker"])
        #expect(rows.map { $0["days"].words } == ["0", "1", "10", "100", "364"])
        #expect(rows.map { $0["years"].words } == ["49", "0", "", "87", ""])
        #expect(rows.map { $0["next"].words }[3] == "2027-03-01")
    }

    @Test func `The home screen names today’s and this week’s birthdays and anniversaries`() async throws {
        var app = try await app()
        try await app.send("home")
        #expect(app.screen.contains("Today: birthday of Luke Skywalker."))
        #expect(app.screen.contains("This week: anniversary of Mara Jade on 22 Nov 2026."))
        #expect(!app.screen.contains("Leia Organa"))
        for number in 1...6 { try await app.send("new person given=Clone-\(number) birthday=--11-23") }
        try await app.send("home")
        #expect(app.screen.contains("and more. Use “birthdays” to list all."))
    }

    @Test(arguments: [("30d", 3), ("0d", 1), ("2w", 3), ("99", 3), ("100", 4), ("9999d", 5)])
    func `birthdays --within limits the period`(time: String, count: Int) async throws {
        var app = try await app()
        try await app.send("birthdays --within \(time)")
        #expect(app.names.count == count)
    }

    @Test(arguments: ["x", "", "-1", "5x", "99999999999999999999d"])
    func `birthdays rejects an invalid period`(time: String) async throws {
        var app = try await app()
        #expect(try await app.failure(of: "birthdays --within '\(time)'")?.status == .wrongUsage)
    }

    @Test func `birthdays can be paged in both directions, and the path of a page opens that page`() async throws {
        var app = try await app(pageSize: 2)
        try await app.send("birthdays")
        var seen = app.names
        for _ in 1...2 {
            try await app.send("next")
            try await app.send("open \(app.place)")
            seen += app.names
        }
        #expect(seen == ["Luke Skywalker", "Mara Jade", "Leia Organa", "Han Solo", "Luke Skywalker"])
        #expect(try await app.failure(of: "next") != nil)
        try await app.send("previous")
        #expect(app.names == ["Leia Organa", "Han Solo"])
        try await app.send("previous")
        #expect(app.names == ["Luke Skywalker", "Mara Jade"])
        #expect(try await app.failure(of: "previous")?.sentences.first == "This is the first page.")
        try await app.send("next", "first", "2")
        #expect(app.place == "persons/5")
    }

    @Test func `birthdays --of lists the dates of a group’s members, and the path opens the same page`() async throws {
        var app = try await app(pageSize: 1)
        try await app.send("new group name=Jedi", "add persons/2 to Jedi")
        try await app.send("birthdays --of Jedi")
        #expect(app.names == ["Luke Skywalker"] && app.screen.contains("Birthdays and anniversaries of Jedi"))
        try await app.send("next")
        #expect(app.names == ["Luke Skywalker"])
        let place = app.place
        try await app.send("home", "open \(place)")
        #expect(app.names == ["Luke Skywalker"] && app.place == place)
        try await app.send("new group name=Smart search=solo", "birthdays --of Smart")
        #expect(app.names == ["Han Solo"])
        #expect(try await app.failure(of: "birthdays --of groups/999")?.status == .notFound)
    }

    @Test func `birthdays can be searched by name`() async throws {
        var app = try await app(pageSize: 2)
        try await app.send("birthdays", "/SKY")
        #expect(app.names == ["Luke Skywalker", "Luke Skywalker"])
        #expect(app.stage.scene.breadcrumbs == ["birthdays /SKY"])
        try await app.send("/nobody")
        #expect(app.screen.contains("No results for “nobody”"))
        try await app.send("/")
        #expect(app.names == ["Luke Skywalker", "Mara Jade"])
    }

    @Test func `birthdays --save writes a calendar to a new file`() async throws {
        var app = try await app(isInteractive: false)
        try await app.send("birthdays --within 30d --save birthdays.ics")
        #expect(app.told == "Wrote 3 events to birthdays.ics.")
        let path = app.temporary.folder + "/birthdays.ics"
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(text.split(separator: "\r\n").filter { $0.hasPrefix("SUMMARY") }.count == 3)
        #expect(try await app.failure(of: "birthdays --save birthdays.ics") != nil)
        try await app.send("birthdays --limit 2 --save two.ics")
        #expect(app.told == "Wrote 2 events to two.ics.")
    }
}
