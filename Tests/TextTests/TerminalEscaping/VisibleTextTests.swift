import TestSupport
import Testing
import Text

@Suite struct VisibleTextTests {
    /// Returns whether a scalar must never reach a terminal, independently of the tested code.
    static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || [0x2028, 0x2029].contains(scalar.value)
            || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    @Test func `Visible text contains no scalar that a terminal would interpret`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = "a" + String(scalar) + "b"
            let (line, lines) = (VisibleText.line(text), VisibleText.lines(text))
            if line.unicodeScalars.contains(where: Self.isDangerous)
                || lines.unicodeScalars.contains(where: { $0 != "\n" && Self.isDangerous($0) })
                || line.unicodeScalars.count < text.unicodeScalars.count
            {
                Issue.record("U+\(String(value, radix: 16)) gets through as \(line.debugDescription)")
            }
        }
    }

    @Test func `Text without control characters remains unchanged, and the conversion is idempotent`() {
        var generator = SeededGenerator(seed: 10)
        for _ in 0..<2_000 {
            let text = generator.text()
            #expect(VisibleText.line(VisibleText.line(text)) == VisibleText.line(text))
            #expect(VisibleText.lines(VisibleText.lines(text)) == VisibleText.lines(text))
        }
        for text in ["José", "Ёжиков", "漢字", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "שָׁלוֹם", "हिन्दी", "ཧྐྵྨླྺྼྻྂ", "a\u{301}\u{323}", "␛"] {
            #expect(VisibleText.line(text).unicodeScalars.elementsEqual(text.unicodeScalars))
        }
    }

    @Test(arguments: [
        ("\u{1B}[2J", "␛[2J", "␛[2J"),
        ("\u{1B}]52;c;aGk=\u{7}", "␛]52;c;aGk=␇", "␛]52;c;aGk=␇"),
        ("a\u{8}b\u{7F}", "a␈b␡", "a␈b␡"),
        ("\u{9B}31m", "<U+009B>31m", "<U+009B>31m"),
        ("\u{202E}gpj.exe", "<U+202E>gpj.exe", "<U+202E>gpj.exe"),
        ("\u{2066}x\u{2069}", "<U+2066>x<U+2069>", "<U+2066>x<U+2069>"),
        ("one\ntwo", "one⏎two", "one\ntwo"),
        ("one\r\ntwo", "one⏎two", "one\ntwo"),
        ("one\rtwo", "one␍two", "one␍two"),
        ("a\tb", "a␉b", "a    b"),
        ("a\0b", "a␀b", "a␀b"),
        ("a\u{2028}b", "a<U+2028>b", "a<U+2028>b"),
        ("\u{FFFE}\u{1FFFF}", "<U+FFFE><U+1FFFF>", "<U+FFFE><U+1FFFF>"),
    ])
    func `N1, N2 Hostile text is shown, not interpreted`(text: String, line: String, lines: String) {
        #expect(VisibleText.line(text) == line)
        #expect(VisibleText.lines(text) == lines)
    }

    @Test func `N3 A long run of combining marks is shortened and counted`() {
        let visible = VisibleText.line("a" + String(repeating: "\u{301}", count: 10_000) + "b")
        #expect(visible == "a" + String(repeating: "\u{301}", count: 16) + "<+9984 marks>b")
    }
}
