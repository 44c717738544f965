import Testing

@testable import Interchange

@Suite("Escapes and line folding")
struct EscapeTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "Special characters in a parameter are escaped with carets or enclosed in quotes",
        arguments: [
            ("", ""), ("a b", "a b"), ("a^b", "a^^b"), ("a\"b", "a^'b"), ("a\nb", "a^nb"), ("a;b", "\"a;b\""),
            ("a,b", "\"a,b\""), ("a:b", "\"a:b\""), (" a", "\" a\""), ("a\t", "\"a\t\""), ("a\u{1}\u{7F}b", "ab"),
            ("a\tb", "a\tb"), ("a\u{1F}", "a"),
        ])
    func parameters(text: String, written: String) { #expect(CaretEscapes.parameter(text) == written) }

    @Test(
        "Caret escapes are decoded, and other carets are kept",
        arguments: [("a^^b^n^'", "a^b\n\""), ("a^b", "a^b"), ("a^", "a^"), ("^^^", "^^"), ("", "")])
    func carets(text: String, undone: String) {
        #expect(self.text(CaretEscapes.undone(Array(text.utf8)[...])) == undone)
    }

    @Test(
        "The escapes of a vCard version are decoded, line ends become line feeds, and NUL is removed",
        arguments: [
            (.v40, #"a\nb\Nc"#, "a\nb\nc"), (.v30, #"\,\;\:\\\""#, #",;:\""#), (.v40, #"\x"#, #"\x"#),
            (.v40, #"a\"#, #"a\"#),
            (.v21, #"a\nb\;\""#, #"a\nb;\""#), (.v40, "a\r\nb\rc\r", "a\nb\nc\n"), (.v21, "a\0b", "ab"),
            (.v40, #"\\n"#, #"\n"#), (.v40, "", ""),
        ] as [(CardVersion, String, String)])
    func escapes(version: CardVersion, text: String, undone: String) {
        #expect(VCardEscaping(version: version).text(Array(text.utf8)[...]) == undone)
    }

    @Test("Values are split at unescaped separators")
    func parts() {
        let escaping = VCardEscaping(version: .v40)
        let parts = escaping.parts(Array(#"a;b\;c;;\"#.utf8)[...], separator: .semicolon)
        #expect(parts.map { String(decoding: $0, as: UTF8.self) } == ["a", #"b\;c"#, "", #"\"#])
        #expect(escaping.texts(Array(#"a\,b,,c;d"#.utf8)[...]) == ["a,b", "", "c;d"])
        for (version, expected) in [(CardVersion.v40, ["a+b", "c,d", "", "e"]), (.v21, ["a,,b", "c,d", "", "e"])] {
            let bytes = Array(#"a,,b;c\,d;;e"#.utf8)[...]
            let components = VCardEscaping(version: version).components(bytes) { $0 == 0 ? "+" : "-" }
            #expect(components == expected)
        }
    }

    @Test(
        "Text is escaped as the vCard version and the separator require",
        arguments: [
            (.v40, #"a,b;c:d\e"#, nil, #"a\,b\;c:d\\e"#), (.v30, "a\r\nb\rc", nil, #"a\nb\nc"#),
            (.v40, "a\0b", nil, "ab"),
            (.v21, "a,b;c", nil, "a,b;c"), (.v21, "a,b;c", ",", #"a\,b;c"#), (.v21, "a,b;c", ";", #"a,b\;c"#),
            (.v21, #"a\b"#, nil, #"a\b"#), (.v21, #"a\;b"#, nil, #"a\\;b"#), (.v21, #"a\"#, nil, #"a\\"#),
            (.v21, "a\nb", nil, "a\nb"), (.v40, "a\tb", nil, "a\tb"), (.v40, "a b", nil, "a b"),
        ] as [(CardVersion, String, Unicode.Scalar?, String)])
    func escapedText(version: CardVersion, text: String, separator: Unicode.Scalar?, escaped: String) {
        #expect(VCardEscaping(version: version).escaped(text, separator: separator) == escaped)
    }

    @Test(
        "Lists, components, and addresses are escaped as the vCard version requires",
        arguments: [
            (.v21, #"a\,b,c;d"#, #"a,b c\;d"#, "a,b;c", "a\r\nb"),
            (.v30, #"a\,b,c\;d"#, #"a\,b,c\;d"#, #"a\,b;c"#, #"a\nb"#),
            (.v40, #"a\,b,c\;d"#, #"a\,b,c\;d"#, "a,b;c", #"a\nb"#),
        ] as [(CardVersion, String, String, String, String)])
    func values(version: CardVersion, list: String, component: String, address: String, raw: String) {
        let escaping = VCardEscaping(version: version)
        #expect(escaping.list(["a,b", "c;d"]) == list && escaping.component(["a,b", "c;d"]) == component)
        #expect(escaping.address("a,b;c") == address && escaping.rawText("a\r\nb") == raw)
        #expect(escaping.rawText("a;b") == "a;b")
    }

    @Test(
        "Lines are folded after 75 bytes, but not within a character",
        arguments: [
            (.v40, "NOTE:", 70, []), (.v40, "NOTE:", 71, [75]), (.v30, "NOTE:", 144, [75]),
            (.v30, "NOTE:", 145, [75, 149]),
            (.v40, "NOTE:éé", 66, []), (.v40, "NOTE:é", 69, [75]), (.v21, "NOTE:", 300, []),
            (.v21, "PHOTO;ENCODING=BASE64:", 54, [75]), (.v40, "NOTE;ENCODING=QUOTED-PRINTABLE:", 300, []),
        ] as [(CardVersion, String, Int, [Int])])
    func folds(version: CardVersion, head: String, count: Int, ends: [Int]) {
        let line = Array((head + String(repeating: "x", count: count)).utf8)
        var folder = LineFolder(version)
        var bytes: [UInt8] = []
        folder.append(line, to: &bytes)
        var expected: [UInt8] = []
        for (start, end) in zip([0] + ends, ends + [line.count]) {
            expected += (start == 0 ? [] : [0x0D, 0x0A, 0x20]) + line[start..<end]
        }
        #expect(bytes == expected + [0x0D, 0x0A])
        var split: [UInt8] = []
        folder = LineFolder(version)
        folder.append(Array("A:é".utf8) + Array(String(repeating: "x", count: 70).utf8) + Array("é".utf8), to: &split)
        let end = version == .v21 ? "é" : "\r\n é"
        #expect(text(split) == "A:é\(String(repeating: "x", count: 70))\(end)\r\n")
    }

    @Test(
        "Supported character references are decoded once, and others are kept",
        arguments: [
            ("&eacute;&lt;&amp;lt;", "é<&lt;"), ("&#233;&#xE9;&#XE9;", "ééé"), ("a&nbsp;b", "a b"),
            ("&nosuch;", "&nosuch;"),
            ("&amp", "&amp"), ("&;", "&;"), ("&", "&"), ("&#x110000;", "&#x110000;"), ("&#;", "&#;"), ("&#x;", "&#x;"),
            ("&#000000233;", "é"), ("&#0000000233;", "&#0000000233;"), ("&a&lt;", "&a<"), ("x", "x"),
        ])
    func characterReferences(text: String, decoded: String) { #expect(CharacterReferences.decoded(text) == decoded) }
}
