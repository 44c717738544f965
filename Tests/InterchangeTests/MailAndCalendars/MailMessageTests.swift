import Interchange
import Model
import TestSupport
import Testing
import Text

@Suite("Email addresses in message headers")
struct MailMessageTests {
    private func read(_ header: String) -> [String] {
        MailMessage(Array(header.utf8)).mailboxes().map(\.description)
    }

    @Test(arguments: [
        ("From: leia@alderaan.example", ["leia@alderaan.example"]),
        ("from : Leia Organa <leia@alderaan.example>", ["Leia Organa <leia@alderaan.example>"]),
        ("From: \"Organa, \\\"L\\\"\" <l@a.example>", ["Organa, \"L\" <l@a.example>"]),
        ("From: l@a.example (Leia (of Alderaan))", ["Leia (of Alderaan) <l@a.example>"]),
        ("From: Leia (a comment) Organa < l @ a . example >", ["Leia Organa <l@a.example>"]),
        ("From: <@relay.example,@other.example:l@a.example>", ["l@a.example"]),
        (
            "To: Rebels: Leia <l@a.example>, Luke <l@t.example>;, h@f.example",
            ["Leia <l@a.example>", "Luke <l@t.example>", "h@f.example"]
        ),
        ("To: undisclosed-recipients:;", []),
        ("To: \"a b\"@c.example, x@[192.0.2.1]", ["\"a b\"@c.example", "x@[192.0.2.1]"]),
        ("To: a@b.example,\n\tc@d.example,\r\n e@f.example", ["a@b.example", "c@d.example", "e@f.example"]),
        ("Cc: Ж <ж@пример.example>", ["Ж <ж@пример.example>"]),
        ("Reply-To: a@b.example <a@b.example>", ["a@b.example"]),
        ("Subject: a@b.example\nX-From: c@d.example", []),
        ("From: a@b.example\n\nTo: c@d.example", ["a@b.example"]),
        ("From: a@b.example\r\n\r\nTo: c@d.example", ["a@b.example"]),
        ("From me@x.example Sat Nov 21\nFrom: a@b.example", ["a@b.example"]),
    ])
    func `Email addresses in different forms are read`(header: String, mailboxes: [String]) {
        #expect(read(header) == mailboxes)
    }

    @Test(
        "Dates in common formats are read",
        arguments: [
            "Sat, 28 Nov 2026 23:30:00 +0100", "28 Nov 2026 10:00 +0000", "Sat,28 Nov 2026 10:00:00 GMT (UTC)",
            "28 Nov 26 10:00:00 EST", "Sat, 28 Nov 26 10:00:00 -0500", "Sat Nov 28 10:00:00 2026",
            "2026-11-28T10:00:00Z", "2026-11-28",
        ])
    func dates(text: String) {
        let message = MailMessage(Array("From: a@b.example\nDate: \(text)\n\n".utf8))
        #expect(message.date == CivilDate("2026-11-28") && message.dateText == text)
    }

    @Test(
        "Two-digit years are read as 1950 to 2049, and three-digit years are counted from 1900",
        arguments: [
            ("28 Nov 49 10:00", "2049-11-28"), ("28 Nov 50 10:00:00", "1950-11-28"), ("28 Nov 00", "2000-11-28"),
            ("28 Nov 99", "1999-11-28"), ("28 Nov 126", "2026-11-28"),
        ])
    func shortYears(text: String, date: String) {
        #expect(MailMessage(Array("From: a@b.example\nDate: \(text)\n\n".utf8)).date == CivilDate(date))
    }

    @Test(
        "The addresses of a mailing list are read from List-Post and List-Id",
        arguments: [
            ("List-Post: <mailto:L@l.example?subject=x>, <https://l.example>", ["l@l.example"]), ("List-Post: NO", []),
            ("List-Post: <MAILTO:%C3%84@l.example>", ["ä@l.example"]),
            ("List-Post: <https://l.example>", []), ("List-Id: Rebels <rebels.l.example>", ["rebels@l.example"]),
            ("List-Id: <rebels>", []), ("List-Unsubscribe: <mailto:x@l.example>", []),
            ("X-Mailing-List: <x@l.example>", []),
        ])
    func lists(header: String, addresses: [String]) {
        let message = MailMessage(Array("From: bo@z.example\n\(header)\n\n".utf8))
        #expect(message.listAddresses == Set(addresses))
    }

    @Test("A message is identified by its message ID, or else by a checksum of its sender, date, and subject")
    func ids() {
        func id(_ header: String) -> String { MailMessage(Array("\(header)\n\n".utf8)).id }
        #expect(id("Message-ID: <1@a.example> (x)") == "1@a.example" && id("Message-Id: 1@a") == "1@a")
        let without = id("From: a@b.example\nSubject: x\nDate: 2026-11-28")
        #expect(without.hasPrefix("checksum:") && without == id("Date: 2026-11-28\nFrom: a@b.example\nSubject: x"))
        #expect(without != id("From: a@b.example\nSubject: y\nDate: 2026-11-28"))
        #expect(without != id("From: c@b.example\nSubject: x\nDate: 2026-11-28"))
        #expect(without != id("From: a@b.example\nSubject: x\nDate: 2026-11-29"))
    }

    @Test("Invalid dates are not read", arguments: ["garbage", "Sat", "32 Nov 2026", "10:00", "Thu, 99 Foo 2026"])
    func otherDates(text: String) {
        let message = MailMessage(Array("From: a@b.example\nDate: \(text)\n\n".utf8))
        #expect(message.date == nil && message.dateText == text)
    }

    @Test(
        "The reply address in a mailing list message is an address of the list",
        arguments: [
            ("List-Id: <l.example>", ["list@l.example"]), ("X-Mailing-List: list@l.example", ["list@l.example"]),
            ("Precedence: list", ["list@l.example"]), ("List-Unsubscribe: <https://l.example>", ["list@l.example"]),
            ("Subject: list", []),
        ])
    func answers(header: String, addresses: [String]) {
        let text = "From: Bo <bo@z.example>\nReply-To: L <list@l.example>, bo@z.example\n\(header)\n\n"
        #expect(MailMessage(Array(text.utf8)).listAddresses.filter { $0.contains("@l") } == Set(addresses))
    }

    @Test(
        "Invalid email addresses are ignored, and valid email addresses are read",
        arguments: [
            "", "a", "@", "a@", "@b.example", "a b@c.example", "<a@b c>", "a@b..c", "a@b@c, ", "<a\u{1B}@b.example>",
            "a@b\u{202E}.example", "x <", "\"", "(", "a;b", ":::",
        ])
    func noAddresses(text: String) {
        #expect(read("To: \(text)") == [])
        #expect(read("To: good@b.example, \(text)") == ["good@b.example"])
    }

    @Test(arguments: [
        ("=?UTF-8?Q?Padm=C3=A9_Amidala?=", "Padmé Amidala"), ("=?utf-8?b?UGFkbcOp?=", "Padmé"),
        ("=?windows-1255?Q?=F9=F8=E4?=", "שרה"), ("=?ISO-2022-JP?B?GyRCTmtMWhsoQg==?=", "鈴木"),
        ("=?ISO-8859-1?q?J=FCrgen?= =?ISO-8859-1?Q?_M?=", "Jürgen M"), ("\"=?UTF-8?Q?Padm=C3=A9?=\"", "Padmé"),
        ("=?UTF-8*en?Q?Leia?= Organa", "Leia Organa"), ("=?UTF-8?Q?=C3?= =?UTF-8?Q?=A9?=", "é"),
        ("=?Shift_JIS?B?k/qWew==?=", "日本"), ("=?unknown-8bit?Q?a?=", "=?unknown-8bit?Q?a?="),
        ("=?UTF-8?X?a?=", "=?UTF-8?X?a?="), ("=?UTF-8?Q?a", "=?UTF-8?Q?a"), ("=?", "=?"),
        ("=?UTF-8?Q?a=0D=0ABcc:_x=00=1B=E2=80=AE?=", "a Bcc: x"),
    ])
    func `Valid encoded words are decoded, and others are kept`(text: String, name: String) {
        #expect(MailMessage(Array("From: \(text) <a@b.example>".utf8)).mailboxes().map(\.name) == [name])
    }

    @Test("Email addresses that differ only in case are returned once, with the first display name")
    func once() {
        #expect(
            read("From: l@a.example\nTo: Leia <L@A.example>, Other <l@a.EXAMPLE>") == ["Leia <L@A.example>"])
    }

    @Test("Bytes that are not UTF-8 are read as Windows-1252")
    func oldBytes() {
        let header = Array("From: J".utf8) + [0xFC] + Array("rgen <j@x.example>".utf8)
        #expect(MailMessage(header).mailboxes().map(\.name) == ["Jürgen"])
    }

    @Test("Only the requested headers are read")
    func headers() {
        let message = MailMessage(Array("From: a@x.example\nTo: b@x.example\nCc: c@x.example".utf8))
        #expect(message.mailboxes(in: [.from, .cc]).map(\.address) == ["a@x.example", "c@x.example"])
    }

    @Test(arguments: [
        ("Leia Organa", "Leia", "Organa"), ("Organa, Leia", "Leia", "Organa"), ("Leia", "Leia", ""),
        ("Ludwig van Beethoven", "Ludwig", "van Beethoven"), ("Mary Jane Watson", "Mary Jane", "Watson"),
    ])
    func `Display names are split into given and family names`(name: String, given: String, family: String) throws {
        let mailbox = try #require(MailMessage(Array("To: \"\(name)\" <a@b.example>".utf8)).mailboxes().first)
        let parts = mailbox.person.name
        #expect(parts.given == given && parts.family == family)
    }

    @Test("Company names are not split, and suffixes are not treated as given names")
    func companies() throws {
        func person(_ name: String) throws -> Person {
            try #require(MailMessage(Array("From: \(name) <a@b.example>".utf8)).mailboxes().first).person
        }
        #expect(
            try person("\"Acme, Inc.\"").organization == "Acme, Inc." && person("\"Acme, Inc.\"").name == PersonName())
        #expect(try person("Müller GmbH").organization == "Müller GmbH")
        let king = try person("\"King, Martin Luther, Jr.\"").name
        #expect(king.family == "King" && king.given == "Martin Luther" && king.suffix == "Jr.")
        #expect(try person("\"Sammy Davis, Jr.\"").name.suffix == "Jr.")
        #expect(try person("\"Sammy Davis, Jr.\"").name.family == "Davis")
        #expect(try person("Inc").name.given == "Inc")
    }

    @Test("No input crashes the reader, and every result is a valid email address on one line", .long("random headers"))
    func noise() throws {
        let pieces = [
            "From:", "To: ", "\n", "\r\n ", "\t", "a", "@", "b.example", "<", ">", "\"", "\\", "(", ")", ",", ";", ":",
            "=?UTF-8?Q?", "=C3", "?=", "é", "\u{1B}", "\u{0}", "[", "]", ".",
        ]
        var state: UInt64 = 7
        for _ in 0..<(try Soak.times(atLeast: 5000, byDefault: 1000)) {
            var text = "From: "
            for _ in 0..<Int(state % 40) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            for mailbox in MailMessage(Array(text.utf8)).mailboxes() {
                #expect(EmailAddress.isValid(mailbox.address) && !mailbox.description.contains(where: \.isNewline))
            }
        }
    }
}
