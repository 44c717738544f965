import Model
import Navigation
import TestSupport
import Testing

@Suite("Large groups and lists of related records")
struct LargeGroupTests {
    /// Returns an app with the given number of persons in groups/1, in reverse order.
    private func app(members: Int) async throws -> TestApp {
        try await TestApp(pageSize: 60) { store in
            var group = Group()
            group.name = "Everybody"
            let id = try await store.groups.add(group).id
            let persons = try await store.persons.add(
                (1...members).map { number in
                    var person = Person()
                    person.name.given = "P\(number)"
                    return person
                })
            _ = try await store.groups.add(persons.reversed(), to: id)
        }
    }

    @Test func `The page of a large group names the command that lists all members`() async throws {
        var app = try await app(members: 150)
        try await app.send("show groups/1")
        #expect(app["memberCount"] == "150")
        let shown = app.names
        #expect(shown == (51...150).reversed().map { "P\($0)" })
        #expect(app.screen.contains("`persons --sort member --of groups/1`"))
        try await app.send("persons --sort member --of groups/1")
        #expect(app.place == "persons?by=member&of=group-1")
        let first = app.names
        try await app.send("next", "next")
        #expect(app.names == (1...30).reversed().map { "P\($0)" })
        #expect(Array(shown.prefix(60)) == first)
    }

    @Test func `Members are counted only up to a limit`() async throws {
        var app = try await app(members: LinkedRecords.countLimit + 1)
        try await app.send("groups")
        #expect(app.stage.scene.screen.page.tables[0].rows[0]["memberCount"] == .moreThan(LinkedRecords.countLimit))
        try await app.send("delete groups/1")
        #expect(app.prompt?.contains("more than 1000 memberships") == true)
    }

    @Test func `The title of a list limited by --of contains the record’s name or, after its deletion, its ID`()
        async throws
    {
        var app = try await TestApp()
        try await app.send("new group name=Jedi", "persons --of Jedi")
        #expect(app.screen.contains("persons of Jedi") && app.screen.contains("Jedi has no persons."))
        try await app.send("add persons/2 to Jedi", "edit persons/2 contact=1d", "due --of Jedi")
        #expect(app.names == ["Luke Skywalker"] && app.screen.contains("persons of Jedi where due"))
        let place = app.place
        try await app.send("delete Jedi --yes", "open \(place)")
        #expect(app.screen.contains("persons of groups/"))
    }

    @Test func `--of limits a list to the records related to one record`() async throws {
        var app = try await TestApp()
        for (line, names) in [
            ("persons --of groups/1", ["Leia Organa", "Luke Skywalker"]), ("persons --of alderaan", ["Leia Organa"]),
            ("groups --of persons/3", ["Smugglers"]), ("planets --of earth", ["Moon"]),
            ("notes --of persons/1", ["Plans"]),
        ] {
            try await app.send(line)
            #expect(app.names == names)
            let place = app.place
            try await app.send("home", "open '\(place)'")
            #expect(app.names == names)
        }
        #expect(try await app.failure(of: "persons --of notes/1")?.sentences.first == "notes/1 is a note.")
        #expect(Path("persons?of=note-1") == nil)
        #expect(Path("groups?of=group-1") == nil)
    }
}
