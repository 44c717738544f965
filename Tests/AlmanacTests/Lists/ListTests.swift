import Almanac
import Display
import Model
import TestSupport
import Testing

struct ListTests {
    /// Returns an app with ten persons named A to J, half of them with a birthday.
    private func app(pageSize: Int = 4, isInteractive: Bool = true) async throws -> TestApp {
        try await TestApp(isInteractive: isInteractive, pageSize: pageSize) { store in
            for (number, letter) in "ABCDEFGHIJ".enumerated() {
                var person = Person()
                person.name.given = String(letter)
                if number.isMultiple(of: 2) { person.birthday = PartialDate("19\(90 - number)-01-01") }
                _ = try await store.persons.add(person)
            }
        }
    }

    @Test func `An ID that contains a number or a name opens the record`() async throws {
        var app = try await app()
        for (line, place) in [
            ("persons/3", "persons/3"), ("persons/b", "persons/2"), ("persons/3/edit", "persons/3/edit"),
        ] {
            try await app.send("home", line)
            #expect(app.place == place)
        }
        #expect(try await app.failure(of: "persons/nobody")?.status == .notFound)
    }

    @Test func `next and previous change the page`() async throws {
        var app = try await app()
        var pages: [String] = []
        try await app.send("persons")
        for line in ["next", "n", "previous", "p"] {
            pages.append(app.names.joined())
            try await app.send(line)
        }
        pages.append(app.names.joined())
        #expect(pages == ["ABCD", "EFGH", "IJ", "EFGH", "ABCD"])
        #expect(try await app.failure(of: "previous")?.sentences.first == "This is the first page.")
        try await app.send("next", "next")
        #expect(try await app.failure(of: "next")?.sentences.first == "This is the last page.")
    }

    @Test(arguments: ["name", "-name", "birthday", "-birthday", "-created"])
    func `previous undoes next in ascending and descending order`(order: String) async throws {
        var app = try await app(pageSize: 3)
        try await app.send("persons", "sort \(order)")
        var pages = [app.names]
        while (try? await app.send("next")) != nil { pages.append(app.names) }
        #expect(pages.flatMap { $0 }.sorted() == "ABCDEFGHIJ".map { String($0) })
        for page in pages.reversed().dropFirst() {
            try await app.send("previous")
            #expect(app.names == page)
        }
    }

    @Test func `A row number opens the record in that row`() async throws {
        var app = try await app()
        try await app.send("persons", "next", "2")
        #expect(app.place == "persons?after=4/6")
        #expect(app["given"] == "F")
        try await app.send("back")
        #expect(app.names.joined() == "EFGH")
        #expect(try await app.failure(of: "5")?.status == .notFound)
        #expect(try await app.failure(of: "0")?.status == .notFound)
        #expect(try await app.failure(of: "show 99")?.sentences.first == "There is no row 99 on this page.")
    }

    @Test func `A row number can be used instead of the record’s ID`() async throws {
        var app = try await app()
        try await app.send("new group name=Vowels", "persons", "add 1 to Vowels", "persons", "edit 2 nickname=Bee")
        #expect(app["nickname"] == "Bee")
        #expect(try await app.services.groups.record(Group.ID(rawValue: 1)).links.members.first.map(\.name) == ["A"])
    }

    @Test func `A record’s groups include smart groups`() async throws {
        var app = try await app()
        try await app.send(
            "new group name=Vowels", "add persons/1 to Vowels", "new group name=Firsts filter='given = A'",
            "new group name=Others filter='given = B'", "groups --of persons/1")
        #expect(app.names == ["Firsts", "Vowels"])
        try await app.send("groups --of persons/1 where 'name ~ first'")
        #expect(app.names == ["Firsts"])
        try await app.send("groups --of persons/2")
        #expect(app.names == ["Others"])
    }

    @Test func `A row number that refers to a record of the wrong kind is rejected`() async throws {
        var app = try await TestApp()
        try await app.send("notes")
        #expect(try await app.failure(of: "add 1 to groups/1")?.sentences.first == "notes/2 is a note.")
    }

    @Test func `Row numbers are not accepted in a non-interactive session`() async throws {
        var app = try await app(isInteractive: false)
        try await app.send("persons")
        #expect(try await app.failure(of: "show 1")?.status == .notFound)
    }

    @Test func `The table of a list loads the remaining rows on demand`() async throws {
        var app = try await app(isInteractive: false)
        try await app.send("persons")
        var table = try #require(app.stage.scene.screen.page.tables.first)
        var names = table.rows.map { $0["name"].words }
        while let next = table.next {
            table = try await next.fetch()
            names += table.rows.map { $0["name"].words }
        }
        #expect(names.joined() == "ABCDEFGHIJ")
    }

    @Test func `A list command accepts --limit, --sort, and --after and rejects invalid values`() async throws {
        var app = try await app(isInteractive: false)
        try await app.send("persons --limit 2 --sort -name --after persons/9")
        #expect(app.names.joined() == "HG")
        #expect(app.stage.scene.screen.page.tables.first?.next == nil)
        #expect(try await app.failure(of: "persons --limit 0")?.status == .wrongUsage)
        #expect(try await app.failure(of: "persons --sort mass")?.status == .wrongUsage)
        #expect(try await app.failure(of: "persons --after planets/1")?.status == .wrongUsage)
        #expect(try await app.failure(of: "persons --after persons/99")?.status == .notFound)
    }

    @Test func `A list command in a non-interactive session opens the list, not the last record`() async throws {
        var app = try await app(isInteractive: false)
        try await app.send("show persons/3", "groups", "persons")
        #expect(app.place == "persons")
        try await app.send("show persons/3", "persons")
        #expect(app.place == "persons")
    }

    @Test func `A list command at the prompt opens the list, and back returns to the previous location`() async throws {
        var app = try await app()
        try await app.send("show persons/3", "groups", "persons")
        #expect(app.place == "persons")
        try await app.send("back")
        #expect(app.place == "groups")
        try await app.send("back")
        #expect(app.place == "persons/3")
    }

    @Test func `An empty list suggests how to add records, and an empty search reports “No results”`() async throws {
        var app = try await TestApp { _ in }
        for (line, hint) in [
            ("persons", "new person"), ("groups", "new group"), ("planets", "seed"), ("notes", "note ID"),
            ("find nobody", "No results"),
        ] {
            try await app.send(line)
            #expect(app.screen.contains(hint))
        }
    }

    @Test func `Search results can be paged and limited`() async throws {
        var app = try await app(pageSize: 2)
        for person in 1...5 { try await app.send("edit persons/\(person) organization=Acme") }
        try await app.send("find acme")
        let first = app.names
        try await app.send("next")
        let second = app.names
        try await app.send("next")
        #expect(app.names.count == 1)
        #expect(Set(first + second + app.names).count == 5)
        try await app.send("previous")
        #expect(app.names == second)
        try await app.send("previous")
        #expect(app.names == first)
        #expect(try await app.failure(of: "previous")?.status == .wrongUsage)
        try await app.send("find acme --limit 3")
        #expect(app.names.count == 3)
        try await app.send("3", "back")
        #expect(app.place == "found?acme&limit=3")
    }
}
