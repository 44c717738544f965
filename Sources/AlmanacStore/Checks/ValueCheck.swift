import Localization
import Model
import SQLite

/// A check that every value of a record is valid for its field, such as dates and planet types.
struct ValueCheck: StoreCheck {
    var part: Title { "values" }
    func findings(in connection: Connection) throws -> [Finding] {
        var counted = try RowProgress(of: Kind.allCases.map(\.table), in: connection, part: part)
        return try findings(Tables.persons, connection, &counted) + findings(Tables.groups, connection, &counted)
            + findings(Tables.planets, connection, &counted) + findings(Tables.notes, connection, &counted)
    }

    private func findings<Content>(
        _ table: RecordTable<Content>, _ connection: Connection, _ counted: inout RowProgress
    ) throws -> [Finding] {
        let columns = table.columns
        let names = columns.map(\.name).joined(separator: ", ")
        var findings: [Finding] = []
        try connection.forEach("SELECT id, \(names) FROM \(table.name)") { row in
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
