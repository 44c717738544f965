import Testing

@testable import Text

@Suite("Transfer encodings")
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
        "Quoted-printable text is decoded, and invalid escapes are kept",
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
        "A quoted-printable line continues if it ends with an equals sign",
        arguments: [("a=", true), ("a= \t", true), ("a", false), ("", false), ("=a", false)])
    func continuation(text: String, isOpen: Bool) { #expect(QuotedPrintable.isOpen(Array(text.utf8)[...]) == isOpen) }
}
