import Model
import SQLite

/// Whether every value of a record is one of its field's: a date that is a date, a kind of planet that there is.
struct ValueCheck: StoreCheck {
    func findings(in connection: Connection) throws -> [Finding] {
        try findings(Tables.persons, connection) + findings(Tables.groups, connection)
            + findings(Tables.planets, connection) + findings(Tables.notes, connection)
    }

    private func findings<Content>(_ table: RecordTable<Content>, _ connection: Connection) throws -> [Finding] {
        let columns = table.columns
        let names = columns.map(\.name).joined(separator: ", ")
        var findings: [Finding] = []
        try connection.forEach("SELECT id, \(names) FROM \(table.name)") { row in
            let address = Address(kind: Content.kind, number: row[0])
            var content = Content()
            for offset in columns.indices {
                do {
                    try columns[offset].read(&content, row, offset + 1)
                } catch let error as SQLiteError where error.code == .mismatch {
                    let words = row.words(offset + 1)
                    findings.append(
                        Finding(.badValue, "The \(columns[offset].name) of \(address) cannot be “\(words)”."))
                }
            }
        }
        return findings
    }
}
