import TestSupport
import Testing

@testable import Terminal

@Suite("Editing a line")
struct EditorLawTests {
    private let past = ["persons", "show 1", "find Leia", "planets", "show 2"]

    @Test("No keys bring the editor down, and the cursor stays in the line", arguments: 0..<200)
    func anyKeys(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        var state = EditorState(past: past)
        for key in chance.keys(80) {
            if state.press(key) == .wantsCompletions {
                let range = chance.number(below: 9)..<9 + chance.number(below: 5)
                _ = state.complete(with: Completions(range: range, candidates: [.init("planet"), .init("planets")]))
            }
            #expect((0...state.buffer.characters.count).contains(state.buffer.cursor))
            #expect(Array(state.buffer.text) == state.buffer.characters, "Clusters stay whole")
        }
    }

    @Test("Undoing everything leads back to the beginning", arguments: 0..<200)
    func undo(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        var state = EditorState("start", past: past)
        for key in chance.keys(60) { _ = state.press(key) }
        _ = state.press(.control("g"))
        while state.press(.control("_")) == .edited {}
        #expect(state.buffer.text == "start")
    }

    @Test("The screen shows the frame, and the cursor stands in it", arguments: 0..<150)
    func screen(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        let size = TerminalSize(columns: 2 + chance.number(below: 60), rows: 1 + chance.number(below: 12))
        let setting = Frame.Setting(prompt: Line("almanac › persons › ", .prompt), size: size)
        var screen = ScreenEmulator(columns: size.columns, rows: size.rows)
        var painter = FramePainter(.colored)
        var state = EditorState(past: past)
        for key in chance.keys(50) {
            if state.press(key) == .wantsCompletions {
                _ = state.complete(with: Completions(range: 0..<0, candidates: past.map { .init($0) }))
            }
            let frame = Frame(state, setting)
            screen.show(painter.paint(frame))
            #expect(frame.rows.count <= size.rows)
            #expect((0..<max(1, frame.rows.count)).contains(frame.cursor.row))
            #expect((0..<size.columns).contains(frame.cursor.column))
            #expect(screen.column == frame.cursor.column)
            #expect(screen.lines.filter { !$0.isEmpty } == frame.rows.map(\.text.trimmed).filter { !$0.isEmpty })
        }
    }

    @Test(
        "Keys of Emacs",
        arguments: [
            ("abc def", [.control("w")], "abc "), ("abc def", [.alt("b"), .control("k")], "abc "),
            ("abc def", [.control("a"), .alt("d")], " def"),
            ("abc", [.control("u"), .control("y"), .control("y")], "abcabc"),
            ("ab", [.control("t")], "ba"), ("ab", [.left, .control("t")], "ba"),
            ("abc", [.home, .delete, .end, .backspace], "b"),
            ("a b c", [.control("w"), .control("w"), .control("y")], "a b c"), ("👩‍👩‍👧é", [.backspace, .backspace], ""),
        ] as [(String, [Key], String)])
    func emacs(text: String, keys: [Key], expected: String) {
        var state = EditorState(text)
        for key in keys { _ = state.press(key) }
        #expect(state.buffer.text == expected)
    }

    @Test("Up and down walk through the lines that begin like the typed one")
    func recall() {
        var state = EditorState("show", past: past)
        let walked = [Key.up, .up, .up, .down, .down].map { key in
            _ = state.press(key)
            return state.buffer.text
        }
        #expect(walked == ["show 2", "show 1", "show 1", "show 2", "show"])
    }

    @Test("Ctrl-R finds a line by a part of it")
    func search() {
        var state = EditorState("typed", past: past)
        for key in [Key.control("r"), .text("s"), .text("h")] { _ = state.press(key) }
        #expect(state.buffer.text == "show 2")
        _ = state.press(.control("r"))
        #expect(state.buffer.text == "show 1")
        #expect(state.press(.text("x")) == .refused)
        #expect(state.search?.hasFailed == true)
        _ = state.press(.control("g"))
        #expect(state.buffer.text == "typed")
        for key in [Key.control("r"), .text("L"), .text("E")] { _ = state.press(key) }
        #expect(state.press(.enter) == .submitted("find Leia"))
    }

    @Test("Pasted lines stay one line until Enter is pressed")
    func paste() {
        var state = EditorState()
        #expect(state.press(.paste("show 1\r\ndelete 2 --yes\n")) == .edited)
        #expect(state.press(.enter) == .submitted("show 1\ndelete 2 --yes"))
    }

    @Test("Completion inserts what all candidates share, then offers them; one candidate is taken")
    func completion() {
        var state = EditorState("show pl")
        _ = state.complete(with: Completions(range: 5..<7, candidates: [.init("planets"), .init("planet")]))
        #expect(state.buffer.text == "show planet")
        #expect(state.offered.map(\.title) == ["planets", "planet"])
        _ = state.complete(with: Completions(range: 5..<11, candidates: [.init("planets/earth ")]))
        #expect(state.buffer.text == "show planets/earth ")
        #expect(state.offered.isEmpty)
    }

    @Test("A suggestion is an older line, taken by going on to the right")
    func suggestion() {
        var state = EditorState("fi", past: past)
        #expect(state.suggestion == "nd Leia")
        _ = state.press(.right)
        #expect(state.buffer.text == "find Leia")
    }

    @Test("Ctrl-D ends only an empty line")
    func controlD() {
        var state = EditorState("a")
        _ = state.press(.home)
        #expect(state.press(.control("d")) == .edited)
        #expect(state.press(.control("d")) == .endOfInput)
    }
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}
