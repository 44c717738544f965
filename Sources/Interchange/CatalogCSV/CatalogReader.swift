import Localization
import Model
import Text

/// A reader of planet catalogs in CSV, TSV, ECSV, VOTable, IPAC tables, or JSON. In CSV, lines that start with `#`
/// before the header are comments.
public struct CatalogReader: ItemReader {
    private var source: CSVSource
    private let mapping: [String: String]
    /// The first bytes, which are collected until the format is known.
    private var beginning: [UInt8] = []
    private var isFormatKnown = false
    private var transcoder: (any TableTranscoder)?
    /// The reason why the rest of the table cannot be read.
    private var problem: SourceProblem?
    private var comments = 0
    private var isECSV = false
    private var ecsvHeader = DeclaredColumn.ECSVHeader()
    /// Whether the comments state a condition that restricts the rows.
    private var isSelection = false
    private var isSelectionReported = false
    private var table: Table?
    private let solution: SolutionChoice
    /// The filter that keeps one row of each planet. It is `nil` except for planet tables of the NASA Exoplanet Archive
    /// that do not mark the default solutions.
    private var solutions: PlanetSolutions?
    private var isFinished = false
    private var waiting: ArraySlice<CatalogItem> = []

    private struct Table {
        let dialect: CatalogDialect
        let headings: [String]
        let columns: [String: Int]
        /// The column declarations in the header, by heading.
        let declared: [String: DeclaredColumn]
        let header: [UInt8]
    }

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - mapping: The column mapping: field names by heading. The field `-` ignores a column.
    ///   - solution: The choice among several rows of a planet, if the file does not mark the default solutions.
    public init(file: String, mapping: [String: String] = [:], solution: SolutionChoice = .first) {
        self.solution = solution
        source = CSVSource(file: file, guessesEncoding: false)
        self.mapping = mapping
    }

    public mutating func feed(_ chunk: some Collection<UInt8>) {
        guard !isFormatKnown else { return pass(Array(chunk)) }
        beginning += chunk
        if beginning.count >= TableFormat.neededBytes || TableFormat(beginning) != nil { detectFormat() }
    }

    public mutating func finish() {
        if !isFormatKnown { detectFormat() }
        transcode { transcoder throws(SourceProblem) in try transcoder.finish() }
        source.finish()
        isFinished = true
    }

    private mutating func detectFormat() {
        isFormatKnown = true
        transcoder = TableFormat(beginning)?.transcoder(of: source.file)
        if transcoder != nil, beginning.starts(with: TableFormat.mark) {
            beginning.removeFirst(TableFormat.mark.count)
        }
        pass(beginning)
        beginning = []
    }

    private mutating func pass(_ chunk: [UInt8]) {
        if transcoder == nil { source.feed(chunk) }
        transcode { transcoder throws(SourceProblem) in try transcoder.csv(of: chunk) }
    }

    private mutating func transcode(
        _ convert: (inout any TableTranscoder) throws(SourceProblem) -> [UInt8]
    ) {
        guard var converter = transcoder, problem == nil else { return }
        do throws(SourceProblem) {
            source.feed(try convert(&converter))
        } catch {
            problem = error
        }
        transcoder = converter
    }

    /// Returns the column layout, or `nil` if more bytes are needed.
    public mutating func dialect() throws(SourceProblem) -> CatalogDialect? { try readHeader()?.dialect }

    public mutating func next() throws(SourceProblem) -> CatalogItem? {
        guard let table = try readHeader() else { return nil }
        if let item = waiting.popFirst() { return item }
        if isSelection, !isSelectionReported {
            isSelectionReported = true
            return .selection
        }
        while let piece = source.next() {
            let item = item(of: piece, in: table)
            guard solutions != nil else { return passed(item) }
            if let item = solutions?.add(item) { return passed(item) }
        }
        if let problem { throw problem }
        return isFinished ? solutions?.next().map { passed(.entry($0)) } : nil
    }

    /// Returns the item, and queues the warnings of its row to be returned next.
    private mutating func passed(_ item: CatalogItem) -> CatalogItem {
        if case .entry(let entry) = item { waiting += entry.warnings.map { .warning($0.reason, $0.place) } }
        return item
    }

    private mutating func item(of piece: CSVSplitter.Piece, in table: Table) -> CatalogItem {
        let text = SourceText(piece.bytes, under: table.header)
        let place = SourceLocation(file: source.file, line: piece.line)
        let row: CatalogRow
        do throws(CSVError) {
            let record = try source.record(in: piece)
            try record.requireCount(table.headings.count)
            row = CatalogRow(
                columns: table.columns, fields: record.fields, place: place, source: text,
                declared: table.declared)
        } catch {
            let fault = SourceLocation(file: source.file, line: error.line, column: error.column)
            let reason: Message = "Cannot read the row: \(error.problem.sentence)."
            return .rejected(RejectedItem(at: fault, because: reason, text))
        }
        do throws(RowProblem) {
            switch table.dialect {
            case .own: return .entry(try AlmanacCatalogColumns.entry(of: row, headings: table.headings))
            case .archive: return try ExoplanetArchiveRow.entry(of: row).map { .entry($0) } ?? .passed
            case .encyclopaedia: return .entry(try EncyclopaediaRow.entry(of: row))
            }
        } catch {
            return .rejected(RejectedItem(at: error.place, because: error.reason, text))
        }
    }

    private mutating func readHeader() throws(SourceProblem) -> Table? {
        if let table { return table }
        if !source.isOpen { open() }
        guard let header = try source.header(after: problem) else { return nil }
        let written = header.record.texts.map(\.trimmed)
        let headings = try mapped(written)
        let known = transcoder?.columns ?? ecsvHeader.columns
        let declared = zip(headings, written).compactMap { heading, name in known[name].map { (heading, $0) } }
        guard let dialect = mapping.isEmpty ? CatalogDialect(headings: headings) : CatalogDialect.own else {
            throw .notPlanets(file: source.file, headings: headings)
        }
        let places = headings.enumerated().map { ($1, $0) }
        let columns = Dictionary(places) { first, _ in first }
        if let repeated = places.first(where: { $0.0 != Self.ignored && columns[$0.0] != $0.1 }) {
            throw .repeatedHeading(file: source.file, heading: repeated.0)
        }
        let read = Table(
            dialect: dialect, headings: headings, columns: columns,
            declared: Dictionary(declared) { first, _ in first }, header: header.bytes)
        table = read
        if dialect == .archive, ExoplanetArchiveTable(headings: headings) == .planets,
            !headings.contains(ExoplanetArchiveColumns.isDefault)
        {
            solutions = PlanetSolutions(solution)
        }
        if dialect == .own {
            waiting += headings.filter { $0 != Self.ignored && !AlmanacCatalogColumns.isKnown($0) }.map { heading in
                .warning(
                    "Ignored unknown column “\(heading)”. Rename it to “field.\(heading)” to keep it.",
                    SourceLocation(file: source.file, line: comments + 1))
            }
        }
        return read
    }

    /// The field that a column mapping assigns to ignored columns.
    private static let ignored = "-"

    /// Returns the headings after applying the column mapping.
    private func mapped(_ headings: [String]) throws(SourceProblem) -> [String] {
        if let unknown = mapping.keys.sorted().first(where: { !headings.contains($0) }) {
            throw .unknownHeading(file: source.file, heading: unknown, known: headings)
        }
        var fields = mapping
        for (heading, field) in mapping.sorted(by: { $0.value < $1.value }) where field != Self.ignored {
            guard let mapped = AlmanacCatalogColumns.heading(mapped: field) else {
                throw .unknownPlanetField(field, units: AlmanacCatalogColumns.units(mapped: field).map(\.name))
            }
            fields[heading] = mapped
        }
        let mapped = headings.map { fields[$0] ?? $0 }
        if !mapping.isEmpty, !mapped.contains(AlmanacCatalogColumns.name) {
            throw .notPlanets(file: source.file, headings: headings)
        }
        return mapped
    }

    /// Skips the comments and chooses the separator.
    private mutating func open() {
        func isLineEnd(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }
        while let first = source.beginning.first, first == UInt8(ascii: "#") || isLineEnd(first) {
            guard let end = source.beginning.firstIndex(of: .lineFeed) else {
                if source.isFinished { source.beginning = [] }
                break
            }
            let line = String(decoding: source.beginning[..<end], as: UTF8.self)
            // Older files of the Encyclopaedia begin with “# name”.
            if line.hasPrefix("# \(AlmanacCatalogColumns.name)"), line.contains(EncyclopaediaRow.star) {
                source.beginning.removeFirst(2)
                break
            }
            note(line)
            source.beginning.removeSubrange(...end)
            comments += 1
        }
        let isComment = source.beginning.first == UInt8(ascii: "#")
        guard !isComment, source.isFinished || source.beginning.contains(where: isLineEnd) else { return }
        let line = source.beginning.prefix { !isLineEnd($0) }
        let separators = [UInt8.comma, UInt8(ascii: "\t"), .semicolon]
        let counts = separators.map { separator in line.count { $0 == separator } }
        let frequent = zip(separators, counts).max { $0.1 < $1.1 }?.0 ?? .comma
        let hasSpaces = isECSV && !line.contains(.comma)
        source.open(separator: hasSpaces ? UInt8(ascii: " ") : frequent, line: comments + 1)
    }

    /// Evaluates a comment that precedes the header. Such a comment can declare columns or restrict the rows.
    private mutating func note(_ comment: String) {
        if comment.hasPrefix("# %ECSV") { isECSV = true }
        if isECSV { ecsvHeader.read(comment) }
        let parts = comment.split(separator: "CONSTRAINT:", maxSplits: 1)
        guard comment.hasPrefix("#"), parts.count == 2 else { return }
        let words = parts[1].split { !($0.isLetter || $0.isNumber || $0 == "_") }
        // A file that is limited to the default solutions still includes every planet.
        if words.filter({ $0 != "where" && $0 != "and" }) != ["default_flag", "1"] { isSelection = true }
    }
}

/// A column layout of planet catalogs.
public enum CatalogDialect: Hashable, Sendable {
    /// The layout of the sample data, with the fields of a planet as columns.
    case own
    /// The layout of tables from the NASA Exoplanet Archive, such as PSCompPars and PS.
    case archive
    /// The layout of the Encyclopaedia of Exoplanetary Systems.
    case encyclopaedia

    /// Creates the layout that the headings indicate, or returns `nil` if the file is not a planet catalog.
    init?(headings: [String]) {
        if ExoplanetArchiveTable(headings: headings) != nil {
            self = .archive
            return
        }
        if EncyclopaediaRow.isHeader(headings) {
            self = .encyclopaedia
            return
        }
        guard headings.contains(where: AlmanacCatalogColumns.isFigure),
            headings.contains(where: { $0.lowercased() == "name" })
        else { return nil }
        self = .own
    }

    /// Returns the headings that only planet tables have, and the heading that the column of planet names must have, or
    /// `nil` if there are no such headings.
    static func planetColumns(among headings: [String]) -> (known: [String], name: String)? {
        let archive = headings.filter(ExoplanetArchiveColumns.isOfPlanets)
        if !archive.isEmpty { return (archive, ExoplanetArchiveColumns.name) }
        let own = headings.filter(AlmanacCatalogColumns.isFigure)
        return own.isEmpty ? nil : (own, AlmanacCatalogColumns.name)
    }
}

/// A way to choose among several rows of a planet in a table that does not mark the default solutions.
public enum SolutionChoice: String, Hashable, Sendable, CaseIterable {
    case first
    /// The row that was published or changed last.
    case newest
    /// The row with the most values.
    case complete
}

/// A filter that keeps one row of each planet in a table that does not mark the default solutions.
struct PlanetSolutions {
    private let choice: SolutionChoice
    private var chosen: [String: CatalogEntry] = [:]
    /// The keys of the planets that are not returned yet, in the order of the file.
    private var keys: ArraySlice<String> = []

    init(_ choice: SolutionChoice) { self.choice = choice }

    /// Returns the item, or `otherSolution` if its planet already has another row. If a later row may be better, the
    /// first row of a planet is held back, and the result is `nil`.
    mutating func add(_ item: CatalogItem) -> CatalogItem? {
        guard case .entry(let entry) = item else { return item }
        let key = entry.name.lowercased()
        guard let existing = chosen[key] else {
            chosen[key] = entry
            guard choice != .first else { return item }
            keys.append(key)
            return nil
        }
        if isBetter(entry, than: existing) { chosen[key] = entry }
        return .otherSolution
    }

    /// Returns the next row that was held back. Call this method only after the end of the file.
    mutating func next() -> CatalogEntry? { keys.popFirst().flatMap { chosen[$0] } }

    private func isBetter(_ entry: CatalogEntry, than existing: CatalogEntry) -> Bool {
        switch choice {
        case .first: false
        case .newest: entry.published > existing.published
        case .complete: entry.assignments.count > existing.assignments.count
        }
    }
}
