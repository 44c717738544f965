import Localization

/// A reader of JSON documents (RFC 8259).
public struct JSONReader {
    public static let maximumDepth = 512

    let bytes: [UInt8]
    let keepsDigits: Bool
    private let maximumDepth: Int
    var position = 0
    private var depth = 0

    /// Parses a JSON document. A byte-order mark is skipped. Only whitespace may follow the value.
    /// - Parameters:
    ///   - keepsDigits: Whether numbers become strings with their original digits.
    ///   - maximumDepth: The maximum nesting depth of arrays and objects. Deeper documents are rejected.
    public static func value(
        of bytes: [UInt8], keepsDigits: Bool = false, maximumDepth: Int = maximumDepth
    ) throws(JSONError) -> JSONValue {
        var reader = JSONReader(bytes: bytes, keepsDigits: keepsDigits, maximumDepth: maximumDepth)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value()
        reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.error(.trailingText) }
        return value
    }

    private init(bytes: [UInt8], keepsDigits: Bool, maximumDepth: Int) {
        self.bytes = bytes
        self.keepsDigits = keepsDigits
        self.maximumDepth = maximumDepth
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let byte = peek() else { throw error(.unexpectedEnd) }
        switch byte {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case .quote: return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: return try word()
        }
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try enter()
        if skip(UInt8(ascii: "]")) { return leave(elements) }
        while true {
            elements.append(try value())
            if skip(UInt8(ascii: "]")) { return leave(elements) }
            try require(UInt8(ascii: ","), as: "a comma or ]")
        }
    }

    private mutating func object() throws(JSONError) -> [JSONMember] {
        var members: [JSONMember] = []
        try enter()
        if skip(UInt8(ascii: "}")) { return leave(members) }
        while true {
            skipSpace()
            guard peek() == .quote else { throw unexpected("a key in double quotes") }
            let key = try string()
            try require(UInt8(ascii: ":"), as: "a colon")
            members.append(JSONMember(key, try value()))
            if skip(UInt8(ascii: "}")) { return leave(members) }
            try require(UInt8(ascii: ","), as: "a comma or }")
        }
    }

    private mutating func word() throws(JSONError) -> JSONValue {
        for (word, value) in [("true", JSONValue.bool(true)), ("false", .bool(false)), ("null", .null)]
        where bytes[position...].starts(with: word.utf8) {
            position += word.utf8.count
            return value
        }
        throw unexpected("a value")
    }

    private mutating func enter() throws(JSONError) {
        guard depth < maximumDepth else { throw error(.tooDeep) }
        depth += 1
        position += 1
    }

    private mutating func leave<Content>(_ content: Content) -> Content {
        depth -= 1
        return content
    }

    func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipSpace() {
        while peek()?.isJSONWhitespace == true { position += 1 }
    }

    /// Skips whitespace and then a given character, if it is next.
    /// - Returns: Whether the character was skipped.
    private mutating func skip(_ mark: UInt8) -> Bool {
        skipSpace()
        return skipSign(mark)
    }

    private mutating func require(_ mark: UInt8, as name: Title) throws(JSONError) {
        guard skip(mark) else { throw unexpected(Message(title: name)) }
    }

    private func unexpected(_ expected: Message) -> JSONError {
        error(peek() == nil ? .unexpectedEnd : .unexpected(expected: expected))
    }

    func error(_ problem: JSONProblem, at place: Int? = nil) -> JSONError {
        let before = bytes[..<(place ?? position)]
        let lineStart = before.lastIndex(of: .lineFeed).map { $0 + 1 } ?? 0
        return JSONError(
            line: before.count { $0 == .lineFeed } + 1,
            column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1,
            problem: problem)
    }
}

extension UInt8 {
    public var isJSONWhitespace: Bool { [0x20, 0x09, .lineFeed, .carriageReturn].contains(self) }
}

extension JSONReader {
    mutating func string() throws(JSONError) -> String {
        let start = position
        var content: [UInt8] = []
        position += 1
        while true {
            guard let byte = peek() else { throw error(.unexpectedEnd) }
            guard byte >= 0x20 else { throw error(.controlCharacter) }
            if byte == .backslash {
                content.append(contentsOf: String(try escape()).utf8)
                continue
            }
            position += 1
            if byte == .quote { break }
            content.append(byte)
        }
        guard let text = String(validating: content, as: UTF8.self) else { throw error(.invalidUTF8, at: start) }
        return text
    }

    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard position + 1 < bytes.count else { throw error(.unexpectedEnd) }
        let character: Unicode.Scalar
        switch bytes[position + 1] {
        case UInt8(ascii: "n"): character = "\n"
        case UInt8(ascii: "t"): character = "\t"
        case UInt8(ascii: "r"): character = "\r"
        case UInt8(ascii: "b"): character = "\u{8}"
        case UInt8(ascii: "f"): character = "\u{C}"
        case .quote: character = "\""
        case .backslash: character = "\\"
        case UInt8(ascii: "/"): character = "/"
        default: return try unicodeEscape()
        }
        position += 2
        return character
    }

    /// Parses an escape such as `\u00e9` or a surrogate pair.
    private mutating func unicodeEscape() throws(JSONError) -> Unicode.Scalar {
        let start = position
        var units = [try codeUnit()]
        if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: "\\u".utf8) {
            units.append(try codeUnit())
        }
        guard let text = String(validating: units, as: UTF16.self), let scalar = text.unicodeScalars.first else {
            throw error(.loneSurrogate, at: start)
        }
        return scalar
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        let digits = bytes[position...].dropFirst(2).prefix(4)
        guard bytes[position + 1] == UInt8(ascii: "u"), digits.count == 4, !digits.contains(where: "+-".utf8.contains),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error(.invalidEscape) }
        position += 6
        return unit
    }

    mutating func number() throws(JSONError) -> JSONValue {
        let start = position
        _ = skipSign(UInt8(ascii: "-"))
        let isZero = peek() == UInt8(ascii: "0")
        let wholeDigits = skipDigits()
        guard wholeDigits == 1 || (wholeDigits > 1 && !isZero) else { throw error(.invalidNumber) }

        var isWhole = true
        if skipSign(UInt8(ascii: ".")) {
            isWhole = false
            guard skipDigits() > 0 else { throw error(.invalidNumber) }
        }
        if skipSign(UInt8(ascii: "e")) || skipSign(UInt8(ascii: "E")) {
            isWhole = false
            _ = skipSign(UInt8(ascii: "+")) || skipSign(UInt8(ascii: "-"))
            guard skipDigits() > 0 else { throw error(.invalidNumber) }
        }

        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if keepsDigits { return .string(text) }
        if isWhole, text != "-0", let integer = Int(text) { return .integer(integer) }
        guard let double = Double(text), double.isFinite else { throw error(.numberTooLarge) }
        return .number(double)
    }

    private mutating func skipSign(_ sign: UInt8) -> Bool {
        guard peek() == sign else { return false }
        position += 1
        return true
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while peek()?.isASCIIDigit == true { position += 1 }
        return position - start
    }
}

/// A syntax error in JSON, with a hint.
public enum JSONProblem: Hashable, Sendable, CustomStringConvertible {
    case unexpectedEnd
    case unexpected(expected: Message)
    case trailingText
    case tooDeep
    case invalidNumber
    case numberTooLarge
    case controlCharacter
    case invalidEscape
    case loneSurrogate
    case invalidUTF8

    public var description: String { sentence.description }

    public var sentence: Message {
        switch self {
        case .unexpectedEnd: "unexpected end of the text; it may be truncated"
        case .unexpected(let expected): "expected \(expected)"
        case .trailingText: "unexpected text after the value; remove it"
        case .tooDeep: "arrays and objects are nested more than \(JSONReader.maximumDepth) levels deep; flatten them"
        case .invalidNumber: "invalid number; use a form such as -1.5e3"
        case .numberTooLarge: "the number is too large; write it as a string"
        case .controlCharacter: "control character in a string; use an escape such as \\n"
        case .invalidEscape: "invalid escape; double a literal backslash"
        case .loneSurrogate: "incomplete surrogate pair in a \\u escape; write both halves"
        case .invalidUTF8: "the string is not valid UTF-8; save the file as UTF-8"
        }
    }
}

public typealias JSONError = SyntaxError<JSONProblem>

/// A syntax error and its location. Lines and columns count from 1. Columns count characters.
public struct SyntaxError<Problem: Hashable & Sendable & CustomStringConvertible>: Error, Hashable, Sendable,
    CustomStringConvertible
{
    public let line: Int
    public let column: Int
    public let problem: Problem

    public init(line: Int, column: Int, problem: Problem) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    public var description: String { "line \(line), column \(column): \(problem)" }
}
