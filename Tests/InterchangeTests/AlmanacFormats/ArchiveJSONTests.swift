import Interchange
import Model
import Testing
import Text

/// The JSON checks of Tests/Checklist.md.
@Suite("Full export (JSON)")
struct ArchiveJSONTests {
    private func read(_ text: String, inChunksOf size: Int = 1 << 16) throws -> [ArchiveItem] {
        try read(Array(text.utf8), inChunksOf: size)
    }

    private func read(_ bytes: [UInt8], inChunksOf size: Int = 1 << 16) throws -> [ArchiveItem] {
        var reader = ArchiveJSONReader(file: "all.json")
        var items: [ArchiveItem] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            reader.feed(bytes[start..<min(bytes.count, start + size)])
            while let next = try reader.next() { items.append(next.item) }
        }
        reader.finish()
        while let next = try reader.next() { items.append(next.item) }
        return items
    }

    private func problem(_ text: String) -> String? { problem(Array(text.utf8)) }

    private func problem(_ bytes: [UInt8]) -> String? {
        do {
            _ = try read(bytes)
            return nil
        } catch { return (error as? any UserFacingError)?.explanation.sentences.first?.description }
    }

    private let sampleData = ArchiveItem.sampleData(
        ArchivedSampleData(set: "a", kind: .person, key: "b", record: RecordID(kind: .person, number: 7)))
    private let seed = #"{"set":"a","kind":"person","key":"b","id":"persons/7"}"#

    @Test func `Both forms of a full export contain the same items`() throws {
        for (form, text) in [
            (ArchiveJSONWriter.Form.lines, "{\"almanac\":2}\n{\"seed\":\(seed)}\n{\"seed\":\(seed)}\n{\"end\":2}\n"),
            (.document, "{\"almanac\":2,\"seeds\":[\(seed),\(seed)],\"end\":2}\n"),
        ] {
            var writer = ArchiveJSONWriter(form)
            writer.write(sampleData)
            writer.write(sampleData)
            writer.finish()
            #expect(String(decoding: writer.drain(), as: UTF8.self) == text)
            for size in [1, 2, 3, 1000] { #expect(try read(text, inChunksOf: size) == [sampleData, sampleData]) }
        }
        let pretty = "\u{20}{\n  \"almanac\" : 1 ,\n \"seeds\" : [\n\(seed) ,\n \(seed)\n]\n}"
        for size in [1, 1000] { #expect(try read(pretty, inChunksOf: size) == [sampleData, sampleData]) }
    }

    @Test func `Values that an early version kept only on the card are read from it`() throws {
        var person = Person()
        (person.name.given, person.name.family) = ("Ann", "A")
        person.card = [
            "BEGIN:VCARD", "VERSION:4.0", "FN:Mom", "N:A;Ann;;;", "LANGUAGE:fr", "GEO:geo:50.94,6.96",
            "SOCIALPROFILE;SERVICE-TYPE=xing:https://x.example/ann", "END:VCARD",
        ]
        let time = Timestamp(rawValue: "2026-11-20T18:00:00.000Z")
        let record = Record<Person>(
            id: .init(rawValue: 7), uuid: "0e6b4c1e-0000-4000-8000-000000000007", created: time, modified: time,
            version: 1, content: person)
        var writer = ArchiveJSONWriter(.lines)
        writer.write(.person(record))
        writer.finish()
        let text = String(decoding: writer.drain(), as: UTF8.self)
        #expect(try read(text) == [.person(record)])
        let early = text.replacing(#""positions":[],"#, with: "").replacing(
            #""formattedName":"""#, with: #""formattedName":null"#
        )
        .replacing(#""cardLanguage":"""#, with: #""cardLanguage":null"#)
        guard case .person(let there) = try #require(try read(early).first) else { return #expect(Bool(false)) }
        #expect(there.content.formattedName == "Mom" && there.content.cardLanguage == "fr")
        #expect(there.content.positions == [Labeled("", "50.94,6.96")])
        #expect(there.content.profiles == [Labeled("xing", "https://x.example/ann")])
        #expect(there.content.card == person.card)
    }

    @Test func `Files from Almanac 0.1 with the key “address” are read`() throws {
        let person = Record<Person>(
            id: .init(rawValue: 7), uuid: "0e6b4c1e-0000-4000-8000-000000000007",
            created: Timestamp(rawValue: "2026-11-20T18:00:00.000Z"),
            modified: Timestamp(rawValue: "2026-11-20T18:00:00.000Z"), version: 1, content: Person())
        let merged = ArchiveItem.merged(.init(rawValue: 8), into: .init(rawValue: 7))
        for form in [ArchiveJSONWriter.Form.document, .lines] {
            var writer = ArchiveJSONWriter(form)
            for item in [.person(person), merged, sampleData] { writer.write(item) }
            writer.finish()
            let present = String(decoding: writer.drain(), as: UTF8.self)
            let old = present.replacing("\"id\":", with: "\"address\":")
            #expect(old != present)
            #expect(try read(present) == [.person(person), merged, sampleData])
            #expect(try read(old) == [.person(person), merged, sampleData])
        }
        let both = "{\"almanac\":2,\"merges\":[{\"id\":\"persons/8\",\"address\":\"persons/8\",\"heir\":\"persons/7\"}]"
        #expect(problem(both)?.hasSuffix("Unknown key “id”.") == true)
    }

    @Test(
        "A file that is not a valid full export is rejected, and its name and the line are reported",
        arguments: [
            "", " ", "[]", "{}", "1", "x", #"{"x":1}"#, #"[["vcard",[]]]"#, "BEGIN:VCARD", #"{"almanac":"1"}"#,
            #"{"almanac":1"#,
            #"{"almanac":1,"seeds":[{}"#, #"{"almanac":1} x"#, #"{"almanac":1,"seeds":[1]}"#,
            #"{"almanac":1,"cats":[{}]}"#,
            #"{"almanac":1,"seeds":[{"set":"a"}]}"#, #"{"almanac" 1}"#, #"{almanac:1}"#,
        ])
    func strangers(text: String) {
        #expect(problem(text)?.hasPrefix("all.json:1: ") == true, "\(problem(text) ?? "nothing")")
    }

    @Test func `Truncated files and incorrect end markers are rejected`() {
        #expect(
            problem("{\"almanac\":2}\n")
                == "all.json:1: The file is truncated after this line: the end marker is missing.")
        #expect(
            problem("{\"almanac\":2}\n{\"end\":1}\n")
                == "all.json:2: The end marker does not match: the file has 0 items.")
        #expect(problem("{\"almanac\":2,\"end\":0}\n") == nil)
        #expect(
            problem("{\"almanac\":2}\n{\"end\":0}\n{\"end\":0}\n")
                == "all.json:3: Unexpected data after the end marker.")
        #expect(problem("{\"almanac\":1}\n") == nil)
        let onOneLine = "{\"almanac\":2,\"seeds\":[\(seed),{\"set\":\"é\""
        #expect(
            problem(onOneLine)
                == "all.json:1: Column \(onOneLine.count + 1): unexpected end of the text; it may be truncated.")
        #expect(
            problem("{\"almanac\":2,\n\"é\": nul}")
                == "all.json:2: Column 6: expected a value.")
    }

    @Test(
        "Extra commas, missing commas, and extra objects are syntax errors",
        arguments: [
            "{\"almanac\":1}{}", "{}{\"almanac\":1}", "{\"almanac\":1,}", "{,\"almanac\":1}",
            "{\"almanac\":1,\"seeds\":[,]}",
            "{\"almanac\":1,\"seeds\":[SEED,]}", "{\"almanac\":1,\"seeds\":[SEED SEED]}",
            "{\"almanac\":1,\"seeds\":[SEED,,SEED]}",
        ])
    func commas(text: String) {
        for size in [1, 1000] {
            #expect(throws: ArchiveProblem.self) {
                try read(text.replacing("SEED", with: seed), inChunksOf: size)
            }
        }
    }

    @Test(
        "Invalid record metadata is rejected",
        arguments: [
            ("\"version\":1", "\"version\":0", "“version” is less than 1."),
            ("\"version\":1", "\"version\":-1", "“version” is less than 1."),
            ("2026-11-20T18:00:00.000Z", "yesterday", "“created” is not a time such as 2026-11-20T18:00:00.000Z."),
            (
                "2026-11-20T18:00:00.000Z", "2026-11-20T24:00:00.000Z",
                "“created” is not a time such as 2026-11-20T18:00:00.000Z."
            ),
            (
                "2026-11-20T18:00:00.000Z", "2026-13-20T18:00:00.000Z",
                "“created” is not a time such as 2026-11-20T18:00:00.000Z."
            ),
        ])
    func facts(right: String, wrong: String, sentence: String) throws {
        let moment = Timestamp(rawValue: "2026-11-20T18:00:00.000Z")
        var note = Note()
        note.topic = "A"
        var writer = ArchiveJSONWriter(.lines)
        writer.write(
            .note(
                Record(
                    id: Note.ID(rawValue: 1), uuid: "u", created: moment, modified: moment, version: 1, content: note)))
        writer.finish()
        let text = String(decoding: writer.drain(), as: UTF8.self)
        #expect(problem(text) == nil)
        #expect(problem(text.replacing(right, with: wrong, maxReplacements: 1))?.hasSuffix(sentence) == true)
    }

    @Test func `A newer format version is rejected`() {
        #expect(problem(#"{"almanac":3}"#)?.contains("newer version of Almanac") == true)
    }

    @Test("C4 A million nested arrays are rejected, and their location is reported")
    func deep() {
        let deep = String(repeating: "[", count: 1_000_000) + String(repeating: "]", count: 1_000_000)
        #expect(problem("{\"almanac\":1,\n\"persons\":[\(deep)]}")?.hasPrefix("all.json:2: ") == true)
        #expect(
            problem("{\"almanac\":1,\n\"x\":{\"y\":" + String(repeating: "[", count: 1_000_000))?.hasPrefix(
                "all.json:2: ") == true)
    }

    @Test("C5 Duplicate and unknown keys are rejected")
    func twice() {
        let twice = seed.replacing("\"key\":\"b\"", with: "\"key\":\"b\",\"key\":\"c\"")
        #expect(problem("{\"almanac\":1}\n{\"seed\":\(twice)}") == "all.json:2: Duplicate key “key”.")
        let unknown = seed.replacing("\"key\":\"b\"", with: "\"key\":\"b\",\"colour\":\"c\"")
        #expect(problem("{\"almanac\":1}\n{\"seed\":\(unknown)}") == "all.json:2: Unknown key “colour”.")
    }

    @Test(
        "C6 Invalid numbers, escapes, control characters, and literals are reported with their location",
        arguments: [
            "1e400", "\"\\ud800\"", "01", "\"\\x\"", "\"a\u{1}\"", "nul",
        ])
    func scalars(value: String) {
        #expect(problem("{\"almanac\":1}\n{\"seed\":{\"set\":\(value)}}")?.hasPrefix("all.json:2: ") == true)
    }

    @Test("C6 Invalid UTF-8 is rejected")
    func invalidBytes() {
        let bytes = Array("{\"almanac\":1}\n{\"seed\":{\"set\":\"".utf8) + [0xC3, 0x28] + Array("\"}}".utf8)
        #expect(problem(bytes)?.hasPrefix("all.json:2: ") == true)
    }
}
