import TestSupport
import Testing
import Text

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("Leia", 4), ("José", 4), ("Jose\u{301}", 4), ("Łukasz", 6), ("Ёжиков", 6),
        ("漢字", 4), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ｶﾅ", 2),
        ("ＡＢ", 4), ("。", 2), ("\u{20000}", 2), ("\u{2FFF0}", 2),
        ("🎉", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("❤️‍🔥", 2), ("🇨🇭", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("⌚", 2), ("🧑🏿‍🚀", 2),
        ("❤", 1), ("❤️", 2), ("☀", 1), ("☀️", 2), ("1️⃣", 2), ("1", 1), ("©", 1), ("©️", 2), ("A\u{FE0F}", 1),
        ("שָׁלוֹם", 4), ("العربية", 7), ("ไทย", 3), ("ที่", 1), ("\u{200B}", 0), ("\u{200D}", 0), ("\u{301}", 0),
        ("a" + String(repeating: "\u{301}", count: 10_000), 1), ("␛", 1), ("⏎", 1), ("…", 1), ("·", 1), ("›", 1),
        ("★", 1),
    ])
    func `N4 Text has the expected width in terminal columns`(text: String, width: Int) {
        #expect(DisplayWidth.width(of: text) == width)
    }

    @Test func `The width of text is the sum of the widths of its clusters, each at most two columns`() {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<2_000 {
            let text = generator.text()
            #expect(DisplayWidth.width(of: text) == text.reduce(0) { $0 + DisplayWidth.width(of: $1) })
            #expect(text.allSatisfy { (0...2).contains(DisplayWidth.width(of: $0)) })
        }
    }

    @Test func `Truncated text fits, keeps whole clusters, and ends with an ellipsis`() {
        var generator = SeededGenerator(seed: 9)
        for columns in 0..<12 {
            for _ in 0..<200 {
                let text = VisibleText.line(generator.text() + generator.text())
                let cut = DisplayWidth.truncate(text, to: columns)
                #expect(DisplayWidth.width(of: cut) <= columns)
                if columns > 0, DisplayWidth.width(of: text) <= columns {
                    #expect(cut == text)
                } else if columns > 0 {
                    #expect(cut.hasSuffix("…") && text.hasPrefix(cut.dropLast()))
                }
            }
        }
    }

    @Test(arguments: [
        ("Leia Organa", 20, "Leia Organa"), ("Leia Organa", 6, "Leia …"), ("漢字漢字", 6, "漢字…"), ("漢字漢字", 4, "漢…"),
        ("👩‍👩‍👧x", 2, "…"), ("🇨🇭🇩🇪", 3, "🇨🇭…"), ("abc", 1, "…"), ("abc", 0, ""), ("abc", -3, ""),
    ])
    func `Text is truncated between grapheme clusters`(text: String, columns: Int, cut: String) {
        #expect(DisplayWidth.truncate(text, to: columns) == cut)
    }
}
