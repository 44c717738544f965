import Interchange
import Model
import TestSupport
import Testing

@Suite("Two cards of one person are joined property by property")
struct JoiningTests {
    private func card(_ version: String, _ lines: String...) throws -> [String] {
        try CardReadResult.card(version, ["N:A;;;;", "FN:A"] + lines).person.card
    }

    /// Joins two cards and returns the lines after the name. Also checks that joining again adds nothing, and that only
    /// uninterpreted properties are new for a person with the same values.
    private func joined(_ first: [String], _ second: [String]) -> [String] {
        let lines = CardLines.joined(first, second)
        #expect(CardLines.joined(lines, second) == lines)
        #expect(!CardLines.hasNewLines(second, beside: ContactCard(lines: lines).person))
        #expect(!CardLines.hasNewLines(second, beside: ContactCard(lines: first).person) || lines != first)
        #expect(lines.last == "END:VCARD" && Array(lines.prefix(4)) == Array(first.prefix(4)))
        return lines.dropFirst(4).dropLast()
    }

    @Test(
        "Joining cards of any versions is idempotent and keeps all email and postal addresses",
        .long("random cards of each pair of versions"),
        arguments: CardVersion.allCases)
    func laws(version: CardVersion) throws {
        var cards = RandomCards(seed: 44)
        for number in 0..<(try Soak.times(atLeast: 10, byDefault: 2)) {
            let first = try CardRoundTrip(cards.next(number), .vCard(version)).again.person
            for other in CardVersion.allCases {
                try check(first, try CardRoundTrip(cards.next(number), .vCard(other)).again.person)
            }
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "../shared/data/vcards is missing"))
    func `Joining cards of the corpus is idempotent and keeps all email and postal addresses`() throws {
        for file in Corpus.files where file.hasSuffix(".vcf") {
            let persons = try CardReadResult(try Corpus.bytes(file)).cards.filter { $0.group == nil }.map(\.person)
            for (first, second) in zip(persons, persons.dropFirst()) { try check(first, second) }
        }
    }

    private func check(_ first: Person, _ second: Person) throws {
        let joined = CardLines.joined(first.card, second.card)
        #expect(CardLines.joined(joined, second.card) == joined)
        let renewed = CardLines.renewed(first.card, by: second.card)
        #expect(CardLines.renewed(renewed, by: second.card) == renewed)
        #expect(renewed.starts(with: second.card.dropLast()))
        for both in [joined, renewed].map({ ContactCard(lines: $0).person }) {
            let emails = Set((first.emails + second.emails).map { $0.value.lowercased() })
            #expect(Set(both.emails.map { $0.value.lowercased() }) == emails)
            #expect(Set(both.addresses.map(\.value)) == Set((first.addresses + second.addresses).map(\.value)))
        }
    }

    @Test("A phone number in another spelling or an email address in another case is the same property")
    func spellings() throws {
        try Conventions.$current.withValue(Conventions(region: Region(rawValue: "DE"))) {
            let first = try card("4.0", "TEL:+49 30 1234567", "EMAIL:ä@b.example")
            let second = try card("4.0", "TEL:030/1234567", "EMAIL:Ä@B.example", "EMAIL:a@b.example")
            #expect(joined(first, second) == ["TEL:+49 30 1234567", "EMAIL:ä@b.example", "EMAIL:a@b.example"])
        }
    }

    @Test("A continuation line is not treated as a property") func continuations() throws {
        let text =
            "NOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Allergic to nuts, call =\r\nthe doctor: +1 555 911=0D=0A"
        let note = "NOTE:Allergic to nuts\\, call the doctor: +1 555 911\\n"
        #expect(try joined(card("3.0"), card("2.1", text, "X-A:1")) == [note, "X-A:1"])
        let own = "X-TEXT;ENCODING=QUOTED-PRINTABLE:one =\r\ntwo: three"
        #expect(try joined(card("2.1"), card("2.1", own)) == ["X-TEXT;ENCODING=QUOTED-PRINTABLE:one =", "two: three"])
        #expect(try joined(card("3.0"), card("2.1", own)) == ["X-TEXT:one two: three"])
    }

    @Test("A base64 value is kept whole, even if two values have lines in common") func base64() throws {
        let (one, other) = (
            "KEY;PGP;ENCODING=BASE64:\r\nAAAA\r\nBBBB\r\n", "KEY;PGP;ENCODING=BASE64:\r\nAAAA\r\nCCCC\r\n"
        )
        let lines = try joined(card("2.1", one), card("2.1", other))
        #expect(
            lines == ["KEY;PGP;ENCODING=BASE64:", "AAAA", "BBBB", "", "KEY;PGP;ENCODING=BASE64:", "AAAA", "CCCC"])
    }

    @Test("Lines are converted to the version of the first card") func versions() throws {
        let four = try card("4.0", "KEY:data:application/pgp-keys;base64,AAAA", "GEO:geo:1,2", "X-A;TYPE=home:b")
        #expect(try joined(card("3.0"), four) == ["KEY;ENCODING=b;TYPE=PGP-KEYS:AAAA", "GEO:1;2", "X-A;TYPE=HOME:b"])
        #expect(
            try joined(card("3.0", "GEO:1;2", "X-A;TYPE=HOME:b", "KEY;ENCODING=b;TYPE=PGP-KEYS:AAAA"), four).count == 3)
    }

    @Test("An extension property is equivalent to the standard property of another version") func renamed() throws {
        #expect(try joined(card("3.0", "CLASS:PUBLIC"), card("4.0", "X-CLASS:PUBLIC")) == ["CLASS:PUBLIC"])
        #expect(try joined(card("4.0", "CLASS:PUBLIC"), card("3.0", "CLASS:PUBLIC")) == ["CLASS:PUBLIC"])
        #expect(try joined(card("4.0"), card("3.0", "CLASS:PUBLIC")) == ["X-CLASS:PUBLIC"])
    }

    @Test("The lines of a property group stay together under a unique group name") func groups() throws {
        let first = try card("3.0", "item1.TEL:1", "item1.X-ABLabel:Boat", "also-ITEM1.X-A:0")
        let second = try card("3.0", "item1.X-A:1", "item1.EMAIL:a@b", "item1.X-ABLabel:Boat", "item2.X-B:2", "X-C:3")
        let lines = joined(first, second)
        #expect(
            lines[3...] == [
                "also-also-item1.X-A:1", "also-also-item1.EMAIL:a@b", "also-also-item1.X-ABLabel:Boat", "item2.X-B:2",
                "X-C:3",
            ])
        #expect(lines[..<3] == ["item1.TEL:1", "item1.X-ABLabel:Boat", "also-ITEM1.X-A:0"])
    }

    @Test("Preferred values of the second card yield to those of the first card") func preferences() throws {
        let first = try card("4.0", "X-A;PREF=1:0", "EMAIL;PREF=1:c@d")
        let second = try card("4.0", "X-B;PREF=1:1", "FN;X-P=1;PREF=2:B", "EMAIL;PREF=1:a@b", "TEL;PREF=1:1")
        let lines = CardLines.joined(first, second)
        #expect(lines[6...].dropLast() == ["X-B;PREF=1:1", "EMAIL:a@b", "TEL;PREF=1:1"])
        #expect(CardLines.joined(lines, second) == lines)
        let named = try card("4.0", "FN;X-P=1;PREF=2:B", "FN;PREF=1:A")
        #expect(CardLines.joined(first, named)[6...].dropLast() == ["FN;X-P=1:B"])
    }

    @Test("An unfinished quoted-printable value or a final equals sign does not absorb the next line") func openEnds()
        throws
    {
        let open = try card("2.1", "X-A;QUOTED-PRINTABLE:x=")
        #expect(try joined(open, card("2.1", "X-B:1")) == ["X-A;QUOTED-PRINTABLE:x=", "", "X-B:1"])
        #expect(try joined(card("3.0", "X-A:x="), card("3.0", "X-B:1")) == ["X-A:x=", "X-B:1"])
    }

    @Test("Lines of a nested card are neither added to the outer card nor compared with its lines") func inner() throws
    {
        let agent = "AGENT:\r\nBEGIN:VCARD\r\nVERSION:2.1\r\nN:B\r\nX-INNER:1\r\nEND:VCARD"
        #expect(try joined(card("2.1"), card("2.1", agent, "X-A:1")) == ["X-A:1"])
        #expect(try joined(card("2.1", agent), card("2.1", "X-INNER:1")).last == "X-INNER:1")
    }
}
