import Text

/// A CSV file in UTF-8 or UTF-16 that arrives in chunks. Readers examine the beginning and choose the separator.
struct CSVSource {
    let file: String
    /// The bytes decoded before `open` is called.
    var beginning: [UInt8] = []
    private(set) var isFinished = false
    private(set) var separator = UInt8.comma
    private var text: IncrementalTextDecoder
    private var records: CSVSplitter?

    private let guessesEncoding: Bool
    private let encoding: TableEncoding?
    private var isMacRoman: Bool?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - guessesEncoding: Whether records that are not UTF-8 are decoded with the most likely encoding.
    ///   - encoding: The specified encoding, if any.
    init(file: String, guessesEncoding: Bool, encoding: TableEncoding? = nil) {
        self.file = file
        self.guessesEncoding = guessesEncoding && encoding == nil
        self.encoding = encoding
        text = IncrementalTextDecoder(isUTF16: encoding == .utf16)
    }

    var isOpen: Bool { records != nil }

    mutating func feed(_ chunk: some Collection<UInt8>) { append(text.decode(chunk)) }

    mutating func finish() {
        isFinished = true
        append(text.finish())
        records?.finish()
    }

    private mutating func append(_ bytes: [UInt8]) {
        if isOpen { records?.feed(bytes) } else { beginning += bytes }
    }

    /// Starts splitting the file into records.
    ///
    /// - Parameter line: The line number of the first record.
    mutating func open(separator: UInt8, line: Int = 1) {
        self.separator = separator
        isMacRoman = guessesEncoding ? MacRoman.isEvident(in: beginning[...]) : nil
        records = CSVSplitter(separator: separator, line: line)
        records?.feed(beginning)
        beginning = []
        if isFinished { records?.finish() }
    }

    mutating func next() -> CSVSplitter.Piece? { records?.next() }

    /// Reads the header.
    ///
    /// - Returns: The header and its bytes, or `nil` if more bytes are needed.
    mutating func header() throws(SourceProblem) -> (record: CSVRecord, bytes: [UInt8])? {
        guard let piece = next() else {
            if isFinished { throw .empty(file: file) }
            return nil
        }
        do throws(CSVError) {
            return (try record(in: piece), piece.bytes)
        } catch {
            throw .unreadable(file: file, line: error.line, column: error.column, reason: error.problem.sentence)
        }
    }

    /// Returns bytes in UTF-8. The first record with evidence for an encoding decides about all following records.
    private mutating func decoded(_ bytes: [UInt8]) -> [UInt8] {
        if let charset = encoding?.charset { return charset.decoded(bytes[...]) ?? bytes }
        if !guessesEncoding || String(validating: bytes, as: UTF8.self) != nil { return bytes }
        isMacRoman = isMacRoman ?? MacRoman.isEvident(in: bytes[...])
        return (isMacRoman == true ? Charset.macRoman : Charset.guess(bytes[...])).decoded(bytes[...]) ?? bytes
    }

    /// Returns a word of a record that can be another word in Mac Roman, if the encoding is a guess.
    func doubt(in piece: CSVSplitter.Piece) -> (windows: String, macRoman: String)? {
        let bytes = piece.bytes[...]
        let isGuess = guessesEncoding && isMacRoman == nil && String(validating: bytes, as: UTF8.self) == nil
        return isGuess && Charset.guess(bytes) == .windows1252 ? MacRoman.doubt(in: bytes) : nil
    }

    mutating func record(in piece: CSVSplitter.Piece) throws(CSVError) -> CSVRecord {
        if let problem = piece.problem { throw CSVError(line: piece.line, column: 1, problem: problem) }
        var reader = CSVReader(decoded(piece.bytes), separator: separator, line: piece.line)
        return try reader.next() ?? CSVRecord(fields: [], line: piece.line)
    }
}
