import SQLite

extension Connection {
    /// Inserts rows, several with a statement: what it costs beside them, for its triggers above all, it costs once.
    /// - Parameter bind: Gives the values of a row, from a place among the parameters on.
    package func insert(
        _ count: Int, rowsInto table: String, _ columns: [String],
        _ bind: (_ row: Int, inout Bindings, _ first: Int) -> Void
    ) throws {
        let together = max(1, Self.parameters / columns.count)
        let rest = count - count % together
        for (rows, number) in [(0..<rest, together), (rest..<count, 1)] where !rows.isEmpty {
            var statement = try prepare(Self.insertion(into: table, columns, rows: number))
            for row in stride(from: rows.lowerBound, to: rows.upperBound, by: number) {
                try statement.run { parameters in
                    for offset in 0..<number { bind(row + offset, &parameters, 1 + offset * columns.count) }
                }
            }
        }
    }

    /// So many values go with a statement.
    private static let parameters = 256

    static func insertion(into table: String, _ columns: [String], rows: Int = 1) -> String {
        let places = (0..<rows).map { row in
            "(" + columns.indices.map { "?\(row * columns.count + $0 + 1)" }.joined(separator: ", ") + ")"
        }
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES \(places.joined(separator: ", "))"
    }
}
