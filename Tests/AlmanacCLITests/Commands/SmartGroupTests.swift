import TestSupport
import Testing

@Suite("Smart groups", .childProcesses)
struct SmartGroupTests {
    @Test func `A smart group with a search lists the matching persons as members`() throws {
        let home = try SeededHome.home("flintstones")
        #expect(try home.almanac("new", "group", "name=Quarry", "search=slate rock").status == 0)
        let row = try #require(try home.almanac("groups", "--json").rows.first { $0["name"]?.string == "Quarry" })
        #expect(row["search"]?.string == "slate rock" && row["memberCount"]?.integer == row["members"]?.array?.count)
        let members = try home.almanac("persons", "--of", "Quarry", "--json").json.names
        #expect(members == row["members"]?.names && !members.isEmpty)
        #expect(try home.almanac("persons", "--matching", "slate rock", "--json").json.names == members)
        let refused = try home.almanac("add", "Fred Flintstone", "to", "Quarry")
        #expect(refused.status == 1 && refused.errors.contains("“slate rock”"))
        #expect(try home.almanac("new", "group", "name=x", "search=@").status == 2)
        #expect(try home.almanac("edit", "Quarry", "search=").status == 0)
        #expect(try home.almanac("persons", "--of", "Quarry", "--json").rows.isEmpty)
    }

    @Test func `A smart group with a planet filter lists the matching planets as members`() throws {
        let home = try SeededHome.home("solar")
        let filter = "type = moon and radius > 1500"
        #expect(try home.almanac("new", "group", "name=Large moons", "planets=\(filter)").status == 0)
        let row = try #require(try home.almanac("groups", "--json").rows.first)
        #expect(row["planets"]?.string == filter && row["where"] == .null && row["memberCount"]?.integer == 6)
        let members = try home.almanac("planets", "--of", "Large moons", "--json").json.names
        #expect(members == row["members"]?.names && members.contains("Titan"))
        #expect(try home.almanac("groups", "--format", "table").output.contains("planets where \(filter)"))
        #expect(try home.almanac("show", "groups/1", "--format", "table").output.contains("Titan"))
        #expect(try home.almanac("show", "planets/titan", "--format", "table").output.contains("Large moons"))
        let refused = try home.almanac("add", "persons/1", "to", "Large moons")
        #expect(refused.status != 0)
        #expect(
            try home.almanac("edit", "Large moons", "where=birthday is null").errors.contains(
                "cannot contain both persons and planets"))
        #expect(try home.almanac("new", "group", "name=x", "planets=shoe = 9").status == 2)
        // Importing a full export restores the same groups.
        let all = home.folder + "/all.json"
        #expect(try home.almanac("export", "--as", "json", "--to", all).status == 0)
        let other = try SeededHome.home()
        #expect(try other.almanac("import", all).status == 0)
        #expect(try other.almanac("planets", "--of", "Large moons", "--json").json.names == members)
        #expect(try !home.almanac("export", "--as", "vcard").output.contains("Large moons"))
        #expect(try home.almanac("export", "--group", "Large moons").errors.contains("“planets --of groups/1 --csv”"))
        let none = try home.almanac("persons", "--of", "Large moons", "--format", "table")
        #expect(none.output.contains("Large moons has no persons."))
        #expect(try home.almanac("undo", "--yes").status == 0)
        #expect(try home.almanac("groups", "--json").rows.isEmpty)
    }

    @Test func `A smart group with a person filter lists the matching persons as members`() throws {
        let home = try SeededHome.home("flintstones")
        let filter = "organization ~ slate and not nickname is null"
        #expect(try home.almanac("new", "group", "name=Named", "where=\(filter)").status == 0)
        let row = try #require(try home.almanac("groups", "--json").rows.first { $0["name"]?.string == "Named" })
        #expect(row["where"]?.string == filter)
        let members = try home.almanac("persons", "--of", "Named", "--json").json.names
        #expect(try members == home.almanac("persons", "where", filter, "--json").json.names && !members.isEmpty)
        let refused = try home.almanac("add", "Fred Flintstone", "to", "Named")
        #expect(refused.status == 1 && refused.errors.contains("it is a smart group (filter"))
        let mistaken = try home.almanac("new", "group", "name=x", "where=shoe = 9")
        #expect(mistaken.status == 2 && mistaken.errors.contains("Expected a field, found “shoe”"))
        let all = try home.almanac("export", "--as", "json").output
        #expect(all.contains("\"where\":\"\(filter)\""))
        #expect(try home.almanac("undo", "--yes").status == 0)
    }
}
