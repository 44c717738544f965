import TestSupport
import Testing

@Suite("Checklist: regressions", .childProcesses)
struct ChecklistRegressionTests {
    @Test("C34 Shell completion does not offer candidates for an unknown word")
    func nothingToComplete() throws {
        let home = try HomeFixture.home()
        for format in ["plain", "json", "csv"] {
            let ending = try home.almanac("complete", "almanac show ", "zzzz", "--format", format)
            #expect(ending.status == 0)
            #expect(ending.output.isEmpty, "\(ending.output)")
        }
    }

    @Test("C23 photo --save --dry-run does not write a file")
    func photo() throws {
        let home = try HomeFixture.home(.bedrock)
        let path = home.folder + "/saved.png"
        let ending = try home.almanac("photo", "persons/1", "--save", path, "--dry-run")
        #expect(ending.status == 0)
        #expect(ending.output.contains("This would write the photo of"))
        #expect(!home.exists(path))
    }

    @Test("C09 export uses the requested output format and rejects “table”")
    func exported() throws {
        let home = try HomeFixture.home()
        #expect(try home.almanac("export", "--csv").output == home.almanac("export", "--as", "csv").output)
        #expect(try home.almanac("export", "--format", "json").output.hasPrefix("{"))
        #expect(try home.almanac("export", "--ndjson").output.hasPrefix("{"))
        for option in ["--as", "--format"] {
            #expect(try home.almanac("export", option, "vcf").output.hasPrefix("BEGIN:VCARD"))
        }
        let table = try home.almanac("export", "--format", "table")
        #expect(table.status == 2)
        #expect(table.errors.contains("Unknown format “table”."))
    }

    @Test("C18, C19 An unknown option before a command is an error with a suggestion, and a leading “--” is ignored")
    func before() throws {
        let home = try HomeFixture.home()
        let mistyped = try home.almanac("--jsn", "persons")
        #expect(mistyped.status == 2)
        #expect(mistyped.errors.contains("Unknown option --jsn. Did you mean --json?"))
        for (option, next) in [
            ("--mutt-query", "Use “almanac query”."), ("--add-email", "Use “almanac add-email”."),
            ("--convert", "Use “almanac import” or “almanac export”."),
        ] {
            #expect(try home.almanac(option, "zoe").errors.contains("Unknown option \(option). \(next)"))
        }
        #expect(try home.almanac("--", "persons").output == home.almanac("persons").output)
        #expect(try home.almanac("--json", "persons").output == home.almanac("persons", "--json").output)
    }

    @Test("C41 An invalid line in the configuration file is reported")
    func configuration() throws {
        let home = try HomeFixture.home()
        try home.write("# mine\ncolor always\n", to: ".config/almanac/config")
        let ending = try home.almanac("persons")
        #expect(ending.status == 0)
        #expect(ending.errors.contains("invalid line “color always”. Use KEY=VALUE."))
    }

    @Test("C25 Restoring a missing backup fails without a prompt")
    func restore() throws {
        let home = try HomeFixture.home()
        let ending = try home.almanac("restore", home.folder + "/nosuch.db")
        #expect(ending.status != 0)
        #expect(!ending.errors.contains("Replace all current data"))
    }

    @Test("C24 seed suggests undo only after a change")
    func seeding() throws {
        let home = try HomeFixture.home()
        #expect(try home.almanac("seed", "solar", "--format", "table").output.contains("Use “undo” to reverse this."))
        #expect(try home.almanac("seed", "solar", "--format", "table").output.contains("“undo”") == false)
    }

    @Test("C38 A passphrase typed before its prompt is not echoed")
    func secretAhead() throws {
        let home = try HomeFixture.home()
        #expect(try home.almanac("signup", "Leia", "--passphrase-fd", "0", input: "open sesame\n").status == 0)
        let session = try TerminalSession(home, until: "Leia")
        session.terminal.type("login Leia\r")
        #expect(session.terminal.wait { $0.text.contains("Passphrase: ") && !$0.isCooked })
        // The right passphrase is typed while the wrong one is being checked.
        session.terminal.type("open barley\ropen ses")
        #expect(session.terminal.wait { $0.text.contains("Wrong passphrase") && !$0.isCooked })
        #expect(!session.terminal.text.contains("open ses"))
        try home.endSignInDelay()
        session.terminal.type("ame\r")
        try session.enter("version", until: "almanac 0")
        #expect(!session.terminal.text.contains("ses"))
        #expect(session.quit() == 0)
    }
}
