/// Cuts comma-separated values into single records as their bytes come: `feed`, then `next` until it gives nil, and so
/// on; after `finish` nil is the end. A record that cannot be read does not stop those behind it.
///
/// Memory holds one record at a time, and no more of it than ``maximumRecord``.
public struct CSVSplitter: Sendable {
    /// In bytes.
    public static let maximumRecord = 4 << 20

    /// The bytes of a record, without the end of its line.
    public struct Piece: Hashable, Sendable {
        public let bytes: [UInt8]
        /// Where it begins, from 1.
        public let line: Int
        /// Why it is only a part of what somebody may have meant.
        public let problem: CSVProblem?
    }

    private enum State { case fieldStart, plain, quoted, afterQuote, skipping }

    private let separator: UInt8
    private var buffer: [UInt8] = []
    private var isFinished = false
    private var state = State.fieldStart
    /// Where the record begins, and how far it was looked at.
    private var start = 0
    private var position = 0
    /// The line of the record, and the lines that end within it.
    private var line: Int
    private var innerLines = 0
    /// Behind the first line that ends within a quoted field.
    private var firstLineEnd: Int?

    /// - Parameter line: The number of the first line, where something stands before it.
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
            // Whether a line ends here or with the next byte, only that one says.
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

    /// At the end of a line, or of all; nil for a blank line and for what was skipped.
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

    /// A quote that is never closed: what stands in its line is given out, and the next line is read anew.
    private mutating func unclosed() -> Piece {
        let end = firstLineEnd ?? buffer.count
        var bytes = buffer[start..<end]
        while let last = bytes.last, last == .lineFeed || last == .carriageReturn { bytes.removeLast() }
        let piece = Piece(bytes: Array(bytes), line: line, problem: .unclosedQuote)
        begin(at: end, line: line + 1)
        return piece
    }

    /// Of a record that is too long its beginning is given out, and what is left of its line is skipped.
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
