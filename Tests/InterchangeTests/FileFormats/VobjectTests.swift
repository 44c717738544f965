import FoundationEssentials
import Glibc
import Interchange
import Model
import TestSupport
import Testing

/// The Python library vobject, an independent reader of vCards.
enum Vobject {
    /// A Python interpreter that can import vobject: the value of `ALMANAC_PYTHON`, `python3`, or the interpreter of the
    /// system. `nil` if none of them can.
    static let python: String? = {
        let named = ProcessInfo.processInfo.environment["ALMANAC_PYTHON"]
        return [named, "python3", "/usr/bin/python3"].compactMap { $0 }.first {
            output(of: $0, "import vobject; print('yes')", "") == "yes\n"
        }
    }()

    /// Returns the output of a Python program with a file as its only argument, or `nil` if the program fails.
    static func output(of python: String, _ program: String, _ file: String) -> String? {
        let quoted = [python, "-c", program, file].map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(
            separator: " ")
        guard let pipe = popen(quoted + " 2>/dev/null", "r") else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
        return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }

    static func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString).vcf")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }
}

@Suite(
    "Reading exported cards with Python’s vobject", .enabled(if: Vobject.python != nil, "Python cannot import vobject"))
struct VobjectTests {
    /// A Python program that prints the values of each card as a line of JSON.
    private static let program = """
        import vobject, sys, json
        for card in vobject.readComponents(open(sys.argv[1], encoding='utf-8', newline='')):
            n = card.n.value
            seen = [n.family, n.given, n.additional, n.prefix, n.suffix, card.fn.value]
            seen += ['/'.join(o.value) for o in card.contents.get('org', [])]
            for name in ['title', 'nickname', 'bday', 'email', 'tel', 'url', 'note', 'uid']:
                seen += [c.value for c in card.contents.get(name, [])]
            for a in card.contents.get('adr', []):
                a = a.value
                seen += [a.street, a.city, a.region, a.code, a.country]
            seen += [x for c in card.contents.get('categories', []) for x in c.value]
            print(json.dumps(seen))
        """

    @Test(.long("200 cards"))
    func `vobject reads the same values from exported vCard 3.0 cards`() throws {
        let cards = Self.cards(Soak.isOn ? 200 : 30)
        var writer = CardWriter(.vCard(.v30))
        for card in cards { #expect(writer.write(card).losses == []) }
        let lines = try Vobject.withFile(writer.drain()) { file in
            Vobject.output(of: Vobject.python ?? "", Self.program, file)
        }
        let seen = try #require(lines).split(separator: "\n").map(String.init)
        #expect(seen.count == cards.count)
        for (card, line) in zip(cards, seen) { #expect(line == Self.expected(card)) }
    }

    /// A Python program that reads each card, one per line in base64, and prints its name, email addresses, and phone
    /// numbers as a line of JSON, or the error.
    private static let readingProgram = """
        import base64, json, sys, vobject
        for line in open(sys.argv[1]):
            try:
                text = base64.b64decode(line).decode('utf-8')
                cards = list(vobject.readComponents(text))
                if len(cards) != 1: raise ValueError('%d cards' % len(cards))
                cards[0].validate()
                print(json.dumps([cards[0].fn.value] + [
                    value.value for name in ['email', 'tel'] for value in cards[0].contents.get(name, [])]))
            except Exception as error: print(repr(error))
        """

    @Test(
        "vobject reads every card of the corpus converted to vCard 3.0, and every edited card whose original it can read",
        .enabled(if: Corpus.isPresent, "../shared/data/vcards is missing"))
    func corpus() throws {
        var written: [(file: String, original: ContactCard, card: [UInt8])] = []
        for file in Corpus.files where !file.hasSuffix(".xml") {
            for var card in try CardReadResult(try Corpus.bytes(file)).cards {
                let original = card
                if card.group == nil { card.person.jobTitle += "; edited" }
                written.append((file, original, CardRoundTrip.written(card, .vCard(.v30)).bytes))
            }
        }
        let lines = try Self.read(written.map(\.card))
        let failures = zip(written, lines).filter { !$0.1.hasPrefix("[") }.map { card, line in
            let original = CardRoundTrip.written(card.original, .asItCame(otherwise: .v30)).bytes
            return (error: "\(card.file): \(line)", original: original)
        }
        let originals = try Self.read(failures.map { $0.original })
        #expect(lines.count == written.count && originals.count == failures.count)
        for (failure, original) in zip(failures, originals) {
            // An edit does not repair the other lines of a card.
            let isConverted = !String(decoding: failure.original, as: UTF8.self).contains("VERSION:3.0")
            #expect(!isConverted && !original.hasPrefix("["), "\(failure.error)")
        }
        for (card, line) in zip(written, lines) where line.hasPrefix("[") {
            let person = try #require(try CardReadResult(card.card).onlyCard).person
            let values = person.emails.map(\.value) + person.phones.map(\.value)
            #expect(values.allSatisfy { line.contains(Self.python($0)) }, "\(card.file): \(line)")
        }
    }

    private static func read(_ cards: [[UInt8]]) throws -> [String] {
        let file = cards.map { Data($0).base64EncodedString() }.joined(separator: "\n")
        let output = try Vobject.withFile(Array(file.utf8)) {
            Vobject.output(of: Vobject.python ?? "", readingProgram, $0)
        }
        return try #require(output).split(separator: "\n").map(String.init)
    }

    /// Returns cards whose values contain special characters, line breaks, and letters of several scripts.
    private static func cards(_ count: Int) -> [ContactCard] {
        (0..<count).map { number in
            var card = ContactCard()
            card.person.name.given = "Zoë, \(number)"
            card.person.name.family = "O;Brien\\"
            card.person.name.middle = "日本"
            card.person.name.prefix = "Dr."
            card.person.name.suffix = "Jr., MD"
            card.person.name.nickname = "Nick\(number)"
            card.person.organization = "Acme, Inc."
            card.person.department = "R&D; 2"
            card.person.jobTitle = "Head, of; things\\"
            card.person.birthday = PartialDate(year: 1980, month: 5, day: 1 + number % 28)
            card.person.emails = [Labeled("work", "a\(number)@b.example"), Labeled("Boat", "c@d.example")]
            card.person.phones = [Labeled("mobile", "+1,,555\(number)")]
            card.person.urls = [Labeled("", "https://example.org/?a=1,2;b=\(number)")]
            card.person.addresses = [
                Labeled(
                    "home", PostalAddress(street: "1, Main; St", locality: "Zürich", postalCode: "8000", country: "CH"))
            ]
            card.notes = ["Line one\nline two, and \\ more; " + String(repeating: "long ", count: 30)]
            card.categories = ["A, B", "C"]
            card.uid = "uid-\(number)"
            return card
        }
    }

    private static func expected(_ card: ContactCard) -> String {
        let person = card.person
        let name = person.name
        var seen = [name.family, name.given, name.middle, name.prefix, name.suffix, person.title]
        seen.append(
            ([person.organization] + person.department.split(separator: "; ").map(String.init)).joined(separator: "/"))
        seen += [person.jobTitle, name.nickname, person.birthday?.description ?? ""] + person.emails.map(\.value)
        seen += person.phones.map(\.value) + person.urls.map(\.value) + card.notes + [card.uid ?? ""]
        for address in person.addresses.map(\.value) {
            seen += [address.street, address.locality, address.region, address.postalCode, address.country]
        }
        seen += card.categories
        return "[" + seen.map(Self.python).joined(separator: ", ") + "]"
    }

    /// Returns the text as Python’s `json.dumps` writes it.
    private static func python(_ text: String) -> String {
        "\""
            + text.utf16.map { unit -> String in
                switch unit {
                case 0x22: "\\\""
                case 0x5C: "\\\\"
                case 0x0A: "\\n"
                case 0x20..<0x7F: String(UnicodeScalar(UInt8(unit)))
                default:
                    "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
                }
            }.joined() + "\""
    }
}
