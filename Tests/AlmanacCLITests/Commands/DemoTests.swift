import TestSupport
import Testing

@Suite("The demo command", .childProcesses)
struct DemoTests {
    private static let loaded = Result {
        let home = try Home()
        try home.almanac("demo", "history")
        return try HomeSnapshot(of: home)
    }

    private func demo(_ home: Home) -> String { home.folder + "/.local/share/almanac/demo.db" }

    @Test("demo loads sample data into its own database")
    func ownDatabase() throws {
        let home = try Home()
        try home.almanac("new", "person", "given=Leia")
        let before = try home.bytes(of: home.store)
        let first = try home.almanac("demo", "show", "Fred Flintstone", "--json")
        #expect(try first.json["given"]?.string == "Fred")
        #expect(first.errors.contains(demo(home)))
        #expect(try home.almanac("demo", "planets", "--csv").lines.count == 111)
        #expect(try home.bytes(of: home.store) == before)
        #expect(home.permissions(of: demo(home)) == 0o600)
    }

    @Test("demo ignores ALMANAC_DATABASE and rejects --database")
    func otherDatabases() throws {
        let home = try Home()
        let path = home.folder + "/other.db"
        #expect(try home.run(["demo", "history"], with: ["ALMANAC_DATABASE": path]).status == 0)
        #expect(try home.almanac("--database", path, "demo", "history").status == 2)
        #expect(!home.exists(path) && !home.exists(home.store) && home.exists(demo(home)))
    }

    @Test("demo keeps changes until --reset is given")
    func reset() throws {
        let home = try Home(as: Self.loaded.get())
        try home.almanac("demo", "edit", "persons/1", "title=Foreman")
        let second = try home.almanac("demo", "show", "persons/1", "--json")
        #expect(try second.json["title"]?.string == "Foreman" && second.errors == "")
        try home.almanac("demo", "undo")
        try home.almanac("demo", "undo", "1")
        #expect(try home.almanac("demo", "persons", "--json").rows.isEmpty)
        #expect(try home.almanac("demo", "--reset", "persons", "--json").rows.count == 90)
        #expect(try home.almanac("demo", "history", "--json").rows.count == 1)
    }

    @Test("demo accepts commands from -c, a script, and standard input")
    func commands() throws {
        let home = try Home(as: Self.loaded.get())
        let path = try home.write("show persons/1\n", to: "script")
        let ways = [
            try home.almanac("demo", "-c", "show persons/1"), try home.almanac("demo", "--file", path),
            try home.almanac("demo", input: "show persons/1\n"),
        ]
        for ending in ways { #expect(ending.status == 0 && ending.output.contains("Flintstone"), "\(ending.errors)") }
        #expect(!home.exists(home.store))
    }

    @Test("demo opens a prompt that begins with “demo”, without asking for an account")
    func prompt() throws {
        let home = try Home(as: Self.loaded.get())
        let session = try TerminalSession(home, ["demo"], until: "demo › almanac ›")
        try session.enter("show persons/1", until: "demo › persons › Fred Flintstone ›")
        try session.enter("demo", until: "Cannot open the demo")
        #expect(session.quit() == 0)
        #expect(!home.exists(home.store) && !home.exists(home.folder + "/.local/state/almanac/history"))
    }

    @Test("demo rejects unknown options and supports --help")
    func usage() throws {
        let home = try Home()
        let unknown = try home.almanac("demo", "--rest")
        #expect(unknown.status == 2 && unknown.errors.contains("Did you mean --reset?"))
        #expect(try home.almanac("demo", "--help").output == home.almanac("help", "demo").output)
        #expect(try home.almanac("-c", "demo").status == 2)
        #expect(!home.exists(demo(home)) && !home.exists(home.store))
    }
}
