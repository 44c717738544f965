import Localization
import Model
import SQLite

/// A check that every value of a record, such as a date, a planet type, or the filter of a smart group, is valid for its
/// field.
struct ValueCheck: StoreCheck {
    var part: Title { "values" }
    func findings(in connection: Connection) throws -> [Finding] {
        var counted = try RowProgress(of: Kind.allCases.map(\.table), in: connection, part: part)
        return try Kind.allCases.flatMap { try findings($0.content, connection, &counted) } + filters(connection)
    }

    /// Returns the invalid filters. They are not repaired, because a group without its filter would have other members.
    private func filters(_ connection: Connection) throws -> [Finding] {
        let groups = try connection.all(
            """
            SELECT id, search, person_filter, planet_filter FROM people_group
            WHERE coalesce(person_filter, planet_filter) IS NOT NULL
            ORDER BY id
            """, row: SavedSearch.read)
        return groups.compactMap { saved in
            guard let saved, (try? saved.filter(and: nil)) == nil else { return nil }
            return Finding(.badValue, "Invalid filter of \(saved.group): “\(saved.filter ?? "")”.")
        }
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
