import Localization
import Model
import Testing
import Text

@testable import Interchange

@Suite("Limits of cards")
struct CardLimitTests {
    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    @Test(
        "At most 100 warnings about a card are listed, and the others are counted",
        arguments: [
            (99, 99, nil), (100, 100, nil), (101, 101, "1 more warning about this card."),
            (102, 101, "2 more warnings about this card."),
        ] as [(Int, Int, String?)])
    func warnings(strays: Int, listed: Int, last: String?) throws {
        let card = try CardReadResult.card("3.0", ["FN:A"] + (0..<strays).map { "stray \($0)" })
        #expect(card.warnings.count == listed)
        #expect(
            card.warnings.last?.sentence.description == last ?? "This line is not a property. It was kept unchanged.")
    }

    @Test("At most 100 categories of a card become groups", arguments: [(99, 0), (100, 0), (101, 1), (102, 1)])
    func categories(count: Int, warnings: Int) throws {
        let names = (1...count).map { "g\($0)" }
        let card = try CardReadResult.card("4.0", ["FN:A", "CATEGORIES:" + names.joined(separator: ",")])
        #expect(card.categories == Array(names.prefix(100)) && card.warnings.count == warnings)
    }

    @Test("A card with more than 10,000 properties is rejected", arguments: [(10_000, true), (10_001, false)])
    func properties(count: Int, isRead: Bool) throws {
        let text = "BEGIN:VCARD\nVERSION:3.0\nFN:A\n" + Self.times(count - 2, "X-A:1\n") + "END:VCARD\n"
        #expect(try CardReadResult(text).cards.count == (isRead ? 1 : 0))
    }

    @Test(
        "A property with more than 1,000 parameters is not interpreted", arguments: [(1000, true), (1001, false)],
        [";TYPE=x", ";x"])
    func parameters(count: (Int, Bool), parameter: String) throws {
        let card = try CardReadResult.card("3.0", ["FN:A", "TEL\(Self.times(count.0, parameter)):1"])
        #expect(card.person.phones.map(\.value) == (count.1 ? ["1"] : []))
    }

    @Test("A list of more than 1,000 parameter values is not interpreted", arguments: [(1000, true), (1001, false)])
    func parameterValues(count: Int, isRead: Bool) throws {
        let card = try CardReadResult.card("3.0", ["FN:A", "TEL;TYPE=x\(Self.times(count - 1, ",x")):1"])
        #expect(card.person.phones.map(\.value) == (isRead ? ["1"] : []))
    }

    @Test(
        "Property and parameter names of up to 100 characters are interpreted",
        arguments: [(99, true), (100, true), (101, false)])
    func names(count: Int, isRead: Bool) throws {
        let name = Self.times(count, "X")
        let lines = ["FN:A", "\(name):1", "TEL;\(name)=1:2"]
        let card = try CardReadResult.card("4.0", lines)
        #expect(card.warnings.count == (isRead ? 0 : 2))
        #expect(card.person.phones.count == (isRead ? 1 : 0))
        #expect(JCard.isToken(name) == isRead)
    }

    @Test(
        "Cards nested more than 8 levels deep are rejected", arguments: [(6, true), (7, true), (8, false)],
        ["AGENT:\nBEGIN:VCARD\n", "AGENT:BEGIN:VCARD\n"])
    func depth(count: (Int, Bool), step: String) throws {
        let text = "BEGIN:VCARD\nFN:A\n" + Self.times(count.0, step + "FN:B\n") + Self.times(count.0 + 1, "END:VCARD\n")
        #expect(try CardReadResult(text).cards.map(\.person.title) == (count.1 ? ["A"] : []))
    }

    @Test(
        "A BEGIN line with spaces is recognized up to 256 bytes", arguments: [(255, true), (256, true), (257, false)])
    func begin(length: Int, isRead: Bool) throws {
        let begin = "BEGIN:" + Self.times(length - 11, " ") + "VCARD"
        let text = "BEGIN:VCARD\nFN:A\nEND:VCARD\n\(begin)\nFN:B\nEND:VCARD\n"
        #expect(try CardReadResult(text).cards.map(\.person.title) == (isRead ? ["A", "B"] : ["A"]))
    }

    @Test(
        "A card is recognized after at most 64 KB of other text",
        arguments: [(65_535, true), (65_536, true), (65_537, false)])
    func preface(length: Int, isRead: Bool) throws {
        let lines = Self.times(63, Self.times(1023, "x") + "\n") + Self.times(length - 63 * 1024 - 1, "x") + "\n"
        let card = "BEGIN:VCARD\nFN:A\nEND:VCARD\n"
        #expect((try? CardReadResult(lines + card).cards.count) == (isRead ? 1 : nil))
        var splitter = VCardSplitter(file: "a.vcf")
        splitter.feed(Array(Self.times(length, "x").utf8))
        do throws(SourceProblem) { _ = try splitter.next() } catch {
            #expect(!isRead && error.description.contains("BEGIN:VCARD"))
        }
    }

    @Test("Lines longer than 32 MB are rejected", arguments: [32_000_000, 32_000_001], ["\n", "\r\n", ""])
    func line(length: Int, end: String) {
        var buffer = ContentLineBuffer()
        buffer.feed([UInt8](repeating: 0x41, count: length) + Array(end.utf8), forgettingBefore: 0)
        buffer.finish()
        let isLine = if case .line = buffer.next() { true } else { false }
        #expect(isLine == (length == 32_000_000))
    }

    // MARK: - Photos

    private static func photo(ofBase64Length length: Int) -> String {
        String(
            decoding: Base64.encoded([0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: length / 4 * 3 - 4)),
            as: UTF8.self)
    }

    private func isDetached(_ lines: [String]) throws -> Bool {
        let card = try CardReadResult.card("3.0", ["FN:A"] + lines)
        #expect(card.photo?.type == .jpeg)
        return card.person.card.contains { $0.contains(CardText.photoMark) }
    }

    @Test("A photo of at least 1,024 base64 characters is stored separately", arguments: [(1020, false), (1024, true)])
    func smallPhoto(length: Int, isDetached: Bool) throws {
        #expect(try self.isDetached(["PHOTO;ENCODING=b;TYPE=JPEG:" + Self.photo(ofBase64Length: length)]) == isDetached)
    }

    @Test(
        "A photo is stored separately only if its lines have at least 16 characters and at most 16 spaces between them",
        arguments: [(16, 1, true), (15, 1, false), (16, 16, true), (16, 17, false)])
    func photoLines(width: Int, blanks: Int, isDetached: Bool) throws {
        let base64 = Array(Self.photo(ofBase64Length: 1200))
        let pieces = stride(from: 0, to: base64.count, by: width).map {
            String(base64[$0..<min($0 + width, base64.count)])
        }
        let line = "PHOTO;ENCODING=b;TYPE=JPEG:" + pieces.joined(separator: Self.times(blanks, " "))
        #expect(try self.isDetached([line]) == isDetached)
    }

    // MARK: - Folding

    @Test(
        "Lines of cards and calendars are folded after 75 bytes, except for text in vCard 2.1",
        arguments: [(74, 1), (75, 1), (76, 2), (149, 2), (150, 3), (223, 3), (224, 4)])
    func folding(length: Int, count: Int) {
        let line = "NOTE:" + Self.times(length - 5, "x")
        #expect(folded(line, .v40).count == count && folded(line, .v30).count == count)
        #expect(folded(line, .v21) == [line])
        #expect(folded("X;BASE64:" + Self.times(length - 9, "x"), .v21).count == count)
        var writer = CalendarWriter("Test")
        let start = writer.bytes.count
        writer.write(line)
        #expect(lines(of: Array(writer.bytes[start...])).count == count)
    }

    @Test("Characters are not split when a line is folded", arguments: 70...76, ["é", "漢", "👍"])
    func foldedCharacters(start: Int, character: String) {
        let line = "NOTE:" + Self.times(start - 5, "x") + Self.times(40, character)
        let folded = folded(line, .v40)
        #expect(folded.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\u{FFFD}") })
        #expect(folded.dropFirst().reduce(folded[0]) { $0 + $1.dropFirst() } == line)
    }

    @Test("Quoted-printable lines have at most 76 characters", arguments: [(75, 1), (76, 2), (150, 2), (151, 3)])
    func quotedPrintable(length: Int, count: Int) {
        let lines = QuotedPrintable.encoded(Self.times(length, "x"), column: 0).split(separator: "\n")
        #expect(lines.count == count && lines[0].utf8.count == min(length, 76 - (count == 1 ? 1 : 0)))
        #expect(QuotedPrintable.encoded(Self.times(length - 10, "x"), column: 10).split(separator: "\n").count == count)
    }

    @Test("Lines of LDIF files are folded after 76 bytes", arguments: [(75, 1), (76, 1), (77, 2), (151, 2), (152, 3)])
    func ldif(length: Int, count: Int) {
        var card = ContactCard()
        card.person.name.family = "Organa"
        card.person.jobTitle = Self.times(length - 7, "x")
        var writer = LDIFWriter()
        _ = writer.write(card)
        let lines = String(decoding: writer.drain(), as: UTF8.self).split(separator: "\n")
        let start = lines.firstIndex { $0.hasPrefix("title: ") } ?? 0
        #expect(lines[(start + 1)...].prefix { $0.hasPrefix(" ") }.count == count - 1)
    }

    private func folded(_ line: String, _ version: CardVersion) -> [String] {
        var folder = LineFolder(version)
        var bytes: [UInt8] = []
        folder.append(Array(line.utf8), to: &bytes)
        return lines(of: bytes)
    }

    /// Returns the lines without their ends.
    private func lines(of bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    // MARK: - Reports

    @Test(
        "Reports list at most 100 warnings and 100 cases, or 100 of each kind for catalogs, but count all",
        arguments: [99, 100, 101])
    func reports(count: Int) {
        var report = ImportReport()
        var catalog = CatalogReport()
        let record = RecordReference(id: RecordID(kind: .planet, number: 1), name: "Hoth")
        for number in 0..<count {
            report.add(
                .possible, nil, .init(.possible, "\(number)", at: nil, nil, existing: nil, nil, because: nil, .init()))
            report.warnings.add("Warning", at: SourceLocation(file: "a.vcf", line: number))
            for kind in [CatalogReport.Kind.added, .gone] { catalog.add(kind, record, at: nil) }
        }
        #expect(report.cases.count == min(count, 100) && report.omittedCases == max(0, count - 100))
        #expect(report.undecided == [.possible: count])
        #expect(report.warnings.reported.count == min(count, 100) && report.warnings.count == count)
        #expect(catalog.cases.count == 2 * min(count, 100) && catalog.counts == [.added: count, .gone: count])
    }

    @Test("A report lists an unchanged planet only if a field was kept", arguments: [([], 0), (["Mass"], 1)])
    func unchanged(titles: [String], cases: Int) {
        var report = CatalogReport()
        let kept = titles.map { FieldChange(key: "massKg", title: "\($0)", old: "1", new: "2") }
        let record = RecordReference(id: RecordID(kind: .planet, number: 1), name: "Hoth")
        report.add(record, changedBy: [], at: SourceLocation(file: "a.csv"), kept: kept)
        #expect(report.cases.count == cases && report.counts == [.same: 1] && report.kept == kept.count)
    }

    // MARK: - Formats

    @Test(
        "Character references of up to 10 characters are decoded once",
        arguments: [
            ("&eacute;", "é"), ("&#233;", "é"), ("&#xE9;", "é"), ("&#XE9;", "é"), ("&#000000233;", "é"),
            ("&#0000000233;", "&#0000000233;"), ("&#233", "&#233"), ("&amp;amp;", "&amp;"), ("a & b;", "a & b;"),
            ("&;", "&;"), ("&&lt;", "&<"), ("&unknown;", "&unknown;"), ("&#x110000;", "&#x110000;"), ("&", "&"),
        ])
    func references(text: String, decoded: String) { #expect(CharacterReferences.decoded(text) == decoded) }

    @Test("The format of a table is detected from its first 4,096 bytes", arguments: [(4095, true), (4096, false)])
    func tableFormat(blanks: Int, isDetected: Bool) {
        let text = Self.times(blanks, " ") + "|pl_name|"
        #expect((TableFormat(Array(text.utf8)) == .ipac) == isDetected)
    }

    @Test("The format of cards is detected from their first 1,024 bytes", arguments: [(1021, true), (1022, false)])
    func cardFormat(blanks: Int, isLDIF: Bool) {
        let text = Self.times(blanks, "\n") + "dn: uid=leia"
        #expect(CardFileKind(Array(text.utf8)).isOtherCardFormat == isLDIF)
    }

    @Test(
        "A JSON pointer of up to 16 components is restored as a member",
        arguments: [(15, true), (16, true), (17, false)])
    func pointer(count: Int, isRestored: Bool) throws {
        let path = (0..<count).map { "k\($0)" }.joined(separator: "/")
        let card = try CardReadResult.card("4.0", ["FN:A", "JSPROP;JSPTR=\"\(path)\":1"])
        let text = String(decoding: CardRoundTrip.written(card, .jsContact).bytes, as: UTF8.self)
        #expect(text.contains("vCardProps") != isRestored)
    }

    @Test(
        "A date with a valid hour is read, and the years 0 and 1604 are treated as missing",
        arguments: [
            ("1977-05-25T23", "1977-05-25"), ("1977-05-25T24", nil), ("1977-05-25 00:00", "1977-05-25"),
            ("19770525T235959Z", "1977-05-25"), ("19770525T2", nil), ("19770525T-", "1977-05-25"),
            ("19770525T", "1977-05-25"), ("--0525T09", "--05-25"), ("1604-05-25", "--05-25"), ("1604-05", "--05"),
            ("1604", "1604"), ("1603-05-25", "1603-05-25"), ("1605-05-25", "1605-05-25"), ("0000-05-25", "--05-25"),
            ("0001-05-25", "0001-05-25"), ("1977-0525", nil), ("1977-02-29", nil), ("", nil),
        ] as [(String, String?)])
    func dates(text: String, date: String?) {
        #expect(CardDate.date(of: text, omittedYear: nil)?.description == date)
    }

    @Test(
        "The preference of a value is limited to the range from 1 to 100",
        arguments: [
            ("0", 1), ("1", 1), ("2", 2), ("99", 99), ("100", 100), ("101", 100), ("x", 1),
        ])
    func preference(text: String, preference: Int) {
        #expect(LineHead(group: "", name: "TEL", parameters: [CardParameter("PREF", text)]).preference == preference)
        #expect(LineHead(group: "", name: "TEL", parameters: []).preference == 101)
    }
}
