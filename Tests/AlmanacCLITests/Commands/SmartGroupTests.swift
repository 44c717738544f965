import TestSupport
import Testing

@Suite("Saved searches among the groups")
struct SmartGroupTests {
    @Test func aSavedSearchListsLikeAGroup() throws {
        let home = try Home()
        try home.almanac("seed", "flintstones")
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

    @Test func aSavedFilterListsLikeAGroup() throws {
        let home = try Home()
        try home.almanac("seed", "flintstones")
        let filter = "organization ~ slate and not nickname is null"
        #expect(try home.almanac("new", "group", "name=Named", "where=\(filter)").status == 0)
        let row = try #require(try home.almanac("groups", "--json").rows.first { $0["name"]?.string == "Named" })
        #expect(row["where"]?.string == filter)
        let members = try home.almanac("persons", "--of", "Named", "--json").json.names
        #expect(try members == home.almanac("persons", "where", filter, "--json").json.names && !members.isEmpty)
        let refused = try home.almanac("add", "Fred Flintstone", "to", "Named")
        #expect(refused.status == 1 && refused.errors.contains("said by its filter"))
        let mistaken = try home.almanac("new", "group", "name=x", "where=shoe = 9")
        #expect(mistaken.status == 2 && mistaken.errors.contains("“shoe” stands where a field was expected"))
        let all = try home.almanac("export", "--as", "json").output
        #expect(all.contains("\"where\":\"\(filter)\""))
        #expect(try home.almanac("undo", "--yes").status == 0)
    }
}
