import Glibc
import Localization
import Rendering
import TestSupport
import Testing

@testable import Terminal

@Suite("Line reader")
struct LineReaderTests {
    @Test("Typed text is read, echoed, and left on the screen")
    func typing() async throws {
        let typed = try LineReaderFixture()
        let modes = typed.modes
        typed.terminal.type("shwo 1\u{1B}[D\u{1B}[D\u{1B}[D\u{14}\rnext\r")
        #expect(try await typed.reader.readLine(prompt: "> ") == .line("show 1"))
        #expect(typed.modes == modes)
        #expect(try await typed.reader.readLine(prompt: "> ") == .line("next"))
        #expect(typed.lines == ["> show 1", "> next"])
    }

    @Test("Ctrl-C discards the line, and Ctrl-D ends the input")
    func endings() async throws {
        let typed = try LineReaderFixture()
        typed.terminal.type("half\u{3}\u{4}")
        #expect(try await typed.reader.readLine(prompt: "> ") == .interrupted)
        #expect(try await typed.reader.readLine(prompt: "> ") == .endOfInput)
        #expect(typed.lines == ["> half", ">"])
    }

    @Test("A pasted line break does not submit the line")
    func paste() async throws {
        let typed = try LineReaderFixture()
        typed.terminal.type("\u{1B}[200~show 1\ndelete 2 --yes\n\u{1B}[201~\u{3}")
        #expect(try await typed.reader.readLine(prompt: "> ") == .interrupted)
        #expect(typed.lines == ["> show 1⏎", "delete 2 --yes"])
    }

    @Test("A secret is neither shown nor saved")
    func secret() async throws {
        let file = TemporaryName()
        let typed = try LineReaderFixture(history: History(path: file.path))
        typed.terminal.type("hunter2\u{7F}3\r")
        #expect(try await typed.reader.readSecret(prompt: "Passphrase: ") == .line("hunter3"))
        #expect(typed.reader.history?.lines == [])
        #expect(typed.lines == ["Passphrase:"])
        #expect(!typed.terminal.text.contains("hunter"))
    }

    @Test("Tab requests completions at the cursor")
    func completion() async throws {
        let typed = try LineReaderFixture()
        typed.terminal.type("show pl\t7\r")
        let help = LineEditorHooks(completer: { line, cursor in
            #expect(line == "show pl" && cursor == 7)
            return Completions(range: 5..<7, candidates: [.init("planets/", title: "planets")])
        })
        let result = try await typed.reader.readLine(prompt: "> ", help: help)
        #expect(result == .line("show planets/7"))
        typed.close()
    }

    @Test(
        "A question accepts a letter, a number, or a word and is repeated after an invalid answer",
        arguments: [
            ("maybe\ry\r", .chosen(0)), ("2\r", .chosen(1)), (" NO \r", .chosen(1)), ("\u{4}", .endOfInput),
            ("\u{3}", .interrupted),
        ] as [(String, Answer)])
    func questions(keys: String, answer: Answer) async throws {
        for environment in [[:], ["ALMANAC_PLAIN": "1"]] where environment.isEmpty || keys.contains("\r") {
            let typed = try LineReaderFixture(environment: environment)
            typed.terminal.type(environment.isEmpty ? keys : keys.map { $0 == "\r" ? "\n" : String($0) }.joined())
            #expect(try await typed.reader.ask("Delete Leia?", ["Yes", "No"]) == answer)
            #expect(typed.lines.starts(with: ["Delete Leia?", "  1  Yes (y)", "  2  No (n)"]))
        }
    }

    @Test(
        "An empty line selects the preset choice or, if there is none, repeats the question",
        arguments: [(1, "\r", .chosen(1)), (1, " \r", .chosen(1)), (1, "o\r", .chosen(0)), (nil, "\ro\r", .chosen(0))]
            as [(Int?, String, Answer)])
    func presetChoice(preset: Int?, keys: String, answer: Answer) async throws {
        let typed = try LineReaderFixture(environment: [:])
        typed.terminal.type(keys)
        #expect(try await typed.reader.ask("Go on?", ["OK", "Stop"], preset: preset) == answer)
        #expect(typed.lines.contains(preset == nil ? "  2  Stop (s)" : "  2  Stop (s, Enter)"))
    }

    @Test(
        "A letter that begins several choices selects only the choice that cancels, and a digit selects by number",
        arguments: [
            (["CTO (persons/1)", "CEO (persons/2)", "cancel"], "c\r", .chosen(2)),
            (["CTO (persons/1)", "CEO (persons/2)", "cancel"], "1\r", .chosen(0)),
            (["1980-05-04 (persons/1)", "2001-02-03 (persons/2)", "cancel"], "2\r", .chosen(1)),
        ] as [([Message], String, Answer)])
    func ambiguousLetters(choices: [Message], keys: String, answer: Answer) async throws {
        let typed = try LineReaderFixture(environment: [:])
        typed.terminal.type(keys)
        #expect(try await typed.reader.ask("Which value?", choices, cancel: 2) == answer)
        let shown = ["  1  \(choices[0])", "  2  \(choices[1])", "  3  cancel (c)"]
        #expect(typed.lines.starts(with: ["Which value?"] + shown))
    }

    @Test func `A letter that begins several choices is rejected if none of them cancels`() async throws {
        let typed = try LineReaderFixture(environment: [:])
        typed.terminal.type("s\rstay\r")
        #expect(try await typed.reader.ask("Go on?", ["Stop", "Stay"]) == .chosen(1))
    }

    @Test(
        "A plain terminal does not receive escape sequences",
        arguments: [["TERM": "dumb"], ["ALMANAC_PLAIN": "1"], ["ACCESSIBLE": "1"]])
    func plain(environment: [String: String]) async throws {
        let typed = try LineReaderFixture(environment: environment)
        typed.terminal.type("show 1\n")
        #expect(try await typed.reader.readLine(prompt: Line("> ", .prompt)) == .line("show 1"))
        typed.close()
        typed.terminal.wait { _ in false }
        #expect(typed.terminal.text == "> ")
    }

    @Test("Input may contain CR LF, a byte-order mark, and an unterminated last line, and an invalid byte is an error")
    func bytes() async throws {
        let channel = try #require(SocketPair.open())
        let bytes = Array("\u{FEFF}one\r\n\ntwo".utf8) + [0x0A, 0xFF, 0x0A] + Array("last".utf8)
        #expect(write(channel.far, bytes, bytes.count) == bytes.count)
        close(channel.far)
        defer { close(channel.near) }
        let lines = ByteLineReader(channel.near)
        #expect(try lines.next() == "one")
        #expect(try lines.next() == "")
        #expect(try lines.next() == "two")
        #expect(throws: InputProblem.notUTF8(line: 4)) { try lines.next() }
        #expect(try lines.next() == "last")
        #expect(try lines.next() == nil)
    }
}
