import Model
import Navigation
import TestSupport
import Testing

@Suite("Films, characters, planets, and starships")
struct StarWarsTests {
    private func app() async throws -> TestApp {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("swapi"))
        return try await TestApp(of: store)
    }

    @Test func `Row numbers open a film, a character, the character’s planet and starship, and the film again`()
        async throws
    {
        var app = try await app()
        func row(_ name: String) throws -> String { String(try #require(app.names.firstIndex(of: name)) + 1) }
        try await app.send("films")
        #expect(app.names.count == 6)
        try await app.send(try row("A New Hope"))
        #expect(app["kind"] == "film" && app["director"] == "George Lucas" && app["crew"] == "")
        try await app.send(try row("Han Solo"))
        #expect(app.screen.contains("Millennium Falcon\tstarship"))
        try await app.send(try row("Corellia"))
        #expect(app["url"] == "https://swapi.info/api/planets/22")
        try await app.send(try row("Millennium Falcon"))
        #expect(app["class"] == "Light freighter" && app["lengthM"] == "34.37 m")
        try await app.send(try row("Corellia"))
        try await app.send(try row("Han Solo"))
        try await app.send(try row("A New Hope"))
        try await app.send(try row("Tatooine"))
        #expect(app.screen.contains("Return of the Jedi\tfilm"))
        try await app.send("back")
        #expect(app["episode"] == "4")
    }

    @Test func `films and starships accept the options of groups`() async throws {
        var app = try await app()
        for (line, names) in [
            ("films --sort episode --limit 2", ["The Phantom Menace", "Attack of the Clones"]),
            ("films where director ~ kershner", ["The Empire Strikes Back"]),
            ("films --of hoth", ["The Empire Strikes Back"]),
            ("starships where crew > 300000", ["Death Star"]),
            ("starships --sort -length --limit 1", ["Death Star"]),
            ("planets --of 'a new hope'", ["Alderaan", "Tatooine", "Yavin IV"]),
            ("groups --of hoth", ["The Empire Strikes Back"]),
        ] {
            try await app.send(line)
            #expect(app.names == names, "\(line)")
            let place = app.place
            try await app.send("home", "open '\(place)'")
            #expect(app.names == names, "\(place)")
        }
    }

    @Test func `One command can add persons and planets to a group or remove them`() async throws {
        var app = try await app()
        try await app.send("add hoth 'Jar Jar Binks' to 'a new hope'")
        #expect(app.told?.hasPrefix("Added 1 person, 1 planet to A New Hope (groups/4).") == true)
        try await app.send("remove hoth 'Jar Jar Binks' from 'a new hope'")
        #expect(app.told?.hasPrefix("Removed 1 person, 1 planet from A New Hope (groups/4).") == true)
        try await app.send("remove hoth from 'a new hope'")
        #expect(app.told == "Nothing changed: the record is not in A New Hope (groups/4).")
    }

    @Test func `A group’s form asks only for the fields of its kind and for other fields that are not empty`()
        async throws
    {
        var app = try await app()
        func questions(after answers: [String]) async throws -> [String] {
            try await app.send("home", "new group", "cancel", "new group", "set name=X")
            for answer in answers { try await app.send("set \(answer)") }
            var asked: [String] = []
            while let question = app.question {
                asked.append(question)
                try await app.send("skip")
            }
            return asked
        }
        let family = try await questions(after: ["kind=family"])
        #expect(!family.contains("Episode") && !family.contains("Crew"))
        let film = try await questions(after: ["kind=Film"])
        #expect(film.contains("Episode") && film.contains("Director") && !film.contains("Crew"))
        let odd = try await questions(after: ["kind=family", "crew=2"])
        #expect(odd.contains("Crew") && !odd.contains("Class"))
    }

    @Test func `A group can be of any kind, and invalid or out-of-range values are rejected`() async throws {
        var app = try await app()
        try await app.send("new group name=Podrace kind=race")
        #expect(app["kind"] == "race")
        for assignment in ["episode=-1", "length=0", "lengthM=0", "released=soon", "crew=many"] {
            #expect(
                try await app.failure(of: "edit 'a new hope' \(assignment)")?.status == .wrongUsage, "\(assignment)")
        }
    }
}
