import Model
import Navigation
import TestSupport
import Testing

/// Deep links, names instead of IDs, back and forward, tabs, and replay.
struct LocationTests {
    @Test(arguments: [
        "persons/1", "persons/1/edit", "persons/new", "groups/of", "groups/of/1", "notes/new-person-1",
        "settings/account",
        "persons?by=-birthday&limit=2", "found?leia", "favorites",
    ])
    func `A path opens its location, and back opens the previous location or, if there is none, the parent`(
        address: String
    ) async throws {
        var app = try await TestApp()
        try await app.send("signup Han", "open \(address)")
        #expect(app.place == address)
        try await app.send("back")
        #expect(app.place == "home")
        try await app.send("forward")
        #expect(app.place == address)
        var linked = try await app.restarted(at: NavigationStack(#require(Path(address))))
        try await linked.send("back")
        let parent = address.split(separator: "/").dropLast().joined(separator: "/")
        #expect(linked.place == (parent.isEmpty ? address : parent))
    }

    @Test func `back from a record and cancel in a form return to the previous screen`() async throws {
        var app = try await TestApp()
        try await app.send("edit persons/1 birthday=--05-04", "persons --sort -name")
        for line in ["birthdays", "find leia", "show groups/1", "show planets/2", "favorites", "persons --sort given"] {
            guard (try? await app.send(line)) != nil, !app.stage.scene.rows.isEmpty else { continue }
            let place = app.place
            try await app.send("1", "back")
            #expect(app.place == place, "\(line)")
        }
        try await app.send("show persons/1", "edit", "cancel")
        #expect(app.place.hasSuffix("/1") && app.stage.scene.screen.question == nil)
        try await app.send("home", "edit persons/1", "cancel")
        #expect(app.place == "home")
        try await app.send("edit persons/1", "title=Senator", "save")
        #expect(app.place == "persons/1")
        try await app.send("back")
        #expect(app.place == "home")
    }

    @Test(arguments: [
        ("planets/earth", "planets/1"), ("planets/EARTH", "planets/1"), ("persons/leia organa", "persons/1"),
        ("earth", "planets/1"),
        ("leia organa", "persons/1"), ("plans", "notes/1"), ("Smugglers", "groups/2"), ("groups/2", "groups/2"),
    ])
    func `A full name can be used instead of an ID, regardless of case`(name: String, address: String) async throws {
        for command in ["show", "open"] {
            var app = try await TestApp(isInteractive: false)
            try await app.stage.send(words: [command, name])
            #expect(app.place == address)
        }
    }

    @Test func `A similar name is suggested for an unknown name`() async throws {
        var app = try await TestApp()
        let failure = try #require(await app.failure(of: "show 'leia orgena'"))
        #expect(failure.status == .notFound)
        #expect(
            failure.sentences.last
                == "Did you mean Leia Organa (persons/1)? Use “new person given=leia family=orgena” to add a contact.")
        #expect(app.place == "home")
    }

    @Test func `An unknown record or location is an error`() async throws {
        var app = try await TestApp()
        for line in [
            "show persons/99", "open persons/99/edit", "open nowhere", "show stars/1", "groups of/99", "open login/x",
            "edit notes/9 topic=x",
        ] {
            #expect(try await app.failure(of: line) != nil, "\(line)")
            #expect(app.place == "home")
        }
        #expect(try await app.failure(of: "show persons/99")?.status == .notFound)
    }

    @Test func `back and forward skip deleted records`() async throws {
        var app = try await TestApp()
        try await app.send("persons", "show persons/1", "notes", "2", "home")
        try await app.send("delete notes/1 notes/2 --yes", "back")
        #expect(app.place == "notes")
        try await app.send("back")
        #expect(app.place == "persons/1")

        try await app.send("persons", "show persons/2", "edit", "back", "back", "delete persons/2 --yes", "forward")
        #expect(app.place == "persons")
        try await app.send("forward")
        #expect(app.place == "persons")
    }

    @Test func `A list page still shows records after the record before the page is deleted`() async throws {
        var app = try await TestApp(pageSize: 2)
        try await app.send("persons", "next")
        let last = try #require(app.place.split(separator: "=").last)
        try await app.send("delete persons/\(last) --yes")
        #expect(app.place.hasPrefix("persons"))
        #expect(!app.names.isEmpty)
    }

    @Test func `The next start resumes at the same location or at the nearest existing location`() async throws {
        var app = try await TestApp()
        try await app.send("persons", "show persons/1", "open groups/of/1", "1")
        #expect(try await app.restarted().place == "groups/1")
        var other = try await app.besides()
        try await other.send("delete groups/1 --yes")
        var again = try await app.restarted()
        #expect(again.place == "groups/of/1")
        try await again.send("back")
        #expect(again.place == "persons/1")
        try await again.send("back")
        #expect(again.place == "persons")
    }

    @Test func `Leaving a form for another screen closes the form and keeps its draft`() async throws {
        for line in ["home", "persons", "groups", "show persons/2", "settings", "back"] {
            var app = try await TestApp()
            try await app.send("edit persons/1", "title=Senator", line)
            #expect(
                app.stage.statusLine?.description
                    == "Kept your unsaved changes as a draft. Use “edit persons/1” to continue.", "\(line)")
            try await app.send("persons")
            #expect(app.place == "persons" && app.stage.scene.screen.question == nil, "\(line)")
            for _ in 1...4 {
                try await app.send("back")
                #expect(app.place != "persons/1/edit", "\(line)")
            }
            try await app.send("edit persons/1", "save")
            #expect(try await app.services.persons.record(Person.ID(rawValue: 1)).content.jobTitle == "Senator")
            #expect(app.stage.statusLine?.description.contains("draft") != true)
        }
    }

    @Test func `groups lists all groups on every screen`() async throws {
        var app = try await TestApp()
        for line in ["home", "show persons/1", "open groups/of/1", "show groups/1", "planets", "edit persons/1"] {
            try await app.send(line, "groups")
            #expect(app.place == "groups", "\(line)")
        }
    }

    @Test func `Selecting a person in the groups flow lists the person’s groups`() async throws {
        var app = try await TestApp()
        try await app.send("persons")
        let persons = app.names
        try await app.send("groups", "of")
        #expect(app.place == "groups/of")
        #expect(app.names == persons)
        try await app.send("2")
        #expect(app.place == "groups/of/1")
        #expect(app.names == ["Rebel Alliance"])
        try await app.send("1")
        #expect(app.place == "groups/1")

        try await app.send("show persons/1", "related groups")
        #expect(app.place == "groups/1")
    }

    @Test func `A person’s groups can be paged and sorted`() async throws {
        var app = try await TestApp(pageSize: 2)
        for name in ["B", "C", "D"] { try await app.send("new group name=\(name)", "add persons/1 to \(name)") }
        try await app.send("open groups/of/1")
        let first = app.names
        try await app.send("next")
        #expect(app.names.count == 2 && Set(first + app.names).count == 4)
        try await app.send("sort -name")
        #expect(app.names == ["Rebel Alliance", "D"])
        try await app.send("1")
        #expect(app.place == "groups/1")
    }

    @Test func `Replaying the same lines produces the same locations and content`() async throws {
        let lines = [
            "persons", "sort given", "2", "edit title=General", "note --topic Hair Buns.", "back", "groups", "of", "1",
            "back",
            "forward",
            "find leia", "new group name=Jedi", "add persons/2 to Jedi", "planets --all", "1", "persons",
            "delete persons/3 --yes", "notes",
        ]
        var first = try await TestApp()
        var second = try await TestApp()
        for line in lines {
            try await first.send(line)
            try await second.send(line)
            #expect(first.stage.navigation == second.stage.navigation, "\(line)")
            #expect(first.names == second.names, "\(line)")
            #expect(first.told == second.told, "\(line)")
        }
    }
}
