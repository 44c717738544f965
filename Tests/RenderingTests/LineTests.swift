import Display
import Testing

@testable import Rendering

@Suite("Lines of styled text")
struct LineTests {
    @Test(
        "A line that is too wide is truncated and ends with an ellipsis",
        arguments: [
            (0, [], ""), (1, ["…"], "~"), (2, ["a…"], "a~"), (3, ["ab", "…"], "ab~"), (4, ["ab", "c…"], "abc~"),
            (5, ["ab", "cd", "…"], "abcd~"), (6, ["ab", "cd", "ef"], "abcdef"), (7, ["ab", "cd", "ef"], "abcdef"),
        ] as [(Int, [String], String)])
    func cut(columns: Int, spans: [String], ascii: String) {
        let line = Line([Span("ab", .strong), Span("cd"), Span("ef", .dim)])
        #expect(line.cut(to: columns, .utf8).spans.map(\.text) == spans)
        #expect(line.cut(to: columns, .ascii).text == ascii)
    }

    @Test(
        "A line is wrapped at spaces, and words that are too long are broken",
        arguments: [
            (1, ["a", "b", "c", "d", "e", "f", "g", "h"], ["a", "b"]), (2, ["ab", "cd", "ef", "gh"], ["ab"]),
            (3, ["ab", "cd", "efg", "h"], ["ab"]), (4, ["ab", "cd", "efgh"], ["  ab"]),
            (5, ["ab cd", "efgh"], ["  ab"]),
            (9, ["ab cd", "efgh"], ["  ab"]), (10, ["ab cd efgh"], ["  ab"]),
        ])
    func wrapped(width: Int, lines: [String], indented: [String]) {
        #expect(Line("ab cd efgh").wrapped(to: width).map(\.text) == lines)
        #expect(Line("  ab").wrapped(to: width).map(\.text) == indented)
    }

    @Test("A wide character is not split")
    func wideCharacters() {
        #expect(Line("漢字漢").wrapped(to: 3).map(\.text) == ["漢", "字", "漢"])
        #expect(Line("漢字").wrapped(to: 1).map(\.text) == ["漢", "字"])
        #expect(Line("漢字漢").cut(to: 5, .utf8).text == "漢字…" && Line("漢字漢").cut(to: 4, .utf8).text == "漢…")
    }

    @Test("A URL that is too long is broken unless it must stay intact")
    func urls() {
        let line = Line("ab https://x.example/long cd")
        #expect(line.wrapped(to: 8, keepsURLs: true).map(\.text) == ["ab", "https://x.example/long", "cd"])
        #expect(line.wrapped(to: 8).map(\.text) == ["ab", "https://", "x.exampl", "e/long", "cd"])
    }

    @Test(
        "Pieces flow into a line if three spaces and the next piece fit",
        arguments: [
            (7, ["ab", "cdef", "g"]), (8, ["ab", "cdef   g"]), (9, ["ab   cdef", "g"]), (12, ["ab   cdef", "g"]),
            (13, ["ab   cdef   g"]),
        ])
    func flowing(width: Int, lines: [String]) {
        #expect(Line.flowing(["ab", "cdef", "g"], in: width).map(\.text) == lines)
    }

    @Test("Trailing spaces are removed across spans, padding is added on either side, and the longest word is measured")
    func spaces() {
        #expect((Line("a ", .dim) + Line("  ")).withoutTrailingSpaces == Line("a", .dim))
        #expect(Line("  ").withoutTrailingSpaces == Line())
        #expect(Line("ab").padded(to: 4).text == "ab  " && Line("ab").padded(to: 1).text == "ab")
        #expect(Line("ab").padded(to: 4, aligned: .right).text == "  ab")
        #expect(Line("ab cd  efg").longestWord == 3 && Line("   ").longestWord == 0)
    }

    @Test("Adjacent spans of the same style share a control sequence")
    func painted() {
        let line = Line("a", .strong) + Line("b") + Line("c", .dim) + Line("") + Line("d", .dim) + Line("e", .good)
        #expect(
            Palette.colored.paint(line) == "\u{1B}[1ma\u{1B}[0mb\u{1B}[2mcd\u{1B}[0m\u{1B}[32me\u{1B}[0m")
        #expect(Palette.colored.paint(Line("a", .dim) + Line("b")) == "\u{1B}[2ma\u{1B}[0mb")
        #expect(Palette.plain.paint(line) == "abcde")
    }

    @Test("A combining mark at the start of a span is shown on a dotted circle, and a line break as a symbol")
    func spans() {
        #expect(Span("\u{301}a").text == "◌\u{301}a" && Span("a\u{301}").text == "a\u{301}")
        #expect(Span("a\nb").text == "a⏎b")
    }

    @Test("The cursor is positioned after text of ambiguous width, before the next visible text")
    func anchored() {
        let line = Line("a") + Line("👩‍👩‍👧") + Line(" ") + Line("") + Line("c") + Line("d")
        var settings = RenderSettings(width: 80, palette: .plain, charset: .utf8)
        #expect(settings.paint(line) == "a👩‍👩‍👧 cd")
        settings.isAnchored = true
        #expect(settings.paint(line) == "a👩‍👩‍👧 \u{1B}[5Gcd")
        #expect(settings.paint(Line("a") + Line("é") + Line("c")) == "aéc")
        #expect(settings.paint(Line("a ")) == "a")
        settings.keepsPadding = true
        #expect(settings.paint(Line("a ")) == "a ")
    }

    @Test(
        "Only complete sequences that move the cursor to a column are removed",
        arguments: [
            ("\u{1B}[5G", ""), ("a\u{1B}[12Gb", "ab"), ("\u{1B}[G", ""), ("\u{1B}[1m", "\u{1B}[1m"),
            ("\u{1B}[12", "\u{1B}[12"), ("\u{1B}", "\u{1B}"), ("\u{1B}]5G", "\u{1B}]5G"),
            ("a\u{1B}[1m\u{1B}[3Gb", "a\u{1B}[1mb"),
        ])
    func removed(text: String, expected: String) {
        let kept = Array(text.utf8).withUnsafeBytes(CursorColumn.removed)
        #expect(String(decoding: kept, as: UTF8.self) == expected)
    }

    @Test("Each style has the expected control sequence parameters")
    func styles() {
        #expect(
            Style.allCases.map(\.parameters) == [
                "1", "2", "2", "1;4", "1", "3", "36", "2", "33", "32", "33", "1;34", "38;5;231;48;5;16",
            ])
    }
}
