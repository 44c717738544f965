import Localization
import Model
import SQLite

/// A check that every value of a record, such as a date or a planet type, is valid for its field.
struct ValueCheck: StoreCheck {
    var part: Title { "values" }
    func findings(in connection: Connection) throws -> [Finding] {
        var counted = try RowProgress(of: Kind.allCases.map(\.table), in: connection, part: part)
        return try Kind.allCases.flatMap { try findings($0.content, connection, &counted) }
    }

    private func findings<Content: StoredRecord>(
        _ type: Content.Type, _ connection: Connection, _ counted: inout RowProgress
    ) throws -> [Finding] {
        let columns = Content.table.columns
        let names = columns.map(\.name).joined(separator: ", ")
        var findings: [Finding] = []
        try connection.forEach("SELECT id, \(names) FROM \(Content.kind.table)") { row in
            counted.add(1)
            let address = RecordID(kind: Content.kind, number: row[0])
            var content = Content()
            for offset in columns.indices {
                do {
                    try columns[offset].read(&content, row, offset + 1)
                } catch let error as SQLiteError where error.code == .mismatch {
                    let words = row.words(offset + 1)
                    findings.append(
                        Finding(.badValue, "Invalid \(columns[offset].name) of \(address): “\(words)”."))
                }
            }
        }
        return findings
    }
}
