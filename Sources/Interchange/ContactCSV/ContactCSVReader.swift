import Localization
import Model
import Text

/// A reader of contacts in CSV. It detects the separator, the encoding, and the columns.
///
/// From the first ambiguous date on, rows are kept in memory until a row determines the order of day and month or a
/// size limit is reached.
public struct ContactCSVReader: ItemReader {
    private let mapping: [String: String]
    private var source: CSVSource
    private var table: ContactTable?
    private var header: [UInt8] = []
    /// The reason why the first line is not a header.
    private var problem: SourceProblem?
    private var number = 0
    private var orders: DateOrders?
    private var pending: ArraySlice<PendingRow> = []
    private var pendingBytes = 0
    private let dates: TableDate.Order?
    private let isUpdate: Bool

    /// A row that is kept until the preceding rows have been returned.
    private enum PendingRow {
        case record(CSVRecord, SourceText, number: Int, doubt: Message?)
        case rejected(CardItem)
    }

    /// The maximum number of bytes that are kept in memory because of ambiguous dates.
    private static let maximumPendingBytes = 8 << 20

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - file: The name of the file to show in messages.
    ///   - mapping: The column mappings by heading, such as `["Mail (private)": "email.home"]`.
    ///   - encoding: The encoding, or `nil` to detect it.
    ///   - dates: The order of day and month in ambiguous dates, or `nil` if it is unknown.
    ///   - isUpdate: Whether rows with the ID of a contact change that contact.
    public init(
        file: String, mapping: [String: String] = [:], encoding: TableEncoding? = nil, dates: TableDate.Order? = nil,
        isUpdate: Bool = false
    ) {
        self.isUpdate = isUpdate
        self.mapping = mapping
        self.dates = dates
        source = CSVSource(file: file, guessesEncoding: true, encoding: encoding)
    }

    public mutating func feed(_ chunk: some Collection<UInt8>) { source.feed(chunk) }

    public mutating func finish() { source.finish() }

    var isGuessed: Bool { table?.isGuessed == true }

    /// A column with its heading, its unique name, and its meaning.
    public typealias Column = (heading: String, name: String, column: ContactColumn)

    /// Returns the columns, or `nil` if more bytes are needed.
    public mutating func columns() throws(SourceProblem) -> [Column]? {
        if let table { return table.columns }
        if !source.isOpen { open() }
        while let header = try source.header(after: problem) {
            do throws(SourceProblem) {
                let read = try ContactTable(header.record, file: source.file, mapping: mapping, isUpdate: isUpdate)
                table = read
                self.header = header.bytes
                return read.columns
            } catch {
                // LinkedIn writes notes before the header.
                guard header.record.texts.count(where: { !$0.trimmed.isEmpty }) <= 1 else { throw problem ?? error }
                problem = problem ?? error
            }
        }
        return nil
    }

    public mutating func next() throws(SourceProblem) -> CardItem? {
        guard try columns() != nil, let table else { return nil }
        if orders == nil { orders = DateOrders(table, specified: dates) }
        while pending.isEmpty || orders?.isWaiting == true, pendingBytes < Self.maximumPendingBytes,
            let piece = source.next()
        {
            process(piece, of: table)
        }
        guard let orders, !orders.isWaiting || source.isFinished || pendingBytes >= Self.maximumPendingBytes else {
            return nil
        }
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
            var record = try source.record(in: piece)
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
            pending.append(.record(record, text(of: piece), number: number, doubt: doubt(in: piece)))
        } catch {
            pending.append(.rejected(rejected(piece, at: error.line, column: error.column, error.problem)))
        }
    }

    private mutating func release(in table: ContactTable) -> CardItem? {
        guard let orders, let first = pending.popFirst() else { return nil }
        if pending.isEmpty { (pending, pendingBytes) = ([], 0) }
        return switch first {
        case .rejected(let item): item
        case .record(let record, let text, let number, let doubt):
            .card(card(of: record, text, number: number, in: table, orders, doubt))
        }
    }

    /// Returns the card of a row.
    ///
    /// - Parameter doubt: A warning about the encoding of the row.
    private func card(
        of record: CSVRecord, _ text: SourceText, number: Int, in table: ContactTable, _ orders: DateOrders,
        _ doubt: Message?
    ) -> ContactCard {
        var row = ContactValueReader(dialect: table.dialect, line: record.line)
        if let doubt { row.warn(doubt) }
        if record.fields.count < table.columns.count {
            let fields = Message(record.fields.count, "field")
            row.warn("The row has \(fields), but the header has \(table.columns.count).")
        }
        for (index, ((_, name, column), cell)) in zip(table.columns, record.texts).enumerated() {
            let unguarded = FormulaGuard.unguarded(cell)
            // Tables from Almanac contain line endings exactly as they were stored.
            let text = table.dialect == .almanac ? unguarded : unguarded.withoutCarriageReturns
            row.read(text, as: column, orders.order(of: index), under: name)
            guard orders.contradicts(cell, in: index) else { continue }
            row.warn(
                """
                Column “\(name)” mixes day-first and month-first dates, such as “\(cell.trimmed)”. Other dates in it may \
                be wrong.
                """)
        }
        var card = row.finished()
        card.place = SourceLocation(file: source.file, line: record.line, number: number)
        card.text = text
        if isUpdate { card.row = ContactRow(record, of: table, orders) }
        return card
    }

    private func rejected(_ piece: CSVSplitter.Piece, at line: Int, column: Int?, _ problem: CSVProblem) -> CardItem {
        .rejected(
            RejectedItem(
                at: SourceLocation(file: source.file, line: line, column: column, number: number),
                because: "Cannot read the row: \(problem.sentence).", text(of: piece)))
    }

    private func doubt(in piece: CSVSplitter.Piece) -> Message? {
        source.doubt(in: piece).map { windows, macRoman in
            """
            The encoding is not certain: “\(windows)” can also be “\(macRoman)”. Use --encoding mac-roman or \
            --encoding windows-1252 to set it.
            """
        }
    }

    private func text(of piece: CSVSplitter.Piece) -> SourceText {
        SourceText(piece.bytes, under: header)
    }

    /// The maximum number of bytes that are examined to find the first line with a separator.
    private static let maximumHeader = 64 << 10

    private mutating func open() {
        let lines = source.beginning.split(omittingEmptySubsequences: true) { $0 == .lineFeed || $0 == .carriageReturn }
        let isCut = !source.isFinished && source.beginning.count <= Self.maximumHeader
        let whole =
            isCut && source.beginning.last.map { $0 != .lineFeed && $0 != .carriageReturn } ?? true
            ? lines.dropLast() : lines[...]
        // Files for Excel can start with a line such as “sep=;”.
        if let line = whole.first, let separator = Self.declaredSeparator(in: line) {
            source.beginning.removeFirst(line.count)
            return source.open(separator: separator)
        }
        if let separator = whole.firstNonNil(Self.separator) { return source.open(separator: separator) }
        if !isCut { source.open(separator: .comma) }
    }

    private static func declaredSeparator(in line: ArraySlice<UInt8>) -> UInt8? {
        let words = line.filter { $0 != .quote }
        return words.count == 5 && words.starts(with: "sep=".utf8) ? words.last : nil
    }

    /// Returns the most frequent separator outside quotes, or `nil` if the line does not contain any.
    private static func separator(in line: ArraySlice<UInt8>) -> UInt8? {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in line {
            if byte == .quote { isQuoted.toggle() }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let candidates = ",;\t|".utf8.filter { counts[$0] != nil }
        return candidates.max { counts[$0, default: 0] < counts[$1, default: 0] }.map { best in
            counts[best, default: 0] > counts[.comma, default: 0] ? best : .comma
        }
    }
}

extension CSVRecord {
    /// Whether all cells are empty, as in the trailing rows of spreadsheets.
    fileprivate var isBlank: Bool { texts.allSatisfy { $0.trimmed.isEmpty } }
}

/// The columns of a CSV file, for confirmation before an import.
public struct TableColumns: Hashable, Sendable {
    public let file: String
    /// The columns, with their headings and their meanings in `--map` syntax.
    public let columns: [Meaning]
    /// Whether some columns were guessed because the headings are not those of a known program.
    public let isGuessed: Bool
    /// Whether the file has the columns that identify the contacts and versions to update.
    public let canUpdate: Bool

    public struct Meaning: Hashable, Sendable {
        /// The heading, numbered if it is repeated, such as `Date#2`.
        public let heading: String
        public let words: String
    }

    public init(
        of file: String, beginning: [UInt8], mapping: [String: String], encoding: TableEncoding? = nil,
        isUpdate: Bool = false
    ) throws(SourceProblem) {
        var reader = ContactCSVReader(file: file, mapping: mapping, encoding: encoding, isUpdate: isUpdate)
        reader.feed(beginning)
        reader.finish()
        let columns = try reader.columns() ?? []
        self.file = file
        self.columns = columns.map { Meaning(heading: $0.name, words: $0.column.words) }
        isGuessed = reader.isGuessed
        let kinds = columns.map(\.column)
        canUpdate = kinds.contains(.recordID) && kinds.contains(.recordVersion)
    }
}

/// The header of a CSV file of contacts, with the meaning of each column.
struct ContactTable {
    let dialect: ContactHeadings.Dialect
    /// The columns with their headings, unique names, and meanings.
    let columns: [ContactCSVReader.Column]
    let file: String
    /// Whether the meaning of some columns is neither specified by the user nor clear from the headings.
    let isGuessed: Bool

    /// - Parameter isUpdate: Whether rows with the ID of a contact change that contact.
    init(
        _ header: CSVRecord, file: String, mapping: [String: String], isUpdate: Bool = false
    ) throws(SourceProblem) {
        let headings = header.texts.map(\.trimmed)
        guard !headings.contains(where: EmailAddress.isValid) else { throw .noHeader(file: file) }
        let known = ContactHeadings(headings)
        dialect = known.dialect
        self.file = file
        let names = Self.names(of: headings)
        let specified = try Self.columns(mapping, among: headings, called: names, file: file)
        let columns = zip(headings, names).enumerated().map { index, words in
            (heading: words.0, name: words.1, column: specified[index] ?? known.column(at: index))
        }
        isGuessed =
            dialect == .other && !known.areUnambiguous
            && columns.indices.contains { specified[$0] == nil && columns[$0].column != .nothing }
        self.columns = columns
        let named = headings.filter { !$0.isEmpty }
        guard columns.contains(where: { $0.column.identifies || isUpdate && $0.column == .recordID }) else {
            if let (planets, name) = CatalogDialect.planetColumns(among: named) {
                throw .unnamedPlanets(file: file, columns: planets, nameColumn: name)
            }
            throw .noIdentifyingColumn(file: file, headings: named)
        }
        try requireOnce()
    }

    /// Returns the mapped columns by index. A repeated heading is numbered (`Date#2`). A mapping without a number
    /// applies to all columns with that heading.
    private static func columns(
        _ mapping: [String: String], among headings: [String], called names: [String], file: String
    ) throws(SourceProblem) -> [Int: ContactColumn] {
        let words = headings.map(HeadingVocabulary.normal)
        var columns: [Int: ContactColumn] = [:]
        // Numbered headings are sorted last, so that they override headings without a number.
        let specified = mapping.map { (normal: HeadingVocabulary.normal($0.key), heading: $0.key, meaning: $0.value) }
        for (normal, heading, meaning) in specified.sorted(by: { ($0.normal, $0.heading) < ($1.normal, $1.heading) }) {
            let among = words.contains(normal) ? words : names.map(HeadingVocabulary.normal)
            let places = among.indices.filter { among[$0] == normal }
            guard !places.isEmpty else {
                throw .unknownHeading(file: file, heading: heading, known: names.filter { !$0.isEmpty })
            }
            guard let column = ContactColumn(meaning, slot: "“\(heading)”") else { throw .unknownField(meaning) }
            for place in places { columns[place] = column }
        }
        return columns
    }

    /// Returns unique names for the headings, such as `Date` and `Date#2`.
    private static func names(of headings: [String]) -> [String] {
        let taken = Set(headings.map(HeadingVocabulary.normal))
        var counts: [String: Int] = [:]
        return headings.map { heading in
            let normal = HeadingVocabulary.normal(heading)
            var count = counts[normal, default: 0] + 1
            while count > 1, taken.contains("\(normal)#\(count)") { count += 1 }
            counts[normal] = count
            return count == 1 || heading.isEmpty ? heading : "\(heading)#\(count)"
        }
    }

    /// Checks that each single-valued field has only one column. Phonetic names may have several columns.
    private func requireOnce() throws(SourceProblem) {
        let groups = Dictionary(grouping: columns) { $0.column.withoutOrder }
        for (column, same) in groups.sorted(by: { $0.key.words < $1.key.words }) where same.count > 1 {
            switch column {
            case .field("phonetic"), .nothing, .name, .note, .group, .part, .label, .value: continue
            case .field, .datePart, .date, .uid, .recordID, .recordVersion:
                throw .repeatedField(file: file, headings: same.map(\.name), field: column.words)
            }
        }
    }
}
