import TestSupport
import Testing
import Text

@Suite("Options and arguments in scripts", .childProcesses)
struct ScriptingOptionTests {
    @Test("An argument that is not UTF-8 is rejected with an error that shows it")
    func invalidUTF8() throws {
        let ending = try Home().shell(#"almanac show $'caf\xe9'"#)
        #expect(ending.status == 2 && ending.outputBytes.isEmpty)
        #expect(
            ending.errors == "Argument 2 (“caf�”) is not valid UTF-8. Use UTF-8 in the terminal and in file names.\n")
    }

    @Test("--debug names the layers in the order in which a command passes through them, without values")
    func layers() throws {
        let home = try Home()
        try home.almanac("new", "person", "given=Leia", "email=leia@alderaan.example")
        let ending = try home.almanac("show", "persons/1", "--debug")
        let lines = ending.errors.split(separator: "\n")
        let layers = lines.map { $0.split(separator: ":")[1].dropFirst() }
        let command = layers.drop { $0 != "parser" }
        #expect(layers.contains("startup") && !layers.prefix { $0 != "startup" }.contains("parser"))
        #expect(command.first == "parser" && command.dropFirst().first == "chain" && command.last == "drawing")
        var order = command.map(String.init)
        order = order.indices.filter { order.firstIndex(of: order[$0]) == $0 }.map { order[$0] }
        #expect(order == ["parser", "chain", "flow", "data source", "SQL", "page", "drawing"])
        #expect(lines.contains("debug: flow: PersonsFlowCoordinator"))
        #expect(lines.contains { $0.hasPrefix("debug: SQL: SELECT") && $0.contains("FROM person_email") })
        #expect(!ending.errors.contains("Leia") && !ending.errors.contains("alderaan"))
        #expect(try home.almanac("show", "persons/1").errors.isEmpty)
        let edit = try home.almanac("edit", "persons/1", "title=Princess", "--debug").errors.split(separator: "\n")
        #expect(edit.contains("debug: data source: write for update(_:in:)"))
        #expect(!edit.contains { $0.contains("Princess") })
    }

    @Test("A database in a missing folder is created only with --create or at the prompt")
    func missingFolder() throws {
        let home = try Home()
        let path = home.folder + "/missing/almanac.db"
        for words in [["new", "person", "given=Leia"], ["import", "x.vcf"]] {
            let ending = try home.run(["--database", path] + words)
            #expect(ending.status == 1)
            #expect(ending.errors.hasPrefix("The database folder \(home.folder)/missing does not exist."))
            #expect(ending.errors.contains("--create"))
        }
        #expect(!home.exists(home.folder + "/missing"))
        #expect(try home.almanac("--create", "--database", path, "new", "person", "given=Leia").status == 0)
        #expect(try home.almanac("persons", "--json", with: ["ALMANAC_DATABASE": path]).json.names == ["Leia"])

        // With --create, a command that only reads also creates the database.
        let other = home.folder + "/other/almanac.db"
        #expect(try home.almanac("--database", other, "persons").status == 1)
        #expect(try home.almanac("--database", other, "--create", "persons").status == 0)
        #expect(home.exists(other))

        let prompt = home.folder + "/prompt/almanac.db"
        let session = try TerminalSession(home, ["--database", prompt], until: "almanac ›")
        #expect(session.quit() == 0 && home.exists(prompt))
    }

    @Test("--create after a command is an option of that command or is rejected with a hint")
    func createAfterCommand() throws {
        let home = try SeededHome.home()
        try home.almanac("new", "person", "given=Leia")
        #expect(try home.almanac("add", "persons/1", "to", "Rebels", "--create").status == 0)
        let ending = try home.almanac("persons", "--create")
        #expect(ending.status == 2)
        #expect(
            ending.errors
                == "“persons” has no option --create. Use it before the command in the shell, as in “almanac --create …”.\n"
        )
    }

    @Test("settings FIELD=VALUE saves settings without a form and rejects invalid assignments")
    func settings() throws {
        let home = try Home()
        let ending = try home.almanac("settings", "color=never", "pageSize=20")
        #expect(ending.status == 0 && ending.output.hasPrefix("Settings saved."), "\(ending.errors)")
        let settings = try home.almanac("settings", "--json").json
        #expect(settings["color"]?.string == "never" && settings["pageSize"]?.string == "20")
        #expect(try home.almanac("settings", "pageSize=").status == 0)
        #expect(try home.almanac("settings", "--json").json["pageSize"]?.string == nil)
        for word in ["pageSize=1", "colour=never", "color"] {
            let refused = try home.almanac("settings", word)
            #expect(refused.status == 2 && !refused.errors.isEmpty, "\(word)")
        }
        #expect(try home.almanac("settings", "--json").json["color"]?.string == "never")
    }

    @Test("export accepts its formats with --format, and other commands reject them")
    func exportFormat() throws {
        let home = try SeededHome.home("flintstones")
        for format in ["mutt", "aerc", "abook", "csv"] {
            let expected = try home.almanac("export", "--group", "Bowling team", "--as", format)
            #expect(expected.status == 0 && !expected.outputBytes.isEmpty)
            #expect(
                try home.almanac("export", "--group", "Bowling team", "--format", format).outputBytes
                    == expected.outputBytes)
            #expect(try home.almanac("--format=\(format)", "export", "--group", "Bowling team").status == 0)
        }
        let refused = try home.almanac("persons", "--format", "mutt")
        #expect(refused.status == 2 && refused.errors.hasPrefix("The format “mutt” is supported only by “export”."))
        let unknown = try home.almanac("export", "--format", "wordstar")
        #expect(unknown.status == 2 && unknown.errors.contains("“help export”"))
    }

    @Test("export prints a summary, and suggests --force if the file exists")
    func exportReport() throws {
        let home = try SeededHome.home("flintstones")
        let path = home.folder + "/all.vcf"
        #expect(try home.almanac("export", "--to", path).output.hasPrefix("Exported 8 contacts to \(path).\n"))
        let refused = try home.almanac("export", "--to", path)
        #expect(refused.status == 1)
        #expect(
            refused.errors
                == "Cannot write \(path). A file with this name already exists. Choose another name, or use --force to "
                + "replace the file.\n")
        #expect(try home.almanac("export", "--to", path, "--force").output.hasPrefix("Exported 8 contacts"))
    }

    @Test("help ignores the case of its topic")
    func helpTopic() throws {
        #expect(try Home().almanac("help", "Scripting").output.contains("EXIT STATUS"))
    }

    @Test("settings --no-config keeps the other lines of the configuration file")
    func ignoredConfiguration() throws {
        let home = try Home()
        let path = try home.write("# mine\ncolor = never\nnonsense\n", to: ".config/almanac/config")
        #expect(try home.almanac("--no-config", "settings", "dates=iso").status == 0)
        let text = String(decoding: try home.bytes(of: path), as: UTF8.self)
        #expect(text == "# mine\ncolor = never\nnonsense\ndates = iso\n")
    }

    @Test("A format option does not make a command create the database")
    func formatWithoutDatabase() throws {
        let home = try Home()
        let path = home.folder + "/missing.db"
        for words in [["-c", "seed --json"], ["seed", "--json"], ["-c", "seed --format csv"]] {
            #expect(try home.run(["--database", path] + words).status == 1, "\(words)")
        }
        #expect(!home.exists(path))
    }

    @Test("--passphrase-fd rejects a terminal and a line that is too long")
    func passphraseDescriptor() throws {
        let home = try Home()
        let long = try home.almanac(
            "signup", "Leia", "--passphrase-fd", "0", input: String(repeating: "x", count: 5000))
        #expect(long.status == 1 && long.errors.contains("longer than 4096 bytes"))
        let terminal = try home.terminal("signup", "Leia", "--passphrase-fd", "0")
        #expect(terminal.finish() == 1)
        #expect(terminal.text.contains("It is a terminal. Use a file or a pipe."))
    }
}
