import TestSupport
import Testing
import Text

@Suite struct CSVTests {
    @Test(arguments: [",", ";", "\t"], ["\n", "\r\n", "\r"])
    func `CSV round-trips`(separator: String, lineEnd: String) throws {
        var generator = SeededGenerator(seed: 1)
        let separator = try #require(separator.utf8.first)
        for _ in 0..<300 {
            let table = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                (0..<Int.random(in: 1...4, using: &generator)).map { _ in generator.text() }
            }
            var writer = CSVWriter(separator: separator, lineEnd: lineEnd)
            for record in table { writer.write(record) }
            let read = try CSVReader.records(of: writer.drain(), separator: separator)
            // Compare bytes, because equal strings may differ in normalization.
            #expect(read.map { $0.texts.map { Array($0.utf8) } } == table.map { $0.map { Array($0.utf8) } })
        }
    }

    @Test func `Only fields that need quotes are quoted`() {
        var writer = CSVWriter()
        writer.write(["plain", " spaced ", "a,b", "say \"hi\"", "two\nlines", ""])
        writer.write([""])
        writer.write(["\u{FEFF}mark", "it's"])
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == """
                plain, spaced ,"a,b","say ""hi\""","two
                lines",
                ""
                "\u{FEFF}mark",it's

                """)
    }

    @Test(arguments: ["a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\rc,d", "\u{FEFF}a,b\n\n\nc,d", "\"a\",\"b\"\r\n\"c\",\"d\""])
    func `LF, CRLF, and CR line endings, a byte-order mark, and blank lines are accepted`(text: String) throws {
        #expect(try CSVReader.records(of: Array(text.utf8)).map(\.texts) == [["a", "b"], ["c", "d"]])
    }

    @Test func `Each field records the line and column where it starts`() throws {
        let records = try CSVReader.records(of: Array("Zoë,\"two\r\nlines\",x\r\n\ny,ž,z".utf8))
        #expect(
            records.flatMap(\.fields).map { [$0.line, $0.column] } == [
                [1, 1], [1, 5], [2, 8], [4, 1], [4, 3], [4, 5],
            ])
        #expect(records.map(\.line) == [1, 4])
    }

    @Test(arguments: [
        ("a\nb\"c", 2, 2, CSVProblem.loneQuote),
        ("a,\"b\"c", 1, 6, .textAfterQuote),
        ("a\n,\"b\n\n", 2, 2, .unclosedQuote),
        ("a,b\0c", 1, 4, .nul),
        ("a\n\"b\0\"", 2, 3, .nul),
    ])
    func `Syntax errors state a line, column, and reason`(text: String, line: Int, column: Int, problem: CSVProblem) {
        #expect(throws: CSVError(line: line, column: column, problem: problem)) {
            try CSVReader.records(of: Array(text.utf8))
        }
    }

    @Test func `Invalid UTF-8 is rejected`() {
        #expect(throws: CSVError(line: 1, column: 3, problem: .invalidUTF8)) {
            try CSVReader.records(of: Array("a,".utf8) + [0xED, 0xA0, 0x80])
        }
    }

    @Test func `The reader does not return records after an error`() throws {
        var reader = CSVReader(Array("a\"\nb\n".utf8))
        #expect(throws: CSVError.self) { try reader.next() }
        #expect(try reader.next() == nil)
    }

    @Test func `A row with too few or too many fields is reported with its location`() throws {
        let records = try CSVReader.records(of: Array("a,b\n1\n1,2,3\n".utf8))
        try records[0].requireCount(2)
        #expect(throws: CSVError(line: 2, column: 1, problem: .fieldCount(expected: 2, found: 1))) {
            try records[1].requireCount(2)
        }
        #expect(throws: CSVError(line: 3, column: 5, problem: .fieldCount(expected: 2, found: 3))) {
            try records[2].requireCount(2)
        }
    }

    @Test func `Ten thousand columns are read, and more columns are rejected`() throws {
        let commas = [UInt8](repeating: UInt8(ascii: ","), count: 9_999)
        #expect(try CSVReader.records(of: commas).first?.fields.count == 10_000)
        #expect(throws: CSVError(line: 1, column: 10_001, problem: .tooManyFields)) {
            try CSVReader.records(of: commas + [UInt8(ascii: ",")])
        }
    }

    @Test func `An error has a human-readable description`() {
        let error = CSVError(line: 3, column: 7, problem: .fieldCount(expected: 2, found: 1))
        #expect("\(error)" == "line 3, column 7: the row has 1 field, but the header has 2; add or remove separators")
    }

    @Test func `No input crashes the reader`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            var reader = CSVReader(generator.bytes(from: "ab,\"\"\n\r "))
            var records = 0
            while (try? reader.next()) != nil { records += 1 }
            #expect(records <= 41)
        }
    }
}
