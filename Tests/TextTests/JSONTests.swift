import TestSupport
import Testing
import Text

@Suite struct JSONTests {
    static func written(_ value: JSONValue, _ layout: JSONWriter.Layout = .compact) -> String {
        var writer = JSONWriter(layout: layout)
        writer.value(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func read(_ text: String) throws(JSONError) -> JSONValue {
        try JSONReader.value(of: Array(text.utf8))
    }

    // MARK: - Properties

    @Test(arguments: [JSONWriter.Layout.compact, .linePerElement])
    func `JSON round-trips`(layout: JSONWriter.Layout) throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<1_000 {
            let value = Self.anyValue(depth: 4, &generator)
            #expect(try Self.read(Self.written(value, layout)) == value)
        }
    }

    @Test func `Numbers round-trip exactly`() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<5_000 {
            let double = Double(bitPattern: generator.next())
            guard double.isFinite else { continue }
            #expect(try Self.read(Self.written(.number(double))).number?.bitPattern == double.bitPattern)
        }
        for integer in [Int.min, -1, 0, 1, Int.max] {
            #expect(try Self.read(Self.written(.integer(integer))) == .integer(integer))
        }
    }

    @Test func `Written strings do not contain terminal control characters`() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<1_000 {
            let text = Self.written(.string(generator.text()))
            #expect(VisibleText.line(text).unicodeScalars.elementsEqual(text.unicodeScalars))
        }
    }

    @Test func `No input crashes the reader`() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<20_000 {
            let bytes = generator.bytes(from: #"{}[]",:\u0d8ntf-1.e "#)
            do throws(JSONError) {
                _ = try JSONReader.value(of: bytes)
            } catch {
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
    }

    // MARK: - Examples

    @Test(arguments: [
        (1.0, "1"), (0.5, "0.5"), (-0.0, "-0"), (1e22, "1e+22"), (3.682e28, "3.682e+28"),
        (.infinity, "null"), (.nan, "null"),
    ])
    func `Finite numbers are written with the fewest digits, and other numbers are written as null`(
        double: Double, text: String
    ) {
        #expect(Self.written(.number(double)) == text)
    }

    @Test func `Special characters are escaped`() {
        let text = Self.written(.string("\"\\/\n\t\r\u{1B}\u{7F}\u{9B}\u{202E}\u{2028}é🎉"))
        #expect(text == #""\"\\/\n\t\r\u001b\u007f\u009b\u202e\u2028é🎉""#)
    }

    @Test func `An array of records is written with one line per record`() {
        let record = JSONValue.object([JSONMember("b", .integer(1)), JSONMember("a", .array([.null, .bool(true)]))])
        #expect(
            Self.written(.array([record, record]), .linePerElement) == """
                [
                {"b":1,"a":[null,true]},
                {"b":1,"a":[null,true]}
                ]
                """)
        #expect(Self.written(.array([]), .linePerElement) == "[]")
    }

    @Test func `Several JSON texts are written on separate lines`() {
        var writer = JSONWriter()
        for number in 1...2 {
            writer.beginObject()
            writer.member("n", .integer(number))
            writer.key("list")
            writer.beginArray()
            writer.endArray()
            writer.endObject()
            writer.endLine()
        }
        #expect(String(decoding: writer.drain(), as: UTF8.self) == "{\"n\":1,\"list\":[]}\n{\"n\":2,\"list\":[]}\n")
        #expect(writer.bytes.isEmpty)
    }

    @Test func `Repeated keys are kept and listed, and the last value is used`() throws {
        let value = try Self.read(#"{"a":1,"b":2,"a":3}"#)
        #expect(value.repeatedKeys == ["a"])
        #expect(value["a"] == .integer(3))
        #expect(value.members?.count == 3)
    }

    @Test func `Escapes and surrogate pairs are decoded`() throws {
        #expect(try Self.read(#" "\u00e9\ud83c\udf89\/\b\f\u0000" "#) == .string("é🎉/\u{8}\u{C}\0"))
    }

    @Test(arguments: [
        ("", 1, 1, JSONProblem.unexpectedEnd), ("[1,\n 2", 2, 3, .unexpectedEnd),
        ("[1 2]", 1, 4, .unexpected(expected: "a comma or ]")),
        (#"{"é" 1}"#, 1, 6, .unexpected(expected: "a colon")),
        ("{a:1}", 1, 2, .unexpected(expected: "a key in double quotes")),
        ("[tru]", 1, 2, .unexpected(expected: "a value")), ("1 1", 1, 3, .trailingText), ("01", 1, 3, .invalidNumber),
        ("1.", 1, 3, .invalidNumber), ("-", 1, 2, .invalidNumber), ("1e400", 1, 6, .numberTooLarge),
        ("\"a\nb\"", 1, 3, .controlCharacter), (#""\x""#, 1, 2, .invalidEscape), (#""\u+123""#, 1, 2, .invalidEscape),
        (#""\ud800""#, 1, 2, .loneSurrogate), (#""\udc00\ud800""#, 1, 2, .loneSurrogate),
        (#""abc"#, 1, 5, .unexpectedEnd),
    ])
    func `Syntax errors state a line, column, and reason`(text: String, line: Int, column: Int, problem: JSONProblem) {
        #expect(throws: JSONError(line: line, column: column, problem: problem)) { try Self.read(text) }
    }

    @Test func `Invalid UTF-8 is rejected`() {
        #expect(throws: JSONError(line: 1, column: 2, problem: .invalidUTF8)) {
            try JSONReader.value(of: Array("[\"".utf8) + [0xFF] + Array("\"]".utf8))
        }
    }

    @Test func `Nesting is limited to 512 levels`() throws {
        let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try Self.written(Self.read(deepest)) == deepest)
        #expect(throws: JSONError(line: 1, column: 513, problem: .tooDeep)) {
            try Self.read(String(repeating: "[", count: 1_000_000))
        }
    }

    /// Returns a random value. Numbers have a fraction, because `1.0` is written as `1` and read as an integer.
    private static func anyValue(depth: Int, _ generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &generator))
        case 2: return .integer(Int(bitPattern: UInt(generator.next())))
        case 3: return .number(Double.random(in: 0..<1, using: &generator).nextUp)
        case 4: return .string(generator.text())
        case 5: return .array((0..<2).map { _ in anyValue(depth: depth - 1, &generator) })
        default:
            return .object((0..<2).map { _ in JSONMember(generator.text(), anyValue(depth: depth - 1, &generator)) })
        }
    }
}
