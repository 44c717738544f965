import TestSupport
import Testing
import Text

@Suite("Checklist: manual page and shell completion", .childProcesses)
struct ManualPageTests {
    private struct Definitions {
        let commands: [(name: String, usage: String)]
        let options: [String]

        init(_ home: Home) throws {
            let help = try home.almanac("help", "--json").json
            commands = (help["commands"]?.array ?? []).compactMap { command in
                guard let name = command["name"]?.string, let usage = command["usage"]?.string else { return nil }
                return (name, usage)
            }
            options = (help["options"]?.array ?? []).compactMap { $0["name"]?.string }
        }
    }

    @Test("C20 The manual page lists the commands and options that help lists, and groff reports no warnings")
    func manual() throws {
        let home = try Home()
        let definitions = try Definitions(home)
        #expect(definitions.commands.count > 40 && definitions.options.count > 10)
        let page = try home.almanac("man").output
        for command in definitions.commands {
            #expect(page.contains("\n\\fB\(command.usage.replacing("-", with: "\\-"))\\fR\n"), "\(command.usage)")
        }
        for option in definitions.options {
            #expect(page.contains("\n\\fB\(option.replacing("-", with: "\\-"))"), "\(option)")
        }
        for section in [
            "NAME", "SYNOPSIS", "EXAMPLES", "COMMANDS", "OPTIONS", "KEYS", "EXIT STATUS", "ENVIRONMENT", "FILES",
        ] {
            #expect(page.contains(".SH \(section)\n"))
        }
        let checked = try home.shell(
            "command -v groff >/dev/null || exit 0; almanac man | groff -man -Kutf8 -Tutf8 -ww -z")
        #expect(checked.status == 0 && checked.errors == "", "\(checked.errors)")
    }

    @Test(
        "C20 The completion script for each shell contains the commands and options that help lists",
        arguments: ["bash", "zsh", "fish"])
    func definitions(shell: String) throws {
        let home = try Home()
        let definitions = try Definitions(home)
        let script = try home.almanac("completion", shell).output
        for name in definitions.commands.map(\.name) { #expect(script.contains(name), "\(name)") }
        for option in definitions.options {
            #expect(
                script.contains(shell == "fish" ? "-l \(option.dropFirst(2))" : option) || option.count == 2,
                "\(option)")
        }
        let path = try home.write(script, to: "completion")
        let read = try home.shell("command -v \(shell) >/dev/null || exit 0; \(shell) -n '\(path)'")
        #expect(read.status == 0 && read.errors == "", "\(read.errors)")
        #expect(try home.almanac("completion", "tcsh").status == 2)
    }

    @Test("C20 The man, completion, keys, and complete commands do not create a database")
    func noStore() throws {
        let home = try Home()
        for line in ["man", "completion bash", "completion fish", "keys", "complete 'almanac show ' fred"] {
            let ending = try home.almanac("-c", line)
            #expect(ending.status == 0, "\(line): \(ending.errors)")
        }
        #expect(!home.exists(home.store))
    }

    @Test("C20 Shell completion reads names from the database selected on the command line, without creating it")
    func namedDatabase() throws {
        let home = try SeededHome.home("flintstones")
        let complete = { (line: String) in try home.almanac("complete", "--", line, "bet").output }
        #expect(try complete("almanac show ") == "Betty Rubble\n")
        #expect(
            try home.almanac("complete", "--", "almanac show ", "rub").lines
                == ["Bamm-Bamm Rubble", "Barney Rubble", "Betty Rubble"])
        #expect(try complete("almanac --database \(home.folder)/none.db show ") == "")
        #expect(try complete("almanac --database ~/.local/share/almanac/almanac.db show ") == "Betty Rubble\n")
        #expect(try complete("almanac --database '~/.local/share/almanac/almanac.db' show ") == "")
        #expect(try complete("almanac demo show ") == "")
        #expect(try !home.shell("find ~ -name demo.db").output.contains("demo"))
        #expect(try home.almanac("demo", "history").status == 0)
        #expect(try complete("almanac demo show ") == "Betty Rubble\n")
        #expect(try complete("almanac demo --reset show ") == "Betty Rubble\n")
    }

    @Test("C20 Shell completion opens the database only for names, values, and filters")
    func openings() throws {
        let home = try SeededHome.home("flintstones")
        guard try home.shell("command -v strace").status == 0 else { return }
        let opens = { (line: String, typed: String) in
            let ending = try home.shell(
                """
                cd; strace -f -o calls -e trace=openat almanac complete -- 'almanac \(line)' '\(typed)' | head -n 1
                grep -c 'almanac\\.db"' calls
                """)
            #expect(ending.lines.count == 2, "\(line)\(typed): \(ending.output)")
            return ending.lines.last != "0"
        }
        let commandsAndOptions = [("", "he"), ("sh", ""), ("edit ", "--dr"), ("--plain ", "")]
        let others = [("show ", "bet"), ("", "persons/"), ("persons where ", "nick")]
        for (line, typed) in commandsAndOptions { #expect(try !opens(line, typed), "\(line)\(typed)") }
        for (line, typed) in others { #expect(try opens(line, typed), "\(line)\(typed)") }
    }

    @Test(
        "C20 Bash completes commands, choices, options, option values, fields, filters, and names",
        .long("every completion"),
        arguments: Soak.sample(
            [
                ("almanac perso", "almanac persons "), ("almanac new pl", "almanac new planet "),
                ("almanac --format nd", "almanac --format ndjson "),
                ("almanac persons --so", "almanac persons --sort "),
                ("almanac persons --sort org", "almanac persons --sort organization "),
                ("almanac planets --sort mas", "almanac planets --sort mass "),
                ("almanac planets --sort -mas", "almanac planets --sort -mass "),
                ("almanac --database x gra", "almanac --database x graph "),
                ("almanac show bet", "almanac show Betty\\ Rubble "),
                ("almanac show betty\\ r", "almanac show Betty\\ Rubble "),
                ("almanac show \"Betty R", "almanac show \"Betty Rubble\" "),
                ("almanac show 'Betty R", "almanac show 'Betty Rubble' "),
                ("almanac completion f", "almanac completion fish "),
                ("almanac add persons/1 to", "almanac add persons/1 to "),
                ("almanac edit betty\\ rubble ph", "almanac edit betty\\ rubble phone="),
                ("almanac edit persons/1 phone.ho", "almanac edit persons/1 phone.home="),
                ("almanac settings color=nev", "almanac settings color=never "),
                ("almanac export --group bow", "almanac export --group Bowling\\ team "),
                ("almanac export --format mu", "almanac export --format mutt "),
                ("almanac persons where bir", "almanac persons where birthday "),
                ("almanac demo unf", "almanac demo unfavorite "),
                ("almanac export --where bir", "almanac export --where birthday "),
            ], 11))
    func bash(_ line: String, _ expected: String) throws {
        let session = try ShellSession(.bash, in: SeededHome.home("flintstones"))
        #expect(try session.line(completing: line) == expected + "X")
    }

    @Test(
        "C20 Fish completes commands, choices, options, option values, fields, filters, names, and files",
        .enabled(if: ShellSession.Shell.fish.isInstalled, "Fish is not installed"),
        arguments: [
            ("almanac per", "persons"), ("almanac new pl", "planet"), ("almanac --format nd", "ndjson"),
            ("almanac persons --so", "--sort"), ("almanac persons --sort org", "organization"),
            ("almanac planets --sort ma", "mass"), ("almanac planets --sort org", nil),
            ("almanac show bet", "Betty Rubble"), ("almanac show \"Betty R", "Betty Rubble"),
            ("almanac edit 'Betty Rubble' ph", "phone="), ("almanac edit persons/1 phone.ho", "phone.home="),
            ("almanac settings color=nev", "color=never"), ("almanac export --group bow", "Bowling team"),
            ("almanac export --format mu", "mutt"), ("almanac export --where bir", "birthday"),
            ("almanac persons where bir", "birthday"),
            ("almanac completion f", "fish"), ("almanac backup com", "completion.fish"), ("almanac persons com", nil),
            ("almanac --database ~/.local/share/almanac/almanac.db show bet", "Betty Rubble"),
        ] as [(String, String?)])
    func fish(_ line: String, _ expected: String?) throws {
        let home = try SeededHome.home("flintstones")
        try home.write(try home.almanac("completion", "fish").output, to: "completion.fish")
        let ending = try home.shell(
            "cd; fish --no-config -c 'source completion.fish; complete -C \"$argv\"' \"$LINE\"", with: ["LINE": line])
        let found = ending.lines.map { $0.prefix { $0 != "\t" } }
        #expect(expected.map { found.contains($0[...]) } ?? found.isEmpty, "\(ending.output) \(ending.errors)")
    }

    @Test(
        "C20 Zsh completes commands, choices, option values, fields, filters, names, and files",
        .enabled(if: ShellSession.Shell.zsh.isInstalled, "Zsh is not installed"),
        arguments: [
            ("almanac perso", "almanac persons "), ("almanac new pl", "almanac new planet "),
            ("almanac --format nd", "almanac --format ndjson "),
            ("almanac persons --sort org", "almanac persons --sort organization "),
            ("almanac planets --sort mas", "almanac planets --sort mass "),
            ("almanac planets --sort -mas", "almanac planets --sort -mass "),
            ("almanac show bet", "almanac show Betty\\ Rubble "),
            ("almanac show \"Betty R", "almanac show \"Betty Rubble\" "),
            ("almanac edit betty\\ rubble ph", "almanac edit betty\\ rubble phone="),
            ("almanac settings color=nev", "almanac settings color=never "),
            ("almanac export --group bow", "almanac export --group Bowling\\ team "),
            ("almanac export --format mu", "almanac export --format mutt "),
            ("almanac export --where bir", "almanac export --where birthday "),
            ("almanac backup .zcom", "almanac backup .zcompdump "), ("almanac persons .zcom", "almanac persons .zcom"),
        ])
    func zsh(_ line: String, _ expected: String) throws {
        let session = try ShellSession(.zsh, in: SeededHome.home("flintstones"))
        #expect(try session.line(completing: line) == expected + "X")
    }
}
