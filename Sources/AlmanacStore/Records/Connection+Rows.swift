import SQLite

extension Connection {
    /// Inserts rows, several with a statement: what it costs beside them, for its triggers above all, it costs once.
    /// - Parameter bind: Gives the values of a row, from a place among the parameters on.
    func insert(
        _ count: Int, rowsInto table: String, _ columns: [String],
        _ bind: (_ row: Int, inout Bindings, _ first: Int) -> Void
    ) throws {
        let together = max(1, Self.parameters / columns.count)
        var row = 0
        while row < count {
            let rows = count - row < together ? 1 : together
            try run(Self.insertion(into: table, columns, rows: rows)) { parameters in
                for offset in 0..<rows { bind(row + offset, &parameters, 1 + offset * columns.count) }
            }
            row += rows
        }
    }

    /// So many values go with a statement.
    private static let parameters = 64

    static func insertion(into table: String, _ columns: [String], rows: Int = 1) -> String {
        let places = (0..<rows).map { row in
            "(" + columns.indices.map { "?\(row * columns.count + $0 + 1)" }.joined(separator: ", ") + ")"
        }
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(places.joined(separator: ", "))"
    }
}
