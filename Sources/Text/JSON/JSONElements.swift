import Wording

/// Takes a JSON text apart as its bytes come: `feed`, then `next` until it gives nil, and so on; after `finish` nil is the
/// end. It gives the members of the outermost objects, of which there may be several in a row (newline-delimited JSON); of a
/// member that is a list, one element after the other.
///
/// Memory holds one element at a time.
public struct JSONElements: Sendable {
    public struct Element: Hashable, Sendable {
        public let key: String
        public let value: JSONValue
        /// Where it begins, from 1.
        public let line: Int
    }

    /// Where a byte stands.
    private enum Place { case outside, beforeKey, beforeColon, beforeValue, afterValue, inList }

    private var buffer: [UInt8] = []
    private var position = 0
    private var isFinished = false
    private var line = 1
    private var place = Place.outside
    private var key = ""
    /// The value or key that is being read, and what is open in it.
    private var start: Int?
    private var startLine = 1
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isListElement = false

    public init() {}

    public mutating func feed(_ chunk: some Collection<UInt8>) {
        let kept = start ?? position
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
        if isFinished, place != .outside { throw JSONError(line: line, column: 1, problem: .unexpectedEnd) }
        return nil
    }

    // MARK: - Between values

    private mutating func begin(_ byte: UInt8) throws(JSONError) {
        if byte == .lineFeed { line += 1 }
        if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
            position += 1
            return
        }
        switch (place, byte) {
        case (.outside, UInt8(ascii: "{")): place = .beforeKey
        case (.beforeKey, .quote):
            (start, startLine) = (position, line)
            return
        case (.beforeKey, UInt8(ascii: "}")), (.afterValue, UInt8(ascii: "}")): place = .outside
        case (.beforeKey, UInt8(ascii: ",")), (.inList, UInt8(ascii: ",")): break
        case (.afterValue, UInt8(ascii: ",")): place = .beforeKey
        case (.beforeColon, UInt8(ascii: ":")): place = .beforeValue
        case (.beforeValue, UInt8(ascii: "[")): place = .inList
        case (.inList, UInt8(ascii: "]")): place = .afterValue
        case (.beforeValue, _), (.inList, _):
            (start, startLine, isListElement) = (position, line, place == .inList)
            return
        case (.outside, _): throw error("an object")
        case (.beforeColon, _): throw error("a colon")
        case (.beforeKey, _): throw error("a key in quotes")
        case (.afterValue, _): throw error("a comma or the end of the object")
        }
        position += 1
    }

    private func error(_ expected: Message) -> JSONError {
        JSONError(line: line, column: 1, problem: .unexpected(expected: expected))
    }

    // MARK: - Within a value

    private mutating func go(on byte: UInt8) throws(JSONError) -> Element? {
        if byte == .lineFeed { line += 1 }
        if isInString {
            position += 1
            if isEscaped {
                isEscaped = false
            } else if byte == .backslash {
                isEscaped = true
            } else if byte == .quote {
                isInString = false
                if depth == 0 { return try end() }
            }
            return nil
        }
        switch byte {
        case .quote: isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            // A number, or the like, ends where what it stands in does.
            if depth == 0 { return try end() }
            depth -= 1
            if depth == 0 {
                position += 1
                return try end()
            }
        case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
            if depth == 0 {
                if byte == .lineFeed { line -= 1 }
                return try end()
            }
        default: break
        }
        position += 1
        return nil
    }

    private mutating func end() throws(JSONError) -> Element? {
        guard let first = start else { return nil }
        start = nil
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.value(of: Array(buffer[first..<position]))
        } catch {
            throw JSONError(line: startLine + error.line - 1, column: error.column, problem: error.problem)
        }
        guard place == .beforeKey else {
            if !isListElement { place = .afterValue }
            return Element(key: key, value: value, line: startLine)
        }
        key = value.string ?? ""
        place = .beforeColon
        return nil
    }
}
