import Testing

@Suite("List columns and hidden rows", .childProcesses)
struct ColumnsTests {
    @Test func `Columns use the requested unit in Markdown and JSON`() throws {
        let home = try SeededHome.home("solar")
        let words = [
            "planets", "where", "name = earth or name = jupiter", "--columns", "name,radius:rjup,axis:km,rings",
        ]
        let table = try home.run(words + ["--format", "markdown"]).output
        #expect(table.contains("| Name | Radius | Semi-major axis | Rings | ID |"))
        #expect(table.contains("| Jupiter | 0.9779 R♃ |"))
        let rows = try home.run(words + ["--json"]).rows
        #expect(rows.count == 2)
        #expect(rows.first?["radiusRjup"]?.number == 6371.0 / 71_492)
        #expect(rows.first?["id"]?.string == "planets/4")
        #expect(rows.first?["massKg"] == nil)
        let usual = try home.almanac("planets", "where", "name = earth", "--format", "markdown").output
        #expect(usual.contains("| 1 M⊕ | 0.9989 R⊕ |"))
        #expect(
            try home.almanac("planets", "where", "name = earth", "--json").rows.first?["massKg"]?.number == 5.9722e24)
    }

    @Test func `Lists of persons, groups, and notes accept filter fields as columns`() throws {
        let home = try SeededHome.home("flintstones")
        let persons = try home.almanac("persons", "--columns", "name,city,birthday,group,home", "--csv").output
        #expect(persons.hasPrefix("id,name,city,birthday,groups,planet\n"))
        #expect(persons.contains("Bedrock"))
        #expect(
            try home.almanac("groups", "--columns", "members,name", "--csv").output.contains("id,memberCount,name")
        )
        let notes = try home.almanac("notes", "--columns", "topic,person,planet", "--format", "markdown").output
        #expect(notes.contains("| Topic | Person | Planet | ID |") && notes.contains("Fred Flintstone"))
    }

    @Test func `Bars are scaled to the largest value and appear only in human-readable output`() throws {
        let home = try SeededHome.home("solar")
        let words = ["planets", "where", "type = planet", "--columns", "name,radius:bar", "--sort", "-radius"]
        let table = try home.run(words + ["--format", "table"]).output.split(separator: "\n").map(String.init)
        #expect(table.contains { $0.hasPrefix("Name     Radius bar  ID") })
        #expect(table.contains { $0.hasPrefix("Jupiter  ████████ ") } && table.contains { $0.hasPrefix("Earth    ▊ ") })
        #expect(try home.run(words + ["--format", "vertical"]).output.contains("Radius bar  9 %"))
        #expect(try home.run(words).output.hasPrefix("Jupiter\tplanets/"))
        #expect(try home.run(words + ["--json"]).rows.first?.keys == ["id", "name"])
        #expect(try home.run(words + ["--csv"]).output.hasPrefix("id,name\n"))
        let groups = try home.run(["groups", "--columns", "name,members:bar", "--json"])
        #expect(groups.status == 0)
    }

    @Test func `An error message marks the position of an invalid column`() throws {
        let home = try Home()
        let ending = try home.almanac("planets", "--columns", "name,raduis:rearth")
        #expect(ending.status == 2)
        #expect(ending.errors.contains("name,raduis:rearth\n       ^"))
        #expect(ending.errors.contains("Did you mean radius?"))
        #expect(try home.almanac("planets", "--columns", "radius:kg").status == 2)
        #expect(try home.almanac("persons", "--columns", "radius").status == 2)
        for (columns, sentence) in [
            ("radius:baa", "Expected a unit for radius or “bar”, found “baa”. Did you mean bar?"),
            ("name:bar", "Expected another field or the end of the input, found “:”."),
            ("moons:km", "Expected “bar”, found “km”."),
        ] {
            let ending = try home.almanac("planets", "--columns", columns)
            #expect(ending.status == 2 && ending.errors.contains(sentence), "\(ending.errors)")
        }
        #expect(try home.almanac("plot", "radius:bar", "mass").status == 2)
    }

    @Test func `Lists of planets hide retracted and fictional planets, and tables report how many are hidden`() throws {
        let home = try SeededHome.home("swapi")
        for name in ["a", "b", "c"] {
            try home.almanac("new", "planet", "name=\(name)", "status=retracted", "constellation=Libra")
        }
        try home.almanac("new", "planet", "name=d", "status=retracted")
        try home.almanac("new", "planet", "name=e", "constellation=Libra")
        let list = try home.almanac("planets", "where", "constellation = Libra", "--format", "table").output
        #expect(list.contains("Hidden: 3 retracted. Use “all” or --all to show them."))
        let all = try home.almanac("planets", "--format", "table", "--limit", "2").output
        #expect(all.contains("Hidden: 4 retracted, 59 fictional."))
        #expect(
            !(try home.almanac("planets", "--all", "--format", "table", "--limit", "2").output.contains("Hidden:")))
        #expect(!(try home.almanac("planets", "--limit", "2").output.contains("Hidden:")))
        #expect(!(try home.almanac("planets", "--limit", "2", "--json").output.contains("Hidden:")))
        #expect(try home.almanac("planets", "--all", "--csv").output.split(separator: "\n").count == 1 + 64)
    }
}
