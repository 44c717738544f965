import Interchange
import Model
import TestSupport
import Testing

@Suite("The syntax of converted cards")
struct ValidityTests {
    /// Returns the problems of a card that is converted to vCard 4.0.
    private func problems(_ card: ContactCard) throws -> [String] {
        let bytes = CardRoundTrip.written(card, .vCard(.v40)).bytes
        let text = String(decoding: bytes, as: UTF8.self)
        // A fold can stand before a combining character, so characters would not match it.
        let scalars = text.unicodeScalars.replacing("\r\n ".unicodeScalars, with: "".unicodeScalars)
        let lines = scalars.split(separator: "\r\n".unicodeScalars)
        return VCard40Checker(lines.map { String(String.UnicodeScalarView($0)) }).problems
    }

    /// Files with values and property names that are invalid in every version.
    private static let invalidFiles: Set = ["ez-vcard/text_outlook-2003.vcf", "ical4j/vcard-antoni-kontact.vcf"]

    @Test(.enabled(if: Corpus.isPresent, "../shared/data/vcards is missing"))
    func `All vCards of versions 2.1 and 3.0 become valid vCards 4.0`() throws {
        var count = 0
        for file in Corpus.files where !file.hasSuffix(".xml") && !Self.invalidFiles.contains(file) {
            for card in try CardReadResult(try Corpus.bytes(file)).cards where card.version != .v40 {
                count += 1
                for problem in try problems(card) { Issue.record("\(file): \(problem)") }
            }
        }
        #expect(count > 0)
    }

    @Test(.long("random cards")) func `Generated cards are written as valid vCards 4.0`() throws {
        var cards = RandomCards(seed: 44)
        for number in 0..<(try Soak.times(atLeast: 200, byDefault: 20)) {
            // U+007F is written as it is stored. No version can escape it.
            for problem in try problems(cards.next(number)) where !problem.hasSuffix("contains a control character.") {
                Issue.record("\(problem)")
            }
        }
    }

    @Test(arguments: [
        ("IMPP;X-SERVICE-TYPE=Skype:echo 123", "IMPP;X-SERVICE-TYPE=Skype:skype:echo%20123"),
        ("IMPP;TYPE=HOME:ann", "IMPP;TYPE=home:x-apple:ann"),
        ("IMPP;X-SERVICE-TYPE=Google Talk:ann", "IMPP;X-SERVICE-TYPE=Google Talk:x-apple:ann"),
        ("IMPP:aim:Ann Archer", "IMPP:aim:Ann%20Archer"), ("IMPP:xmpp:ann@x.example", "IMPP:xmpp:ann@x.example"),
    ])
    func `An instant messaging address without a valid URI is repaired in vCard 4.0`(line: String, new: String) throws {
        let card = try CardReadResult.card("3.0", ["FN:Ann", line])
        #expect(try problems(card) == [])
        let there = try CardRoundTrip(card, .vCard(.v40))
        #expect(there.again.person.card.contains(new) && there.losses == [], "\(there.again.person.card)")
        #expect(there.again.person.messengers == card.person.messengers)
    }

    @Test func `A member that is not a URI becomes an extension in vCard 4.0`() throws {
        let lines = ["Group 1", "urn:uuid:a b", "mailto:Ann <ann@x.example>", "rebel-1", "mailto:ann@x.example"]
        let card = try CardReadResult.card(
            "3.0", ["X-ADDRESSBOOKSERVER-KIND:group", "FN:A"] + lines.map { "X-ADDRESSBOOKSERVER-MEMBER:\($0)" })
        #expect(try problems(card) == [])
        let there = try CardRoundTrip(card, .vCard(.v40))
        #expect(there.again.group?.members == card.group?.members)
        #expect(there.losses.map(\.property) == ["MEMBER"])
        let members = there.again.person.card.filter { $0.contains("MEMBER") }
        #expect(members.prefix(2) == ["X-MEMBER:Group 1", "X-MEMBER:a b"])
        #expect(members.suffix(2) == ["MEMBER:urn:uuid:rebel-1", "MEMBER:mailto:ann@x.example"])
    }

    @Test(arguments: [
        ("BEGIN:VCARD|VERSION:4.0|N:A;;;;|END:VCARD", "FN is missing."),
        ("BEGIN:VCARD|VERSION:4.0|FN:A|N:A;B|END:VCARD", "Invalid value: N:A;B"),
        ("BEGIN:VCARD|VERSION:4.0|FN:A|REV:2012-03-05|END:VCARD", "Invalid value: REV:2012-03-05"),
        ("BEGIN:VCARD|VERSION:4.0|FN:A|URL:www.x|END:VCARD", "Invalid value: URL:www.x"),
        ("BEGIN:VCARD|VERSION:4.0|FN:A|UID:a|END:VCARD", "Invalid value: UID:a"),
        ("BEGIN:VCARD|VERSION:4.0|FN:A|BDAY:1980-01-01|END:VCARD", "Invalid value: BDAY:1980-01-01"),
        ("BEGIN:VCARD|VERSION:4.0|FN:A|UID:a:b|UID:a:c|END:VCARD", "UID is repeated."),
        ("BEGIN:VCARD|VERSION:4.0|FN:A|AGENT:x|END:VCARD", "Unknown property AGENT"),
        ("BEGIN:VCARD|VERSION:4.0|FN:A, B|END:VCARD", "Invalid value: FN:A, B"),
        ("BEGIN:VCARD|VERSION:4.0|FN:A|TEL;HOME:1|END:VCARD", "This is not a content line: TEL;HOME:1"),
        ("BEGIN:VCARD|VERSION:3.0|FN:A|END:VCARD", "The card is not delimited correctly."),
    ])
    func `The checker finds invalid cards`(card: String, problem: String) {
        #expect(VCard40Checker(card.split(separator: "|").map(String.init)).problems == [problem])
    }
}
