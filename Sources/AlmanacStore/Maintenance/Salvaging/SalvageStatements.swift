import SQLite

/// The statements that copy rows of one table from the database attached as `damaged`.
struct SalvageStatements {
    let table: StoreTable
    /// What both databases have.
    let names: [String]
    let connection: Connection

    private var columns: String { names.map(\.quotedIdentifier).joined(separator: ", ") }

    /// Whether the rows, and not the disk or the memory, are to blame.
    static func isOfRows(_ error: SQLiteError) -> Bool { [.corrupt, .constraint, .mismatch].contains(error.code) }

    private var name: String { table.name.quotedIdentifier }

    /// The integer by which rows are found: the rowid, or what leads the primary key; nil when that is text.
    private var key: String? {
        if table.hasRowID { return "rowid" }
        guard let first = table.key.first, !table.texts.contains(first) else { return nil }
        return first.quotedIdentifier
    }

    /// An index may be broken where its table is not.
    private var source: String { table.hasRowID ? "damaged.\(name) NOT INDEXED" : "damaged.\(name)" }

    /// Between the ends that can be found, each from its own side, or else the numbers that were given; nil when the rows
    /// have no such key. It is sure where its upper end is that of the rows.
    var keyRange: (keys: ClosedRange<Int64>, isSure: Bool)? {
        guard let key else { return nil }
        func end(_ order: String) -> Int64? {
            try? connection.first("SELECT \(key) FROM \(source) ORDER BY \(key) \(order) LIMIT 1") { $0[0] }
        }
        let (least, greatest) = (Int64(-1) << 40, Int64(1) << 48)
        let low = max(min(end("ASC") ?? 1, 1), least)
        let last = end("DESC")
        let high = last ?? IssuedRowIDs(connection: connection).last(of: table) ?? Self.usual
        return (low...min(max(high, low), greatest), last != nil || isEmpty)
    }

    private var isEmpty: Bool {
        (try? connection.first("SELECT count(*) FROM \(source)") { $0[0] as Int64 }) == 0
    }

    private static let usual: Int64 = 1 << 16

    /// All rows of the range or, when one of them cannot be read or breaks a rule, none.
    func insert(_ range: ClosedRange<Int64>) throws -> Int {
        guard let key else { return 0 }
        return try connection.run(
            """
            INSERT INTO main.\(name) (\(columns))
            SELECT \(columns) FROM \(source) WHERE \(key) BETWEEN ?1 AND ?2 ORDER BY \(key)
            """, binding: range.lowerBound, range.upperBound)
    }

    /// The rows of one key, of which some break a rule: what those say comes back as words.
    func insertSingly(_ number: Int64) throws -> (saved: Int, refused: [String]) {
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

    /// Rows that no range of numbers parts, those of one key or of a table without: all, or else as many as can be read
    /// from the first on, and from the last on.
    func copyFromBothEnds(of number: Int64? = nil) throws -> (saved: Int, isWhole: Bool) {
        let order = table.hasRowID ? ["rowid"] : table.key.map(\.quotedIdentifier)
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

    /// Nil where one of so many rows cannot be read. A row is asked for by its very key: a range would read on behind it.
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

/// The numbers that the database attached as `damaged` has given to rows, as other tables than their own tell them.
struct IssuedRowIDs {
    let connection: Connection

    /// The last that rows of a table can be found by; nil where nothing tells it.
    func last(of table: StoreTable) -> Int64? {
        if let own = greatest("seq", in: "sqlite_sequence", where: "name = '\(table.name)'") { return own }
        if table.name == "step", let step = greatest("step_id", in: "change") { return step }
        return table.isHistory ? lastChange : greatest("seq", in: "sqlite_sequence")
    }

    private var lastChange: Int64? {
        let pasts = (try? StoreTable.all(of: connection))?.map(\.name).filter { $0.hasSuffix("_past") } ?? []
        let told = pasts.map { greatest("change_id", in: $0) } + [greatest("id", in: "change")]
        return told.compactMap(\.self).max()
    }

    private func greatest(_ column: String, in table: String, where condition: String = "TRUE") -> Int64? {
        try? connection.first("SELECT max(\(column)) FROM damaged.\(table) WHERE \(condition)") {
            $0[0] as Int64?
        } ?? nil
    }
}
