import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("Limits of the line editor")
struct EditorLimitTests {
    @Test("The kill ring keeps the newest 60 texts", arguments: [(59, 59), (60, 60), (61, 60)])
    func kills(count: Int, kept: Int) {
        var ring = KillRing()
        for number in 0..<count { ring.add("\(number)") }
        let texts = (0..<kept).map(ring.text)
        #expect(texts == (count - kept..<count).reversed().map { "\($0)" })
        #expect(ring.text(kept) == texts[0])
    }

    @Test("Only a line of fewer than 1,000 characters can have a suggestion", arguments: [(999, true), (1000, false)])
    func suggestion(count: Int, isSuggested: Bool) {
        let typed = String(repeating: "x", count: count)
        let state = EditorState(typed, history: [typed + "yz"])
        #expect(state.suggestion == (isSuggested ? "yz" : nil))
    }

    @Test(
        "The number of changes that can be undone depends on the length of the line, but is at least eight",
        arguments: [(99_999, 10), (111_110, 9), (111_111, 8), (124_999, 8), (500_000, 8)])
    func undo(length: Int, steps: Int) {
        let line = EditBuffer(String(repeating: "x", count: length))
        var edits = Edits()
        for _ in 0..<12 { edits.add(line) }
        #expect((0..<12).count { _ in edits.undo(from: line) != nil } == steps)
    }

    @Test(
        "A control sequence is recognized with at most 32 bytes before its final byte",
        arguments: [(29, [.up]), (30, [.up]), (31, [.unknown, .text("A")])] as [(Int, [Key])])
    func sequence(digits: Int, keys: [Key]) {
        var parser = KeyParser()
        #expect(parser.feed("\u{1B}[\(String(repeating: "1", count: digits))A".utf8) == keys)
    }

    @Test(
        "A history file with more than twice the maximum number of lines is shortened when a session reads it",
        arguments: [(19, 19), (20, 20), (21, 10)])
    func history(count: Int, kept: Int) {
        let file = TemporaryName()
        var long = History(path: file.path, limit: 1000)
        for number in 1...count { long.append("line \(number)") }
        var short = History(path: file.path, limit: 10)
        short.refresh()
        #expect(short.lines.count == 10)
        var next = History(path: file.path, limit: 1000)
        next.refresh()
        #expect(Array(next.lines) == (count - kept + 1...count).map { "line \($0)" })
    }

    @Test(
        "A history keeps the newest lines up to its limit, and none if the limit is not positive",
        arguments: [-1, 0, 1, 2])
    func shortHistory(limit: Int) {
        let file = TemporaryName()
        var history = History(path: file.path, limit: limit)
        for line in ["one", "two", "three"] { history.append(line) }
        #expect(Array(history.lines) == Array(["one", "two", "three"].suffix(max(0, limit))))
    }

    @Test(
        "A line that may have been truncated by the terminal is an error",
        arguments: [(4093, true), (4094, true), (4095, false)])
    func terminalLine(count: Int, isRead: Bool) throws {
        let terminal = try PseudoTerminal(columns: 80, rows: 10)
        let side = terminal.openProgramSide()
        defer { close(side) }
        terminal.type(String(repeating: "x", count: count) + "\n")
        let reader = ByteLineReader(side)
        if isRead {
            #expect(try reader.next()?.count == count)
        } else {
            #expect(throws: InputProblem.cut(bytes: 4095)) { try reader.next() }
        }
    }

    @Test(
        "Completion inserts the common prefix of the candidates and offers a menu for several candidates",
        arguments: [
            (["planets"], "planets", false), (["planet", "planets"], "planet", true), (["plan", "pale"], "pl", true),
            (["plaza", "plum"], "pl", true), ([], "pl", false),
        ])
    func candidates(words: [String], line: String, hasMenu: Bool) {
        var state = EditorState("pl")
        let completions = Completions(range: 0..<2, candidates: words.map { .init($0) })
        #expect((state.complete(with: completions) == .edited) == !words.isEmpty)
        #expect(state.buffer.text == line)
        #expect((state.menu != nil) == hasMenu)
    }
}
