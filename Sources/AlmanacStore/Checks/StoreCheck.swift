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

/// A check that each table has row IDs for new rows.
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
                        .badValue, "The ID of \(record) exceeds the limit, which is \(String(RecordID.limit)).")
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
