import Localization
import Model
import SQLite

/// Whether every row that refers to another finds it; `integrity_check` does not look.
struct ForeignKeyCheck: StoreCheck {
    var part: Title { "ties" }
    func findings(in connection: Connection) throws -> [Finding] {
        try connection.all("PRAGMA foreign_key_check") { row in
            let (table, rowID, parent) = (row[0] as String, row[1] as Int64?, row[2] as String)
            let subject: Message = rowID.map { "Row \($0) of \(table)" } ?? "A row of \(table)"
            return Finding(.orphan, "\(subject) refers to a \(parent) that does not exist.")
        }
    }
}
