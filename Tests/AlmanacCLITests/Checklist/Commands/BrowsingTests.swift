import TestSupport
import Testing

@Suite("Checklist: browsing at a terminal", .childProcesses)
struct BrowsingTests {
    /// A home in which each list has a row with the word “twin”.
    private static let twins = Result {
        let home = try HomeFixture.home()
        try home.almanac(
            input: """
                new person given=Twin email=a@bedrock.example birthday=--03-04
                new person given=Twin email=a@bedrock.example birthday=--03-04
                new note topic=Twin text=x
                delete notes/twin --yes

                """)
        return try HomeSnapshot(of: home)
    }

    @Test("C35 “/TEXT” searches within the list, another text replaces it, and “/” alone shows the whole list")
    func narrowing() throws {
        let session = try TerminalSession(HomeFixture.home(), until: "almanac ›")
        try session.enter("persons", until: "persons ›")
        try session.enter("/twinkle", until: "persons /twinkle ›")
        #expect(session.output.contains("Fred Flintstone") && !session.output.contains("Barney Rubble"))
        try session.enter("/nobody", until: "persons /nobody ›")
        #expect(session.output.contains("No results for “nobody”"))
        try session.enter("/", until: "Barney Rubble")
        #expect(session.quit() == 0)
    }

    @Test("C35 “related” lists related records or opens the only one, and rejects an unknown relation")
    func related() throws {
        let session = try TerminalSession(HomeFixture.home(), until: "almanac ›")
        try session.enter("show persons/1", until: "persons › Fred Flintstone ›")
        #expect(session.output.contains("Relations") && session.output.contains("Barney Rubble"))
        try session.enter("related groups", until: "Bowling team")
        try session.enter("related notes", until: "notes › ")
        try session.enter("related about", until: "persons › Fred Flintstone ›")
        try session.enter("related nonsense", until: "No match for “nonsense”.")
        #expect(session.quit() == 0)
    }

    @Test("C35 Records in a notice can be opened by number, and “back” returns to the previous screen")
    func relatedElsewhere() throws {
        let session = try TerminalSession(HomeFixture.home(), until: "almanac ›")
        try session.enter("planets", until: "\nplanets ›")
        try session.enter("related persons/1", until: "\nplanets ›")
        #expect(session.output.contains("1  Bowling team"), "\(session.output)")
        try session.enter("1", until: "groups › Bowling team ›")
        try session.enter("back", until: "\nplanets ›")
        #expect(session.quit() == 0)
    }

    @Test(
        "C35 Birthdays, duplicates, the history, and the trash support “previous” and “/TEXT”",
        arguments: ["birthdays", "duplicates", "history", "trash"])
    func everyList(list: String) throws {
        let home = try Home(as: Self.twins.get())
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter(list, until: "\n\(list) ›")
        try session.enter("previous", until: "This is the first page.")
        try session.enter("/twin", until: "\(list) /twin ›")
        #expect(!session.output.contains("No results for"), "\(session.output)")
        try session.enter("/nobody", until: "\(list) /nobody ›")
        #expect(session.output.contains("No results for “nobody”"))
        try session.enter("/", until: "\n\(list) ›")
        #expect(session.quit() == 0)
    }

    @Test("C11 A list with --limit shows that more rows are available")
    func limited() throws {
        let home = try HomeFixture.home()
        try home.almanac("edit", "persons/1", "title=Foreman")
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("persons --limit 3", until: "3 of 8")
        try session.enter("find flintstone --limit 2", until: "2 of ")
        try session.enter("history --limit 1", until: "1 row, more available")
        #expect(session.quit() == 0)
    }

    @Test("C35 “ungrouped” appears in the prompt, and “persons” returns to all persons")
    func ungrouped() throws {
        let session = try TerminalSession(HomeFixture.home(), until: "almanac ›")
        try session.enter("ungrouped", until: "ungrouped ›")
        try session.enter("persons", until: "\npersons ›")
        #expect(session.output.contains("Fred Flintstone"))
        #expect(session.quit() == 0)
    }
}
