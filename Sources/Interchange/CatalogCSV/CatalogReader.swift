import Localization
import Model
import Text

/// A reader of planet catalogs in CSV or TSV. Lines that start with `#` before the header are comments.
public struct CatalogReader: ItemReader {
    private var source: CSVSource
    private var comments = 0
    private var table: Table?
    private var unreported: ArraySlice<String> = []

    private struct Table {
        let dialect: CatalogDialect
        let headings: [String]
        let columns: [String: Int]
        let header: [UInt8]
    }

    public init(file: String) { source = CSVSource(file: file, guessesEncoding: false) }

    public mutating func feed(_ chunk: some Collection<UInt8>) { source.feed(chunk) }

    public mutating func finish() { source.finish() }

    /// Returns the column layout, or `nil` if more bytes are needed.
    public mutating func dialect() throws(SourceProblem) -> CatalogDialect? { try readHeader()?.dialect }

    public mutating func next() throws(SourceProblem) -> CatalogItem? {
        guard let table = try readHeader() else { return nil }
        if let heading = unreported.popFirst() {
            return .remark(
                "Ignored unknown column “\(heading)”. Rename it to “field.\(heading)” to keep it.",
                SourceLocation(file: source.file, line: comments + 1))
        }
        guard let piece = source.next() else { return nil }
        return item(of: piece, in: table)
    }

    private mutating func item(of piece: CSVSplitter.Piece, in table: Table) -> CatalogItem {
        let text = SourceText(piece.bytes, under: table.header)
        let place = SourceLocation(file: source.file, line: piece.line)
        let row: CatalogRow
        do throws(CSVError) {
            let record = try source.record(in: piece)
            try record.requireCount(table.headings.count)
            row = CatalogRow(columns: table.columns, fields: record.fields, place: place, source: text)
        } catch {
            let fault = SourceLocation(file: source.file, line: error.line, column: error.column)
            let reason: Message = "Cannot read the row: \(error.problem.sentence)."
            return .rejected(RejectedItem(at: fault, because: reason, text))
        }
        do throws(RowProblem) {
            switch table.dialect {
            case .own: return .entry(try AlmanacCatalogColumns.entry(of: row, headings: table.headings))
            case .archive: return try ExoplanetArchiveRow.entry(of: row).map { .entry($0) } ?? .passed
            }
        } catch {
            let name = row.text(table.dialect == .own ? AlmanacCatalogColumns.name : ExoplanetArchiveColumns.name)
            return .rejected(RejectedItem(at: error.place, because: error.reason, text), of: name)
        }
    }

    private mutating func readHeader() throws(SourceProblem) -> Table? {
        if let table { return table }
        if !source.isOpen { open() }
        guard let header = try source.header() else { return nil }
        let headings = header.record.texts.map(\.trimmed)
        guard let dialect = CatalogDialect(headings: headings) else {
            throw .notPlanets(file: source.file, headings: headings)
        }
        let places = headings.enumerated().map { ($1, $0) }
        let columns = Dictionary(places) { first, _ in first }
        if let repeated = places.first(where: { columns[$0.0] != $0.1 }) {
            throw .repeatedHeading(file: source.file, heading: repeated.0)
        }
        let read = Table(dialect: dialect, headings: headings, columns: columns, header: header.bytes)
        table = read
        if dialect == .own { unreported = headings.filter { !AlmanacCatalogColumns.isKnown($0) }[...] }
        return read
    }

    /// Skips the comments and chooses the separator.
    private mutating func open() {
        func isLineEnd(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }
        while let first = source.beginning.first, first == UInt8(ascii: "#") || isLineEnd(first) {
            guard let end = source.beginning.firstIndex(of: .lineFeed) else {
                if source.isFinished { source.beginning = [] }
                break
            }
            source.beginning.removeSubrange(...end)
            comments += 1
        }
        let isComment = source.beginning.first == UInt8(ascii: "#")
        guard !isComment, source.isFinished || source.beginning.contains(where: isLineEnd) else { return }
        let line = source.beginning.prefix { !isLineEnd($0) }
        let hasTabs = line.count { $0 == UInt8(ascii: "\t") } > line.count { $0 == .comma }
        source.open(separator: hasTabs ? UInt8(ascii: "\t") : .comma, line: comments + 1)
    }
}

/// A column layout of planet catalogs.
public enum CatalogDialect: Hashable, Sendable {
    /// The layout of the sample data, with the fields of a planet as columns.
    case own
    /// The layout of the tables PSCompPars and PS of the NASA Exoplanet Archive.
    case archive

    /// Creates the layout that the headings indicate, or returns `nil` if the file is not a planet catalog.
    init?(headings: [String]) {
        if headings.contains(ExoplanetArchiveColumns.name) {
            self = .archive
            return
        }
        let figures = Planet.fields.filter { field in PlanetFigure.all.contains { $0.key == field.key } }
        let hasFigure = headings.contains { heading in figures.contains { $0.answers(to: heading) } }
        guard hasFigure, headings.contains(where: { $0.lowercased() == "name" }) else { return nil }
        self = .own
    }
}
