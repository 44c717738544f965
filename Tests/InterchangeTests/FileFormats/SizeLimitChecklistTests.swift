import FoundationEssentials
import Interchange
import Model
import TestSupport
import Testing

/// Rows V6 to V10 and V20 of Tests/Checklist.md: excessive and missing input.
@Suite("Size limits and invalid input: checklist rows V6 to V10 and V20")
struct SizeLimitChecklistTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

    private static func base64(_ bytes: [UInt8]) -> String {
        Data(bytes.prefix(bytes.count / 3 * 3)).base64EncodedString()
    }

    @Test("V6 The type of a photo is detected from its bytes") func photo() throws {
        let text = Self.base64(Self.jpeg + [1, 2, 3, 4, 5])
        for (version, line) in [
            ("2.1", "PHOTO;ENCODING=BASE64;TYPE=GIF:\(text)\r\n"), ("3.0", "PHOTO;ENCODING=b:\(text)"),
            ("4.0", "PHOTO:data:image/png;base64,\(text)"),
        ] {
            #expect(try CardReadResult.card(version, [line]).photo?.type == .jpeg)
        }
    }

    @Test("V6 A photo that is too large, not base64, or of an unknown type is skipped with a warning") func badPhotos()
        throws
    {
        let large = Self.base64(Self.jpeg + [UInt8](repeating: 7, count: BlobID.maximumBytes))
        for (value, word) in [(large, "10 MB"), ("/9j/!!!!", "base64"), ("Qk0AAAAA", "not a JPEG")] {
            let card = try CardReadResult.card("3.0", ["FN:Ada", "PHOTO;ENCODING=b;TYPE=JPEG:\(value)"])
            #expect(card.photo == nil)
            #expect(card.person.title == "Ada")
            #expect(card.warnings.map(\.line) == [4])
            #expect(card.warnings[0].sentence.contains(word))
            #expect(card.person.card.allSatisfy { $0.utf8.count < 100 })
        }
    }

    @Test(
        "V6 A photo of the maximum size is imported, and a larger photo is skipped", .long("photos of 10 MB"),
        arguments: Soak.sample([(3, false), (0, true)], 1))
    func largestPhoto(excess: Int, isKept: Bool) throws {
        let size = BlobID.maximumBytes / 3 * 3 + excess
        let photo = Self.base64(Self.jpeg + [UInt8](repeating: 7, count: size - Self.jpeg.count))
        let card = try CardReadResult.card("3.0", ["FN:Ada", "PHOTO;ENCODING=b;TYPE=JPEG:\(photo)"])
        #expect((card.photo?.bytes.count == size) == isKept)
        #expect(card.warnings.isEmpty == isKept)
    }

    @Test("V7 A card with a line of 100 MB is rejected, and at most 64 MB of its text is kept") func longLine() throws {
        var reader = CardReader(file: "book.vcf")
        let piece = [UInt8](repeating: 0x41, count: 1_000_000)
        reader.feed(Array("BEGIN:VCARD\nVERSION:3.0\nFN:A\nEND:VCARD\nBEGIN:VCARD\nFN:B\nNOTE:".utf8))
        var items: [CardItem] = []
        for _ in 0..<100 {
            reader.feed(piece)
            while let item = try reader.next() { items.append(item) }
        }
        reader.feed(Array("\nEND:VCARD\nBEGIN:VCARD\nFN:C\nEND:VCARD\n".utf8))
        reader.finish()
        while let item = try reader.next() { items.append(item) }
        #expect(items.count == 3)
        guard case .rejected(let card) = items[1] else { return #expect(Bool(false), "the second card was read") }
        #expect(card.reason == "Line 7 is longer than 32 MB.")
        #expect(card.place == SourceLocation(file: "book.vcf", line: 7, number: 2))
        #expect(card.text.bytes.count <= 64_000_000)
    }

    @Test("V7 A property whose name is one megabyte long is kept but not interpreted") func longName() throws {
        let line = "X-" + String(repeating: "A", count: 1_000_000) + ":1"
        let card = try CardReadResult.card("4.0", ["FN:A", line])
        #expect(card.person.card[3] == line)
        #expect(card.person.customFields == [])
    }

    @Test(
        "V8 A card with more than 10,000 properties is rejected, and a million parameters are not parsed",
        .long("a million properties"))
    func manyProperties() throws {
        let count = try Soak.times(atLeast: 1_000_000, byDefault: 10_001)
        let many = String(repeating: "TEL:1\n", count: count)
        let reading = try CardReadResult("BEGIN:VCARD\nFN:A\n\(many)END:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n")
        #expect(reading.cards.map(\.person.title) == ["B"])
        #expect(reading.rejected.map(\.place.number) == [1])
        #expect(reading.rejected[0].reason.contains("10,000 properties"))
        let types = String(repeating: ";TYPE=x", count: count)
        let card = try CardReadResult.card("3.0", ["FN:A", "TEL\(types):1", "TEL:2"])
        #expect(card.person.phones.map(\.value) == ["2"])
        #expect(card.person.card.count == 6)
    }

    @Test(
        "V9 A card with a hundred thousand nested agents is rejected as one card", .long("a hundred thousand agents"),
        arguments: ["AGENT:\nBEGIN:VCARD\n", "AGENT:BEGIN:VCARD\n"])
    func deepAgents(step: String) throws {
        let count = try Soak.times(atLeast: 100_000, byDefault: 2_000)
        let deep = String(repeating: step, count: count) + String(repeating: "END:VCARD\n", count: count)
        let reading = try CardReadResult("BEGIN:VCARD\nFN:A\n\(deep)END:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n")
        #expect(reading.cards.map(\.person.title) == ["B"])
        #expect(reading.rejected.map(\.reason) == ["Cards are nested more than 8 levels deep."])
    }

    @Test(
        "V9 An agent is read as the name on its nested card, and cards without an END are rejected",
        .long("a hundred thousand cards"))
    func nestedCards() throws {
        let text =
            "BEGIN:VCARD\nVERSION:2.1\nFN:Boss\nAGENT:\n" + "BEGIN:VCARD\nVERSION:2.1\nFN:Susan\nEND:VCARD\n"
            + "TEL:1\nEND:VCARD\n"
        let card = try #require(try CardReadResult(text).cards.first)
        #expect(card.person.relations == [Labeled("agent", "Susan")])
        #expect(card.person.phones == [Labeled("", "1")])
        #expect(card.person.card.count == 10)
        let inline = try CardReadResult.card("3.0", ["FN:A", "AGENT:BEGIN:VCARD\\nFN:Susan\\nTEL:1\\nEND:VCARD\\n"])
        #expect(inline.person.relations == [Labeled("agent", "Susan")])
        let begins = String(repeating: "BEGIN:VCARD\n", count: try Soak.times(atLeast: 100_000, byDefault: 2_000))
        let flat = try CardReadResult(begins + "FN:Z\nEND:VCARD\n")
        #expect(flat.cards.map(\.person.title) == ["Z"])
        #expect(flat.rejected.allSatisfy { $0.reason.contains("END:VCARD") })
    }

    @Test("V10 A card with a missing BEGIN or with a missing or mismatched END is rejected, and other cards are read")
    func missingMarks() throws {
        let good = "BEGIN:VCARD\nFN:%\nEND:VCARD\n"
        func card(_ name: String) -> String { good.replacing("%", with: name) }
        let noEnd = try CardReadResult(card("A") + "BEGIN:VCARD\nFN:B\n" + card("C") + card("D"))
        #expect(noEnd.cards.map(\.person.title) == ["A", "C", "D"])
        #expect(noEnd.rejected.map(\.place.line) == [4])
        #expect(noEnd.rejected.map { String(decoding: $0.text.bytes, as: UTF8.self) } == ["BEGIN:VCARD\nFN:B\n"])
        #expect(noEnd.cards.map { $0.place?.number } == [1, 3, 4])

        let cut = try CardReadResult(card("A") + "BEGIN:VCARD\nFN:B")
        #expect(cut.cards.map(\.person.title) == ["A"])
        #expect(cut.rejected.map(\.place.number) == [2])

        let noBegin = try CardReadResult(card("A") + "FN:B\nEND:VCARD\n" + card("C"))
        #expect(noBegin.cards.map(\.person.title) == ["A", "C"])
        #expect(noBegin.rejected.map(\.place.line) == [4])

        let foreign = try CardReadResult(card("A") + "BEGIN:VCARD\nFN:B\nEND:VCALENDAR\nEND:VCARD\n" + card("C"))
        #expect(foreign.cards.map(\.person.title) == ["A", "C"])
        #expect(foreign.rejected.map(\.place.line) == [6])
        #expect(foreign.rejected[0].reason.contains("VCALENDAR"))
        let open = try CardReadResult("BEGIN:VCARD\nFN:A\n" + card("Ok") + "END:VCALENDAR\n" + card("C"))
        #expect(open.cards.map(\.person.title) == ["Ok", "C"])
        #expect(open.rejected.map(\.place.line) == [1, 6])
    }

    @Test(
        "V20 Empty files and files in other formats are rejected with specific errors",
        arguments: [
            ("<!DOCTYPE html><html>", "web page"), ("PK\u{03}\u{04}xxxx", "ZIP"), ("%PDF-1.7", "PDF"),
            ("<?xml version=\"1.0\"?><vcards xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\">", "xCard"), ("", "empty"),
            ("BEGIN:VCALENDAR\nEND:VCALENDAR\n", "iCalendar"), ("Hello\nWorld\n", "BEGIN:VCARD"),
        ])
    func otherFiles(text: String, word: String) throws {
        let problem = #expect(throws: SourceProblem.self) { _ = try CardReadResult(text) }
        #expect(problem?.description.contains(word) == true)
    }

    @Test("V20 Endless input of NUL bytes is rejected after a limited number of bytes") func zeros() throws {
        var reader = CardReader(file: "/dev/zero")
        var count = 0
        #expect(throws: SourceProblem.self) {
            while count < 100_000_000 {
                reader.feed([UInt8](repeating: 0, count: 65_536))
                count += 65_536
                _ = try reader.next()
            }
        }
        #expect(count < 40_000_000)
    }
}
