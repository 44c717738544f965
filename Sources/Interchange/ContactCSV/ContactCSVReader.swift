import Model
import Text

/// Reads a table of contacts as its bytes come: `feed`, then `next` until it gives nil, and so on; after `finish` nil
/// is the end. One bad row never stops the rest. Separator, encoding and columns are found out from the beginning.
///
/// Memory holds one row at a time, and those whose dates can only be read once a later one has told their order.
public struct ContactCSVReader: ItemReader {
    private let file: String
    private let mapping: [String: String]
    private var text = IncrementalTextDecoder()
    /// What has come before it was known what separates the columns.
    private var beginning: [UInt8] = []
    private var isFinished = false
    private var separator = UInt8(ascii: ",")
    private var rows: CSVSplitter?
    private var table: ContactTable?
    /// The first row.
    private var header: [UInt8] = []
    private var number = 0
    private var orders: DateOrders?
    private var pending: ArraySlice<PendingRow> = []
    private var pendingBytes = 0

    /// A row that is given out after those before it.
    private enum PendingRow {
        case record(CSVRecord, SourceText, number: Int)
        case rejected(CardItem)
    }

    /// So many bytes of rows wait for a date that tells the order.
    private static let patience = 8 << 20

    /// - Parameters:
    /// - file: As its owner knows it: it stands in every place.
    /// - mapping: What columns are for, by heading, where that is not what they say: `["Mail (private)":
    /// "email.home"]`.
    public init(file: String, mapping: [String: String] = [:]) {
        self.file = file
        self.mapping = mapping
    }

    public mutating func feed(_ chunk: some Collection<UInt8>) {
        let arrived = text.decode(chunk)
        if rows == nil { beginning += arrived } else { rows?.feed(arrived) }
    }

    /// There are no more bytes.
    public mutating func finish() {
        isFinished = true
        let arrived = text.finish()
        if rows == nil { beginning += arrived } else { rows?.feed(arrived) }
        rows?.finish()
    }

    /// Whether what some column is for is only guessed.
    var isGuessed: Bool { table?.isGuessed == true }

    /// A column by its heading, what it is called among others of that heading, and what it is for.
    public typealias Column = (heading: String, name: String, column: ContactColumn)

    /// What each column is for, by its heading, to be shown before anything is written; nil as long as more bytes are
    /// needed.
    public mutating func columns() throws(ContactTableProblem) -> [Column]? {
        if let table { return table.columns }
        if rows == nil { try begin() }
        guard let piece = rows?.next() else {
            if isFinished { throw .empty(file: file) }
            return nil
        }
        let header = try header(in: piece)
        let read = try ContactTable(header, file: file, mapping: mapping)
        table = read
        self.header = piece.bytes
        return read.columns
    }

    /// The next row as a card, or nil: before `finish` if more bytes are needed, after it at the end.
    public mutating func next() throws(ContactTableProblem) -> CardItem? {
        guard try columns() != nil, let table else { return nil }
        if orders == nil { orders = DateOrders(table) }
        while pending.isEmpty || orders?.isWaiting == true, pendingBytes < Self.patience, let piece = rows?.next() {
            process(piece, of: table)
        }
        guard let orders, !orders.isWaiting || isFinished || pendingBytes >= Self.patience else { return nil }
        if orders.isWaiting { self.orders?.stopWaiting() }
        return release(in: table)
    }

    private mutating func process(_ piece: CSVSplitter.Piece, of table: ContactTable) {
        number += 1
        pendingBytes += piece.bytes.count
        if let problem = piece.problem {
            pending.append(.rejected(rejected(piece, at: piece.line, column: nil, problem)))
            return
        }
        do throws(CSVError) {
            var record = try record(in: piece)
            guard !record.isBlank else {
                number -= 1
                return
            }
            if record.fields.dropFirst(table.columns.count).allSatisfy({ $0.text.isEmpty }) {
                record = CSVRecord(fields: Array(record.fields.prefix(table.columns.count)), line: record.line)
            } else {
                try record.requireCount(table.columns.count)
            }
            orders?.observe(record)
            pending.append(.record(record, text(of: piece), number: number))
        } catch {
            pending.append(.rejected(rejected(piece, at: error.line, column: error.column, error.problem)))
        }
    }

    private mutating func release(in table: ContactTable) -> CardItem? {
        guard let orders, let first = pending.popFirst() else { return nil }
        if pending.isEmpty { (pending, pendingBytes) = ([], 0) }
        return switch first {
        case .rejected(let item): item
        case .record(let record, let text, let number):
            .card(ContactRow.card(of: record, text, number: number, in: table, orders))
        }
    }

    private func rejected(_ piece: CSVSplitter.Piece, at line: Int, column: Int?, _ problem: CSVProblem) -> CardItem {
        .rejected(
            RejectedItem(
                at: SourceLocation(file: file, line: line, column: column, number: number),
                because: "The row cannot be read: \(problem.sentence).", text(of: piece)))
    }

    private func text(of piece: CSVSplitter.Piece) -> SourceText {
        SourceText(piece.bytes, under: header)
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
            throw .unreadable(file: file, line: error.line, column: error.column, reason: error.problem.sentence)
        }
    }

    private func record(in piece: CSVSplitter.Piece) throws(CSVError) -> CSVRecord {
        let isUTF8 = String(validating: piece.bytes, as: UTF8.self) != nil
        let bytes = isUTF8 ? nil : Charset.guess(piece.bytes[...]).decoded(piece.bytes[...])
        var reader = CSVReader(bytes ?? piece.bytes, separator: separator, line: piece.line)
        return try reader.next() ?? CSVRecord(fields: [], line: piece.line)
    }
}

extension CSVRecord {
    /// Such as spreadsheets write below what there is.
    fileprivate var isBlank: Bool { texts.allSatisfy { $0.trimmed.isEmpty } }
}
