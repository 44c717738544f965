import TestSupport
import Testing
import Text

@Suite("Sample data", .childProcesses)
struct SeedCommandTests {
    @Test(.enabled(if: Soak.isOn, "takes ten seconds"), .long("loads all exoplanets"))
    func `51 Pegasi b is found by the name Dimidium`() throws {
        let home = try Home()
        let loaded = try home.almanac("seed", "exoplanets", "--json")
        #expect(loaded.status == 0)
        #expect(try loaded.rows.first?["planets"]?.integer == 6540)
        #expect(try home.almanac("find", "dimidium", "--json").json.names == ["51 Peg b"])
        #expect(try home.almanac("planets", "--json").rows.count > 5000)
        #expect(try home.almanac("show", "planets/dimidium").output.contains("51 Peg b"))
    }

    @Test func `Tatooine is shown with its residents`() throws {
        let home = try SeededHome.home("swapi")
        let names = try home.almanac("find", "tatooine", "--json").json.names
        #expect(names.first == "Tatooine")
        #expect(names.contains("Luke Skywalker"))
        let tatooine = try home.almanac("show", "planets/tatooine")
        #expect(tatooine.output.contains("Luke Skywalker"))
        let climate = try home.almanac("show", "planets/tatooine", "--json").json["customFields"]?.array
        #expect(climate?.contains { $0["label"]?.string == "climate" && $0["value"]?.string == "arid" } == true)
    }

    @Test func `Loading a data set again changes nothing and keeps edits`() throws {
        let home = try SeededHome.home("flintstones", "solar")
        try home.almanac("edit", "fred flintstone", "nickname=Freddy")
        try home.almanac("delete", "barney rubble", "--yes")
        let before = try home.everything()
        let again = try home.almanac("seed", "flintstones", "solar", "--json")
        #expect(again.status == 0)
        for row in try again.rows {
            #expect(["persons", "groups", "planets", "notes"].allSatisfy { row[$0]?.integer == 0 })
        }
        #expect(try home.everything() == before)
    }

    @Test func `seed --remove removes a data set in one step, and undo restores it`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Ada")
        let before = try home.everything()
        try home.almanac("seed", "flintstones")
        let loaded = try home.everything()
        let trial = try home.almanac("seed", "--remove", "flintstones", "--dry-run", "--table")
        #expect(trial.output.contains("This would remove 8 persons, 5 groups, 8 notes from flintstones."))
        #expect(try home.everything() == loaded)
        let ending = try home.almanac("seed", "--remove", "flintstones", "--table")
        #expect(ending.status == 0 && ending.errors == "")
        #expect(ending.output.hasPrefix("Removed 8 persons, 5 groups, 8 notes from flintstones."))
        #expect(try home.everything() == before)
        #expect(try home.almanac("find", "flintstone", "--json").rows.isEmpty)
        #expect(try home.almanac("undo").status == 0)
        #expect(try home.everything().map { $0["name"] } == loaded.map { $0["name"] })
        #expect(try home.almanac("find", "flintstone", "--json").rows.isEmpty == false)
        // After the undo, the records count as loaded again, so loading the data set keeps them.
        #expect(try home.almanac("seed", "flintstones", "--json").rows.first?["kept"]?.integer == 21)
        #expect(try home.almanac("seed", "--remove", "flintstones", "--json").rows.isEmpty)
        #expect(try home.everything() == before)
    }

    @Test func `seed --remove keeps and lists records that were edited or are in use`() throws {
        let home = try SeededHome.home("flintstones")
        try home.almanac("edit", "fred flintstone", "nickname=Freddy")
        try home.almanac("edit", "wilma flintstone", "nickname=Will")
        try home.almanac("undo")
        try home.almanac("note", "barney rubble", "On Friday.", "--topic", "Bowling")
        try home.almanac("new", "person", "given=Ada")
        try home.almanac("add", "ada", "to", "The Rubbles")
        let ending = try home.almanac("seed", "--remove", "flintstones", "--json")
        #expect(ending.status == 0, "\(ending.errors)")
        let kept = try ending.rows.map { [$0["name"]?.string, $0["reason"]?.string] }
        #expect(
            Set(kept) == [["Fred Flintstone", "edited"], ["Barney Rubble", "in use"], ["The Rubbles", "edited"]])
        let names = try home.almanac("persons", "--json").json.names
        #expect(Set(names) == ["Ada", "Barney Rubble", "Fred Flintstone"])
        // The removed records can be loaded again.
        let again = try home.almanac("seed", "flintstones", "--json")
        #expect(try again.rows.first?["persons"]?.integer == 6)
    }

    @Test func `seed --remove rejects a data set that is not loaded`() throws {
        let home = try SeededHome.home("flintstones")
        let ending = try home.almanac("seed", "--remove", "solar")
        #expect(ending.status == 3 && ending.errors.contains("flintstones"))
        #expect(try home.almanac("seed", "--remove").status == 2)
    }

    @Test func `seed --dry-run reports the changes without making them`() throws {
        let home = try SeededHome.home()
        let ending = try home.almanac("seed", "flintstones", "--dry-run", "--json")
        #expect(ending.status == 0)
        #expect(try ending.rows.first?["persons"]?.integer == 8)
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
        #expect(try home.almanac("history", "--json").rows.isEmpty)
    }

    @Test func `seed lists data sets with record counts, licenses, and sources, and shows which are loaded`() throws {
        let home = try SeededHome.home("solar")
        let sets = try home.almanac("seed", "--json").rows
        #expect(sets.compactMap { $0["name"]?.string } == ["flintstones", "swapi", "congress", "solar", "exoplanets"])
        #expect(sets.map { $0["loaded"] == .bool(true) } == [false, false, false, true, false])
        #expect(sets.map { $0["persons"]?.integer } == [8, 82, 537, 0, 0])
        #expect(sets.map { $0["planets"]?.integer } == [0, 59, 0, 110, 6540])
        #expect(sets.allSatisfy { $0["license"]?.string?.isEmpty == false && $0["source"]?.string?.isEmpty == false })
    }

    @Test func `A dry-run deletion names the record’s data set in the field sampleData`() throws {
        let home = try SeededHome.home("flintstones")
        let ending = try home.almanac("delete", "persons/1", "--dry-run")
        #expect(ending.output.contains("sampleData: flintstones ->"), "\(ending.output)")
    }

    @Test func `seed reports an unknown data set`() throws {
        let ending = try Home().almanac("seed", "flintstone")
        #expect(ending.status == 3)
        #expect(ending.errors.contains("flintstones"))
    }

    // MARK: - Custom data sets

    private static let header =
        #"{"name": "friends", "title": "Friends", "summary": "Some.", "license": "CC0", "source": "us"}"#

    @Test func `Loading a data set from a folder again adds only new rows`() throws {
        let home = try SeededHome.home()
        try home.write(Self.header, to: "friends/set.json")
        try home.write("key,given,family,planet,phone.home\nleia,Leia,Organa,,+1\n", to: "friends/persons.csv")
        #expect(try home.shell("cd; almanac seed ./friends --json").rows.first?["persons"]?.integer == 1)
        try home.write("key,given,family\nleia,Leia,Organa\nhan,Han,Solo\n", to: "friends/persons.csv")
        #expect(try home.almanac("seed", home.folder + "/friends", "--json").rows.first?["persons"]?.integer == 1)
        #expect(try home.almanac("persons", "--json").json.names == ["Leia Organa", "Han Solo"])
    }

    @Test func `An invalid row is reported with its file, line, and column, and nothing is loaded`() throws {
        let home = try SeededHome.home()
        try home.write(Self.header, to: "friends/set.json")
        try home.write("key,given,birthday\nleia,Leia,--05-04\nluke,Luke,1977-13-01\n", to: "friends/persons.csv")
        let ending = try home.shell("cd; almanac seed ./friends")
        #expect(ending.status == 1)
        #expect(ending.errors.contains("./friends/persons.csv:3:11"))
        #expect(ending.output == "")
        #expect(try home.almanac("persons", "--json").rows.isEmpty)
    }
}

extension Home {
    /// Returns the records of every kind.
    func everything() throws -> [JSONValue] {
        let kinds = ["persons", "groups", "planets", "notes"]
        return try run(kinds.flatMap { ["-c", "\($0) --all --sort created --ndjson"] }).lines.map {
            try JSONReader.value(of: Array($0.utf8))
        }
    }
}
