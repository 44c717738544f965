import Rendering
import TestSupport
import Testing

@testable import Terminal

@Suite("Line editor state")
struct EditorStatePropertyTests {
    private let history: HistoryLines = ["persons", "show 1", "find Leia", "planets", "show 2"]

    @Test(
        "No sequence of keys moves the cursor out of the line", .long("random keys"),
        arguments: 0..<UInt64(try Soak.times(atLeast: 200, byDefault: 80)))
    func anyKeys(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        var state = EditorState(history: history)
        for key in chance.keys(80) {
            if state.press(key) == .requestsCompletions {
                let range = chance.number(below: 9)..<9 + chance.number(below: 5)
                _ = state.complete(with: Completions(range: range, candidates: [.init("planet"), .init("planets")]))
            }
            #expect((0...state.buffer.characters.count).contains(state.buffer.cursor))
            #expect(Array(state.buffer.text) == state.buffer.characters, "Clusters stay whole")
        }
    }

    @Test(
        "Undoing everything restores the initial text, and redoing everything restores the final text",
        .long("random keys"), arguments: 0..<UInt64(try Soak.times(atLeast: 300, byDefault: 100)))
    func undoAndRedo(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        var state = EditorState("start", history: history)
        for key in chance.keys(60) { _ = state.press(key) }
        _ = state.press(.control("g"))
        // A new change discards the changes that the last keys undid.
        _ = state.press(.text("."))
        let end = state.buffer.text
        while state.press(.control("_")) == .edited {}
        #expect(state.buffer.text == "start")
        while state.press(.alt("/")) == .edited {}
        #expect(state.buffer.text == end)
    }

    @Test("A new change discards undone changes, and an accepted search match can be undone")
    func redoEnds() {
        var state = EditorState("typed", history: history)
        for key in [Key.control("r"), .text("L"), .text("e"), .right] { _ = state.press(key) }
        #expect(state.buffer.text == "find Leia")
        #expect(state.press(.control("_")) == .edited && state.buffer.text == "typed")
        _ = state.press(.text("!"))
        #expect(state.press(.alt("/")) == .refused && state.buffer.text == "typed!")
        for key in [Key.control("x"), .control("u"), .control("x"), .control("r")] { _ = state.press(key) }
        #expect(state.buffer.text == "typed!")
    }

    @Test(
        "The screen shows the whole frame, and the cursor stays inside the frame", .long("random keys"),
        arguments: 0..<UInt64(try Soak.times(atLeast: 150, byDefault: 50)))
    func screen(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        let size = TerminalSize(columns: 2 + chance.number(below: 60), rows: 1 + chance.number(below: 12))
        let setting = Frame.Setting(prompt: Line("almanac › persons › ", .prompt), size: size)
        var screen = ScreenEmulator(columns: size.columns, rows: size.rows)
        var painter = FramePainter(.colored)
        var state = EditorState(history: history)
        for key in chance.keys(50) {
            if state.press(key) == .requestsCompletions {
                _ = state.complete(with: Completions(range: 0..<0, candidates: history.map { .init($0) }))
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
        "Emacs keys move the cursor and edit the line",
        arguments: [
            ("abc def", [.control("w")], "abc "), ("abc def", [.alt("b"), .control("k")], "abc "),
            ("abc def", [.control("a"), .alt("d")], " def"),
            ("abc", [.control("u"), .control("y"), .control("y")], "abcabc"),
            ("ab", [.control("t")], "ba"), ("ab", [.left, .control("t")], "ba"),
            ("abc", [.home, .delete, .end, .backspace], "b"),
            ("a b c", [.control("w"), .control("w"), .control("y")], "a b c"), ("👩‍👩‍👧é", [.backspace, .backspace], ""),
            ("één twee", [.home, .alt("u")], "ÉÉN twee"), ("één twee", [.home, .alt("u"), .alt("c")], "ÉÉN Twee"),
            ("  ÉÉN TWEE", [.home, .alt("c"), .alt("l"), .text("!")], "  Één twee!"),
            ("straße", [.home, .alt("u")], "STRASSE"),
            ("a b c", [.control("w"), .home, .control("k"), .control("y")], "a b "),
            ("a b c", [.control("w"), .home, .control("k"), .control("y"), .alt("y")], "c"),
            ("a b c", [.control("w"), .home, .control("k"), .control("y"), .alt("y"), .alt("y")], "a b "),
            ("a b c", [.control("w"), .home, .control("k"), .control("y"), .left, .alt("y")], "a b "),
            ("a", [.alt("y"), .control("y")], "a"),
            ("a b", [.control("w"), .home, .control("u"), .control("y")], "ba "),
        ] as [(String, [Key], String)])
    func emacs(text: String, keys: [Key], expected: String) {
        var state = EditorState(text)
        for key in keys { _ = state.press(key) }
        #expect(state.buffer.text == expected)
    }

    @Test("The Up and Down keys recall lines that begin with the typed text")
    func recall() {
        var state = EditorState("show", history: history)
        let walked = [Key.up, .up, .up, .down, .down].map { key in
            _ = state.press(key)
            return state.buffer.text
        }
        #expect(walked == ["show 2", "show 1", "show 1", "show 2", "show"])
    }

    @Test("Ctrl-R finds a line that contains the typed text, regardless of case")
    func search() {
        var state = EditorState("typed", history: history)
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

    @Test(
        "An incremental search moves only to older lines and finds the newest match", .long("random searches"),
        arguments: 0..<UInt64(try Soak.times(atLeast: 100, byDefault: 30)))
    func searchGoesOneWay(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        let lines = (0..<300).map { _ in String((0..<8).map { _ in "aábB ".randomElement() ?? "a" }) }
        var state = EditorState(history: HistoryLines(lines))
        _ = state.press(.control("r"))
        var index = lines.count
        var hasFailed = false
        for _ in 0..<6 {
            let outcome = state.press(.text(chance.number(below: 2) == 0 ? "a" : "b"))
            let search = state.search
            #expect(search.map { $0.index <= index && ($0.hasFailed || !hasFailed) } == true)
            index = search?.index ?? 0
            hasFailed = outcome == .refused
            let wanted = search?.wanted ?? ""
            let newest = lines.lastIndex { FoldedLines([$0]).last(upTo: 0, containing: wanted) != nil }
            #expect(hasFailed ? newest == nil : newest == index)
        }
    }

    @Test("The Up and Down keys move between the rows of a line, and Ctrl-U deletes only within a row")
    func rows() {
        var state = EditorState("one\ntwo", history: history)
        _ = state.press(.up)
        _ = state.press(.text("X"))
        #expect(state.buffer.text == "oneX\ntwo")
        #expect(state.press(.down) == .edited && state.buffer.isAtEnd)
        #expect(state.press(.control("u")) == .edited && state.buffer.text == "oneX\n")
    }

    @Test("Enter continues an incomplete line, except after an empty row")
    func continuation() {
        var state = EditorState("'one", isComplete: { $0.filter { $0 == "'" }.count == 2 })
        #expect(state.press(.enter) == .edited && state.buffer.text == "'one\n")
        #expect(state.press(.enter) == .submitted("'one\n"))
        _ = state.press(.text("'"))
        #expect(state.press(.enter) == .submitted("'one\n'"))
    }

    @Test("Tab cycles through the candidates, and Escape restores the typed text")
    func menu() {
        var state = EditorState("show p")
        let completions = Completions(range: 5..<6, candidates: [.init("pa "), .init("pb "), .init("pc ")])
        _ = state.complete(with: completions)
        let seen = [Key.tab, .tab, .tab, .tab, .backTab, .backTab].map { key in
            _ = state.press(key)
            return state.buffer.text
        }
        #expect(seen == ["show pa ", "show pb ", "show pc ", "show pa ", "show pc ", "show pb "])
        #expect(state.press(.escape) == .edited && state.buffer.text == "show p" && state.menu == nil)
    }

    @Test(
        "The stored characters match the characters of the text after each insertion", .long("random insertions"),
        arguments: 0..<UInt64(try Soak.times(atLeast: 300, byDefault: 100)))
    func clusters(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        var buffer = EditBuffer("🇩🇪🇫🇷🇮🇹e\u{301}👩‍👩‍👧क्षि")
        for _ in 0..<30 {
            guard case .text(let text) = chance.key() else {
                _ = buffer.remove(to: chance.number(below: buffer.characters.count + 1))
                continue
            }
            buffer.move(to: chance.number(below: buffer.characters.count + 1))
            buffer.insert(text)
            #expect(buffer.characters == Array(buffer.text))
        }
    }

    @Test("Pasted lines are submitted together when Enter is pressed")
    func paste() {
        var state = EditorState()
        #expect(state.press(.paste("show 1\r\ndelete 2 --yes\n")) == .edited)
        #expect(state.press(.enter) == .submitted("show 1\ndelete 2 --yes"))
    }

    @Test("Completion inserts a common prefix and offers several candidates, or inserts a single candidate")
    func completion() {
        var state = EditorState("show pl")
        _ = state.complete(with: Completions(range: 5..<7, candidates: [.init("planets"), .init("planet")]))
        #expect(state.buffer.text == "show planet")
        #expect(state.menu?.candidates.map(\.title) == ["planets", "planet"])
        _ = state.complete(with: Completions(range: 5..<11, candidates: [.init("planets/earth ")]))
        #expect(state.buffer.text == "show planets/earth ")
        #expect(state.menu == nil)
    }

    @Test("A suggestion from an older line is accepted with the Right key")
    func suggestion() {
        var state = EditorState("fi", history: history)
        #expect(state.suggestion == "nd Leia")
        _ = state.press(.right)
        #expect(state.buffer.text == "find Leia")
    }

    @Test("Ctrl-D deletes a character, or ends the input on an empty line")
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
