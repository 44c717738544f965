import SQLite

/// The statements that copy the rows of one table from the database attached as `damaged`.
struct SalvageStatements {
    let table: StoreTable
    /// The columns that exist in both databases.
    let names: [String]
    let connection: Connection
    private let hasRowID: Bool

    init(table: StoreTable, names: [String], connection: Connection) throws {
        (self.table, self.names, self.connection) = (table, names, connection)
        hasRowID = try connection.hasRow(
            "SELECT 1 FROM pragma_table_list(?1) WHERE schema = 'main' AND NOT wr", binding: table.name)
    }

    private var columns: String { names.map(\.quotedIdentifier).joined(separator: ", ") }

    /// Returns whether an error is caused by the rows, not by the disk or by memory.
    static func isOfRows(_ error: SQLiteError) -> Bool { [.corrupt, .constraint, .mismatch].contains(error.code) }

    private var name: String { table.name.quotedIdentifier }

    /// The integer key of the rows: the rowid or the first column of the primary key; `nil` if that column is text.
    private var key: String? {
        if hasRowID { return "rowid" }
        guard let first = table.key.first, !table.texts.contains(first) else { return nil }
        return first.quotedIdentifier
    }

    /// The table to read from, without its indexes, which may be damaged even if the table is not.
    private var source: String { hasRowID ? "damaged.\(name) NOT INDEXED" : "damaged.\(name)" }

    /// The range of keys to copy, up to the last readable key or else the highest issued ID; `nil` without an integer
    /// key.
    ///
    /// `isConfirmed` is `true` if the last key is readable or the table is empty.
    var keyRange: (keys: ClosedRange<Int64>, isConfirmed: Bool)? {
        guard let key else { return nil }
        func end(_ order: String) -> Int64? {
            try? connection.first("SELECT \(key) FROM \(source) ORDER BY \(key) \(order) LIMIT 1") { $0[0] }
        }
        let (least, greatest) = (Int64(-1) << 40, Int64(1) << 48)
        let low = max(min(end("ASC") ?? 1, 1), least)
        let last = end("DESC")
        let high = last ?? IssuedRowIDs(connection: connection).last(of: table) ?? Self.defaultLastKey
        return (low...min(max(high, low), greatest), last != nil || isEmpty)
    }

    private var isEmpty: Bool {
        (try? connection.first("SELECT count(*) FROM \(source)") { $0[0] as Int64 }) == 0
    }

    private static let defaultLastKey: Int64 = 1 << 16

    /// Copies all rows in a range of keys, or throws and copies none if a row is unreadable or violates a constraint.
    func insert(_ range: ClosedRange<Int64>) throws -> Int {
        guard let key else { return 0 }
        return try connection.run(
            """
            INSERT INTO main.\(name) (\(columns))
            SELECT \(columns) FROM \(source) WHERE \(key) BETWEEN ?1 AND ?2 ORDER BY \(key)
            """, binding: range.lowerBound, range.upperBound)
    }

    /// Copies the rows with one key individually.
    /// - Returns: The number of copied rows and, as text, the rows that violate a constraint.
    func insertOneByOne(_ number: Int64) throws -> (saved: Int, refused: [String]) {
        guard let key else { return (0, []) }
        let saved: Int
        do {
            saved = try connection.run(
                "INSERT OR IGNORE INTO main.\(name) (\(columns)) SELECT \(columns) FROM \(source) WHERE \(key) = ?1",
                binding: number)
        } catch let error as SQLiteError where Self.isOfRows(error) {
            saved = 0
        }
        let isSame = table.key.map { "saved.\($0.quotedIdentifier) IS row.\($0.quotedIdentifier)" }
        let isSaved = isSame.isEmpty ? "\(saved > 0 ? "TRUE" : "FALSE")" : isSame.joined(separator: " AND ")
        let refused = try connection.all(
            """
            SELECT \(names.map { "row.\($0.quotedIdentifier)" }.joined(separator: ", ")) FROM damaged.\(name) AS row
            WHERE row.\(key) = ?1 AND NOT EXISTS (SELECT 1 FROM main.\(name) AS saved WHERE \(isSaved))
            """, binding: number
        ) { table.line($0, of: names) }
        return (saved, refused)
    }

    /// Copies rows that key ranges cannot separate: all rows if possible, otherwise the rows readable from either end.
    func copyFromBothEnds(of number: Int64? = nil) throws -> (saved: Int, isWhole: Bool) {
        let order = hasRowID ? ["rowid"] : table.key.map(\.quotedIdentifier)
        let first = try copyMost(of: number, by: order)
        if first.isWhole { return first }
        let last = try copyMost(of: number, by: order.map { "\($0) DESC" })
        return (first.saved + last.saved, last.isWhole)
    }

    private func copyMost(of number: Int64?, by order: [String]) throws -> (saved: Int, isWhole: Bool) {
        guard var saved = try copy(1, of: number, by: order) else { return (0, false) }
        if let rest = try copy(.max, of: number, by: order) { return (saved + rest, true) }
        var (works, fails) = (1, 1 << 40)
        while works + 1 < fails {
            let limit = works + (fails - works) / 2
            if let more = try copy(limit, of: number, by: order) {
                (saved, works) = (saved + more, limit)
            } else {
                fails = limit
            }
        }
        return (saved, false)
    }

    // Compares the key for equality, because a range would read the next row.
    /// Copies a limited number of rows.
    /// - Returns: The number of copied rows, or `nil` if a row is unreadable.
    private func copy(_ limit: Int, of number: Int64?, by order: [String]) throws -> Int? {
        let isAsked = if let key, number != nil { "WHERE \(key) = ?2" } else { "" }
        do {
            return try connection.run(
                """
                INSERT OR IGNORE INTO main.\(name) (\(columns))
                SELECT \(columns) FROM \(source) \(isAsked) ORDER BY \(order.joined(separator: ", ")) LIMIT ?1
                """
            ) {
                $0[1] = limit
                if let number { $0[2] = number }
            }
        } catch let error as SQLiteError where Self.isOfRows(error) {
            return nil
        }
    }
}

/// The row IDs issued by the database attached as `damaged`, inferred from its other tables.
struct IssuedRowIDs {
    let connection: Connection

    /// Returns the highest key that rows of a table can have, or `nil` if it is unknown.
    func last(of table: StoreTable) -> Int64? {
        if let own = greatest("seq", in: "sqlite_sequence", where: "name = '\(table.name)'") { return own }
        if table.name == "step", let step = greatest("step_id", in: "change") { return step }
        return table.isHistory ? lastChange : greatest("seq", in: "sqlite_sequence")
    }

    private var lastChange: Int64? {
        let pastTables = (try? StoreTable.all(of: connection))?.map(\.name).filter { $0.hasSuffix("_past") } ?? []
        let known = pastTables.map { greatest("change_id", in: $0) } + [greatest("id", in: "change")]
        return known.compactMap(\.self).max()
    }

    private func greatest(_ column: String, in table: String, where condition: String = "TRUE") -> Int64? {
        try? connection.first("SELECT max(\(column)) FROM damaged.\(table) WHERE \(condition)") {
            $0[0] as Int64?
        } ?? nil
    }
}
