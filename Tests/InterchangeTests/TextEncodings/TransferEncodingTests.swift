import Testing

@testable import Interchange

@Suite("Escapes and transfer encodings")
struct TransferEncodingTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(
        "Base64 may contain whitespace and lack padding",
        arguments: [
            ("", ""), ("QQ==", "A"), ("QUI=", "AB"), ("QUJD", "ABC"), ("QUJDRA", "ABCD"), ("QQ", "A"), ("QUI", "AB"),
            ("Q Q\n=\t=", "A"), ("Q", nil), ("QUJDR", nil), ("QQ==QQ==", nil), ("QUJ*", nil), ("QQ\u{0}=", nil),
        ] as [(String, String?)])
    func base64(text: String, decoded: String?) {
        #expect(Base64.decoded(Array(text.utf8)[...]) == decoded.map { Array($0.utf8) })
    }

    @Test(
        "Bytes are encoded as base64 with padding",
        arguments: [("", ""), ("A", "QQ=="), ("AB", "QUI="), ("ABCD", "QUJDRA==")])
    func encodedBase64(text: String, encoded: String) {
        #expect(self.text(Base64.encoded(Array(text.utf8))) == encoded)
        #expect(Base64.decoded(Array(encoded.utf8)[...]) == Array(text.utf8))
    }

    @Test(
        "Quoted-printable is decoded, and invalid escapes are kept",
        arguments: [
            ("=C3=A9", "é"), ("a=3db", "a=b"), ("a=\nb", "ab"), ("a= \t\n b", "a b"), ("a=", "a"), ("a= ", "a"),
            ("a=4", "a=4"), ("=ZZ", "=ZZ"), ("a=x\n", "a=x\n"), ("==41", "=A"),
        ])
    func quotedPrintable(text: String, decoded: String) {
        #expect(self.text(QuotedPrintable.decoded(Array(text.utf8)[...])) == decoded)
    }

    @Test(
        "Quoted-printable lines have at most 76 bytes and cannot be mistaken for BEGIN, END, or continuation lines",
        arguments: [
            ("a=b", 0, "a=3Db"), ("Be", 0, "=42e"), ("end", 0, "=65nd"), ("Be", 5, "Be"), (" a", 0, "=20a"),
            ("a ", 0, "a=20"),
            ("a\nb", 3, "a=0D=0Ab"), ("é", 3, "=C3=A9"), ("x", 74, "x"), ("x", 75, "=\nx"), ("=", 72, "=3D"),
            ("=", 73, "=\n=3D"), (String(repeating: "x", count: 76), 0, String(repeating: "x", count: 75) + "=\nx"),
            ("~\u{7F}", 3, "~=7F"), ("!", 3, "!"),
        ])
    func encodedQuotedPrintable(text: String, column: Int, encoded: String) {
        #expect(QuotedPrintable.encoded(text, column: column) == encoded)
    }

    @Test(
        "A line of quoted-printable continues if it ends with an equals sign",
        arguments: [("a=", true), ("a= \t", true), ("a", false), ("", false), ("=a", false)])
    func continuation(text: String, isOpen: Bool) { #expect(QuotedPrintable.isOpen(Array(text.utf8)[...]) == isOpen) }

    @Test(
        "Special characters of a parameter are escaped with carets or enclosed in quotes",
        arguments: [
            ("", ""), ("a b", "a b"), ("a^b", "a^^b"), ("a\"b", "a^'b"), ("a\nb", "a^nb"), ("a;b", "\"a;b\""),
            ("a,b", "\"a,b\""), ("a:b", "\"a:b\""), (" a", "\" a\""), ("a\t", "\"a\t\""), ("a\u{1}\u{7F}b", "ab"),
            ("a\tb", "a\tb"), ("a\u{1F}", "a"),
        ])
    func parameters(text: String, written: String) { #expect(CaretEscapes.parameter(text) == written) }

    @Test(
        "Caret escapes are undone, and other carets are kept",
        arguments: [("a^^b^n^'", "a^b\n\""), ("a^b", "a^b"), ("a^", "a^"), ("^^^", "^^"), ("", "")])
    func carets(text: String, undone: String) {
        #expect(self.text(CaretEscapes.undone(Array(text.utf8)[...])) == undone)
    }

    @Test(
        "Escapes of a version are undone, line ends become line feeds, and NUL is removed",
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
        "Text is escaped for a version and a separator",
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
        "Lists, components, and addresses are escaped for a version",
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
