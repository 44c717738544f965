import Localization

/// A splitter that parses large JSON documents incrementally.
///
/// Call `feed` with each chunk and `finish` after the last chunk. After each of these calls, call `next` until it
/// returns `nil`.
///
/// The splitter returns the members of the outermost objects. There may be several such objects (newline-delimited
/// JSON). If a member is an array, its elements are returned one by one. Only one element is kept in memory.
public struct JSONElementSplitter: Sendable {
    public struct Element: Hashable, Sendable {
        public let key: String
        public let value: JSONValue
        public let line: Int
    }

    /// The syntactic position of a byte.
    private enum State {
        case outside, beforeKey, beforeColon, beforeValue, afterValue
        case beforeFirstElement, beforeElement, afterElement
    }

    private var buffer: [UInt8] = []
    private var position = 0
    private var isFinished = false
    private var line = 1
    private var columnsBefore = 0
    private var state = State.outside
    private var key = ""
    private var start: Int?
    private var startLine = 1
    private var nesting = JSONNesting()

    public init() {}

    public mutating func feed(_ chunk: some Collection<UInt8>) {
        let kept = start ?? position
        columnsBefore = column(of: kept) - 1
        buffer.removeSubrange(..<kept)
        position -= kept
        start = start.map { $0 - kept }
        buffer.append(contentsOf: chunk)
    }

    public mutating func finish() { isFinished = true }

    public mutating func next() throws(JSONError) -> Element? {
        while position < buffer.count {
            let byte = buffer[position]
            if start == nil {
                try begin(byte)
            } else if let element = try go(on: byte) {
                return element
            }
        }
        if isFinished, state != .outside { throw error(.unexpectedEnd) }
        return nil
    }

    private mutating func begin(_ byte: UInt8) throws(JSONError) {
        if byte == .lineFeed { line += 1 }
        if byte.isJSONWhitespace {
            position += 1
            return
        }
        switch (state, byte) {
        case (.outside, UInt8(ascii: "{")): state = .beforeKey
        case (.afterValue, UInt8(ascii: "}")): state = .outside
        case (.afterValue, UInt8(ascii: ",")): state = .beforeKey
        case (.beforeColon, UInt8(ascii: ":")): state = .beforeValue
        case (.beforeValue, UInt8(ascii: "[")): state = .beforeFirstElement
        case (.afterElement, UInt8(ascii: ",")): state = .beforeElement
        case (.beforeFirstElement, UInt8(ascii: "]")), (.afterElement, UInt8(ascii: "]")): state = .afterValue
        case (.beforeKey, .quote), (.beforeValue, _), (.beforeFirstElement, _), (.beforeElement, _):
            (start, startLine) = (position, line)
            return
        case (.outside, _): throw unexpected("an object")
        case (.beforeColon, _): throw unexpected("a colon")
        case (.beforeKey, _): throw unexpected("a key in quotes")
        case (.afterValue, _): throw unexpected("a comma or the end of the object")
        case (.afterElement, _): throw unexpected("a comma or the end of the array")
        }
        position += 1
    }

    private func unexpected(_ expected: Message) -> JSONError { error(.unexpected(expected: expected)) }

    private func error(_ problem: JSONProblem) -> JSONError {
        JSONError(line: line, column: column(of: position), problem: problem)
    }

    /// Returns the column in characters, counted from 1.
    private func column(of place: Int) -> Int {
        let before = buffer[..<place]
        let lineStart = before.lastIndex(of: .lineFeed).map { $0 + 1 }
        return (lineStart == nil ? columnsBefore : 0) + before[(lineStart ?? 0)...].count { $0 & 0xC0 != 0x80 } + 1
    }

    private mutating func go(on byte: UInt8) throws(JSONError) -> Element? {
        // A number or literal ends before the next separator or at the end of its container.
        if nesting.isOutermost, byte.isJSONWhitespace || ",]}".utf8.contains(byte) { return try end() }
        if byte == .lineFeed { line += 1 }
        nesting.advance(past: byte)
        position += 1
        return nesting.isOutermost && "\"]}".utf8.contains(byte) ? try end() : nil
    }

    private mutating func end() throws(JSONError) -> Element? {
        guard let first = start else { return nil }
        start = nil
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.value(of: Array(buffer[first..<position]))
        } catch {
            let isFirstLine = error.line == 1
            throw JSONError(
                line: startLine + error.line - 1, column: error.column + (isFirstLine ? column(of: first) - 1 : 0),
                problem: error.problem)
        }
        switch state {
        case .beforeKey:
            key = value.string ?? ""
            state = .beforeColon
            return nil
        case .beforeFirstElement, .beforeElement: state = .afterElement
        case .outside, .beforeColon, .beforeValue, .afterValue, .afterElement: state = .afterValue
        }
        return Element(key: key, value: value, line: startLine)
    }
}

/// A scanner that finds the end of a JSON value before the value is parsed.
public struct JSONNesting: Sendable {
    /// The number of open arrays and objects.
    public private(set) var depth = 0
    private let countsArrays: Bool
    private var isInString = false
    private var isEscaped = false

    public init(countsArrays: Bool = true) { self.countsArrays = countsArrays }

    /// Whether no array, object, or string is open.
    var isOutermost: Bool { depth == 0 && !isInString }

    public mutating func advance(past byte: UInt8) {
        if isInString {
            isInString = isEscaped || byte != .quote
            isEscaped = !isEscaped && byte == .backslash
            return
        }
        switch byte {
        case .quote: isInString = true
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "[") where countsArrays: depth += 1
        case UInt8(ascii: "]") where countsArrays: depth -= 1
        default: break
        }
    }
}
