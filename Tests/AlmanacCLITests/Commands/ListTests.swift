import TestSupport
import Testing
import Text

@Suite("Lists and searches", .childProcesses)
struct ListTests {
    /// Returns a home with five persons, a group, two planets, a note, and an account.
    private static func bedrock() throws -> Home { try Home(as: snapshot.get()) }

    private static let snapshot = Result {
        let home = try SeededHome.home()
        let script = """
            new planet name=Earth type=planet massKg=5.97e24
            new planet name=Tatooine type=fictional
            new person given=Ada family=Lovelace organization=Engine birthday=1815-12-10
            new person given=José family=Ibáñez
            new person given=Lev family=Ёжиков planet=tatooine
            new person given=Zoë family=Straße
            new person given=Łukasz family=Nowak email.work=l@nowak.example
            new group name=Friends
            add persons/1 persons/2 to friends
            note persons/1 'Build the engine.' --topic Plans
            signup Tester
            favorite persons/2
            """
        let ending = try home.almanac(input: script)
        try #require(ending.status == 0, "\(ending.errors)")
        return try HomeSnapshot(of: home)
    }

    @Test("C10 Lists of each kind of record have fixed JSON keys")
    func jsonKeys() throws {
        let home = try Self.bedrock()
        for (list, keys) in RecordKeys.all {
            let rows = try home.almanac(list, "--all", "--json").rows
            #expect(!rows.isEmpty)
            for row in rows {
                #expect(row.keys == keys, "\(list)")
                let address = try #require(row["id"]?.string)
                let page = try home.almanac("show", address, "--json").json
                #expect(page.keys == keys + (RecordKeys.pageOnly[list].map { [$0] } ?? []), "\(list)")
                for key in keys { #expect(page[key] == row[key], "\(list), \(key)") }
            }
        }
    }

    @Test func `Unknown values are null or empty arrays in JSON`() throws {
        let home = try Self.bedrock()
        let zoe = try home.almanac("show", "persons/4", "--json").json
        #expect(["nickname", "birthday", "planet", "photo"].allSatisfy { zoe[$0] == .null })
        #expect(["emails", "phones", "addresses", "urls", "groups", "notes"].allSatisfy { zoe[$0] == .array([]) })
        #expect(zoe["favorite"] == .bool(false))
    }

    @Test func `Links to records and labeled values have a fixed JSON form`() throws {
        let home = try Self.bedrock()
        let rows = try home.almanac("persons", "--json", "--sort", "created").rows
        #expect(rows[0]["birthday"]?.string == "1815-12-10")
        #expect(
            rows[0]["groups"]?.array == [
                .object([.init("id", .string("groups/1")), .init("name", .string("Friends"))])
            ])
        #expect(rows[2]["planet"]?["id"]?.string == "planets/2")
        #expect(
            rows[4]["emails"]?.array == [
                .object([.init("label", .string("work")), .init("value", .string("l@nowak.example"))])
            ])
        #expect(rows[1]["favorite"] == .bool(true))
    }

    @Test func `Lists can be limited, sorted, reversed, and continued after a record`() throws {
        let home = try Self.bedrock()
        let all = try home.almanac("persons", "--json", "--sort", "created")
        #expect(try all.json.names.map { $0.prefix(3) } == ["Ada", "Jos", "Lev", "Zoë", "Łuk"])
        let last = try home.almanac("persons", "--json", "--sort", "-created", "--limit", "2")
        #expect(try last.json.names.map { $0.prefix(3) } == ["Łuk", "Zoë"])
        let rest = try home.almanac("persons", "--json", "--sort=created", "--after=persons/3")
        #expect(try rest.json.names.map { $0.prefix(3) } == ["Zoë", "Łuk"])
        #expect(try home.almanac("persons", "--after", "groups/1").status == 2)
        #expect(try home.almanac("persons", "--limit", "0").status == 2)
        #expect(try home.almanac("persons", "--sort", "shoe").errors.contains("Use one of: name, given, family,"))
        #expect(try home.almanac("persons", "--sort", "brithday").errors.contains("Did you mean birthday?"))
    }

    @Test func `Fictional planets are listed only with --all`() throws {
        let home = try Self.bedrock()
        #expect(try home.almanac("planets", "--json").json.names == ["Earth"])
        #expect(try home.almanac("planets", "--all", "--json").json.names == ["Earth", "Tatooine"])
    }

    @Test func `favorites lists the favorites of the account or, after signing out, those of the guest`()
        throws
    {
        let home = try Self.bedrock()
        #expect(try home.almanac("favorites", "--json").json.names == ["José Ibáñez"])
        try home.almanac("unfavorite", "persons/2")
        #expect(try home.almanac("favorites", "--json").json == .array([]))
        try home.almanac("logout")
        #expect(try home.almanac("favorites", "--json").json == .array([]))
        try home.almanac("favorite", "persons/2")
        #expect(try home.almanac("favorites", "--json").json.names == ["José Ibáñez"])
    }

    @Test(arguments: [
        ("jose", "José Ibáñez"), ("José", "José Ibáñez"), ("ежиков", "Lev Ёжиков"), ("strasse", "Zoë Straße"),
        ("lukasz", "Łukasz Nowak"), ("love", "Ada Lovelace"), ("tatooine", "Tatooine"),
    ])
    func `Search ignores case and accents`(_ text: String, _ name: String) throws {
        let found = try Self.bedrock().almanac("find", text, "--json")
        #expect(try found.json.names.first == name)
    }

    @Test func `A search match reports the record’s kind and the matched text`() throws {
        let home = try Self.bedrock()
        let rows = try home.almanac("find", "engine", "--json").rows
        #expect(rows.count == 2)
        for row in rows {
            let kind = try #require(row["kind"]?.string)
            #expect(row.keys == ["kind", "matched"] + (RecordKeys.all[kind + "s"] ?? []))
            #expect(row["matched"]?.keys == ["field", "text", "correction"])
        }
        #expect(try home.almanac("find", "engine", "--limit", "1", "--json").rows == Array(rows.prefix(1)))
    }

    @Test func `An empty result is not an error`() throws {
        let home = try Home()
        for words in [["persons"], ["groups"], ["planets"], ["notes"], ["find", "nobody"]] {
            let ending = try home.run(words + ["--json"])
            #expect(ending.status == 0)
            #expect(try ending.json == .array([]))
        }
    }

    @Test(arguments: ["json", "ndjson", "csv", "markdown", "vertical", "table", "plain"])
    func `Each output format can be selected by name`(_ format: String) throws {
        let home = try Self.bedrock()
        let ending = try home.almanac("persons", "--format", format)
        #expect(ending.status == 0)
        #expect(ending.output.contains("Łukasz"))
        #expect(!ending.hasEscapes)
        if format != "plain" { #expect(try home.almanac("persons", "--\(format)").outputBytes == ending.outputBytes) }
    }

    @Test func `The --json flag rejects a value`() throws {
        let ending = try Home().almanac("persons", "--json=1")
        #expect(ending.status == 2 && ending.errors.contains("The option --json does not take a value."))
    }
}
