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

    public init(text: String, line: Int, column: Int) {
        self.text = text
        self.line = line
        self.column = column
    }
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
