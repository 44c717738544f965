import TestSupport
import Testing

/// The address query format of mutt, aerc, and alot.
@Suite("Email address queries from mail programs", .childProcesses)
struct QueryTests {
    @Test("query prints a summary line and then tab-separated lines of email address, name, and details")
    func form() throws {
        let home = try SeededHome.home("flintstones")
        let ending = try home.almanac("query", "fred", "--limit", "1")
        #expect(ending.status == 0 && ending.errors == "")
        #expect(
            ending.output == """
                1 email address for “fred”
                fred@bedrock.example\tFred Flintstone\thome, Slate Rock and Gravel Company

                """)
        let bare = try home.almanac("query", "--no-header", "fred", "--limit", "1")
        #expect(bare.output == "fred@bedrock.example\tFred Flintstone\thome, Slate Rock and Gravel Company\n")
        #expect(try home.almanac("query", "fred", "--json").rows.first?["email"]?.string == "fred@bedrock.example")
    }

    @Test("C02 If no email address matches, query prints at most one line and exits with status 1")
    func nobody() throws {
        let home = try SeededHome.home("flintstones")
        for text in ["zzz", "@", "\u{1B}[31m"] {
            let ending = try home.almanac("query", text)
            #expect(ending.status == 1 && ending.errors == "" && ending.lines.count == 1, "\(text)")
            #expect(ending.output.hasPrefix("No email addresses match") && !ending.hasEscapes)
        }
        let bare = try home.almanac("query", "--no-header", "zzz")
        #expect(bare.status == 1 && bare.output == "")
        #expect(try home.almanac("query", "zzz", "--json").rows.isEmpty)
    }

    @Test("N1, N2 A hostile name stays within its field and line, and invalid email addresses are omitted")
    func hostileRows() throws {
        let home = try SeededHome.home()
        for (given, email) in [
            ("a\tb\nc\rd\u{1B}[31m\u{9B}\u{202E}e", "evil@x.example"), ("evil two", "a@x.example, b@x.example"),
            ("evil three", "a@x.example\tTrusted"), ("evil four", "a@x.example\nb@x.example"),
            ("evil five", "A <a@x.example>, B <b@x.example>"), ("evil six", "nothing"),
            ("evil seven", "a@x.example b@x.example"),
        ] {
            let ending = try home.almanac(
                "new", "person", "given=\(given)", "nickname=evil", "email=\(email)", "--force")
            #expect(ending.status == 0, "\(ending.errors)")
        }
        let ending = try home.almanac("query", "evil")
        #expect(ending.lines.count == 2 && !ending.hasEscapes)
        let fields = ending.lines[1].split(separator: "\t", omittingEmptySubsequences: false)
        #expect(fields == ["evil@x.example", "a\\tb\\nc\\rd␛[31m<U+009B><U+202E>e", ""])
    }
}
