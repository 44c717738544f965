import Model
import SQLite

/// The rows of a list: the source tables, the condition, and the values of its parameters.
struct Selection: Sendable {
    var source: String
    /// The same tables, ordered for large selections: the record table comes first, so that an index provides the order.
    var sortedSource: String?
    var condition = "TRUE"
    var parameter: Int64?
    /// The full-text query, bound to ?4.
    var match: String?
    /// The filter values, bound to ?5 and the following parameters.
    var values: [FilterValue] = []

    static let firstValue = 5

    /// Returns an empty selection, for a scope that does not apply to the kind.
    static func nothing(of table: String) -> Selection { Selection(source: table, condition: "FALSE") }
}

extension Selection {
    /// Returns the selection limited to the records that a search for the text finds.
    /// - Parameters:
    ///   - isFinished: Whether the last word is complete. Otherwise, it can be the beginning of a word.
    ///   - id: An SQL expression for the ID of the record.
    func narrowed(
        to text: String, isFinished: Bool = false, id: String, of kind: Kind, in connection: Connection
    ) throws -> Selection {
        guard !text.isEmpty else { return self }
        guard let query = SearchQuery(text), let first = DocumentID(RecordID(kind: kind, number: 0)) else {
            return .nothing(of: source)
        }
        var narrowed = self
        let match = try SearchTable.everything.matching(query, isFinished: isFinished, in: connection)
        if let other = self.match {
            narrowed.match = "(\(other)) AND (\(match))"
            return narrowed
        }
        narrowed.match = match
        narrowed.condition += """
             AND \(id) IN (
                SELECT rowid - \(first.rawValue) FROM search
                WHERE search MATCH ?4 AND rowid BETWEEN \(first.rawValue) AND \(first.rawValue + DocumentID.last))
            """
        return narrowed
    }

    func filtered(by filter: Filter?, over columns: [String: FilterColumn]) -> Selection {
        guard let filter else { return self }
        let statement = FilterStatement(filter.condition, over: columns)
        var filtered = self
        filtered.condition += " AND (\(statement.condition))"
        filtered.values = statement.values
        return filtered
    }

    /// The parameters of the condition.
    var parameters: [StatementPlan.Parameter] {
        [(1, parameter.map { .integer(Int($0)) }), (4, match.map { .text($0) })]
            .compactMap { number, value in value.map { StatementPlan.Parameter(number: number, value: $0) } }
            + values.enumerated().map { StatementPlan.Parameter(number: Selection.firstValue + $0, value: $1) }
    }
}

extension [StatementPlan.Parameter] {
    func bind(to bindings: inout Bindings) {
        for parameter in self {
            switch parameter.value {
            case .text(let text): bindings[parameter.number] = text
            case .integer(let number): bindings[parameter.number] = number
            case .number(let number): bindings[parameter.number] = number
            case .flag(let flag): bindings[parameter.number] = flag
            }
        }
    }
}
