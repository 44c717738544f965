import Testing
import Text

@Suite("Text limits")
struct TextLimitTests {
    @Test("At most 16 combining marks on a letter are shown", arguments: [(15, ""), (16, ""), (17, "<+1 marks>")])
    func marks(count: Int, note: String) {
        let marks = String(repeating: "\u{301}", count: count)
        #expect(VisibleText.line("a\(marks)b") == "a\(String(marks.unicodeScalars.prefix(16)))\(note)b")
    }

    @Test("Words of 3 to 32 letters have search forms", arguments: [(2, false), (3, true), (32, true), (33, false)])
    func forms(count: Int, hasForms: Bool) {
        let word = String(String(repeating: "abdefgil", count: 5).prefix(count))
        #expect(FuzzyWordMatcher.forms(of: word).isEmpty != hasForms)
    }

    @Test(
        "Words of more than four letters may differ by two edits, and shorter words by one",
        arguments: [
            ("abde", "abdx", 1), ("abde", "abxx", nil), ("abdex", "abde", 1), ("abdefg", "abde", nil),
            ("abdef", "abdxx", 2), ("abdef", "abxxx", nil), ("abdefgi", "abdef", 2),
        ] as [(String, String, Int?)])
    func edits(typed: String, word: String, distance: Int?) {
        #expect(FuzzyWordMatcher.distance(from: typed, to: word) == distance)
    }

    @Test(
        "Words that sound alike match only if they have at least three sounds",
        arguments: [("kaab", "cab", 1), ("caa", "kka", nil)] as [(String, String, Int?)])
    func sounds(typed: String, word: String, distance: Int?) {
        #expect(FuzzyWordMatcher.distance(from: typed, to: word) == distance)
    }

    @Test("An email address of up to 254 bytes can be compared", arguments: [(253, true), (254, true), (255, false)])
    func emailLength(count: Int, hasKey: Bool) {
        let address = String(repeating: "a", count: count - "@example.org".utf8.count) + "@example.org"
        #expect((EmailAddress.duplicateKey(address) == address) == hasKey)
        #expect((EmailAddress.duplicateKey("mailto:\(address)") == address) == hasKey)
    }

    @Test(
        "Email comparison ignores tags, case, and the dots in Gmail addresses",
        arguments: [
            ("Leia+Rebels@Alderaan.example", "leia@alderaan.example"), ("+leia@a.example", "+leia@a.example"),
            ("l.e.i.a+x@googlemail.com", "leia@gmail.com"), ("l.eia@a.example", "l.eia@a.example"),
            ("a@b@c.example", nil), ("@a.example", nil), ("leia@", nil), ("leia", nil),
        ] as [(String, String?)])
    func emailKey(text: String, key: String?) { #expect(EmailAddress.duplicateKey(text) == key) }

    @Test(
        "An email address remains unchanged if it is written as a URI and read again",
        arguments: ["leia@a.example", "a+x@b.example", "50%41@b.example", "what?@b.example", "\"a b\"@c.example"])
    func emailURI(address: String) {
        #expect(EmailAddress.address(inURI: EmailAddress.uri(of: address)) == address)
        #expect(EmailAddress.address(inURI: address) == nil)
    }

    @Test(
        "Empty parts, unquoted spaces, and misplaced quotes make an email address invalid",
        arguments: [
            ("\"a\"@b", true), ("\"\"@b", false), ("a@[1]", true), ("a@[]", false), ("a@b.c", true),
            ("a-b_c+d.e@f-g.h", true), ("a@b..c", false),
            ("a@.b", false), ("a@b.", false), (" a@b", false), ("a@b ", false), ("a b@c", false), ("\"a b\"@c", true),
            ("\"a\\\"@c", false), ("\"a\\\"b\"@c", true), ("\"a\"b\"@c", false), ("@b", false), ("a@", false),
        ])
    func validity(text: String, isValid: Bool) { #expect(EmailAddress.isValid(text) == isValid) }

    @Test(
        "A two-letter legal form in a company name is recognized only in its usual spelling",
        arguments: [
            ("Acme AG", true), ("Acme ag", false), ("Acme GmbH", true), ("Acme gmbh", true), ("GmbH", false),
            ("Acme Co.", true), ("Acme & Co", true), ("Acme Co", false),
        ])
    func legalForms(name: String, isCompany: Bool) { #expect(LegalForms.end(name) == isCompany) }
}
