import FoundationEssentials
import TestSupport
import Testing
import Text

@Suite("Checklist: changes", .childProcesses)
struct ChangeChecklistTests {
    private static let snapshot = Result {
        let home = try SeededHome.home()
        try home.almanac(input: "signup Tester\nseed flintstones\ndelete persons/8 --yes\n")
        try home.write(Array("GIF89a\u{1}\u{0}\u{1}\u{0}".utf8), to: "face.gif")
        return try HomeSnapshot(of: home)
    }

    private static func bedrock() throws -> Home { try Home(as: snapshot.get()) }

    @Test("C23 A non-interactive delete requires --yes, and the error names the record, its ID, and its memberships")
    func asking() throws {
        let home = try Self.bedrock()
        let refused = try home.almanac("delete", "persons/1")
        #expect(refused.status == 2)
        for part in ["Fred Flintstone (persons/1)", "memberships", "--yes"] { #expect(refused.errors.contains(part)) }
        #expect(try home.almanac("show", "persons/1").status == 0)
        #expect(try home.almanac("delete", "persons/1", "--yes").status == 0)
        #expect(try home.almanac("show", "persons/1").status == 3)
    }

    @Test("C23 Bulk deletion shows the record count and a sample, asks about each record, and skips declined ones")
    func bulk() throws {
        let home = try Self.bedrock()
        let terminal = try home.terminal("delete", "persons/1", "persons/2", "persons/3")
        #expect(terminal.wait(for: "quit (q)"))
        #expect(terminal.screen.text.contains("3 records: Fred Flintstone (persons/1), "))
        terminal.type("y\r")
        #expect(terminal.wait(for: "Also delete Wilma Flintstone (persons/2)?"))
        terminal.type("n\r")
        #expect(terminal.wait(for: "(persons/3)?"))
        terminal.type("a\r")
        #expect(terminal.wait(for: "to restore them"))
        #expect(terminal.finish() == 0)
        #expect(try home.almanac("show", "persons/2").status == 0)
        for address in ["persons/1", "persons/3"] { #expect(try home.almanac("show", address).status == 3) }
    }

    @Test("C21 delete asks for confirmation of each record except those listed after “with”")
    func agreed() throws {
        let home = try Self.bedrock()
        let refused = try home.almanac("delete", "persons/2", "persons/3", "with", "persons/1")
        #expect(refused.status == 2 && refused.errors.contains("Also delete Wilma Flintstone (persons/2)?"))
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("delete persons/2 with persons/1", until: "quit (q)")
        #expect(session.output.contains("Also delete Wilma Flintstone (persons/2)?"))
        try session.enter("n", until: "Deleted Fred Flintstone (persons/1)")
        #expect(session.quit() == 0)
        #expect(try home.almanac("show", "persons/2").status == 0)
        #expect(try home.almanac("delete", "persons/2", "with", "persons/3", "--yes").status == 0)
        for address in ["persons/1", "persons/2", "persons/3"] {
            #expect(try home.almanac("show", address).status == 3)
        }
    }

    /// A command line for each mutating command, keyed by the name of the command.
    private static let lines = [
        "new": "new person given=Wedge", "edit": "edit persons/1 title=Boss", "delete": "delete persons/1 persons/2",
        "add": "add persons/4 to groups/1", "remove": "remove persons/1 from groups/1",
        "note": "note persons/1 Text --topic Topic", "favorite": "favorite persons/1",
        "unfavorite": "unfavorite persons/1",
        "photo": "photo persons/1 face.gif", "undo": "undo", "redo": "redo", "purge": "purge --all",
        "restore": "restore persons/8", "seed": "seed solar", "migrate": "migrate", "check": "check --fix",
        "import": "import cards.vcf", "merge": "merge persons/1 persons/2 --keep persons/1",
        "add-email": "add-email message.eml --yes", "remote": "remote add third ./third", "sync": "sync second",
        "resolve": "resolve 1 --keep mine", "touch": "touch persons/1",
        "log": "log persons/1 Dinner --kind met", "done": "done notes/9",
    ]

    @Test(
        "C23 The dry run of every mutating command leaves the database files unchanged",
        .long("compares the files after each command"))
    func dryRun() throws {
        let home = try Self.bedrock()
        let commands = try home.almanac("help", "--json").json["commands"]?.array ?? []
        let changing = commands.filter { $0["changes"]?.bool == true }.compactMap { $0["name"]?.string }
        #expect(changing.count > 12)
        #expect(Set(changing).subtracting(Self.lines.keys) == [])
        try Self.addRemotes(to: home)
        #expect(try home.almanac("log", "persons/1", "Lunch").output.contains("notes/9"))
        try home.almanac(input: "delete persons/6 --yes\nundo\nbackup \(home.folder)/copy.db\n")
        try home.write("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Wedge Antilles\r\nEND:VCARD\r\n", to: "cards.vcf")
        try home.write("From: Wedge Antilles <wedge@rogue.example>\n\nHello\n", to: "message.eml")
        let before = try home.snapshot()
        let others = [
            "restore \(home.folder)/copy.db", "restore \(home.folder)/copy.db persons/1", "signup Leia", "login Tester",
            "logout",
        ]
        let lines = Self.lines.values.sorted() + others
        // By default, one program runs all commands.
        for lines in Soak.isOn ? lines.map({ [$0] }) : [lines] {
            let options = lines.map { "-c '\($0) --dry-run'" }.joined(separator: " ")
            let ending = try home.shell("cd; almanac \(options)")
            #expect(ending.status == 0, "\(lines): \(ending.errors)")
            #expect(try home.snapshot() == before, "\(lines)")
        }
    }

    /// Adds two remotes, of which the first has a conflict.
    private static func addRemotes(to home: Home) throws {
        let commands = [
            "mkdir first second third", "almanac remote add first ./first", "almanac remote add second ./second",
            "almanac sync", "almanac edit persons/1 title=Crane",
            "sed -i 's/^TITLE:.*/TITLE:Boss/' first/*.vcf", "almanac sync",
        ]
        let ending = try home.shell("cd; " + commands.joined(separator: "; "))
        guard ending.status == 4 else { throw ChildProcess.Failure(description: ending.errors) }
    }

    @Test("C23 Removing a passphrase supports --dry-run")
    func dryReset() throws {
        let home = try Self.bedrock()
        try home.almanac("signup", "Guarded")
        try home.setPassphrase(of: "Guarded")
        let session = try TerminalSession(home, until: "login ›")
        try session.enter("forgot", until: "forgotten ›")
        try session.enter("reset Guarded --dry-run", until: "This would remove the passphrase of Guarded.")
        session.terminal.hangUp()
        #expect(try home.almanac("login", "Guarded").status == 2)
    }

    @Test("C23 A dry run reports the intended changes")
    func dryRunTells() throws {
        let home = try Self.bedrock()
        let change = try home.almanac("edit", "persons/1", "title=Boss", "--dry-run", "--json").rows.first
        #expect(change?["id"]?.string == "persons/1" && change?["action"]?.string == "changed")
        #expect(change?["fields"]?.array?.first?["new"]?.string == "Boss")
        for (line, action, new) in [
            ("purge --all", "purged", nil), ("favorite persons/1", "changed", "Tester"),
            ("edit persons/1 nickname=Chief", "changed", "Chief"),
        ] as [(String, String, String?)] {
            let change = try home.almanac("-c", line + " --dry-run", "--json").rows.first
            #expect(change?["action"]?.string == action, "\(line)")
            #expect(change?["fields"]?.array?.first?["new"]?.string == new, "\(line)")
        }
        let photo = try home.almanac("-c", "photo persons/1 \(home.folder)/face.gif --dry-run", "--json").rows.first
        #expect(photo?["fields"]?.array?.first?["field"]?.string == "photo")
        #expect(try home.almanac("unfavorite", "persons/1", "--dry-run", "--json").output == "[]\n")
        try home.almanac("backup", home.folder + "/copy.db")
        try home.almanac("delete", "persons/6", "--yes")
        let rows = try home.almanac("restore", home.folder + "/copy.db", "--dry-run", "--json").rows
        let persons = rows.first { $0["kind"]?.string == "persons" }
        #expect(persons?["old"]?.integer == 6 && persons?["new"]?.integer == 7)
        for (line, sentence) in [
            ("signup Leia", "This would create the account “Leia”"),
            ("login Tester", "This would sign you in as Tester."),
            ("logout", "This would sign you out."),
        ] {
            let output = try home.shell("almanac \(line) --dry-run").output
            #expect(output.contains("Dry run. \(sentence)"), "\(output)")
        }
        #expect(try home.almanac("signup", "tester", "--dry-run").status == 1)
        let terminal = try home.terminal("delete", "persons/1", "--dry-run")
        #expect(terminal.wait(for: "Dry run. This would change"))
        #expect(terminal.finish() == 0)
    }

    @Test(
        "C24 A change is reported together with the command that reverses it",
        arguments: [
            ("new person given=Wedge", "Added Wedge (persons/9). Use “undo” to reverse this."),
            ("edit persons/1 title=Boss nickname=F", "Changed Fred Flintstone (persons/1): "),
            ("note persons/1 Text --topic Topic", "Added Topic (notes/9). Use “undo”"),
            ("add persons/7 to groups/5", "Added 1 person to Bowling team (groups/5). Use “undo”"),
            ("remove persons/1 from groups/5", "Removed 1 person from Bowling team (groups/5). Use “undo”"),
            ("photo persons/1 face.gif", "from face.gif. Use “undo”"),
            ("favorite persons/1", "Use “unfavorite persons/1” to reverse this."),
            ("delete persons/1 --yes", "Use “undo” or “restore persons/1” to restore it."),
            ("restore persons/8", "Use “undo” to reverse this."), ("undo", "Use “redo” to reapply it."),
        ])
    func wayBack(_ line: String, _ sentence: String) throws {
        let ending = try Self.bedrock().shell("cd; almanac \(line)")
        #expect((ending.output + ending.errors).contains(sentence), "\(ending.output)\(ending.errors)")
    }

    @Test("C24 undo shows its effect and does not ask about a small change by the same user, and redo reapplies it")
    func undo() throws {
        let home = try Self.bedrock()
        try home.almanac("edit", "persons/1", "title=Boss")
        let session = try TerminalSession(home, until: "almanac ›")
        try session.enter("undo", until: "Boss")
        try session.enter("show persons/1 --json", until: "\"title\":\"Dino-crane operator\"")
        #expect(!session.output.contains("Undo step"))
        #expect(session.quit() == 0)
        #expect(try home.almanac("redo").status == 0)
        #expect(try home.almanac("show", "persons/1", "--json").json["title"]?.string == "Boss")
    }

    @Test("C25 The ID of a deleted record is not reused, and row numbers are not accepted in scripts")
    func addresses() throws {
        let home = try SeededHome.home()
        try home.almanac(input: "new person given=A\nnew person given=B\ndelete persons/2 --yes\nnew person given=C\n")
        #expect(try home.almanac("show", "C", "--json").json["id"]?.string == "persons/3")
        #expect(try home.almanac(input: "persons\ndelete 1 --yes\n").status == 3)
        #expect(try home.almanac("persons", "--json").rows.count == 2)
    }
}

extension Home {
    /// Returns the contents of the files in the database folder by name, except the shared-memory file and an empty
    /// WAL.
    fileprivate func snapshot() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let folder = store.dropLast("/almanac.db".count)
        for name in try FileManager.default.subpathsOfDirectory(atPath: String(folder)) where !name.hasSuffix("-shm") {
            guard let bytes = try? bytes(of: "\(folder)/\(name)"), !(name.hasSuffix("-wal") && bytes.isEmpty) else {
                continue
            }
            files[name] = bytes
        }
        return files
    }
}
