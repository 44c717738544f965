import Model
import SQLite

/// An operation that inserts the rows of all readable pages of a damaged database into a new database without triggers.
struct RowRecovery {
    let file: PageFile
    let connection: Connection
    let survey: PageSurvey
    private var tables: [String: TableRecovery] = [:]
    private let evidence: HistoryEvidence
    private let order: [String]
    /// The highest row ID issued so far for each table, if it was recovered.
    private(set) var sequences: [String: Int64] = [:]

    /// Reads the pages of a damaged file, without inserting any rows yet.
    /// - Parameter migrations: The migrations that have been applied to the new database.
    init(
        of file: PageFile, into connection: Connection, _ migrations: [Migration], handle: InterruptHandle
    ) throws {
        (self.file, self.connection) = (file, connection)
        let added = migrations.reduce(into: [:]) { added, migration in
            added.merge(migration.addedColumns) { $0.union($1) }
        }
        survey = try PageSurvey(of: file, for: TableShape.all(of: connection, added: added), handle: handle)
        let tables = try StoreTable.all(of: connection).filter(\.isRecovered)
        order = tables.map(\.name).filter { $0 != "migration" }
        evidence = HistoryEvidence(
            connection: connection, tables: Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0) }))
    }

    /// Whether the file contains a page of an Almanac table.
    var hasPages: Bool { survey.entries.contains { $0.candidates.contains { $0.name != "sqlite_sequence" } } }

    // MARK: - Pages

    /// The stages of the recovery. Pages that could belong to several tables are recovered after the part of the
    /// history that shows to which table they belong.
    private enum Stage: CaseIterable {
        case changes, pastTables, records

        init(_ entry: PageSurvey.Entry) {
            if entry.candidates.contains(where: \.isPast) {
                self = .pastTables
            } else {
                self = entry.candidates.contains { ["step", "change"].contains($0.name) } ? .changes : .records
            }
        }
    }

    mutating func run() throws {
        for stage in Stage.allCases {
            for entry in survey.entries where Stage(entry) == stage {
                guard let page = file.tree(entry.page), let shape = try shape(of: entry, page) else { continue }
                try recover(page, of: shape, isDetached: entry.isDetached)
            }
        }
    }

    /// Returns the shape of the table that contains a page, or `nil` if the table is unknown or the page is part of an
    /// index.
    private func shape(of entry: PageSurvey.Entry, _ page: TreePage) throws -> TableShape? {
        let candidates = entry.candidates
        if candidates.count == 1, entry.owner != nil || entry.isDetached { return candidates[0] }
        let rows = page.sample.compactMap { cell in file.values(of: cell, in: page).map { ($0, cell.rowID) } }
        if let owner = entry.owner {
            let own = candidates.filter { $0.name == owner.name }
            if let shape = try evidence.table(of: rows, among: own), !shape.isIndex { return owner }
        }
        let tables = candidates.filter { !$0.isIndex }
        let shape =
            // If a page without an owner may be part of an index, its rows are recovered from the history.
            try evidence.table(of: rows, among: candidates.filter(\.isIndex) + tables) ?? entry.owner
            ?? (entry.isDetached && tables.count == 1 ? tables[0] : nil)
        return shape.flatMap { $0.isIndex ? nil : $0 }
    }

    private mutating func recover(_ page: TreePage, of shape: TableShape, isDetached: Bool) throws {
        if shape.name == TableShape.sequences.name {
            for cell in page.cells {
                guard let row = file.values(of: cell, in: page), row.count == 2, let table = row[0].text,
                    let number = row[1].integer, number < .max
                else { continue }
                sequences[table] = max(number, sequences[table] ?? number)
            }
        } else if order.contains(shape.name), let table = evidence.tables[shape.name] {
            var recovery = tables.removeValue(forKey: table.name) ?? TableRecovery(of: table, shape, on: connection)
            try recovery.insertRows(of: page, in: file, isDetached: isDetached)
            tables[table.name] = recovery
        }
    }
}

extension RowRecovery {
    // MARK: - Results

    private var recoveries: [TableRecovery] { order.compactMap { tables[$0] } }

    /// The tables that may lack rows.
    var damaged: Set<String> {
        Set(
            order.filter { name in
                let lost = survey.lost[name] ?? []
                return tables[name].map { !$0.isWhole(lost) } ?? !lost.isEmpty
            })
    }

    /// The tables with rows that may be outdated, because no tree contains their pages.
    var detached: Set<String> { Set(recoveries.filter(\.hasDetachedRows).map(\.table.name)) }

    func insertRepaired() throws { try recoveries.forEach { try $0.insertRepaired() } }

    /// Returns the refused rows as lines of text.
    func refusedLines() throws -> [String] { try recoveries.flatMap { try $0.refusedLines() } }

    /// Returns the result for each table.
    func reports() throws -> [SalvageReport.Rows] {
        try order.map { name in
            let lost = survey.lost[name] ?? []
            guard let recovery = tables[name] else {
                return SalvageReport.Rows(table: name, saved: 0, lost: [], refused: 0)
            }
            return recovery.report(losing: lost, upTo: try lost.isEmpty ? 0 : lastKey(of: recovery.table))
        }
    }

    /// Returns the last key that rows of a table can have.
    private func lastKey(of table: StoreTable) throws -> Int64 {
        if let last = sequences[table.name] { return last }
        let last: Int64? =
            switch table.name {
            case "step": try greatest("step_id", in: "change")
            case "change":
                try order.filter { $0.hasSuffix("_past") }.compactMap { try greatest("change_id", in: $0) }.max()
            case _ where table.isHistory: try greatest("id", in: "change")
            default: table.owner.flatMap { Kind(rawValue: $0.kind) }.flatMap { sequences[$0.table] }
            }
        return max(last ?? 0, tables[table.name]?.greatestKey ?? 0)
    }

    private func greatest(_ column: String, in table: String) throws -> Int64? {
        try connection.first("SELECT max(\(column)) FROM \(table)") { $0[0] as Int64? } ?? nil
    }
}

extension StoreTable {
    /// Whether `salvage` recovers the rows. `present_step` has rows only during a transaction.
    var isRecovered: Bool { !isDerived && name != "present_step" }
}

/// The recovery of one table. Its rows are inserted into the new database, whose constraints apply.
struct TableRecovery {
    let table: StoreTable
    private let shape: TableShape
    private let connection: Connection
    private var insertions: [Int: Insertion] = [:]
    private(set) var saved = 0
    /// The rows that were not inserted because they violate a constraint or have the highest possible row ID.
    private var refused: [(columns: [String], values: [StoredValue])] = []
    private var hasUnreadableRows = false
    /// Whether rows were found outside the table’s tree.
    private(set) var hasDetachedRows = false
    private var lostKeys: [ClosedRange<Int64>] = []
    /// The key ranges of the pages outside the table’s tree.
    private var detachedKeys: [ClosedRange<Int64>] = []
    private(set) var greatestKey: Int64?

    init(of table: StoreTable, _ shape: TableShape, on connection: Connection) {
        (self.table, self.shape, self.connection) = (table, shape, connection)
    }

    // MARK: - Rows

    /// Inserts the readable rows of a page.
    mutating func insertRows(of page: TreePage, in file: PageFile, isDetached: Bool) throws {
        var keys: [Int64] = []
        for index in 0..<page.cellCount {
            let cell = page.cell(index)
            guard let cell, let values = file.values(of: cell, in: page), values.count <= shape.columns.count else {
                hasUnreadableRows = true
                if let key = cell?.rowID { lostKeys.append(key...key) }
                continue
            }
            if let key = cell.rowID ?? values.first?.integer { keys.append(key) }
            try insert(values, rowID: cell.rowID)
        }
        guard let least = keys.min(), let greatest = keys.max() else { return }
        greatestKey = max(greatest, greatestKey ?? greatest)
        if isDetached {
            hasDetachedRows = true
            detachedKeys.append(least...greatest)
        }
    }

    private mutating func insert(_ stored: [StoredValue], rowID: Int64?) throws {
        let insertion = insertion(of: stored.count)
        var values = insertion.sources.map { stored[$0] }
        if let rowID, let index = insertion.rowIDIndex { values[index] = .integer(rowID) }
        // SQLite cannot assign row IDs in a table that contains the highest possible one.
        guard rowID != .max else { return refused.append((insertion.columns, values)) }
        do {
            // History tables accept invalid text, which would make the rest of the row unreadable, so such text is
            // repaired.
            try insertion.run(table.isHistory ? values.map(\.repaired) : values, on: connection)
            saved += 1
        } catch let error as SQLiteError where [.constraint, .mismatch].contains(error.code) {
            if error.constraint == .primaryKey || error.constraint == .rowID { return }
            refused.append((insertion.columns, values))
        }
    }

    /// Inserts the rows with invalid text after repairing the text. Rows that already exist are not changed.
    func insertRepaired() throws {
        for (columns, values) in refused where values.contains(where: { $0 != $0.repaired }) {
            do {
                try Insertion(into: table.name, columns).run(values.map(\.repaired), on: connection)
            } catch let error as SQLiteError where [.constraint, .mismatch].contains(error.code) {
                // The row exists, or it violates another constraint.
            }
        }
    }

    /// Returns the refused rows as lines of text.
    func refusedLines() throws -> [String] {
        try refused.map { columns, values in
            try connection.first(
                "SELECT \(Insertion.parameters(columns.count))",
                { for (index, value) in values.enumerated() { value.bind(to: &$0, at: index + 1) } },
                { table.line($0, of: columns) }) ?? ""
        }
    }

    private mutating func insertion(of count: Int) -> Insertion {
        if let insertion = insertions[count] { return insertion }
        let insertion = Insertion(into: shape, count)
        insertions[count] = insertion
        return insertion
    }

    // MARK: - Lost rows

    /// Returns whether all rows were readable and valid.
    func isWhole(_ lost: [PageSurvey.KeyRange]) -> Bool { lost.isEmpty && refused.isEmpty && !hasUnreadableRows }

    /// Returns the result of the recovery.
    /// - Parameters:
    ///   - ranges: The unreadable key ranges in the table’s tree.
    ///   - last: The last key that rows of the table can have.
    func report(losing ranges: [PageSurvey.KeyRange], upTo last: Int64) -> SalvageReport.Rows {
        let unread = ranges.compactMap { range -> ClosedRange<Int64>? in
            let (lower, upper) = (range.lower ?? 1, range.upper ?? last)
            return lower <= upper ? lower...upper : nil
        }
        let lost = (unread.flatMap { $0.removing(detachedKeys) } + lostKeys).joined()
        return SalvageReport.Rows(table: table.name, saved: saved, lost: lost, refused: refused.count)
    }
}

/// The statement that inserts rows with a certain number of stored values into a table.
private struct Insertion {
    let columns: [String]
    /// The index of each column’s stored value.
    let sources: [Int]
    let rowIDIndex: Int?
    private let sql: String

    init(into shape: TableShape, _ count: Int) {
        let known = shape.columns.prefix(count).enumerated().filter { $0.element != nil }
        self.init(into: shape.name, known.compactMap { $0.element?.name }, known.map(\.offset), shape.rowIDColumn)
    }

    init(into table: String, _ columns: [String], _ sources: [Int] = [], _ rowIDColumn: String? = nil) {
        (self.columns, self.sources) = (columns, sources)
        rowIDIndex = columns.firstIndex { $0 == rowIDColumn }
        let names = columns.map(\.quotedIdentifier).joined(separator: ", ")
        sql = "INSERT INTO \(table.quotedIdentifier) (\(names)) VALUES (\(Self.parameters(columns.count)))"
    }

    static func parameters(_ count: Int) -> String { (1...max(count, 1)).map { "?\($0)" }.joined(separator: ", ") }

    func run(_ values: [StoredValue], on connection: Connection) throws {
        try connection.run(sql) { bindings in
            for (index, value) in values.enumerated() { value.bind(to: &bindings, at: index + 1) }
        }
    }
}

extension ClosedRange<Int64> {
    /// Returns the parts of the range outside the other ranges.
    fileprivate func removing(_ others: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var (rest, next): ([ClosedRange<Int64>], Int64) = ([], lowerBound)
        for other in others.sorted(by: { $0.lowerBound < $1.lowerBound })
        where other.overlaps(next...Swift.max(next, upperBound)) {
            if other.lowerBound > next { rest.append(next...other.lowerBound - 1) }
            guard other.upperBound < upperBound else { return rest }
            next = Swift.max(next, other.upperBound + 1)
        }
        return rest + [next...upperBound]
    }
}

extension [ClosedRange<Int64>] {
    /// Returns the ranges in order. Ranges that overlap or adjoin each other are joined.
    fileprivate func joined() -> [ClosedRange<Int64>] {
        sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { ranges, range in
            if let last = ranges.last, range.lowerBound <= last.upperBound || range.lowerBound - 1 == last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }
}
