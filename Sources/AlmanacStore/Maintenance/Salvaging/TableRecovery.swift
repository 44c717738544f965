import Model
import SQLite

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
    /// The rows that violate a constraint.
    private var refused: [(columns: [String], values: [StoredValue])] = []
    private var hasUnreadableRows = false
    /// Whether rows were found outside the tree of the table.
    private(set) var hasDetachedRows = false
    private var lostKeys: [ClosedRange<Int64>] = []
    /// The keys of the pages outside the tree of the table.
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
        // SQLite cannot insert rows into a table that contains the last row ID.
        guard rowID != .max else { return refused.append((insertion.columns, values)) }
        do {
            // The values of the history are not checked. Invalid text would hide the rest of the row.
            try insertion.run(table.isHistory ? values.map(\.repaired) : values, on: connection)
            saved += 1
        } catch let error as SQLiteError where [.constraint, .mismatch].contains(error.code) {
            if error.constraint == .primaryKey || error.constraint == .rowID { return }
            refused.append((insertion.columns, values))
        }
    }

    /// Inserts the rows with invalid text after replacing the invalid bytes. Rows that exist are not changed.
    func insertRepaired() throws {
        for (columns, values) in refused where values.contains(where: { $0 != $0.repaired }) {
            do {
                try Insertion(into: table.name, columns).run(values.map(\.repaired), on: connection)
            } catch let error as SQLiteError where [.constraint, .mismatch].contains(error.code) {
                // The row exists, or it violates another constraint.
            }
        }
    }

    /// Returns the rows that violate a constraint as lines of text.
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

    /// Whether all rows were readable and valid.
    func isWhole(_ lost: [PageSurvey.KeyRange]) -> Bool { lost.isEmpty && refused.isEmpty && !hasUnreadableRows }

    /// Returns the result.
    /// - Parameters:
    ///   - ranges: The unreadable ranges of keys in the tree of the table.
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

/// The statement that inserts the stored rows of a table with a certain number of values.
private struct Insertion {
    let columns: [String]
    /// The index of the stored value of each column.
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
