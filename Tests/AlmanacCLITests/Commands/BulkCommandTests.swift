import TestSupport
import Testing
import Text

@Suite("Changing many records", .childProcesses)
struct BulkCommandTests {
    @Test func `edit --where changes all matching persons in one step after one confirmation`() throws {
        let home = try HomeFixture.home()
        let before = try home.almanac("persons", "where", "city = Bedrock", "--json").rows
        let refused = try home.almanac("edit", "--where", "city = Bedrock", "title=Citizen", "phone+=+1 202 555 0174")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--yes"), "\(refused.errors)")
        let question = "Set Title to “Citizen” and add “+1 202 555 0174” to Phone for \(before.count) persons: "
        #expect(refused.errors.contains(question), "\(refused.errors)")
        #expect(try titled(home).isEmpty)
        let edited = try home.almanac(
            "edit", "--where", "city = Bedrock", "title=Citizen", "phone+=+1 202 555 0174", "--yes")
        #expect(edited.status == 0)
        #expect(edited.output.contains("Changed \(before.count) persons."))
        #expect(try titled(home).count == before.count)
        #expect(try home.almanac("find", "2025550174", "--json").rows.count == before.count)
        #expect(try home.almanac("undo").status == 0)
        #expect(try titled(home).isEmpty)
    }

    @Test func `A dry run or a failed command changes nothing`() throws {
        let home = try HomeFixture.home()
        let steps = try home.almanac("history", "--json").output
        #expect(try home.almanac("edit", "--where", "has email", "title=Citizen", "--dry-run").status == 0)
        #expect(try home.almanac("edit", "--where", "has email", "email=fred", "--yes").status == 2)
        #expect(try home.almanac("edit", "--where", "has email", "--yes").status == 2)
        #expect(try home.almanac("edit", "--where", "hair = red", "title=Citizen", "--yes").status == 2)
        #expect(
            try home.almanac("edit", "--where", "has email", "title=Citizen", "--if-version", "1", "--yes").status == 2)
        #expect(try home.almanac("delete", "persons/1", "--where", "has email", "--yes").status == 2)
        #expect(try home.almanac("delete", "--yes").status == 2)
        #expect(
            try home.almanac("delete", "--where", "family = Skywalker", "--yes").output.contains("no records match"))
        #expect(try home.almanac("history", "--json").output == steps)
    }

    @Test func `delete reads names, or table rows that end with an ID, from standard input`() throws {
        let home = try HomeFixture.home()
        let all = try home.almanac("persons", "--json").rows.count
        let table = try home.almanac("persons", "where", "family = Rubble").output
        let rubbles = table.split(separator: "\n").count
        #expect(try home.almanac("delete", "-", input: table).errors.contains("Delete \(rubbles) persons: "))
        #expect(try home.almanac("delete", "-", "--yes", input: table).status == 0)
        #expect(try home.almanac("delete", "-", "--yes", input: "\nWilma Flintstone\n").status == 0)
        #expect(try home.almanac("persons", "--json").rows.count == all - rubbles - 1)
        #expect(try home.almanac("delete", "-", "--yes", input: "Nobody\n").status == 3)
        #expect(try home.almanac("delete", "-", "--yes", input: "persons/1\ngroups/1\n").status == 2)
        #expect(try home.almanac("undo").status == 0)
        #expect(try home.almanac("undo").status == 0)
        #expect(try home.almanac("persons", "--json").rows.count == all)
    }

    @Test func `Only the last cell of a line is read as an ID, and “-” is rejected if standard input is the script`()
        throws
    {
        let home = try HomeFixture.home()
        let all = try home.almanac("persons", "--json").rows.count
        #expect(try home.almanac("delete", "-", "--yes", input: "call persons/1\tsoon\tnotes/1\n").status == 0)
        #expect(
            try home.run([], input: "delete - --yes\nshow persons/2\n").errors.contains("It contains the commands."))
        let agreed = try home.almanac("delete", "--where", "given = Fred", "with", "persons/1", "--yes")
        #expect(agreed.status == 2)
        #expect(try home.almanac("persons", "--json").rows.count == all)
    }

    @Test func `add creates a group from a filter in one step`() throws {
        let home = try HomeFixture.home()
        let groups = try home.almanac("groups", "--json").rows.count
        let words = ["add", "--where", "family = Rubble", "to", "The Neighbors", "--create"]
        #expect(try home.run(words).errors.contains("Create The Neighbors with "))
        #expect(try home.run(words + ["--yes"]).status == 0)
        let members = try home.almanac("persons", "where", "group = \"The Neighbors\"", "--json").rows.count
        #expect(try home.almanac("persons", "where", "family = Rubble", "--json").rows.count == members)
        #expect(try home.run(words + ["--yes"]).errors.contains("already exists"))
        #expect(try home.almanac("remove", "--where", "given = Barney", "from", "the neighbors", "--yes").status == 0)
        #expect(try home.almanac("add", "fred flintstone", "to", "New friends", "--create").status == 0)
        for _ in 0..<3 { #expect(try home.almanac("undo").status == 0) }
        #expect(try home.almanac("groups", "--json").rows.count == groups)
    }

    @Test func `note and export accept a filter, and export accepts IDs from standard input`() throws {
        let home = try HomeFixture.home()
        let notes = try home.almanac("notes", "--json").rows.count
        #expect(
            try home.almanac("note", "--where", "family = Rubble", "Met in Bedrock.", "--topic", "Visit", "--yes")
                .status == 0)
        let rubbles = try home.almanac("persons", "where", "note ~ bedrock and family = Rubble", "--json").rows.count
        #expect(try home.almanac("notes", "--json").rows.count == notes + rubbles)
        #expect(try home.almanac("note", "--where", "family = Rubble", "--topic", "Visit", "--yes").status == 2)
        for words in [["--where", "family = Rubble"], ["-"]] {
            let input = try home.almanac("persons", "where", "family = Rubble").output
            let cards = try home.run(["export"] + words, input: input).output
            #expect(cards.split(separator: "BEGIN:VCARD").count == rubbles)
        }
    }

    @Test func `At the prompt, an export of search results shows their number, even without a file`() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("find rubble", until: "“rubble” ›")
        try session.enter("export \(home.folder)/found.vcf", until: "Exported 6 contacts to")
        try session.enter("export --as mutt", until: "Exported 6 contacts.")
        #expect(session.output.contains("alias "))
        #expect(session.quit() == 0)
    }

    @Test func `At the prompt, a question shows the number of records and names the first few`() throws {
        let home = try HomeFixture.home()
        let session = try TerminalSession(home, ["open", "persons"], until: "persons ›")
        try session.enter("edit --where 'family = Rubble' title=Citizen", until: "Betty Rubble")
        #expect(session.output.contains("Set Title to “Citizen” for 3 persons: Bamm-Bamm Rubble"))
        try session.enter("yes", until: "Use “undo” to reverse this.")
        try session.enter("delete -", until: "“-” requires piped input.")
        #expect(session.quit() == 0)
        #expect(try titled(home).count > 1)
    }

    @Test(arguments: [
        ("street ~ cave", true), ("postalcode = 70777", true), ("region = \"Bedrock County\"", true),
        ("label = spouse", true), ("label = nothing", false), ("has photo", false), ("photo is null", true),
        ("in any group", true), ("changed since yesterday", true), ("changed since tomorrow", false),
        ("from sample data", true), ("sample = flintstones", true), ("sample = swapi", false), ("has remote", false),
        ("field ~ a", nil), ("not has email and given = Fred", false),
    ])
    func `Filters select persons by address, label, photo, group, custom field, time of change, data set, and remote`(
        filter: String, hasAny: Bool?
    ) throws {
        let home = try Self.shared.get()
        let ending = try home.almanac("persons", "where", filter, "--json")
        #expect(ending.status == 0)
        if let hasAny { #expect(try ending.rows.isEmpty != hasAny, "\(filter)") }
    }

    private static let shared = Result { try HomeFixture.home() }

    private func titled(_ home: Home) throws -> [JSONValue] {
        try home.almanac("persons", "where", "title = Citizen", "--json").rows
    }
}
