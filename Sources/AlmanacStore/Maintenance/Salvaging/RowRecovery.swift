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
    /// The highest row ID issued so far for each table with such a record.
    private(set) var sequences: [String: Int64] = [:]

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

    /// The stages of the recovery. Pages that could belong to several tables are recovered after the part of the history
    /// that shows which is right.
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

    /// Returns the shape of the table that contains a page, or `nil` if it is unknown or the page is part of an index.
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

    /// Returns the rows that violate a constraint as lines of text.
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
