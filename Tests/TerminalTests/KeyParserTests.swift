import Testing

@testable import Terminal

@Suite("Key parser")
struct KeyParserTests {
    private func keys(_ text: String) -> [Key] {
        var parser = KeyParser()
        return parser.feed(text.utf8) + parser.flush()
    }

    @Test(
        "Different encodings of a key are recognized",
        arguments: [
            ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[H", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
            ("\u{1B}[3~", .delete), ("\u{1B}[1;5C", .wordRight), ("\u{1B}[1;3D", .wordLeft), ("\u{1B}[1;2D", .left),
            ("\u{1B}b", .alt("b")), ("\u{1B}", .escape), ("\u{1B}\r", .alt("\r")), ("\u{1B}\u{7F}", .alt("\u{7F}")),
            ("\u{1B}[Z", .backTab), ("\u{7F}", .backspace),
            ("\u{3}", .control("c")),
            ("\r", .enter), ("\n", .enter), ("é", .text("é")), ("👍", .text("👍")),
            ("\u{1B}[200~a\nb\u{1B}[201~", .paste("a\nb")),
            ("\u{1B}[99;99X", .unknown), ("\u{1B}[1;-9223372036854775808C", .right), ("\u{1B}[1;0D", .left),
            ("\u{1B}[1;9223372036854775808D", .left),
        ] as [(String, Key)])
    func spelling(bytes: String, key: Key) {
        #expect(keys(bytes) == [key])
    }

    @Test("The parsed keys do not depend on how the input bytes are split", arguments: 0..<100)
    func cutting(seed: UInt64) {
        var chance = RandomKeys(seed: seed)
        let bytes = chance.bytes(200)
        var whole = KeyParser()
        var single = KeyParser()
        #expect(whole.feed(bytes) + whole.flush() == bytes.flatMap { single.feed([$0]) } + single.flush())
    }

    @Test("An invalid byte becomes one replacement character, and the next character is kept")
    func invalidUTF8() {
        var parser = KeyParser()
        #expect(parser.feed([0xFF, 0x61, 0xC3, 0x28, 0x62]) == ["\u{FFFD}", "a", "\u{FFFD}", "(", "b"].map(Key.text))
    }

    @Test(
        "Overlong forms, surrogates, and values beyond Unicode are invalid, and the next character is kept",
        arguments: [
            [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88],
        ])
    func invalidSequences(bytes: [UInt8]) {
        var parser = KeyParser()
        let keys = parser.feed(bytes + [0x61])
        #expect(keys == bytes.map { _ in .text("\u{FFFD}") } + [.text("a")])
    }

    @Test("A lone ESC becomes the Escape key when the parser is flushed")
    func loneEscape() {
        var parser = KeyParser()
        #expect(parser.feed([0x1B]) == [])
        #expect(parser.isWaiting)
        #expect(parser.flush() == [.escape])
        #expect(!parser.isWaiting)
    }
}
