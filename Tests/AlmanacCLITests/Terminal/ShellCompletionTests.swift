import Model
import TestSupport
import Testing

@Suite("Shell completion of hostile names", .childProcesses, .long("200 names in three shells and every quote style"))
struct ShellCompletionTests {
    private typealias Shell = ShellSession.Shell

    private static let installed = [Shell.bash, .zsh, .fish].filter(\.isInstalled)

    @Test(
        "Bash completes hostile names in every kind of quotes without running them",
        .enabled(if: Shell.bash.isInstalled, "Bash is not installed"))
    func bash() throws {
        let completed = try completedNames(in: .bash, quotes: ["", "\"", "'", "$'"])
        #expect(completed[""] == Self.completable.intersection(try Self.names(after: "")))
        // In quotes, names that need no escaping are completed.
        for quote in ["\"", "'", "$'"] {
            #expect(completed[quote]?.contains { $0.hasSuffix(" O’Neil & Sons; (*)") } == true)
        }
    }

    @Test(
        "Zsh completes hostile names in every kind of quotes without running them",
        .enabled(if: Shell.zsh.isInstalled, "Zsh is not installed"))
    func zsh() throws {
        for (quotes, names) in try completedNames(in: .zsh, quotes: ["", "\"", "'", "$'"]) {
            #expect(names == Self.completable.intersection(try Self.names(after: quotes)))
        }
    }

    @Test(
        "Fish completes hostile names in every kind of quotes without running them",
        .enabled(if: Shell.fish.isInstalled, "Fish is not installed"))
    func fish() throws {
        for (quotes, names) in try completedNames(in: .fish, quotes: ["", "\"", "'"]) {
            #expect(names == Self.completable.intersection(try Self.names(after: quotes)))
        }
    }

    @Test(
        "An empty word is completed, and, except in Fish, text that begins both a name and an alias is kept as typed",
        arguments: installed)
    func typedText(shell: ShellSession.Shell) throws {
        let home = try SeededHome.home()
        #expect(try home.almanac("new", "group", "name=Rebels").status == 0)
        #expect(try home.almanac("new", "planet", "name=Theta b").status == 0)
        #expect(try home.almanac("new", "planet", "name=HD 1 b", "aliases=Thestias").status == 0)
        let session = try ShellSession(shell, in: home)
        let arguments = try session.arguments(completing: "almanac add planets/1 to ", then: "#")
        #expect(arguments.trimmed == "add planets/1 to Rebels")
        // Fish itself omits candidates that do not begin with the typed text.
        let completed = try session.arguments(completing: "almanac show The", then: "#")
        #expect(completed.trimmed == (shell == .fish ? "show Theta b" : "show The"))
    }

    @Test(
        "Typed text without accents completes a name with accents, which Fish inserts without them",
        arguments: installed)
    func accents(shell: ShellSession.Shell) throws {
        let home = try SeededHome.home()
        #expect(try home.almanac("new", "person", "given=Jürgen", "family=Grün", "phone=+49 30 1234567").status == 0)
        let session = try ShellSession(shell, in: home)
        let arguments = try session.arguments(completing: "almanac phone gru", then: "#").trimmed
        #expect(arguments == (shell == .fish ? "phone jurgen grun" : "phone Jürgen Grün"))
        #expect(try home.almanac("phone", String(arguments.dropFirst("phone ".count))).output == "+49 30 1234567\n")
    }

    // MARK: - Names

    /// Returns the names that a shell completes after each kind of quotes. Fails if a part of a name runs as a command.
    private func completedNames(in shell: Shell, quotes: [String]) throws -> [String: Set<String>] {
        let home = try Home(as: Self.home.get())
        let session = try ShellSession(shell, in: home)
        var completed: [String: Set<String>] = [:]
        for quote in quotes {
            for name in try Self.names(after: quote) {
                let prefix = String(name.prefix(Self.prefixLength))
                // If the quotes are still open after the first line, the second line closes them.
                let arguments = try session.arguments(
                    completing: "almanac show \(quote)\(prefix)", then: "#" + quote.suffix(1))
                let shown = arguments.hasSuffix("\n#") ? String(arguments.dropLast(2)) : arguments
                #expect(["show \(name)", "show \(prefix)"].contains(shown), "\(quote)\(name)")
                if shown == "show \(name)" { completed[quote, default: []].insert(name) }
            }
        }
        #expect(!home.names(in: home.folder).contains { $0.contains("pwned") })
        return completed
    }

    private static let home = Result {
        let home = try SeededHome.home()
        for name in try names(after: "") {
            let ending = try home.almanac("new", "person", "given=\(name)")
            try #require(ending.status == 0, "\(ending.errors)")
        }
        return try HomeSnapshot(of: home)
    }

    private static let prefixLength = 5

    private static let names = (others + commands + hidden).enumerated().map { index, rest in
        "N\(1000 + index)\(rest)".trimmed
    }

    /// Returns the names to complete after the given quotes, which may be empty. By default, only a few names are tried.
    /// Inside quotes, only a long run tries each pattern with each of the three commands.
    private static func names(after quotes: String) throws -> [String] {
        guard Soak.isOn else {
            return Soak.sample(names, quotes.isEmpty ? 8 : 4) + names.filter { $0.hasSuffix(" O’Neil & Sons; (*)") }
        }
        if try quotes.isEmpty || Soak.isLong { return names }
        let patterns = others.count..<(names.count - hidden.count)
        return names.enumerated().filter { !patterns.contains($0.offset) || $0.offset.isMultiple(of: 3) }.map(\.element)
    }

    /// The visible names that a shell can complete. Names with an equals sign are excluded, because a command would read
    /// them as assignments.
    private static let completable = Set(names.dropLast(hidden.count).filter { !$0.contains("=") })

    /// Names that run a command if they are quoted incorrectly.
    private static let commands = ["touch pwned", "touch${IFS}pwned", ">pwned"].flatMap { command in
        [
            "$(*)", "`*`", "${x:-$(*)}", "$((a[$(*)]))", "\\$(*)", "\\\\$(*)", "\\`*`", "$'$(*)'", "\"$(*)", "'$(*)",
            "';*;#", "\";*;#", "';*;'", "\";*;\"", "'\";*;#", "\"';*;#", "\\';*;#", "\\\";*;#", "\\\\';*;#", "';*\\",
            "a'b\"c$(*)", "a\"b'c`*`", "'\"'\"$(*)", "'\\''$(*)", ";*", ";*;#", "&& *", "& *", "|| *", "| *", "|& *",
            "(*)", "{ *; }", "<(*)", "=(*)", ">(*)", "<<<$(*)", "~$(*)", "~[$(*)]", "*(e:'*':)", "${(e):-$(*)}", "@(*)",
            "$[$(*)]", " $(*)", " `*` ", "-$(*)", "#';*;#", "#\";*;#", "!;*", "\\!$(*)", "“$(*)”", "é$(*)",
        ].map { $0.replacing("*", with: command) }
    }

    private static let others = [
        "!touch", "!!", "!?pwned?", "\"!touch", "'!touch", "!{touch}", "^a^b", "> pwned", ">> pwned", "&> pwned",
        "~root", "*", "?", "[a]", "{a,b}", "$HOME", "${HOME}", "$x", "$", "`", "\\", "\\\\", "'", "\"", "''", "\"\"",
        "'\"", "\"'", "\\'", "\\\"", " a b", " a  b", " a ", "#x", " #x", "%1", "%", ":a:b", "@b", ",b", "&", ";", "|",
        " O’Neil & Sons; (*)",
    ]

    /// Names with characters that are not visible.
    private static let hidden = [
        " a\nb", "\ntouch pwned\n", "\rtouch pwned\r", "\tb", "\u{3}", "\u{4}", "\u{1B}[201~touch pwned\r", "\u{7F}",
        "\u{9B}31m", "\u{202E}", "\u{85}b",
    ]
}
