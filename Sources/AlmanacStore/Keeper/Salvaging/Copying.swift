import SQLite

/// The statements that copy rows of one table from the database attached as `damaged`.
struct Copying {
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

    /// Between the ends that can be found, each from its own side, or else the numbers that were ever given; nil when the
    /// rows have no such key.
    var keyRange: ClosedRange<Int64>? {
        guard let key else { return nil }
        func end(_ order: String) -> Int64? {
            try? connection.first("SELECT \(key) FROM \(source) ORDER BY \(key) \(order) LIMIT 1") { $0[0] }
        }
        let given = try? connection.first("SELECT max(seq) FROM damaged.sqlite_sequence") { $0[0] as Int64 }
        let (least, greatest) = (Int64(-1) << 40, Int64(1) << 48)
        let low = max(min(end("ASC") ?? 1, 1), least)
        return low...min(max(end("DESC") ?? given ?? Self.usual, low), greatest)
    }

    private static let usual: Int64 = 1 << 16

    /// All rows of the range or, when one of them cannot be read or breaks a rule, none.
    func insert(_ range: ClosedRange<Int64>) throws -> Int {
        guard let key else { return 0 }
        return try connection.run(
            """
            INSERT INTO main.\(name) (\(columns))
            SELECT \(columns) FROM \(source) WHERE \(key) BETWEEN ?1 AND ?2 ORDER BY \(key)
            """
        ) {
            $0[1] = range.lowerBound
            $0[2] = range.upperBound
        }
    }

    /// The rows of one key, of which some break a rule: what those say comes back as words.
    func insertSingly(_ number: Int64) throws -> (saved: Int, refused: [String]) {
        guard let key else { return (0, []) }
        let saved: Int
        do {
            saved = try connection.run(
                "INSERT OR IGNORE INTO main.\(name) (\(columns)) SELECT \(columns) FROM \(source) WHERE \(key) = ?1"
            ) { $0[1] = number }
        } catch let error as SQLiteError where Self.isOfRows(error) {
            saved = 0
        }
        let isSame = table.key.map { "saved.\($0.quotedIdentifier) IS row.\($0.quotedIdentifier)" }
        let isSaved = isSame.isEmpty ? "\(saved > 0 ? "TRUE" : "FALSE")" : isSame.joined(separator: " AND ")
        let refused = try connection.all(
            """
            SELECT \(names.map { "row.\($0.quotedIdentifier)" }.joined(separator: ", ")) FROM damaged.\(name) AS row
            WHERE row.\(key) = ?1 AND NOT EXISTS (SELECT 1 FROM main.\(name) AS saved WHERE \(isSaved))
            """, { $0[1] = number }
        ) { table.line($0, of: names) }
        return (saved, refused)
    }

    /// Rows without a number to ask for: as many as can be read from the first on, and from the last on.
    func copyFromBothEnds() throws -> Int {
        let order = table.key.map(\.quotedIdentifier)
        return try copyMost(by: order) + copyMost(by: order.map { "\($0) DESC" })
    }

    private func copyMost(by order: [String]) throws -> Int {
        var (works, fails) = (0, 1 << 40)
        var saved = 0
        while works + 1 < fails {
            let limit = works == 0 && fails == 1 << 40 ? fails - 1 : works + (fails - works) / 2
            do {
                saved += try connection.run(
                    """
                    INSERT OR IGNORE INTO main.\(name) (\(columns))
                    SELECT \(columns) FROM \(source) ORDER BY \(order.joined(separator: ", ")) LIMIT ?1
                    """
                ) { $0[1] = limit }
                works = limit
            } catch let error as SQLiteError where Self.isOfRows(error) {
                fails = limit
            }
        }
        return saved
    }
}
