import Model
import TestSupport
import Testing

/// Relations between persons.
struct RelationTests {
    @Test func `A relation is shown on the pages of both persons, and related lists it`() async throws {
        var app = try await TestApp()
        try await app.send(
            "new person given=Ada family=Lovelace relation.mentor='Mary Somerville'",
            "new person given=Mary family=Somerville")
        try await app.send("show 'Ada Lovelace'")
        #expect(app.screen.contains("Mary Somerville") && app.screen.contains("mentor"))
        try await app.send("home", "related 'Ada Lovelace'")
        #expect(app.told?.contains("Mary Somerville") == true)
        try await app.send("show 'Mary Somerville'")
        #expect(app.screen.contains("Ada Lovelace") && app.screen.contains("has this person as mentor"))
        try await app.send("home", "related 'Mary Somerville'")
        #expect(app.told?.contains("has this person as mentor") == true)
        try await app.send("settings", "nameOrder=family", "save", "home", "related 'Mary Somerville'")
        #expect(app.told?.contains("Lovelace Ada") == true && app.told?.contains("has this person as mentor") == true)
    }

    @Test func `A relation in both directions is shown once`() async throws {
        var app = try await TestApp()
        try await app.send(
            "new person given=Fred relation.spouse=Wilma", "new person given=Wilma relation.spouse=Fred", "show Wilma")
        #expect(app.names == ["Fred"] && !app.screen.contains("has this person as"))
        try await app.send("edit Wilma relation=", "show Wilma")
        #expect(app.screen.contains("has this person as spouse"))
    }

    @Test func `The name of a relation is compared without regard to case and accents`() async throws {
        var app = try await TestApp()
        try await app.send(
            "new person given=Ödön relation.friend='ÉVA ŐRI'", "new person given=Éva family=Őri", "show 'Éva Őri'")
        #expect(app.names == ["Ödön"] && app.screen.contains("has this person as friend"))
    }

    @Test func `A relation whose name matches several persons is not a link to any of them`() async throws {
        var app = try await TestApp()
        try await app.send("new person given=Fred relation.spouse=Wilma", "new person given=Wilma title=One")
        let first = app.place
        try await app.send("new person given=Wilma title=Two", "open \(first)")
        #expect(!app.screen.contains("has this person as"))
        try await app.send("show Fred")
        #expect(app.names.isEmpty)
    }
}
