import Localization

/// A reader of comma-separated values (RFC 4180).
///
/// Lines may end with LF, CR LF, or CR. A byte-order mark and blank lines are skipped. Reading stops at the first
/// error.
public struct CSVReader: Sendable {
    public static let maximumFields = 10_000

    private let bytes: [UInt8]
    private let separator: UInt8
    private var position: Int
    private var line: Int
    private var column = 1

    /// Creates a reader.
    /// - Parameter line: The line number of the first record, if the bytes are part of a file.
    public init(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ","), line: Int = 1) {
        self.bytes = bytes
        self.line = line
        self.separator = separator
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    public mutating func next() throws(CSVError) -> CSVRecord? {
        do {
            return try record()
        } catch {
            position = bytes.count
            throw error
        }
    }

    private mutating func record() throws(CSVError) -> CSVRecord? {
        while isAtLineEnd { advance() }
        guard position < bytes.count else { return nil }

        let firstLine = line
        var fields = [try field()]
        while position < bytes.count, bytes[position] == separator {
            advance()
            guard fields.count < Self.maximumFields else { throw error(.tooManyFields) }
            fields.append(try field())
        }
        skipLineEnd()
        return CSVRecord(fields: fields, line: firstLine)
    }

    private mutating func field() throws(CSVError) -> CSVField {
        let (firstLine, firstColumn) = (line, column)
        let isQuoted = position < bytes.count && bytes[position] == .quote
        let content = isQuoted ? try quotedContent() : try plainContent()
        guard let text = String(validating: content, as: UTF8.self) else {
            throw CSVError(line: firstLine, column: firstColumn, problem: .invalidUTF8)
        }
        return CSVField(text: text, line: firstLine, column: firstColumn)
    }

    private mutating func plainContent() throws(CSVError) -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count, bytes[position] != separator, !isAtLineEnd {
            if bytes[position] == .quote { throw error(.loneQuote) }
            if bytes[position] == 0 { throw error(.nul) }
            advance()
        }
        return bytes[start..<position]
    }

    private mutating func quotedContent() throws(CSVError) -> ArraySlice<UInt8> {
        let opening = error(.unclosedQuote)
        var content: [UInt8] = []
        advance()
        while true {
            guard position < bytes.count else { throw opening }
            let byte = bytes[position]
            if byte == 0 { throw error(.nul) }
            advance()
            if byte == .quote {
                guard position < bytes.count, bytes[position] == .quote else { break }
                advance()
            }
            content.append(byte)
        }
        guard position == bytes.count || bytes[position] == separator || isAtLineEnd else {
            throw error(.textAfterQuote)
        }
        return content[...]
    }

    private var isAtLineEnd: Bool {
        position < bytes.count && (bytes[position] == .lineFeed || bytes[position] == .carriageReturn)
    }

    private mutating func skipLineEnd() {
        guard isAtLineEnd else { return }
        let isPair = bytes[position...].starts(with: [.carriageReturn, .lineFeed])
        advance()
        if isPair { advance() }
    }

    /// Advances by one byte. Columns count characters; CR LF counts as one line end.
    private mutating func advance() {
        let byte = bytes[position]
        position += 1
        let isFirstOfPair = byte == .carriageReturn && position < bytes.count && bytes[position] == .lineFeed
        if byte == .lineFeed || (byte == .carriageReturn && !isFirstOfPair) {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }

    private func error(_ problem: CSVProblem) -> CSVError {
        CSVError(line: line, column: column, problem: problem)
    }
}

/// The text and location of a field. Lines and columns count from 1; columns count characters.
public struct CSVField: Hashable, Sendable {
    public let text: String
    public let line: Int
    public let column: Int
}

/// A record and its line number, counted from 1.
public struct CSVRecord: Hashable, Sendable {
    public let fields: [CSVField]
    public let line: Int

    public init(fields: [CSVField], line: Int) {
        self.fields = fields
        self.line = line
    }

    public var texts: [String] { fields.map(\.text) }

    /// Throws an error if the number of fields differs from that of the header.
    public func requireCount(_ count: Int) throws(CSVError) {
        guard fields.count != count else { return }
        let extra = fields.count > count ? fields[count] : fields.last
        throw CSVError(
            line: extra?.line ?? line, column: extra?.column ?? 1,
            problem: .fieldCount(expected: count, found: fields.count))
    }
}

/// A splitter that divides CSV into records.
///
/// Call `feed` with each chunk and `finish` after the last chunk. After each of these calls, call `next` until it
/// returns `nil`.
///
/// An invalid record does not affect the following records. At most ``maximumRecord`` bytes of a record are kept in
/// memory.
public struct CSVSplitter: Sendable {
    public static let maximumRecord = 4 << 20

    /// The bytes of a record without its line end.
    public struct Piece: Hashable, Sendable {
        public let bytes: [UInt8]
        public let line: Int
        /// The reason why the record is incomplete, or `nil` if it is complete.
        public let problem: CSVProblem?
    }

    private enum State { case fieldStart, plain, quoted, afterQuote, skipping }

    private let separator: UInt8
    private var buffer: [UInt8] = []
    private var isFinished = false
    private var state = State.fieldStart
    private var start = 0
    private var position = 0
    private var line: Int
    private var innerLines = 0
    /// The index after the first line end in a quoted field.
    private var firstLineEnd: Int?

    /// Creates a splitter.
    /// - Parameter line: The line number of the first record.
    public init(separator: UInt8 = UInt8(ascii: ","), line: Int = 1) {
        self.separator = separator
        self.line = line
    }

    public mutating func feed(_ chunk: some Collection<UInt8>) {
        if start > 0 {
            buffer.removeSubrange(..<start)
            position -= start
            firstLineEnd = firstLineEnd.map { $0 - start }
            start = 0
        }
        buffer.append(contentsOf: chunk)
    }

    public mutating func finish() { isFinished = true }

    public mutating func next() -> Piece? {
        while position < buffer.count {
            let byte = buffer[position]
            let isLineEnd = byte == .lineFeed || byte == .carriageReturn
            // The next byte decides whether the line ends with CR or CR LF.
            if byte == .carriageReturn, position + 1 == buffer.count, !isFinished { return nil }
            if isLineEnd, state != .quoted {
                if let piece = endRecord() { return piece }
                continue
            }
            advance(byte)
            if position - start > Self.maximumRecord, let piece = cut() { return piece }
        }
        guard isFinished, start < buffer.count else { return nil }
        if state == .quoted { return unclosed() }
        return endRecord()
    }

    private mutating func advance(_ byte: UInt8) {
        position += 1
        switch state {
        case .quoted:
            if byte == .quote {
                state = .afterQuote
            } else if byte == .lineFeed || byte == .carriageReturn && !isFollowedByLineFeed {
                innerLines += 1
                if firstLineEnd == nil { firstLineEnd = position }
            }
        case .fieldStart where byte == .quote: state = .quoted
        case .afterQuote where byte == .quote: state = .quoted
        case .fieldStart, .plain, .afterQuote: state = byte == separator ? .fieldStart : .plain
        case .skipping: break
        }
    }

    private var isFollowedByLineFeed: Bool { position < buffer.count && buffer[position] == .lineFeed }

    /// Ends a record at a line end or at the end of the input.
    /// - Returns: The record, or `nil` for a blank line or skipped text.
    private mutating func endRecord() -> Piece? {
        let wasSkipped = state == .skipping
        let piece = Piece(bytes: Array(buffer[start..<position]), line: line, problem: nil)
        if position < buffer.count {
            let isPair = buffer[position] == .carriageReturn
            position += 1
            if isPair, isFollowedByLineFeed { position += 1 }
        }
        begin(at: position, line: line + innerLines + 1)
        return wasSkipped || piece.bytes.isEmpty ? nil : piece
    }

    /// Returns the first line of a record with an unclosed quote. The next line starts a new record.
    private mutating func unclosed() -> Piece {
        let end = firstLineEnd ?? buffer.count
        var bytes = buffer[start..<end]
        while let last = bytes.last, last == .lineFeed || last == .carriageReturn { bytes.removeLast() }
        let piece = Piece(bytes: Array(bytes), line: line, problem: .unclosedQuote)
        begin(at: end, line: line + 1)
        return piece
    }

    /// Returns the beginning of a record that is too long, or `nil` if the beginning was returned before. The rest of
    /// the line is skipped. If an open quoted field spans several lines, only the first line is returned, as a record
    /// with an unclosed quote.
    private mutating func cut() -> Piece? {
        switch state {
        case .quoted where firstLineEnd != nil: return unclosed()
        case .skipping:
            start = position
            return nil
        case .quoted, .fieldStart, .plain, .afterQuote:
            let piece = Piece(bytes: Array(buffer[start..<position]), line: line, problem: .recordTooLong)
            start = position
            state = .skipping
            return piece
        }
    }

    private mutating func begin(at index: Int, line: Int) {
        (start, position, self.line, innerLines, firstLineEnd, state) = (index, index, line, 0, nil, .fieldStart)
    }
}

/// A syntax error in CSV, with a hint.
public enum CSVProblem: Hashable, Sendable, CustomStringConvertible {
    case loneQuote
    case textAfterQuote
    case unclosedQuote
    case invalidUTF8
    case nul
    case tooManyFields
    case recordTooLong
    case fieldCount(expected: Int, found: Int)

    public var description: String { sentence.description }

    public var sentence: Message {
        switch self {
        case .loneQuote:
            "quote in an unquoted field; quote the field and double the quote"
        case .textAfterQuote:
            "unexpected text after a closing quote; double quotes inside a quoted field"
        case .unclosedQuote:
            "unclosed quote; add the closing quote"
        case .invalidUTF8:
            "the field is not valid UTF-8; save the file as UTF-8"
        case .nul:
            "NUL byte found; save the file as CSV in UTF-8"
        case .tooManyFields:
            "the row has more than \(CSVReader.maximumFields) fields; check the separator"
        case .recordTooLong:
            "the row is longer than \(CSVSplitter.maximumRecord >> 20) MB; check its quotes"
        case .fieldCount(let expected, let found):
            "the row has \(Message(found, "field")), but the header has \(expected); add or remove separators"
        }
    }
}

public typealias CSVError = SyntaxError<CSVProblem>
