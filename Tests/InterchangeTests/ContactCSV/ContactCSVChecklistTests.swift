import Interchange
import Model
import TestSupport
import Testing
import Text

/// The CSV checks of Tests/Checklist.md.
@Suite("Content of contacts in CSV")
struct ContactCSVChecklistTests {
    private let header = "First Name,Last Name,Email,Notes\n"

    @Test(
        "C1 Quoted values are read with different separators, line endings, and encodings",
        arguments: [",", ";", "\t", "|"],
        ["\n", "\r\n", "\r"])
    func forms(separator: String, lineEnd: String) throws {
        let lines = [
            ["First Name", "Last Name", "Notes"], ["Leia", "\"a\(separator) \"\"b\"\"\"", "\"one\(lineEnd)two\""], [],
            ["Han", "Solo", ""],
        ]
        let text = lines.map { $0.joined(separator: separator) }.joined(separator: lineEnd)
        let little: [UInt8] = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        let big: [UInt8] = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 255)] }
        let (utf16, bigEndian) = ([0xFF, 0xFE] + little, [0xFE, 0xFF] + big)
        for bytes in [Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), utf16, bigEndian] {
            for size in [1, 2, 3, 7, 4096] {
                let (cards, rejected) = try readTable(bytes, inChunksOf: size)
                #expect(cards.map(\.person.name.given) == ["Leia", "Han"] && rejected == [])
                #expect(cards.first?.person.name.family == "a\(separator) \"b\"")
                #expect(cards.first?.notes == ["one\ntwo"])
                #expect(cards.last?.place?.number == 2)
            }
        }
    }

    @Test(
        "C1 An invalid row is reported with its number and line, and the other rows are read",
        arguments: [
            ("Le\"ia,Organa,,", ":3"), ("\"Leia\"x,Organa,,", ":7"), ("Leia,Organa,,,too,many", ":15"),
            ("a\u{0}b,,,", ":2"),
            ("Leia,\"never closed,,", ""),
        ])
    func badRows(row: String, column: String) throws {
        for lineEnd in ["\n", "\r\n"] {
            let text = header.replacing("\n", with: lineEnd) + row + lineEnd + "Han,Solo,," + lineEnd + "Luke,S,,"
            for size in [1, 5, 1 << 16] {
                let (cards, rejected) = try readTable(Array(text.utf8), inChunksOf: size)
                #expect(cards.map(\.person.name.given) == ["Han", "Luke"], "\(row)")
                #expect(cards.map { $0.place?.line } == [3, 4] && cards.map { $0.place?.number } == [2, 3])
                #expect(rejected.map(\.place.description) == ["card 1, table.csv:2\(column)"])
                #expect(rejected.map(\.text.bytes) == [Array(row.utf8)])
                #expect(rejected.map(\.text.header) == [Array(header.dropLast().utf8)])
                #expect(rejected.allSatisfy { $0.reason.hasSuffix(".") })
            }
        }
    }

    @Test("C1 A row with too few fields is read with a warning, and additional empty fields are ignored")
    func raggedRows() throws {
        let cards = try readTable(header + "Leia,Organa\nHan,Solo,,,,,\n")
        #expect(cards.map(\.person.title) == ["Leia Organa", "Han Solo"])
        #expect(cards.map(\.warnings.count) == [1, 0] && cards[0].warnings[0].line == 2)
    }

    @Test(
        "C1 Ten thousand columns are read, but wider files and overlong rows are rejected",
        .long("rows of the maximum size"))
    func caps() throws {
        let wide = "First Name" + String(repeating: ",x", count: 9_999)
        #expect(try readTable(wide + "\nLeia" + String(repeating: ",", count: 9_999)).count == 1)
        #expect(throws: SourceProblem.self) { try readTable(wide + ",y\nLeia") }
        let long = String(repeating: "x", count: CSVSplitter.maximumRecord)
        for row in Soak.sample([long + "y", "\"" + long + "y"], 1) {
            let text = header + row + "\nHan,Solo,,\n"
            let (cards, rejected) = try readTable(Array(text.utf8))
            #expect(cards.map(\.person.name.given) == ["Han"] && rejected.count == 1)
        }
    }

    @Test("Files in Windows-1252 and Shift_JIS are read")
    func oldBytes() throws {
        let latin = Array("First Name,Last Name\nJ".utf8) + [0xFC] + Array("rgen,M".utf8)
        #expect(try readTable(latin).cards.map(\.person.name.given) == ["Jürgen"])
        let japanese = Array("First Name,Last Name\n".utf8) + [0x93, 0xFA, 0x96, 0x7B] + Array(",x".utf8)
        #expect(try readTable(japanese).cards.map(\.person.name.given) == ["日本"])
        let irish = Array("First Name,Last Name\nSe".utf8) + [0xE1] + Array("n,O".utf8) + [0x92] + Array("Casey".utf8)
        #expect(try readTable(irish).cards.map(\.person.title) == ["Seán O’Casey"])
    }

    @Test("C2 Formulas are escaped and restored, and phone numbers remain unchanged")
    func formulas() throws {
        let texts = [
            "=1+1", "+1+1", "-1", "-1.5e-7", "-1+1", "-1e", "\n=1", "'-1", "@SUM(A1)", "\tx", "\rx", "＝1", "＋1", "－1",
            "＠x", "'=1", "''=1", "'", "'x", "+", "+a",
            "+33 1 23",
            "+1-555-0100", "+1 (555) 0100", "=cmd|' /C calc'!A0", "--05-25", "+1=1", "+1\t1", "",
        ]
        let cards = texts.filter { !$0.isEmpty }.map { text in
            var card = ContactCard()
            card.person.name.given = text.trimmed
            card.person.phones = [Labeled(text, text)]
            card.person.standardizeValues()
            return card
        }
        let bytes = writeTable(cards)
        for record in try CSVReader.records(of: bytes).dropFirst() {
            for cell in record.texts
            where cell.unicodeScalars.first.map("=+-@\t\r\n＝＋－＠".unicodeScalars.contains) == true {
                let isPhone = cell.first == "+" && cell.dropFirst().allSatisfy { "0123456789 ().-/".contains($0) }
                #expect(isPhone || ["-1", "-1.5e-7"].contains(cell), "\(cell)")
            }
        }
        #expect(try readTable(bytes).cards.map(\.person) == cards.map(\.person))
    }

    @Test("C3 A file is rejected if its header is missing, is ambiguous, or does not identify contacts")
    func headers() throws {
        func problem(_ text: String, _ mapping: [String: String] = [:]) -> SourceProblem? {
            do {
                _ = try readTable(text, mapping: mapping)
                return nil
            } catch let problem as SourceProblem { return problem } catch { return nil }
        }
        let empty = SourceProblem.empty(file: "table.csv")
        #expect(problem("") == empty && problem("\n\r\n") == empty)
        #expect(problem("Leia,leia@a.example\nHan,h@b.example") == .noHeader(file: "table.csv"))
        #expect(problem("x,y\n1,2") == .noIdentifyingColumn(file: "table.csv", headings: ["x", "y"]))
        #expect(problem("x,y\n1,2", ["x": "given"]) == nil)
        #expect(
            problem("First Name,Given Name,x\n1,2,3")
                == .repeatedField(file: "table.csv", headings: ["First Name", "Given Name"], field: "given"))
        #expect(problem("First Name,Given Name,x\n1,2,3", ["Given Name": "-"]) == nil)
        let dates = "Name,Birthday,birthday\nA,2001-05-04,2002-05-04"
        #expect(
            problem(dates)
                == .repeatedField(file: "table.csv", headings: ["Birthday", "birthday#2"], field: "birthday"))
        #expect(problem(dates, ["Birthday#2": "anniversary"]) == nil)
        #expect(problem(dates, ["birthday": "-", "Birthday#2": "birthday"]) == nil)
        #expect(
            problem(dates, ["Birthday#3": "-"])
                == .unknownHeading(file: "table.csv", heading: "Birthday#3", known: ["Name", "Birthday", "birthday#2"]))
        #expect(problem("Email,Email\na,b") == nil)
        #expect(
            problem("x,y\n1,2", ["z": "given"]) == .unknownHeading(file: "table.csv", heading: "z", known: ["x", "y"]))
        #expect(problem("x,y\n1,2", ["x": "planet"]) == .unknownField("planet"))
        #expect(problem("a\"b,c\n1,2")?.explanation.sentences.first?.hasPrefix("table.csv:1:2: ") == true)
        for problem in [
            empty, .noHeader(file: "a"), .unknownField("x"), .repeatedField(file: "a", headings: [], field: "x"),
        ] {
            #expect(problem.explanation.sentences.count >= 2)
        }
    }

    @Test("C1 Blank rows are ignored and not counted")
    func blankRows() throws {
        let cards = try readTable(header + ",,,\n \t, ,,\nLeia,Organa,,\n,,,,,,\n\nHan,Solo,,\n,,,")
        #expect(cards.map(\.person.title) == ["Leia Organa", "Han Solo"])
        #expect(cards.map { $0.place?.number } == [1, 2] && cards.map { $0.place?.line } == [4, 7])
    }
}
