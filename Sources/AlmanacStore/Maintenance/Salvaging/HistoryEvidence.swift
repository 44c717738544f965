import SQLite

/// The recovered history as evidence for the table of a page, if several tables have rows of the same form.
struct HistoryEvidence {
    /// A stored row and its row ID, if it has one.
    typealias Row = (values: [StoredValue], rowID: Int64?)

    let connection: Connection
    let tables: [String: StoreTable]

    /// Returns the table whose rows the history contains, or `nil` if there is no evidence. If several tables contain
    /// equally many rows, the first is returned.
    /// - Parameter rows: Some rows of the page.
    func table(of rows: [Row], among candidates: [TableShape]) throws -> TableShape? {
        let counts = try candidates.map { shape in try rows.count { try isRecorded($0, shape) } }
        guard let greatest = counts.max(), greatest > 0, greatest * 2 >= rows.count else { return nil }
        return counts.firstIndex(of: greatest).map { candidates[$0] }
    }

    private func isRecorded(_ row: Row, _ shape: TableShape) throws -> Bool {
        if shape.isPast {
            guard let change = row.values.first?.integer else { return false }
            return try connection.hasRow(
                "SELECT 1 FROM change WHERE id = ?1 AND table_name || '_past' = ?2", binding: change, shape.name)
        }
        guard let table = tables[shape.name], tables[table.past] != nil, let owner = table.owner else { return false }
        let values = zip(shape.columns, row.values).compactMap { column, value in
            column.map { ($0.name, $0.name == shape.rowIDColumn ? row.rowID.map(StoredValue.integer) ?? value : value) }
        }
        guard let number = values.first(where: { $0.0 == owner.column })?.1 else { return false }
        let recorded = values.filter { table.recordedNames.contains($0.0) }
        let isSame = recorded.enumerated().map { "past.\($1.0.quotedIdentifier) IS ?\($0 + 3)" }
        // A group can have many more changes than a member.
        let sources = ["change", "\(table.past) AS past"]
        return try connection.first(
            """
            SELECT 1 FROM \((table.isMembership ? sources.reversed() : sources).joined(separator: " CROSS JOIN "))
            WHERE past.change_id = change.id AND past.is_new = 1
                AND change.kind = ?1 AND change.record_id = ?2 AND change.table_name = '\(table.name)'
                AND \(isSame.joined(separator: " AND "))
            """,
            {
                $0[1] = owner.kind
                number.bind(to: &$0, at: 2)
                for (index, column) in recorded.enumerated() { column.1.bind(to: &$0, at: index + 3) }
            }, { _ in true }) ?? false
    }
}
