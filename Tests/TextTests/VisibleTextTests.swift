import TestSupport
import Testing
import Text

@Suite(.long("every scalar")) struct VisibleTextTests {
    @Test func `Every hostile character between two letters is made visible, and all other characters are kept`() throws
    {
        var hostileScalars = 0
        for scalar in HostileCharacters.allScalars {
            let text = "a\(scalar)b"
            let isHostile = HostileCharacters.isHostile(scalar)
            hostileScalars += isHostile ? 1 : 0
            for visible in [VisibleText.line(text), VisibleText.lines(text), VisibleText.lines(text, tab: "\t")] {
                let isRaw = visible.unicodeScalars.contains(scalar)
                guard isHostile != isRaw || ["\n", "\t"].contains(scalar), visible.unicodeScalars.count >= 3 else {
                    Issue.record("U+\(String(scalar.value, radix: 16)) is shown as \(visible.debugDescription)")
                    continue
                }
            }
        }
        let least = try Soak.isLong ? 4_000 : 150
        #expect(hostileScalars > least)
    }

    @Test(arguments: [
        "👩‍👩‍👧‍👦", "❤️‍🔥", "🏳️‍🌈", "👩🏽‍🚀", "☎️", "☎︎", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "ক্‌ষ", "ක්‍ර", "র‍্য", "葛\u{E0100}", "a\u{301}",
    ])
    func `Joiners, variation selectors, and tags are kept where they determine the appearance`(_ text: String) {
        #expect(VisibleText.line(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: [
        ("pay\u{200C}pal", "pay<U+200C>pal"),
        ("pay\u{200D}pal", "pay<U+200D>pal"),
        ("👩\u{200D}", "👩<U+200D>"),
        ("👩\u{200D}\u{200D}👧", "👩<U+200D><U+200D>👧"),
        ("می\u{200C}\u{200C}خواهم", "می\u{200C}<U+200C>خواهم"),
        ("1\u{FE0F}", "1<U+FE0F>"),
        ("x\u{FE0F}", "x<U+FE0F>"),
        ("❤\u{FE0F}\u{FE0F}", "❤\u{FE0F}<U+FE0F>"),
        ("❤\u{301}\u{FE0F}\u{200D}🔥", "❤\u{301}<U+FE0F><U+200D>🔥"),
        ("x\u{E0100}", "x<U+E0100>"),
        ("葛\u{E0100}\u{E0101}", "葛\u{E0100}<U+E0101>"),
        ("🏴\u{E0067}\u{E0062}", "🏴<U+E0067><U+E0062>"),
        ("👩\u{E0067}\u{E0062}\u{E0065}\u{E007F}", "👩<U+E0067><U+E0062><U+E0065><U+E007F>"),
        ("x\u{E0067}\u{E007F}", "x<U+E0067><U+E007F>"),
        ("\u{200E}x\u{61C}", "<U+200E>x<U+061C>"),
        ("\u{FEFF}x\u{AD}y\u{34F}z\u{3164}", "<U+FEFF>x<U+00AD>y<U+034F>z<U+3164>"),
    ])
    func `Joiners, variation selectors, and tags are visible elsewhere`(text: String, line: String) {
        #expect(VisibleText.line(text).unicodeScalars.elementsEqual(line.unicodeScalars))
        #expect(VisibleText.line(line).unicodeScalars.elementsEqual(line.unicodeScalars))
    }

    @Test func `Flag tags cannot hide a message`() {
        for message in ["attack at dawn", "attacks", "ab", "UK-LON", ""] {
            let tags = String(String.UnicodeScalarView(message.unicodeScalars.map(HostileCharacters.tag)))
            let text = "🏴\(tags)\u{E007F}"
            #expect(!VisibleText.line(text).unicodeScalars.contains { (0xE0000...0xE007F).contains($0.value) })
        }
    }

    @Test func `A cluster may have any number of joiners and tags`() {
        for repeated in ["\u{200D}", "\u{E0061}"] {
            let text = "🏴" + String(repeating: repeated, count: 200_000)
            #expect(
                VisibleText.line(text).count == 1 + 200_000 * "<U+200D>".count + (repeated == "\u{200D}" ? 0 : 200_000))
        }
    }

    @Test func `Hostile characters can be replaced with spaces`() {
        #expect(VisibleText.blanked("a\u{202E}b\tc\r\n👩‍👧") == "a b c  👩‍👧")
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
