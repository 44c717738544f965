import FoundationEssentials
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
        // A fold can precede a combining character, so a search for characters would not find the fold.
        let scalars = text.unicodeScalars.replacing("\r\n ".unicodeScalars, with: "".unicodeScalars)
        let lines = scalars.split(separator: "\r\n".unicodeScalars)
        return VCard40Checker(lines.map { String(String.UnicodeScalarView($0)) }).problems
    }

    /// Files with values and property names that are invalid in every version.
    private static let invalidFiles: Set = ["ez-vcard/text_outlook-2003.vcf", "ical4j/vcard-antoni-kontact.vcf"]

    @Test(.enabled(if: Corpus.isPresent, "../shared/data/vcards is missing"))
    func `All older cards of the corpus, except those in two invalid files, become valid vCard 4.0 cards`() throws {
        var count = 0
        for file in Corpus.files where !file.hasSuffix(".xml") && !Self.invalidFiles.contains(file) {
            for card in try CardReadResult(try Corpus.bytes(file)).cards where card.version != .v40 {
                count += 1
                for problem in try problems(card) { Issue.record("\(file): \(problem)") }
            }
        }
        #expect(count > 0)
    }

    @Test(.long("random cards")) func `Generated cards are written as valid vCard 4.0 cards`() throws {
        var cards = RandomCards(seed: 44)
        for number in 0..<(try Soak.times(atLeast: 200, byDefault: 20)) {
            // U+007F is written unchanged, because no version can escape it.
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
    func `An instant messaging address is repaired in vCard 4.0 if it is not a valid URI`(line: String, new: String)
        throws
    {
        let card = try CardReadResult.card("3.0", ["FN:Ann", line])
        #expect(try problems(card) == [])
        let there = try CardRoundTrip(card, .vCard(.v40))
        #expect(there.again.person.card.contains(new) && there.losses == [], "\(there.again.person.card)")
        #expect(there.again.person.messengers == card.person.messengers)
    }

    @Test func `A member that cannot be written as a URI becomes an extension in vCard 4.0`() throws {
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
    func `The checker reports the problem in an invalid card`(card: String, problem: String) {
        #expect(VCard40Checker(card.split(separator: "|").map(String.init)).problems == [problem])
    }
}

/// A checker for the syntax of vCard 4.0 (RFC 6350) that is independent of the reader: cardinalities, parameters, and
/// value types.
struct VCard40Checker {
    private(set) var problems: [String] = []
    private var counts: [String: Int] = [:]
    private var alternatives: Set<String> = []

    /// Checks the unfolded lines of a card.
    init(_ lines: [String]) {
        if lines.first != "BEGIN:VCARD" || lines.dropFirst().first != "VERSION:4.0" || lines.last != "END:VCARD" {
            problems.append("The card is not delimited correctly.")
        }
        for line in lines.dropFirst().dropLast() { check(line) }
        if counts["FN", default: 0] == 0 { problems.append("FN is missing.") }
        for name in Self.singles where counts[name, default: 0] > 1 { problems.append("\(name) is repeated.") }
    }

    private static let singles = ["VERSION", "N", "BDAY", "ANNIVERSARY", "GENDER", "KIND", "PRODID", "REV", "UID"]

    private static let names: Set = [
        "VERSION", "SOURCE", "KIND", "XML", "FN", "N", "NICKNAME", "PHOTO", "BDAY", "ANNIVERSARY", "GENDER", "ADR",
        "TEL", "EMAIL", "IMPP", "LANG", "TZ", "GEO", "TITLE", "ROLE", "LOGO", "ORG", "MEMBER", "RELATED", "CATEGORIES",
        "NOTE", "PRODID", "REV", "SOUND", "UID", "CLIENTPIDMAP", "URL", "KEY", "FBURL", "CALADRURI", "CALURI",
        "BIRTHPLACE", "DEATHPLACE", "DEATHDATE", "EXPERTISE", "HOBBY", "INTEREST", "ORG-DIRECTORY", "CONTACT-URI",
        "CREATED", "GRAMGENDER", "LANGUAGE", "PRONOUNS", "SOCIALPROFILE",
    ]

    private static let addresses: Set = [
        "SOURCE", "PHOTO", "IMPP", "GEO", "LOGO", "MEMBER", "RELATED", "SOUND", "UID", "URL", "KEY", "FBURL",
        "CALADRURI", "CALURI", "ORG-DIRECTORY", "CONTACT-URI", "SOCIALPROFILE",
    ]

    private mutating func check(_ line: String) {
        let pattern =
            #/
            (?: [A-Za-z0-9\-]+ \. )? ([A-Za-z0-9\-]+)
            ( (?: ; [A-Za-z0-9\-]+ = (?: "[^"]*" | [^",:;]* ) (?: , (?: "[^"]*" | [^",:;]* ) )* )* )
            : (.*)
            /#
        guard let match = line.wholeMatch(of: pattern) else {
            return problems.append("This is not a content line: \(line.prefix(100))")
        }
        let (name, value) = (match.1.uppercased(), String(match.3))
        let parameters = Self.parameters(String(match.2))
        if line.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) {
            problems.append("\(name) contains a control character.")
        }
        check(parameters, of: name)
        if name.hasPrefix("X-") { return }
        guard Self.names.contains(name) else { return problems.append("Unknown property \(name)") }
        let id = parameters.first { $0.name == "ALTID" }.map { "\(name) \($0.value)" }
        if id == nil || alternatives.insert(id ?? "").inserted { counts[name, default: 0] += 1 }
        if !isValid(value, name, parameters) { problems.append("Invalid value: \(line.prefix(100))") }
    }

    private static func parameters(_ text: String) -> [(name: String, value: String)] {
        text.matches(of: #/;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";])*)/#).map { ($0.1.uppercased(), String($0.2)) }
    }

    private mutating func check(_ parameters: [(name: String, value: String)], of name: String) {
        for (parameter, value) in parameters {
            let isValid =
                switch parameter {
                case "PREF": Int(value).map { 1...100 ~= $0 } ?? false
                case "TYPE": value.wholeMatch(of: #/"?[A-Za-z0-9-]+(,[A-Za-z0-9-]+)*"?/#) != nil || name.hasPrefix("X-")
                case "ENCODING", "CHARSET": false
                default: true
                }
            if !isValid { problems.append("Invalid parameter \(parameter)=\(value) of \(name)") }
        }
    }

    private func isValid(_ value: String, _ name: String, _ parameters: [(name: String, value: String)]) -> Bool {
        let type = parameters.first { $0.name == "VALUE" }?.value.lowercased()
        if parameters.contains(where: { $0.name == "CALSCALE" && $0.value.lowercased() != "gregorian" }) { return true }
        switch (name, type) {
        case (_, "text"): return Self.isText(value)
        case (_, "uri"),
            (_, nil) where Self.addresses.contains(name):
            return Self.isAddress(value)
        case ("BDAY", _), ("ANNIVERSARY", _), ("DEATHDATE", _): return Self.isDateOrTime(value)
        case ("REV", _), ("CREATED", _): return value.wholeMatch(of: #/\d{8}T\d{6}(Z|[+-]\d{2}(\d{2})?)?/#) != nil
        case ("N", _): return [5, 7].contains(Self.components(value)) && Self.isList(value)
        case ("ADR", _): return [7, 18].contains(Self.components(value)) && Self.isList(value)
        case ("GENDER", _): return value.wholeMatch(of: #/[MFONU]?(;.*)?/#) != nil
        case ("LANG", _), ("LANGUAGE", _): return value.wholeMatch(of: #/[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*/#) != nil
        case ("KIND", _): return value.wholeMatch(of: #/[A-Za-z0-9-]+/#) != nil
        case ("CLIENTPIDMAP", _): return value.wholeMatch(of: #/\d+;.+/#) != nil
        case ("ORG", _), ("CATEGORIES", _), ("NICKNAME", _): return Self.isList(value)
        default: return Self.isText(value)
        }
    }

    private static func components(_ value: String) -> Int {
        value.replacing(#/\\./#, with: "").split(separator: ";", omittingEmptySubsequences: false).count
    }

    /// Returns whether backslashes only begin escapes, and commas are escaped.
    private static func isText(_ value: String) -> Bool {
        value.wholeMatch(of: #/([^\\,]|\\[\\,;nN:])*/#) != nil
    }

    private static func isList(_ value: String) -> Bool { value.wholeMatch(of: #/([^\\]|\\[\\,;nN:])*/#) != nil }

    private static func isAddress(_ value: String) -> Bool {
        value.wholeMatch(of: #/[A-Za-z][A-Za-z0-9+.-]*:[A-Za-z0-9\-._~:\/?#\[\]@!$&'()*+,;=%]*/#) != nil
    }

    private static func isDateOrTime(_ value: String) -> Bool {
        let date = #/\d{8}|\d{4}-\d{2}|\d{4}|--\d{2}(\d{2})?|---\d{2}/#
        let time = #/(\d{2}(\d{2}(\d{2})?)?|-\d{2}(\d{2})?|--\d{2})(Z|[+-]\d{2}(\d{2})?)?/#
        let parts = value.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let isDate = parts[0].isEmpty && parts.count == 2 || parts[0].wholeMatch(of: date) != nil
        return isDate && (parts.count == 1 || parts[1].wholeMatch(of: time) != nil)
    }
}
