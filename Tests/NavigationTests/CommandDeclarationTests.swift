import Display
import Localization
import Model
import Testing

@testable import Navigation

struct CommandDeclarationTests {
    private static let invocation = invocation(isInteractive: false)

    /// Returns an invocation with persons/7 in row 1.
    private static func invocation(isInteractive: Bool) -> Invocation {
        let rows = [Row(address: "persons/7", [Field("name", "Name", .text("Leia"))])]
        let page = Page(
            "Persons",
            [.table(Table("persons", columns: [Column("name", "Name")], rows: rows, firstNumber: 1))])
        return Invocation(
            isInteractive: isInteractive,
            screen: ScreenContents(
                rows: page.numberedRows, shown: page, record: nil, location: .home, chain: []),
            context: CommandContext("", by: nil))
    }

    /// Returns a command that does nothing.
    private func command<each Value: Sendable>(_ declaration: CommandDeclaration<repeat each Value>) -> Command {
        Command(declaration) { (_: Invocation, _: repeat each Value) in nil }
    }

    /// Runs a command with words and returns the values that the command receives.
    private func read<each Value: Sendable>(
        _ words: [String], as declaration: CommandDeclaration<repeat each Value>,
        in invocation: Invocation = CommandDeclarationTests.invocation
    ) async throws -> [String] {
        let command = Command(declaration) { (_: Invocation, values: repeat each Value) in
            var read: [String] = []
            for value in repeat each values { read.append("\(value)") }
            return .tell(.message("\(read.joined(separator: "|"))"))
        }
        guard case .tell(let page) = try await command.call(words, in: invocation).run(invocation),
            case .message(let sentences) = page.blocks.first
        else { return [] }
        return sentences.joined().description.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    }

    private func failure<each Value: Sendable>(
        of words: [String], as declaration: CommandDeclaration<repeat each Value>
    ) async throws -> String? {
        do {
            _ = try await read(words, as: declaration)
            return nil
        } catch let mismatch as ArgumentMismatch {
            return mismatch.problem?.explanation.sentences.joined().description ?? ""
        } catch let problem as any UserFacingError {
            return problem.explanation.sentences.joined().description
        }
    }

    private static let paint = CommandDeclaration(
        "paint", .argument("COLOR", .color), .any("TEXT", .text), Argument.flag("--wet", "not dry"), .limit,
        about: "x", effect: .confirmedChanges)

    @Test func `Arguments, options, and flags are read as values`() async throws {
        let got = try await read(["green", "a", "--limit", "5", "b", "--wet"], as: Self.paint)
        #expect(
            got == ["green", #"["a", "b"]"#, "true", "Optional(5)"])
        #expect(try await read(["red", "--limit=5"], as: Self.paint)[3] == "Optional(5)")
        #expect(try await read(["red", "--", "--wet", "-w"], as: Self.paint)[1] == #"["--wet", "-w"]"#)
        #expect(try await read(["red", "-5", "-", "-a b", "-=x"], as: Self.paint)[1] == #"["-5", "-", "-a b", "-=x"]"#)
    }

    @Test(arguments: [
        (["blue"], "There is no blue. There are: red, green."),
        ([], "“paint” requires the argument COLOR. Use “paint COLOR [TEXT…] [--wet] [--limit N] [--yes] [--dry-run]”."),
        (["red", "--wett"], "“paint” has no option --wett. Did you mean --wet?"),
        (["red", "-w"], "“paint” has no option -w. Did you mean --wet?"),
        (["red", "-wet=1"], "“paint” has no option -wet. Did you mean --wet?"),
        (["-x"], "“paint” has no option -x. Use one of: --wet, --limit, --yes, --dry-run, or “--” before text such"),
        (["--xyz"], "“paint” has no option --xyz. Use one of: --wet, --limit, --yes, --dry-run, or “--” before text"),
        (["red", "--wet=1"], "The option --wet does not take a value."),
        (["red", "--limit"], "The option --limit requires a value."),
        (["red", "--limit", "0"], "Invalid value “0” for --limit. Use a whole number from 1 to 1,000,000,000."),
    ])
    func `Invalid arguments and options are errors`(words: [String], message: String) async throws {
        #expect(try await failure(of: words, as: Self.paint)?.hasPrefix(message) == true)
    }

    @Test func `A word with a leading hyphen can be a sort order or a value in a filter`() async throws {
        let list = CommandDeclaration("list", .condition(.person), .limit, about: "x")
        #expect(try await failure(of: ["where", "given", "=", "-x"], as: list) == nil)
        #expect(try await failure(of: ["where", "-x"], as: list)?.hasPrefix("“list” has no option -x.") == true)
        let sort = CommandDeclaration("sort", .argument("FIELD", .sorting(Person.self)), .limit, about: "x")
        #expect(try await read(["-birthday"], as: sort).count == 2)
        #expect(try await failure(of: ["--birthday"], as: sort)?.hasPrefix("“sort” has no option --birthday.") == true)
    }

    @Test func `An excess argument is an error`() async throws {
        let declaration = CommandDeclaration("say", .optional("WORD", .text), about: "x")
        #expect(try await read([], as: declaration) == ["nil"])
        #expect(try await failure(of: ["a", "b"], as: declaration) == "“say” does not accept “b”. Use “say [WORD]”.")
    }

    @Test func `Words before and after a keyword are read separately`() async throws {
        let add = CommandDeclaration(
            "add", .some("A", .text),
            Argument.argument("B", .text, after: "to"), about: "x")
        #expect(try await read(["a", "to", "to", "b"], as: add) == [#"["a", "to"]"#, "b"])
        #expect(try await failure(of: ["a", "x", "b"], as: add) == "“add” requires the word “to”. Use “add A… to B”.")
        #expect(add.command.usage == "add A… to B")
        #expect(add.line(["a b", "c"], "d") == "add 'a b' c to d")

        let delete = CommandDeclaration("delete", .some("A", .text), .any("B", .text, after: "with"), about: "x")
        #expect(try await read(["with", "with", "b"], as: delete) == [#"["with"]"#, #"["b"]"#])
        #expect(try await read(["a", "b"], as: delete) == [#"["a", "b"]"#, "[]"])
        #expect(
            try await failure(of: ["a", "with"], as: delete)
                == "“delete” requires the argument B. Use “delete A… [with B…]”.")
        #expect(delete.line(["a"], []) == "delete a")
        #expect(delete.line(["a"], ["b"]) == "delete a with b")
    }

    @Test func `A required argument takes precedence over an optional argument`() async throws {
        let label = CommandDeclaration("label", .optional("A", .text), .argument("B", .text), about: "x")
        #expect(try await read(["b"], as: label) == ["nil", "b"])
        #expect(try await read(["a", "b"], as: label) == [#"Optional("a")"#, "b"])
        #expect(try await failure(of: [], as: label) == "“label” requires the argument B. Use “label [A] B”.")
    }

    @Test func `Usage, parameters, options, and dry runs are derived from the command declaration`() throws {
        let command = command(Self.paint)
        #expect(command.usage == "paint COLOR [TEXT…] [--wet] [--limit N] [--yes] [--dry-run]")
        #expect(command.parameters.map(\.kind) == [.choice(["red", "green"]), .text])
        #expect(command.options.map(\.name) == ["--wet", "--limit", "--yes", "--dry-run"])
        #expect(try command.call(["red", "--dry-run"], in: Self.invocation).confirmation.isDryRun)
        #expect(try !command.call(["red"], in: Self.invocation).confirmation.isDryRun)
        let home = self.command(CommandDeclaration("home", about: "x"))
        #expect(throws: ArgumentMismatch.self) { try home.call(["--dry-run"], in: Self.invocation) }
    }

    @Test func `Argument values round-trip through a command line`() async throws {
        let line = Self.paint.line(.green, ["--wet", "it's"], true, 7, confirmation: .yes)
        #expect(line == #"paint --wet --limit 7 --yes -- green --wet 'it'\''s'"#)
        let words = Array(try ShellWords.split(line).dropFirst())
        #expect(
            try await read(words, as: Self.paint) == [
                "green", #"["--wet", "it\'s"]"#, "true", "Optional(7)",
            ])
        #expect(try command(Self.paint).call(words, in: Self.invocation).confirmation == .yes)
        #expect(Self.paint.line(.red, [], false, nil) == "paint red")
        #expect(Self.paint.line(.red, ["-w"], true, nil) == "paint --wet -- red -w")
        #expect(Self.paint.line(.red, ["-5", "-w x"], true, nil) == "paint red -5 '-w x' --wet")
    }

    @Test func `A row number is replaced with the ID of its record only in an interactive session`() async throws {
        let show = CommandDeclaration(
            "show", .argument("ID", .record(.person)), Argument.option("--of", "ID", "x", .record()),
            about: "x")
        let interactive = Self.invocation(isInteractive: true)
        let call = try command(show).call(["--of=1", "1"], in: interactive)
        #expect(call.words == ["--of=persons/7", "persons/7"])
        #expect(try command(show).call(["1"], in: Self.invocation).words == ["1"])
        #expect(try await read(["1", "--of", "x"], as: show, in: interactive) == ["persons/7", "Optional(x)"])
    }

    @Test func `A word that is not a row number causes an argument mismatch`() throws {
        let row = Command("show", .argument("ROW", .row), about: "x") { _, _ in .stay }
        #expect(throws: ArgumentMismatch.self) { try row.call(["Leia"], in: Self.invocation) }
        _ = try row.call(["1"], in: Self.invocation(isInteractive: true))
    }
}

private enum Color: String, CaseIterable, Sendable { case red, green }

extension ValueParser where Value == Color {
    fileprivate static var color: ValueParser {
        .choice { .notHere("There is no \($0).", next: "There are: \($1).") }
    }
}
