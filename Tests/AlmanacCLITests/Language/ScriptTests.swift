import TestSupport
import Testing
import Text

@Suite("Scripts", .childProcesses)
struct ScriptTests {
    private static let script = """
        # Two friends, and a mistake between them.

        new person given=Leia
        show persons/99
        new person given=Luke
        nonsense
        """

    @Test func `A script stops at the first failing line, and the error names that line`() throws {
        let home = try SeededHome.home()
        let path = try home.write(Self.script, to: "friends.almanac")
        let ending = try home.almanac("--file", path)
        #expect(ending.status == 3)
        #expect(ending.errors.hasPrefix("\(path):4: show persons/99\npersons/99 does not exist."))
        #expect(try home.almanac("persons", "--json").json.names == ["Leia"])
    }

    @Test func `Commands from more than one source are rejected`() throws {
        let home = try SeededHome.home()
        let path = try home.write("new person given=Leia", to: "friends.almanac")
        #expect(try home.almanac("--file", path, "-c", "persons").status == 2)
        #expect(try home.almanac("--file", path, "persons").status == 2)
        #expect(try home.almanac("-c", "persons", "persons").status == 2)
        #expect(try home.almanac("persons", "--json").json.names.isEmpty)
    }

    @Test func `An error in commands from a pipe or -c names the first failing line`() throws {
        let piped = try SeededHome.home().almanac(input: Self.script)
        #expect(piped.status == 3)
        #expect(piped.errors.hasPrefix("standard input:4: show persons/99\n"))
        let lines = try SeededHome.home().almanac("-c", "persons", "-c", "nonsense", "-c", "groups")
        #expect(lines.status == 2)
        #expect(lines.errors.hasPrefix("-c:2: nonsense\n"))
    }

    @Test func `--keep-going runs all lines and returns the first error status`() throws {
        let home = try SeededHome.home()
        let ending = try home.run(["--keep-going"], input: Self.script)
        #expect(ending.status == 3)
        #expect(ending.errors.contains("standard input:6: nonsense"))
        #expect(try home.almanac("persons", "--json").json.names == ["Leia", "Luke"])
    }

    @Test func `A prompt in a script is an error that names the option to use`() throws {
        let home = try SeededHome.home()
        let ending = try home.almanac(input: "new person given=Leia\ndelete persons/1\nnew person given=Luke\n")
        #expect(ending.status == 2)
        #expect(ending.errors.contains("standard input:2: delete persons/1"))
        #expect(ending.errors.contains("--yes"))
        #expect(try home.almanac("persons", "--json").json.names == ["Leia"])
    }

    @Test func `The last line of a script may lack a line ending`() throws {
        let home = try SeededHome.home()
        #expect(try home.almanac(input: "new person given=Leia\nnew person given=Luke").status == 0)
        #expect(try home.almanac("persons", "--json").rows.count == 2)
    }

    @Test func `A script may have CRLF line endings and a byte-order mark`() throws {
        let home = try SeededHome.home()
        let script = "\u{FEFF}new person given=Leia\r\n# a comment\r\n\r\nnew person given=Luke\r\n"
        let path = try home.write(script, to: "script")
        #expect(try home.almanac("--file", path).status == 0)
        #expect(try home.almanac(input: "\u{FEFF}new person given=Han\r\nnew person given=Chewie\r\n").status == 0)
        #expect(try home.almanac("persons", "--json").json.names == ["Chewie", "Han", "Leia", "Luke"])
    }

    @Test func `quit ends a script successfully`() throws {
        let ending = try SeededHome.home().almanac(input: "new person given=Leia\nquit\nnonsense\n")
        #expect(ending.status == 0)
        #expect(ending.errors == "")
    }

    @Test func `A script can fill in a form`() throws {
        let home = try SeededHome.home()
        let ending = try home.almanac(
            input: """
                new person given=Leia
                open persons/1/edit
                nickname=Lelila
                phone.home=+1
                save
                """)
        #expect(ending.status == 0)
        let leia = try home.almanac("show", "persons/1", "--json").json
        #expect(leia["nickname"]?.string == "Lelila")
        #expect(leia["version"]?.integer == 2)
    }

    @Test func `A script from a pipe prints only data`() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "group", "name=Rebels")
        let ending = try home.almanac(input: "# who?\ngroups\n\ngroups\n")
        #expect(ending.output == "Rebels\t0\t\tgroups/1\nRebels\t0\t\tgroups/1\n")
        #expect(ending.errors == "")
    }

    @Test func `Failing commands write nothing to standard output`() throws {
        let home = try SeededHome.home()
        let mistakes = [
            ["nonsense"], ["show", "persons/9"], ["persons", "--limit", "x"], ["new", "person"],
            ["--format", "pdf", "persons"],
        ]
        for words in mistakes {
            let ending = try home.run(words)
            #expect(ending.status != 0)
            #expect(ending.output == "")
            #expect(!ending.errors.isEmpty)
        }
    }

    @Test func `A script that is missing or not UTF-8 is reported`() throws {
        let home = try SeededHome.home()
        let missing = try home.almanac("--file", "\(home.folder)/none")
        #expect(missing.status == 1)
        #expect(missing.errors == "Cannot read the script \(home.folder)/none. The file does not exist.\n")
        let binary = try home.write([0x66, 0xFF, 0x0A], to: "binary")
        #expect(try home.almanac("--file", binary).errors.contains("not UTF-8"))
        #expect(try home.almanac("--file").status == 2)
    }

    @Test func `--keep-going continues after a line that is not UTF-8`() throws {
        let home = try SeededHome.home()
        let path = try home.write(
            Array("show persons/999\n\u{0}nonsense\nversion\n".utf8.map { $0 == 0 ? 0xFF : $0 }), to: "lines")
        let ending = try home.shell("almanac --keep-going < '\(path)'")
        #expect(ending.status == 3)
        #expect(ending.output.hasPrefix("almanac ") && ending.errors.contains("standard input:2"))
    }
}
