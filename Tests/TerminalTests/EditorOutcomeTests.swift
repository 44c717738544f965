import Testing

@testable import Terminal

@Suite("Effects of keys in the line editor")
struct EditorOutcomeTests {
    private let history: HistoryLines = ["one two", "three"]

    @Test(
        "A key edits the line, moves the cursor, is refused, or requests an action",
        arguments: [
            ([.up], "ab cd", 5, .refused), ([.down], "ab cd", 5, .refused), ([.left], "ab cd", 4, .edited),
            ([.right], "ab cd", 5, .refused), ([.home], "ab cd", 0, .edited), ([.home, .home], "ab cd", 0, .refused),
            ([.end], "ab cd", 5, .refused), ([.home, .end], "ab cd", 5, .edited),
            ([.control("a"), .control("f")], "ab cd", 1, .edited), ([.control("b")], "ab cd", 4, .edited),
            ([.wordLeft], "ab cd", 3, .edited), ([.wordLeft, .wordLeft], "ab cd", 0, .edited),
            ([.home, .wordRight], "ab cd", 2, .edited), ([.home, .wordRight, .wordRight], "ab cd", 5, .edited),
            ([.alt("<")], "ab cd", 0, .edited), ([.alt("<"), .right, .alt(">")], "ab cd", 5, .edited),
            ([.control("h")], "ab c", 4, .edited), ([.home, .backspace], "ab cd", 0, .refused),
            ([.home, .delete], "b cd", 0, .edited), ([.delete], "ab cd", 5, .refused),
            ([.home, .control("t")], "ab cd", 0, .refused), ([.control("k")], "ab cd", 5, .refused),
            ([.home, .control("u")], "ab cd", 0, .refused), ([.control("y")], "ab cd", 5, .refused),
            ([.home, .control("d")], "b cd", 0, .edited), ([.control("d")], "ab cd", 5, .endOfInput),
            ([.text("x"), .control("d")], "ab cdx", 6, .refused),
            ([.control("u"), .control("d")], "", 0, .endOfInput), ([.control("c")], "ab cd", 5, .interrupted),
            ([.control("l")], "ab cd", 5, .requestsClearScreen), ([.control("z")], "ab cd", 5, .requestsSuspension),
            ([.control("x"), .control("e")], "ab cd", 5, .requestsEditor),
            ([.control("x"), .text("e")], "ab cd", 5, .requestsEditor),
            ([.control("x"), .text("q")], "ab cd", 5, .refused),
            ([.control("x"), .text("q"), .text("q")], "ab cdq", 6, .edited), ([.escape], "ab cd", 5, .refused),
            ([.tab], "ab cd", 5, .requestsCompletions), ([.alt("\r")], "ab cd\n", 6, .edited),
            ([.paste("a\nb\n")], "ab cda\nb", 8, .edited), ([.paste("")], "ab cd", 5, .refused),
            ([.enter], "ab cd", 5, .submitted("ab cd")), ([.pageUp], "ab cd", 5, .refused),
        ] as [([Key], String, Int, EditorState.Outcome)])
    func outcome(keys: [Key], text: String, cursor: Int, outcome: EditorState.Outcome) {
        var state = EditorState("ab cd", history: history)
        let outcomes = keys.map { state.press($0) }
        #expect(outcomes.last == outcome)
        #expect(state.buffer.text == text && state.buffer.cursor == cursor)
    }

    @Test(
        "In a line of several rows, Up and Down keep the column, and Home, End, Ctrl-K, and Ctrl-U act on the current row",
        arguments: [
            ([.up], "ab\ncdef\ng", 4), ([.up, .up], "ab\ncdef\ng", 1), ([.up, .end, .up], "ab\ncdef\ng", 2),
            ([.up, .end, .down], "ab\ncdef\ng", 9), ([.up, .home], "ab\ncdef\ng", 3),
            ([.up, .right, .up, .down], "ab\ncdef\ng", 5), ([.up, .control("k")], "ab\nc\ng", 4),
            ([.up, .end, .control("k")], "ab\ncdefg", 7), ([.up, .home, .control("u")], "abcdef\ng", 2),
            ([.up, .end, .control("u")], "ab\n\ng", 3),
        ] as [([Key], String, Int)])
    func rows(keys: [Key], text: String, cursor: Int) {
        for hasNeighbors in [false, true] {
            var state = EditorState("ab\ncdef\ng", hasNeighbors: hasNeighbors)
            for key in keys { #expect(state.press(key) == .edited) }
            #expect(state.buffer.text == text && state.buffer.cursor == cursor)
        }
    }

    @Test(
        "In a form, Up and Down go to other fields at the first and last row; elsewhere, Up recalls an older line"
    )
    func neighbors() {
        var alone = EditorState(history: history)
        #expect(alone.press(.up) == .edited && alone.buffer.text == "three")
        #expect(alone.press(.down) == .edited && alone.press(.down) == .refused)
        var middle = EditorState("a\nb", history: history, hasNeighbors: true)
        #expect(middle.press(.down) == .submitted("a\nb"))
        #expect(middle.press(.up) == .edited && middle.press(.up) == .leftForPrevious("a\nb"))
    }
}
