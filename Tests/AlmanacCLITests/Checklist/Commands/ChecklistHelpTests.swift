import TestSupport
import Testing

@Suite("Checklist: help and suggestions", .childProcesses)
struct ChecklistHelpTests {
    @Test("C17 help, -h, and --help print the same text, and the overview starts with usage and examples")
    func help() throws {
        let home = try Home()
        let help = try home.almanac("help")
        #expect(help.status == 0 && help.errors == "")
        #expect(help.lines.first?.hasPrefix("Usage: almanac ") == true && help.lines[1].hasPrefix("Examples"))
        for words in [["-h"], ["--help"]] { #expect(try home.run(words).output == help.output) }
        let edit = try home.almanac("help", "edit").output
        #expect(edit.hasPrefix("edit\n\nEdit a record; ") && edit.contains("\nExamples:\n  almanac edit "))
        let ways = [
            ["edit", "--help"], ["edit", "-h"], ["--help", "edit"], ["edit", "persons/1", "x=y", "--help"],
            ["-c", "edit --help"], ["-c", "edit -h"], ["-c", "edit persons/9 x=y --help"], ["-c", "help edit"],
        ]
        for words in ways {
            let ending = try home.run(words)
            #expect(ending.output == edit && ending.status == 0 && ending.errors == "", "\(words)")
        }
        #expect(!home.exists(home.store))
        #expect(try home.almanac(input: "edit --help\n").output == edit)
    }

    @Test(
        "C17 help explains list commands even if no list is on screen",
        arguments: ["next", "previous", "first", "sort", "narrow", "n"])
    func elsewhere(name: String) throws {
        let ending = try Home().almanac("help", name)
        #expect(ending.status == 0 && ending.output.contains("in lists, at the prompt"), "\(ending.output)")
        // The other texts do not depend on the name.
        guard name == "next" else { return }
        #expect(try Home().almanac("help", "nextt").errors.contains("Did you mean next?"))
        #expect(try Home().almanac("man").output.contains("In lists"))
    }

    @Test(
        "C17 help explains form commands even if no form is open", arguments: ["set", "save", "cancel", "up", "label"])
    func inForms(name: String) throws {
        let ending = try Home().almanac("help", name)
        #expect(ending.status == 0 && ending.output.contains("in forms such as “new person”"), "\(ending.output)")
        // The manual page does not depend on the name.
        guard name == "set" else { return }
        #expect(try Home().almanac("man").output.contains("In forms"))
    }

    @Test(
        "C17 help for a command names the article on the same topic, and --article shows it",
        arguments: ["contacts", "planets", "settings", "sync", "undo"])
    func commandAndArticle(topic: String) throws {
        let home = try Home()
        let command = try home.almanac("help", topic)
        #expect(command.status == 0 && command.output.contains("\nUsage: "))
        #expect(command.lines.last == "For the article on this topic, use “almanac help \(topic) --article”.")
        let article = try home.almanac("help", topic, "--article")
        #expect(article.status == 0 && !article.output.contains("\nUsage: "))
        #expect(article.lines.count > 20)
        // The other articles do not depend on the topic.
        guard topic == "contacts" else { return }
        #expect(try home.almanac("help", "filters").output == home.almanac("help", "filters", "--article").output)
        let missing = try home.almanac("help", "edit", "--article")
        #expect(missing.status == 2 && missing.errors.hasPrefix("There is no article “edit”. Use one of: tasks, "))
    }

    @Test("C17 A usage error prints one line to standard error with status 2, and --version prints one line")
    func usage() throws {
        let home = try Home()
        let wrong = try home.almanac("show")
        #expect(wrong.status == 2 && wrong.output == "" && wrong.errors.split(separator: "\n").count == 1)
        #expect(try home.almanac("--version").lines.count == 1)
        #expect(try home.almanac("shwo", "--help").status == 2)
    }

    @Test("C17 --help after “--” does not request help")
    func dashes() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=--help")
        #expect(try home.almanac("show", "--json", "--", "--help").json["given"]?.string == "--help")
    }

    private static let rebels = Result {
        let home = try SeededHome.home()
        try home.almanac(input: "new person given=Leia\nnew group name=Rebels\n")
        return try HomeSnapshot(of: home)
    }

    @Test(
        "C18 A mistyped command, option, field, group, or person is rejected with a suggestion",
        arguments: [
            (["dleete", "persons/1", "--yes"], "delete", 2), (["persons", "--limt", "1"], "--limit", 2),
            (["persons", "--jsn"], "--json", 2), (["edit", "persons/1", "nicknme=L"], "nickname", 2),
            (["add", "persons/1", "to", "Rebles"], "Rebels", 3), (["delete", "Leja", "--yes"], "Leia", 3),
            (["help", "persnos"], "persons", 2),
        ] as [([String], String, Int32)])
    func suggestions(_ words: [String], _ meant: String, _ status: Int32) throws {
        let home = try Home(as: Self.rebels.get())
        let ending = try home.run(words)
        #expect(ending.status == status)
        #expect(ending.output == "" && ending.errors.contains("Did you mean") && ending.errors.contains(meant))
        let persons = try home.almanac("persons", "--json").json
        #expect(persons.names == ["Leia"] && persons.array?.first?["version"]?.integer == 1)
    }

    @Test("C17 Help at the prompt lists the commands of the screen first and shows examples without “almanac”")
    func headings() throws {
        let session = try TerminalSession(
            try SeededHome.home(), ["open", "persons"], until: "persons ›", with: ["ALMANAC_PAGER": "cat"])
        try session.enter("help commands", until: "Exit status:")
        let words = session.output.split(whereSeparator: \.isWhitespace).map(String.init)
        let headings = ["This", "Navigation", "Records", "History", "Database", "Account", "Help"]
        let places = headings.compactMap { words.firstIndex(of: $0) }
        #expect(places.count == headings.count && places == places.sorted())
        try session.enter("help sort", until: "Sort the list")
        #expect(session.output.contains("sort name") && !session.output.contains("almanac sort"))
        #expect(session.quit() == 0)
    }
}
