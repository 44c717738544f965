import Interchange
import Model
import Testing

/// TRUST.md section 2, rows V6 to V10 and V20: what is too large, too deep, or not there.
@Suite("Rows V6 to V10 and V20: bounds")
struct BoundsRowTests {
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

    private static func base64(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count - bytes.count % 3, by: 3) {
            let bits = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            text += [alphabet[bits >> 18], alphabet[bits >> 12 & 63], alphabet[bits >> 6 & 63], alphabet[bits & 63]]
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test("V6 a photo is known by its bytes") func photo() throws {
        let text = Self.base64(Self.jpeg + [1, 2, 3, 4, 5])
        for (version, line) in [
            ("2.1", "PHOTO;ENCODING=BASE64;TYPE=GIF:\(text)\r\n"), ("3.0", "PHOTO;ENCODING=b:\(text)"),
            ("4.0", "PHOTO:data:image/png;base64,\(text)"),
        ] {
            #expect(try CardReading.card(version, [line]).photo?.type == .jpeg)
        }
    }

    @Test("V6 a photo of 20 MB, of a wrong alphabet or of no type is left out, and that is said") func badPhotos()
        throws
    {
        let large = Self.base64(Self.jpeg + [UInt8](repeating: 7, count: 20_000_000))
        for (value, word) in [(large, "10 MB"), ("/9j/!!!!", "base64"), ("Qk0AAAAA", "none of JPEG")] {
            let card = try CardReading.card("3.0", ["FN:Ada", "PHOTO;ENCODING=b;TYPE=JPEG:\(value)"])
            #expect(card.photo == nil)
            #expect(card.person.title == "Ada")
            #expect(card.warnings.map(\.line) == [4])
            #expect(card.warnings[0].sentence.contains(word))
            #expect(card.person.card.allSatisfy { $0.utf8.count < 100 })
        }
    }

    @Test("V6 a photo as large as the store keeps them comes with its card, a larger one does not") func largestPhoto()
        throws
    {
        let whole = BlobID.maximumBytes / 3 * 3
        for (size, isKept) in [(whole, true), (whole + 3, false)] {
            let photo = Self.base64(Self.jpeg + [UInt8](repeating: 7, count: size - Self.jpeg.count))
            let card = try CardReading.card("3.0", ["FN:Ada", "PHOTO;ENCODING=b;TYPE=JPEG:\(photo)"])
            #expect((card.photo?.bytes.count == size) == isKept)
            #expect(card.warnings.isEmpty == isKept)
        }
    }

    @Test("V7 a line of 100 MB costs its card only, and no more memory than 32 MB of it") func longLine() throws {
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

    @Test("V7 a name of a megabyte is kept and means nothing") func longName() throws {
        let line = "X-" + String(repeating: "A", count: 1_000_000) + ":1"
        let card = try CardReading.card("4.0", ["FN:A", line])
        #expect(card.person.card[3] == line)
        #expect(card.person.customFields == [])
    }

    @Test("V8 more than 10,000 properties are refused, a million parameters are not looked at") func manyProperties()
        throws
    {
        let many = String(repeating: "TEL:1\n", count: 1_000_000)
        let reading = try CardReading("BEGIN:VCARD\nFN:A\n\(many)END:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n")
        #expect(reading.cards.map(\.person.title) == ["B"])
        #expect(reading.rejected.map(\.place.number) == [1])
        #expect(reading.rejected[0].reason.contains("10000 properties"))
        let types = String(repeating: ";TYPE=x", count: 1_000_000)
        let card = try CardReading.card("3.0", ["FN:A", "TEL\(types):1", "TEL:2"])
        #expect(card.person.phones.map(\.value) == ["2"])
        #expect(card.person.card.count == 6)
    }

    @Test(
        "V9 a hundred thousand agents in each other are one rejected card",
        arguments: ["AGENT:\nBEGIN:VCARD\n", "AGENT:BEGIN:VCARD\n"])
    func deepAgents(step: String) throws {
        let deep = String(repeating: step, count: 100_000) + String(repeating: "END:VCARD\n", count: 100_000)
        let reading = try CardReading("BEGIN:VCARD\nFN:A\n\(deep)END:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD\n")
        #expect(reading.cards.map(\.person.title) == ["B"])
        #expect(reading.rejected.map(\.reason) == ["Cards are nested deeper than 8 here."])
    }

    @Test("V9 cards in cards up to a depth of eight are read, an agent by the name on its card") func nestedCards()
        throws
    {
        let text =
            "BEGIN:VCARD\nVERSION:2.1\nFN:Boss\nAGENT:\n" + "BEGIN:VCARD\nVERSION:2.1\nFN:Susan\nEND:VCARD\n"
            + "TEL:1\nEND:VCARD\n"
        let card = try #require(try CardReading(text).cards.first)
        #expect(card.person.relations == [Labeled("agent", "Susan")])
        #expect(card.person.phones == [Labeled("", "1")])
        #expect(card.person.card.count == 10)
        let inline = try CardReading.card("3.0", ["FN:A", "AGENT:BEGIN:VCARD\\nFN:Susan\\nTEL:1\\nEND:VCARD\\n"])
        #expect(inline.person.relations == [Labeled("agent", "Susan")])
        let begins = String(repeating: "BEGIN:VCARD\n", count: 100_000)
        let flat = try CardReading(begins + "FN:Z\nEND:VCARD\n")
        #expect(flat.cards.map(\.person.title) == ["Z"])
        #expect(flat.rejected.allSatisfy { $0.reason.contains("END:VCARD") })
    }

    @Test("V10 a card without END, without BEGIN, or with the END of something else is named, the others are read")
    func missingMarks() throws {
        let good = "BEGIN:VCARD\nFN:%\nEND:VCARD\n"
        func card(_ name: String) -> String { good.replacing("%", with: name) }
        let noEnd = try CardReading(card("A") + "BEGIN:VCARD\nFN:B\n" + card("C") + card("D"))
        #expect(noEnd.cards.map(\.person.title) == ["A", "C", "D"])
        #expect(noEnd.rejected.map(\.place.line) == [4])
        #expect(noEnd.rejected.map { String(decoding: $0.text.bytes, as: UTF8.self) } == ["BEGIN:VCARD\nFN:B\n"])
        #expect(noEnd.cards.map { $0.place?.number } == [1, 3, 4])

        let cut = try CardReading(card("A") + "BEGIN:VCARD\nFN:B")
        #expect(cut.cards.map(\.person.title) == ["A"])
        #expect(cut.rejected.map(\.place.number) == [2])

        let noBegin = try CardReading(card("A") + "FN:B\nEND:VCARD\n" + card("C"))
        #expect(noBegin.cards.map(\.person.title) == ["A", "C"])
        #expect(noBegin.rejected.map(\.place.line) == [4])

        let foreign = try CardReading(card("A") + "BEGIN:VCARD\nFN:B\nEND:VCALENDAR\nEND:VCARD\n" + card("C"))
        #expect(foreign.cards.map(\.person.title) == ["A", "C"])
        #expect(foreign.rejected.map(\.place.line) == [6])
        #expect(foreign.rejected[0].reason.contains("VCALENDAR"))
        let open = try CardReading("BEGIN:VCARD\nFN:A\n" + card("Ok") + "END:VCALENDAR\n" + card("C"))
        #expect(open.cards.map(\.person.title) == ["Ok", "C"])
        #expect(open.rejected.map(\.place.line) == [1, 6])
    }

    @Test(
        "V20 what is no vCard is told by name",
        arguments: [
            ("<!DOCTYPE html><html>", "web page"), ("PK\u{03}\u{04}xxxx", "ZIP"), ("%PDF-1.7", "PDF"),
            ("<?xml version=\"1.0\"?><vcards xmlns=\"urn:ietf:params:xml:ns:vcard-4.0\">", "xCard"), ("", "empty"),
            ("BEGIN:VCALENDAR\nEND:VCALENDAR\n", "iCalendar"), ("Hello\nWorld\n", "BEGIN:VCARD"),
        ])
    func otherFiles(text: String, word: String) throws {
        let problem = #expect(throws: SourceProblem.self) { _ = try CardReading(text) }
        #expect(problem?.description.contains(word) == true)
    }

    @Test("V20 a device that never ends is given up after a bounded read") func zeros() throws {
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
