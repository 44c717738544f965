import Localization
import Model
import SQLite

/// A read-only check of a database.
protocol StoreCheck: Sendable {
    /// The name of the checked part, in one or two words.
    var part: Title { get }
    func findings(in connection: Connection) throws -> [Finding]
}

/// SQLite’s own check of pages and constraints (https://sqlite.org/pragma.html#pragma_quick_check). The deep check also
/// compares indexes with tables.
struct PageCheck: StoreCheck {
    var part: Title { "pages" }
    let depth: CheckDepth

    func findings(in connection: Connection) throws -> [Finding] {
        try connection.all(depth == .quick ? "PRAGMA quick_check" : "PRAGMA integrity_check") { $0[0] as String }
            .filter { $0 != "ok" }
            .map { Finding(Self.name(of: $0), "SQLite reports: \($0).") }
    }

    /// Returns the name of the finding for a message from SQLite, based on its wording.
    private static func name(of sentence: String) -> Finding.Name {
        let ofIndexes = [
            "missing from index", "entries in index", "non-unique entry in index", "values differ from index",
        ]
        let ofValues = ["CHECK constraint failed in", " value in "]
        if ofIndexes.contains(where: { sentence.contains($0) }) { return .brokenIndex }
        return ofValues.contains { sentence.contains($0) } ? .badValue : .damagedPage
    }
}

/// A check that each table has row IDs left for new rows, and that no ID exceeds the limit.
struct RowIDCheck: StoreCheck {
    var part: Title { "pages" }
    func findings(in connection: Connection) throws -> [Finding] {
        try RowIDLimit.tables(of: connection).map { table in
            Finding(.damagedPage, "Table \(table) contains the row ID \(String(Int64.max)), so no row can be added.")
        }
            + Kind.allCases.flatMap { kind in
                try connection.all(
                    "SELECT id FROM \(kind.table) WHERE id > ?1 AND id < ?2", binding: RecordID.limit, Int64.max
                ) { row in
                    let record = RecordID(kind: kind, number: row[0])
                    return Finding(
                        .badValue, "The ID of \(record) exceeds the limit of \(String(RecordID.limit)).")
                }
            }
            + RowIDSequences.excessive(in: connection).map { table, number in
                let limit = String(RecordID.limit)
                return Finding(
                    .sequence,
                    "The last issued ID of table \(table) is \(String(number)), which exceeds the limit of \(limit).")
            }
    }
}

/// A check of foreign keys, which `integrity_check` does not include.
struct ForeignKeyCheck: StoreCheck {
    var part: Title { "foreign keys" }
    func findings(in connection: Connection) throws -> [Finding] {
        try connection.all("PRAGMA foreign_key_check") { row in
            let (table, rowID, parent) = (row[0] as String, row[1] as Int64?, row[2] as String)
            let subject: Message = rowID.map { "Row \($0) in table \(table)" } ?? "A row in table \(table)"
            return Finding(.orphan, "\(subject) refers to a missing row in table \(parent).")
        }
    }
}

/// The highest row ID issued so far for each table. IDs up to this ID must not be reused.
struct RowIDSequences {
    private let last: [(table: String, number: Int64)]

    /// Reads the sequences of a database. A value above the limit is replaced with the highest ID within the limit that
    /// occurs in the table or, for records, in the history.
    init(of connection: Connection) throws {
        last = try Self.all(of: connection).map { table, number in
            (table, number <= RecordID.limit ? number : try Self.highest(in: table, connection))
        }
    }

    init(_ last: [String: Int64]) {
        self.last = last.filter { $0.value <= RecordID.limit }.map { ($0.key, $0.value) }
    }

    /// Raises the row ID sequences of another database to at least these values, in its current transaction.
    func raise(_ connection: Connection) throws {
        for (table, number) in last {
            let changed = try connection.run(
                "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", binding: table, number)
            if changed > 0 { continue }
            try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)", binding: table, number)
        }
    }

    /// Returns the sequences above the limit, which another program has written.
    static func excessive(in connection: Connection) throws -> [(table: String, number: Int64)] {
        try all(of: connection).filter { $0.number > RecordID.limit }
    }

    /// Resets each sequence above the limit to the highest ID within the limit that occurs in the table or, for
    /// records, in the history.
    static func reset(in connection: Connection) throws -> [Message] {
        try excessive(in: connection).map { table, _ in
            let number = try highest(in: table, connection)
            try connection.run("UPDATE sqlite_sequence SET seq = ?2 WHERE name = ?1", binding: table, number)
            return "Reset the last issued ID of table \(table) to \(String(number))."
        }
    }

    private static func all(of connection: Connection) throws -> [(table: String, number: Int64)] {
        try connection.all(
            "SELECT name, seq FROM sqlite_sequence WHERE name IN (SELECT name FROM sqlite_schema) ORDER BY name"
        ) { ($0[0], $0[1]) }
    }

    /// Returns the highest ID of a table within the limit, including the IDs of deleted records.
    private static func highest(in table: String, _ connection: Connection) throws -> Int64 {
        let present = try connection.first(
            "SELECT max(rowid) FROM \(table.quotedIdentifier) WHERE rowid <= ?1", binding: RecordID.limit
        ) { $0[0] as Int64? }
        let recorded = try Kind.allCases.first { $0.table == table }.flatMap { kind in
            try connection.first(
                "SELECT max(record_id) FROM change WHERE kind = ?1 AND record_id <= ?2", binding: kind, RecordID.limit
            ) { $0[0] as Int64? }
        }
        return [present, recorded].compactMap { $0 ?? nil }.reduce(0, max)
    }
}

/// A check of the header fields that SQLite uses only when it writes the file: the file format version and the free
/// pages (https://sqlite.org/fileformat.html#the_database_header).
struct HeaderCheck: StoreCheck {
    var part: Title { "pages" }
    let location: StoreLocation
    private static let (size, latestVersion) = (100, UInt8(2))

    func findings(in connection: Connection) throws -> [Finding] {
        let log = try location.hasUncheckpointedWAL ? WALFile(location.path + "-wal") : nil
        // A copy of page 1 in the WAL replaces the page in the file.
        let header = try log?.bytes(of: 1) ?? connection.fileBytes(Self.size, at: 0)
        var findings: [Finding] = []
        if header[18] > Self.latestVersion {
            findings.append(
                Finding(
                    .damagedPage,
                    "The database cannot be written: its header requires file format version \(header[18])."))
        }
        // SQLite 3.40 may not check the free pages if the schema contains a view.
        let (list, count) = (header.bigEndian(at: 32), header.bigEndian(at: 36))
        if list == 0, count > 0 {
            findings.append(
                Finding(
                    .damagedPage,
                    "The database cannot be written: its header counts \(count) free pages, but lists none."))
        }
        return findings
    }
}

/// A check that tables, indexes, triggers, and views match the migrations.
struct SchemaCheck: StoreCheck {
    var part: Title { "schema" }
    let migrator: Migrator
    let approvals: Approvals

    func findings(in connection: Connection) throws -> [Finding] {
        let model = try migrator.model()
        let (expected, present) = (try objects(of: model), try objects(of: connection))
        let foreign = try ForeignTrigger.all(in: connection, unlike: model, except: approvals)
        let names = Set(expected.keys).union(present.keys).filter { !$0.hasPrefix("trigger ") || present[$0] == nil }
        let differences = names.sorted().compactMap { name in
            switch (expected[name], present[name]) {
            case (_, nil): Finding(.schemaChanged, "The \(name) is missing.")
            case (nil, _) where name == "table \(PhotoArchive.name)": nil
            case (nil, _): Finding(.schemaChanged, "The \(name) does not belong to Almanac.")
            case (let left?, let right?) where !SQLTokens.areEqual(left, right):
                Finding(.schemaChanged, "The \(name) differs from its migration.")
            default: nil as Finding?
            }
        }
        return differences
            + foreign.map { trigger in
                let fault: Message =
                    trigger.original == nil ? "does not belong to Almanac" : "differs from its migration"
                return Finding(
                    .schemaChanged, "The trigger \(trigger.name) on table \(trigger.table) \(fault): \(trigger.sql)")
            }
    }

    /// Returns the SQL of each object, keyed by its type and name, such as `index person_by_name`.
    private func objects(of connection: Connection) throws -> [String: String] {
        let sql = """
            SELECT type || ' ' || name, sql
            FROM sqlite_schema
            WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
            """
        let objects = try connection.all(sql) { ($0[0] as String, $0[1] as String) }
        return Dictionary(objects) { first, _ in first }
    }
}
