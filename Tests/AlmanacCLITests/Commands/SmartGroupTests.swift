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
}
