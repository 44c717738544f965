/// A splitter that divides CSV into records.
///
/// Call `feed` with each chunk and `finish` after the last chunk. After each of these calls, call `next` until it
/// returns `nil`.
///
/// An invalid record does not affect the following records. At most ``maximumRecord`` bytes are kept in memory.
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

    /// Returns the beginning of a record that is too long. The rest of its line is skipped.
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
