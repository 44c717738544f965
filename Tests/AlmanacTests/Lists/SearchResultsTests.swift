import Almanac
import Display
import Model
import TestSupport
import Testing

/// The messages on the page of search results.
struct SearchResultsTests {
    @Test func `The number of results is shown, and machine-readable output omits “No results”`() async throws {
        var app = try await TestApp()
        try await app.send("find luke")
        #expect(app.screen.contains("2 records match, best first."))
        try await app.send("find jade")
        #expect(app.screen.contains("1 record matches."))
        try await app.send("find xyzzyxyzzy")
        #expect(app.screen.contains("No results.") && !app.screen.contains("match, best"))
        #expect(app.stage.scene.screen.page.shown(to: .programs).blocks.count == 1)
    }

    @Test func `find and show include changes made outside Almanac`() async throws {
        var app = try await TestApp()
        try await app.send("find luke")
        try app.temporary.connection().execute(
            """
            UPDATE person SET family = 'Lars' WHERE given = 'Luke';
            INSERT INTO person (given, family) VALUES ('Beru', 'Lars');
            """)
        try await app.send("find lars")
        #expect(Set(app.names).isSuperset(of: ["Beru Lars", "Luke Lars"]))
        try await app.send("show 'beru lars'")
        #expect(app.screen.contains("Beru Lars"))
    }

    @Test(arguments: [
        ("anchorhead", "…Anchorhead; ; ; Tatooine"), ("tosche", "…Tosche Station; Anchorhead"),
        ("desert", "12 Long Desert Road, Tosche Station; Anchorhead"), ("tatoo", "…Tatooine"),
        ("ANCHÓRHEAD", "…Anchorhead; ; ; Tatooine"),
    ])
    func `A match far from the beginning of a text is shown without the text before it`(
        query: String, excerpt: String
    ) async throws {
        var app = try await TestApp()
        let street = "12 Long Desert Road, Tosche Station"
        try await app.send(
            "edit persons/1 address.street='\(street)' address.city=Anchorhead address.country=Tatooine",
            "find \(query)")
        let page = app.stage.scene.screen.page
        #expect(page.tables.first?.rows.first?["matched"].words.contains(excerpt) == true)
        let whole = page.shown(to: .programs).tables.first?.rows.first?["matched"].words
        #expect(whole?.contains("12 Long Desert Road, Tosche Station; Anchorhead") == true)
    }

    @Test func `A corrected spelling is reported in human-readable and machine-readable output`() async throws {
        var app = try await TestApp()
        try await app.send("find skywaker")
        #expect(app.names.contains("Luke Skywalker"))
        #expect(app.screen.contains("interpreted as “skywalker”"))
        let row = try #require(app.stage.scene.screen.page.shown(to: .programs).tables.first?.rows.first)
        let matched = [
            Field("field", "Field", .text("name")), Field("text", "Text", .text("Luke Skywalker")),
            Field("correction", "Interpreted as", .text("skywalker")),
        ]
        #expect(row["matched"] == .parts(matched))
        try await app.send("find skywalker")
        #expect(!app.screen.contains("interpreted as"))
    }
}
