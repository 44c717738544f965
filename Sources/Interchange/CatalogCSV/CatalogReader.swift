import Localization
import Model
import Text

/// Reads a catalogue of planets as its bytes come: `feed`, then `next` until it gives nil, and so on; after `finish` nil is
/// the end. Lines of `#` before the header are comments. One bad row never stops the rest.
///
/// Memory holds one row at a time.
public struct CatalogReader: ItemReader {
    private let file: String
    private var text = IncrementalTextDecoder()
    /// What has come before the header was found.
    private var beginning: [UInt8] = []
    private var comments = 0
    private var isFinished = false
    private var rows: CSVSplitter?
    private var separator = UInt8.comma
    private var table: Table?
    /// Columns that are left out, and of which nobody was told yet.
    private var untold: ArraySlice<String> = []

    /// What the header says.
    private struct Table {
        let dialect: CatalogDialect
        let headings: [String]
        let columns: [String: Int]
        /// The first row.
        let header: [UInt8]
    }

    /// - Parameter file: As its owner knows it: it stands in every place.
    public init(file: String) { self.file = file }

    public mutating func feed(_ chunk: some Collection<UInt8>) { process(text.decode(chunk)) }

    /// There are no more bytes.
    public mutating func finish() {
        isFinished = true
        process(text.finish())
        rows?.finish()
    }

    private mutating func process(_ arrived: [UInt8]) {
        if rows == nil { beginning += arrived } else { rows?.feed(arrived) }
    }

    /// Whose columns it has; nil if more bytes are needed to know.
    public mutating func dialect() throws(CatalogProblem) -> CatalogDialect? { try readHeader()?.dialect }

    /// The next row, or nil: before `finish` if more bytes are needed, after it at the end.
    public mutating func next() throws(CatalogProblem) -> CatalogItem? {
        guard let table = try readHeader() else { return nil }
        if let heading = untold.popFirst() {
            return .remark(
                "The column “\(heading)” is none of ours and was left out; “field.\(heading)” would keep it.",
                SourceLocation(file: file, line: comments + 1))
        }
        guard let piece = rows?.next() else { return nil }
        return item(of: piece, in: table)
    }

    private func item(of piece: CSVSplitter.Piece, in table: Table) -> CatalogItem {
        let source = SourceText(piece.bytes, under: table.header)
        let place = SourceLocation(file: file, line: piece.line)
        let row: CatalogRow
        do throws(CSVError) {
            if let problem = piece.problem { throw CSVError(line: piece.line, column: 1, problem: problem) }
            let record = try record(in: piece)
            try record.requireCount(table.headings.count)
            row = CatalogRow(record, table.columns, at: place, source)
        } catch {
            let fault = SourceLocation(file: file, line: error.line, column: error.column)
            let reason: Message = "The row cannot be read: \(error.problem.sentence)."
            return .rejected(RejectedItem(at: fault, because: reason, source))
        }
        do throws(RowProblem) {
            switch table.dialect {
            case .own: return .entry(try OwnColumns.entry(of: row, headings: table.headings))
            case .archive: return try ArchiveRow.entry(of: row).map { .entry($0) } ?? .passed
            }
        } catch {
            let name = row.text(table.dialect == .own ? OwnColumns.name : ArchiveColumns.name)
            return .rejected(RejectedItem(at: error.place, because: error.reason, source), of: name)
        }
    }

    // MARK: - The beginning

    private mutating func readHeader() throws(CatalogProblem) -> Table? {
        if let table { return table }
        if rows == nil { begin() }
        guard let piece = rows?.next() else {
            if isFinished { throw .empty(file: file) }
            return nil
        }
        let record: CSVRecord
        do throws(CSVError) {
            record = try self.record(in: piece)
        } catch {
            throw .unreadable(file: file, line: error.line, column: error.column, reason: error.problem.sentence)
        }
        let headings = record.texts.map(\.trimmed)
        guard let dialect = CatalogDialect(headings: headings) else {
            throw .noCatalog(file: file, headings: headings)
        }
        let places = headings.enumerated().map { ($1, $0) }
        let columns = Dictionary(places) { first, _ in first }
        if columns.count < headings.count, let twice = places.first(where: { columns[$0.0] != $0.1 }) {
            throw .twice(file: file, heading: twice.0)
        }
        let read = Table(dialect: dialect, headings: headings, columns: columns, header: piece.bytes)
        table = read
        if dialect == .own { untold = headings.filter { !OwnColumns.isKnown($0) }[...] }
        return read
    }

    /// Leaves the comments out, and finds what separates the columns.
    private mutating func begin() {
        while beginning.first == UInt8(ascii: "#") || beginning.first == .lineFeed || beginning.first == .carriageReturn
        {
            guard let end = beginning.firstIndex(of: .lineFeed) else {
                if isFinished { beginning = [] }
                break
            }
            beginning.removeSubrange(...end)
            comments += 1
        }
        let isComment = beginning.first == UInt8(ascii: "#")
        guard !isComment, isFinished || beginning.contains(.lineFeed) || beginning.contains(.carriageReturn) else {
            return
        }
        let line = beginning.prefix { $0 != .lineFeed && $0 != .carriageReturn }
        let tabs = line.count { $0 == UInt8(ascii: "\t") }
        if tabs > line.count(where: { $0 == .comma }) { separator = UInt8(ascii: "\t") }
        rows = CSVSplitter(separator: separator, line: comments + 1)
        rows?.feed(beginning)
        beginning = []
        if isFinished { rows?.finish() }
    }

    private func record(in piece: CSVSplitter.Piece) throws(CSVError) -> CSVRecord {
        var reader = CSVReader(piece.bytes, separator: separator, line: piece.line)
        return try reader.next() ?? CSVRecord(fields: [], line: piece.line)
    }
}

/// Whose columns a catalogue has.
public enum CatalogDialect: Hashable, Sendable {
    /// Ours: the columns of the seeds, which are the fields of a planet.
    case own
    /// Those of the NASA Exoplanet Archive's tables PSCompPars and PS.
    case archive

    /// Nil for what is no catalogue of planets.
    init?(headings: [String]) {
        if headings.contains(ArchiveColumns.name) {
            self = .archive
            return
        }
        let figures = Planet.fields.filter { field in PlanetFigure.all.contains { $0.key == field.key } }
        let hasFigure = headings.contains { heading in figures.contains { $0.answers(to: heading) } }
        guard hasFigure, headings.contains(where: { $0.lowercased() == "name" }) else { return nil }
        self = .own
    }
}
