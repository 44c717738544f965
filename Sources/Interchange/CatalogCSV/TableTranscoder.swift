import Model
import Text

/// A converter from another table format to CSV. Each row keeps its line number if possible.
protocol TableTranscoder: Sendable {
    /// Converts the next bytes of the table.
    ///
    /// - Throws: `SourceProblem` if the rest of the table cannot be read.
    mutating func csv(of chunk: [UInt8]) throws(SourceProblem) -> [UInt8]
    /// Converts the rest of the table after its last byte.
    mutating func finish() throws(SourceProblem) -> [UInt8]
}

/// The format of a table, other than CSV.
enum TableFormat: Hashable {
    case json, voTable, ipac

    /// The number of bytes that determine the format.
    static let neededBytes = 4_096

    /// Creates the format of a table, or returns `nil` if the table is not in one of these formats.
    ///
    /// Further bytes do not change a detected format.
    init?(_ beginning: some Collection<UInt8>) {
        let start = beginning.prefix(Self.neededBytes)
        let text = (start.starts(with: Self.mark) ? start.dropFirst(Self.mark.count) : start).drop {
            $0.isBlank || $0 == .lineFeed || $0 == .carriageReturn
        }
        switch text.first {
        case UInt8(ascii: "[") where text.contains("\"\(ExoplanetArchiveColumns.name)\"".utf8): self = .json
        case UInt8(ascii: "<") where text.contains("VOTABLE".utf8): self = .voTable
        case UInt8(ascii: "\\"), UInt8(ascii: "|"): self = .ipac
        default: return nil
        }
    }

    /// The byte-order mark of UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    func transcoder(of file: String) -> any TableTranscoder {
        switch self {
        case .json: JSONTable(file: file)
        case .voTable: VOTable(file: file)
        case .ipac: IPACTable(file: file)
        }
    }

    /// The maximum number of bytes in a line, an element, or a tag.
    static let maximumLength = 4 << 20
}

/// A writer of CSV that keeps the line numbers of another file, as long as no line contains several rows.
struct LinePreservingCSVWriter {
    private var bytes: [UInt8] = []
    private var line = 1

    /// Appends a row.
    ///
    /// - Parameter wanted: The line number of the row. Blank lines are added before the row if necessary.
    mutating func write(_ fields: [String], at wanted: Int) {
        while line < wanted {
            bytes.append(.lineFeed)
            line += 1
        }
        var writer = CSVWriter()
        writer.write(fields.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") })
        bytes += writer.drain()
        line += 1
    }

    mutating func drain() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

/// A converter of the format `ipac` of the NASA Exoplanet Archive: lines of keywords that start with `\`, up to four
/// lines of names, types, units, and null values that start with `|`, and rows in columns of fixed width.
struct IPACTable: TableTranscoder {
    private let file: String
    private var rest: [UInt8] = []
    private var line = 0
    private var writer = LinePreservingCSVWriter()
    /// The positions of the column separators.
    private var separators: [Int] = []
    private var names: [String] = []
    private var headerLines = 0
    private var lastHeaderLine = 0
    private var isHeaderWritten = false
    private var nulls: Set<String> = ["null"]

    init(file: String) { self.file = file }

    mutating func csv(of chunk: [UInt8]) throws(SourceProblem) -> [UInt8] {
        rest += chunk
        var start = rest.startIndex
        while let end = rest[start...].firstIndex(of: .lineFeed) {
            read(rest[start..<end])
            start = end + 1
        }
        rest.removeSubrange(..<start)
        guard rest.count <= TableFormat.maximumLength else {
            throw .unreadable(file: file, line: line + 1, column: 1, reason: "the line is too long")
        }
        return writer.drain()
    }

    mutating func finish() throws(SourceProblem) -> [UInt8] {
        if !rest.isEmpty { read(rest[...]) }
        rest = []
        writeHeader()
        return writer.drain()
    }

    private mutating func writeHeader() {
        guard headerLines > 0, !isHeaderWritten else { return }
        isHeaderWritten = true
        writer.write(names, at: lastHeaderLine)
    }

    private mutating func read(_ bytes: ArraySlice<UInt8>) {
        line += 1
        let bytes = bytes.last == .carriageReturn ? bytes.dropLast() : bytes
        switch bytes.first {
        case nil, UInt8(ascii: "\\"): return
        case UInt8(ascii: "|"): readHeader(bytes)
        default:
            writeHeader()
            guard !names.isEmpty else { return }
            writer.write(cells(bytes).map { nulls.contains($0) ? "" : $0 }, at: line)
        }
    }

    private mutating func readHeader(_ bytes: ArraySlice<UInt8>) {
        headerLines += 1
        lastHeaderLine = line
        if headerLines == 1 {
            separators = bytes.indices.filter { bytes[$0] == UInt8(ascii: "|") }.map { $0 - bytes.startIndex }
            names = cells(bytes)
        } else if headerLines == 4 {
            nulls.formUnion(cells(bytes).filter { !$0.isEmpty })
        }
    }

    private func cells(_ bytes: ArraySlice<UInt8>) -> [String] {
        zip(separators, separators.dropFirst()).map { start, end in
            let cell = bytes.dropFirst(start).prefix(end - start)
            return String(decoding: cell.drop { $0 == UInt8(ascii: "|") }, as: UTF8.self).trimmed
        }
    }
}

/// A converter of the format `json` of the NASA Exoplanet Archive: a list with an object for each row.
struct JSONTable: TableTranscoder {
    private let file: String
    private var elements = JSONElementSplitter()
    private var writer = LinePreservingCSVWriter()
    private var names: [String] = []

    // The splitter expects an object.
    private static let opening = Array("{\"rows\":".utf8)
    private static let closing = [UInt8(ascii: "}")]

    init(file: String) {
        self.file = file
        elements.feed(Self.opening)
    }

    mutating func csv(of chunk: [UInt8]) throws(SourceProblem) -> [UInt8] {
        elements.feed(chunk)
        try readElements()
        return writer.drain()
    }

    mutating func finish() throws(SourceProblem) -> [UInt8] {
        elements.feed(Self.closing)
        elements.finish()
        try readElements()
        return writer.drain()
    }

    private mutating func readElements() throws(SourceProblem) {
        do throws(JSONError) {
            while let element = try elements.next() { read(element) }
        } catch {
            let column = error.line == 1 ? error.column - Self.opening.count : error.column
            throw .unreadable(file: file, line: error.line, column: column, reason: error.problem.sentence)
        }
    }

    private mutating func read(_ element: JSONElementSplitter.Element) {
        guard let members = element.value.members else { return }
        let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        if names.isEmpty {
            names = members.map(\.key)
            writer.write(names, at: 1)
        }
        writer.write(names.map { values[$0]?.cell ?? "" }, at: element.line)
    }
}

extension JSONValue {
    /// The text of a cell. Lists and objects have no text.
    fileprivate var cell: String {
        switch self {
        case .null, .array, .object: ""
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        }
    }
}
