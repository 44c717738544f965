import Text

/// Reads a table of contacts as its bytes come: `feed`, then `next` until it gives nil, and so on; after `finish` nil
/// is the end. One bad row never stops the rest. Separator, encoding and columns are found out from the beginning.
///
/// Memory holds one row at a time.
public struct ContactCSVReader: Sendable {
    private let file: String
    private let mapping: [String: String]
    private var text = ArrivingText()
    /// What has come before it was known what separates the columns.
    private var beginning: [UInt8] = []
    private var isFinished = false
    private var separator = UInt8(ascii: ",")
    private var rows: CSVSplitter?
    private var table: ContactTable?
    private var number = 0

    /// - Parameters:
    /// - file: As its owner knows it: it stands in every place.
    /// - mapping: What columns are for, by heading, where that is not what they say: `["Mail (private)":
    /// "email.home"]`.
    public init(file: String, mapping: [String: String] = [:]) {
        self.file = file
        self.mapping = mapping
    }

    public mutating func feed(_ chunk: some Collection<UInt8>) {
        let arrived = text.take(chunk)
        if rows == nil { beginning += arrived } else { rows?.feed(arrived) }
    }

    /// There are no more bytes.
    public mutating func finish() {
        isFinished = true
        let arrived = text.finish()
        if rows == nil { beginning += arrived } else { rows?.feed(arrived) }
        rows?.finish()
    }

    /// Whether what its columns are for is only guessed: the headings are those of no program that we know.
    var isGuessed: Bool { table?.dialect == .other }

    /// What each column is for, by its heading, to be shown before anything is written; nil as long as more bytes are
    /// needed.
    public mutating func columns() throws(ContactTableProblem) -> [(heading: String, column: ContactColumn)]? {
        if let table { return table.columns }
        if rows == nil { try begin() }
        guard let piece = rows?.next() else {
            if isFinished { throw .empty(file: file) }
            return nil
        }
        let header = try header(in: piece)
        let read = try ContactTable(header, file: file, mapping: mapping)
        table = read
        return read.columns
    }

    /// The next row as a card, or nil: before `finish` if more bytes are needed, after it at the end.
    public mutating func next() throws(ContactTableProblem) -> CardItem? {
        guard try columns() != nil, let table, let piece = rows?.next() else { return nil }
        number += 1
        if let problem = piece.problem { return rejected(piece, at: piece.line, problem) }
        do throws(CSVError) {
            var record = try record(in: piece)
            if record.fields.dropFirst(table.columns.count).allSatisfy({ $0.text.isEmpty }) {
                record = CSVRecord(fields: Array(record.fields.prefix(table.columns.count)), line: record.line)
            } else {
                try record.requireCount(table.columns.count)
            }
            return .card(ContactRow.card(of: record, number: number, in: table))
        } catch {
            return rejected(piece, at: error.line, error.problem)
        }
    }

    private func rejected(_ piece: CSVSplitter.Piece, at line: Int, _ problem: CSVProblem) -> CardItem {
        .rejected(
            RejectedCard(
                place: CardPlace(file: file, line: piece.line, number: number), line: line,
                reason: "The row cannot be read: \(problem).", bytes: piece.bytes + [.lineFeed],
                isCut: problem == .recordTooLong))
    }

    // MARK: - The beginning

    /// Far enough to see the first line.
    private static let sight = 64 << 10

    private mutating func begin() throws(ContactTableProblem) {
        let end = beginning.firstIndex { $0 == .lineFeed || $0 == .carriageReturn }
        guard isFinished || end != nil || beginning.count > Self.sight else { return }
        let line = beginning[..<(end ?? beginning.count)]
        // Excel says in a line of its own what separates the columns.
        if line.count == 5, line.starts(with: "sep=".utf8), let last = line.last {
            separator = last
            beginning.removeFirst(line.count)
        } else {
            separator = Self.separator(in: line)
        }
        rows = CSVSplitter(separator: separator)
        rows?.feed(beginning)
        beginning = []
        if isFinished { rows?.finish() }
    }

    /// What there is most of outside quotes.
    private static func separator(in line: ArraySlice<UInt8>) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in line {
            if byte == .quote { isQuoted.toggle() }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let candidates = ",;\t|".utf8
        return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] }.flatMap { best in
            counts[best, default: 0] > counts[.comma, default: 0] ? best : nil
        } ?? .comma
    }

    private func header(in piece: CSVSplitter.Piece) throws(ContactTableProblem) -> CSVRecord {
        do throws(CSVError) {
            if let problem = piece.problem { throw CSVError(line: piece.line, column: 1, problem: problem) }
            return try record(in: piece)
        } catch {
            throw .unreadable(file: file, line: error.line, column: error.column, reason: "\(error.problem)")
        }
    }

    private func record(in piece: CSVSplitter.Piece) throws(CSVError) -> CSVRecord {
        let isUTF8 = String(validating: piece.bytes, as: UTF8.self) != nil
        let bytes = isUTF8 ? nil : Charset.guess(piece.bytes[...]).decoded(piece.bytes[...])
        var reader = CSVReader(bytes ?? piece.bytes, separator: separator, line: piece.line)
        return try reader.next() ?? CSVRecord(fields: [], line: piece.line)
    }
}
