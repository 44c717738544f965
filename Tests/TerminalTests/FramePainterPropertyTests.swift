import Rendering
import TestSupport
import Testing

@testable import Terminal

@Suite("Frame painter", .long("random keys"))
struct FramePainterPropertyTests {
    private let history: HistoryLines = ["persons", "show 1", "find Leia\nand others", "planets", "show 2"]
    private let prompt = Line("almanac › persons › ", .prompt)

    @Test(
        "The screen matches the frame after every key and resize, and the row above the frame is unchanged",
        arguments: 0..<UInt64(try Soak.times(atLeast: 200, byDefault: 30)))
    func everyStep(seed: UInt64) async {
        var chance = RandomKeys(seed: seed)
        var size = TerminalSize(columns: 1 + chance.number(below: 60), rows: 1 + chance.number(below: 12))
        var screen = ScreenEmulator(columns: size.columns, rows: size.rows)
        screen.show("@\r\n")
        let candidates = history.map { Completions.Candidate($0) }
        let help = LineEditorHooks(
            completer: { _, cursor in Completions(range: max(0, cursor - 2)..<cursor, candidates: candidates) },
            highlighter: { [(0..<$0.count / 2, .strong)] })
        var session = EditingSession(
            EditorState(history: history), prompt, help, LineEditorOptions(), .wide(9, environment: ["NO_COLOR": ""]),
            isSecret: false, size: size)
        screen.show(session.paint())
        for key in chance.keys(60) {
            if chance.number(below: 6) == 0 {
                size = TerminalSize(columns: 1 + chance.number(below: 60), rows: 1 + chance.number(below: 12))
                screen.resize(columns: size.columns, rows: size.rows)
                screen.show(session.resize(to: size))
            }
            if session.press(key) == .requestsCompletions { await session.complete() }
            screen.show(session.paint())
            let frame = session.frame()
            let top = screen.row - frame.cursor.row
            #expect(screen.column == frame.cursor.column && top >= 0)
            let shown = screen.lines.dropFirst(max(0, top)).map { $0 }
            let expected = frame.rows.map(\.text.trimmed)
            #expect(shown == expected + Array(repeating: "", count: max(0, shown.count - expected.count)))
            #expect(
                top == 0 || screen.lines[top - 1] == "@", "\(size) \(key) \(screen.text) || \(frame.rows.map(\.text))")
        }
    }

    @Test("Every hostile character in the prompt, the line, a suggestion, or the menu is made visible")
    func hostileCharacters() throws {
        let text = HostileCharacters.text
        var state = EditorState(history: ["x" + text])
        _ = state.press(.paste("x"))
        let setting = Frame.Setting(prompt: Line(text), size: TerminalSize(columns: 400, rows: 10_000))
        #expect(Frame(state, setting).rows.allSatisfy { HostileCharacters.found(in: $0.text).isEmpty })
        _ = state.press(.paste(text))
        let candidates = [Completions.Candidate("a", title: text), Completions.Candidate("b" + text)]
        _ = state.complete(with: Completions(range: 0..<1, candidates: candidates))
        let least = try Soak.isLong ? 4_000 : 150
        #expect(state.menu != nil && state.buffer.text.count > least)
        #expect(Frame(state, setting).rows.allSatisfy { HostileCharacters.found(in: $0.text).isEmpty })
    }

    @Test(
        "A submitted line stays on the screen unchanged",
        arguments: 0..<UInt64(try Soak.times(atLeast: 60, byDefault: 10)))
    func wholeLines(seed: UInt64) async throws {
        var chance = RandomKeys(seed: seed)
        let columns = 3 + chance.number(below: 40)
        let typed = try LineReaderFixture(columns: columns)
        let keys = chance.typing(40) + "\r"
        typed.terminal.type(keys)
        let result = try await typed.reader.readLine(prompt: prompt)

        var parser = KeyParser()
        var state = EditorState()
        for key in parser.feed(keys.utf8) { _ = state.press(key) }
        #expect(result == .line(state.buffer.text))
        let setting = Frame.Setting(prompt: prompt, size: TerminalSize(columns: columns, rows: 10))
        let rows = Frame(state, setting, isFinal: true).rows.map(\.text.trimmed)
        // On a full screen, the row below the line scrolls the first row away.
        let seen = rows.count == 10 ? Array(rows.dropFirst()) : rows
        #expect(typed.lines == seen.reversed().drop(while: \.isEmpty).reversed())
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
