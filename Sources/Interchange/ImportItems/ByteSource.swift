import Model
import Text

/// A source of bytes, such as a file or the output of another program.
public protocol ByteSource: Sendable {
    /// The name of the source to show in messages.
    var name: String { get }
    /// The number of bytes, if known.
    var size: Int? { get }
    /// Returns the next bytes, or an empty array at the end.
    func read() throws -> [UInt8]
    /// Closes an open file until the next bytes are read.
    func suspend()
}

extension ByteSource {
    public func suspend() {}
}

/// An error that prevents the import of one source, but not of others.
public protocol ByteSourceProblem: UserFacingError {}

/// The progress of reading: the number of items, and the number of bytes from which they were read.
public struct ReadProgress: Hashable, Sendable {
    public var items = 0
    public var bytes = 0

    public init() {}

    public static func += (sum: inout ReadProgress, other: ReadProgress) {
        sum.items += other.items
        sum.bytes += other.bytes
    }
}

/// A destination for bytes, such as a file written atomically or the input of another program.
public protocol ByteTarget: Sendable {
    func write(_ bytes: [UInt8]) throws
    func finish() throws
    /// Removes the written bytes. Has no effect after `finish`.
    func discard()
}

/// A folder for exported files. A new folder appears together with all its files. In an existing folder, files appear
/// one by one.
public protocol FileFolder: Sendable {
    var isEmpty: Bool { get }
    func put(_ bytes: [UInt8], as name: String) throws
    /// Publishes the files. A missing folder is created if any file was written.
    ///
    /// - Parameter replacing: Whether to replace existing files.
    func finish(replacing: Bool) throws
    /// Removes the files that were not published.
    func discard()
}

/// A parser of items in one format. After each call to `feed`, and after `finish`, call `next` until it returns `nil`.
public protocol ItemReader<Item>: Sendable {
    associatedtype Item

    mutating func feed(_ chunk: [UInt8])
    /// Marks the end of the input.
    mutating func finish()
    /// Returns the next item, or `nil` if more bytes are needed. After `finish`, `nil` means the end.
    ///
    /// - Throws: An error if the file does not have this format.
    mutating func next() throws -> Item?
}

/// A stream of the items that a reader parses from a source.
public struct ItemStream<Item>: Sendable {
    public let source: any ByteSource
    /// The progress when the reader last needed more bytes.
    public private(set) var taken = ReadProgress()
    private var read = ReadProgress()
    private var reader: any ItemReader<Item>
    private var isFinished = false

    /// Creates a stream.
    ///
    /// - Parameter beginning: The bytes of the source that have already been read.
    public init(_ source: any ByteSource, beginning: [UInt8] = [], by reader: any ItemReader<Item>) {
        self.source = source
        self.reader = reader
        read.bytes = beginning.count
        self.reader.feed(beginning)
    }

    public mutating func next() throws -> Item? {
        while true {
            if let item = try reader.next() {
                read.items += 1
                return item
            }
            taken = read
            if isFinished { return nil }
            let chunk = try source.read()
            if chunk.isEmpty {
                reader.finish()
                isFinished = true
            } else {
                read.bytes += chunk.count
                reader.feed(chunk)
            }
        }
    }
}

/// A CSV file that is read in chunks. Readers examine the beginning and choose the separator.
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
    /// - Parameter earlier: The problem to throw instead of a problem with the header, if any.
    /// - Returns: The header and its bytes, or `nil` if more bytes are needed.
    mutating func header(
        after earlier: SourceProblem?
    ) throws(SourceProblem) -> (record: CSVRecord, bytes: [UInt8])? {
        guard let piece = next() else {
            if isFinished { throw earlier ?? .empty(file: file) }
            return nil
        }
        do throws(CSVError) {
            return (try record(in: piece), piece.bytes)
        } catch {
            throw earlier
                ?? .unreadable(file: file, line: error.line, column: error.column, reason: error.problem.sentence)
        }
    }

    /// Returns the bytes converted to UTF-8. The first record with evidence for or against Mac Roman decides about Mac
    /// Roman for all following records.
    private mutating func decoded(_ bytes: [UInt8]) -> [UInt8] {
        if let charset = encoding?.charset { return charset.decoded(bytes[...]) ?? bytes }
        if !guessesEncoding || String(validating: bytes, as: UTF8.self) != nil { return bytes }
        isMacRoman = isMacRoman ?? MacRoman.isEvident(in: bytes[...])
        return (isMacRoman == true ? Charset.macRoman : Charset.guess(bytes[...])).decoded(bytes[...]) ?? bytes
    }

    /// Returns a word that may be in Mac Roman, as read in Windows-1252 and in Mac Roman, or `nil` if the record has no
    /// such word or its encoding is known.
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
