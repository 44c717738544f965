import Model
import SQLite

/// Where a list looks: the tables, the condition on them, and the value of ?1 in it.
struct Selection: Sendable {
    var source: String
    var condition = "TRUE"
    var parameter: Int64?
    /// What the search index is asked for, the value of ?4.
    var match: String?
    /// What a filter compares with, the values from ?5 on.
    var values: [FilterValue] = []

    static let firstValue = 5

    /// For a scope that means nothing to the kind.
    static func nothing(of table: String) -> Selection { Selection(source: table, condition: "FALSE") }
}

extension Selection {
    /// Only those of the records that the search index has under a text; its documents are numbered by kind and id.
    func narrowed(to text: String, id: String, of kind: Kind, in connection: Connection) throws -> Selection {
        guard !text.isEmpty else { return self }
        guard let query = SearchQuery(text), let first = DocumentID(RecordID(kind: kind, number: 0)) else {
            return .nothing(of: source)
        }
        var narrowed = self
        let match = try SearchTable.everything.matching(query, isFinished: false, in: connection)
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
}

extension Selection {
    /// Only those of the records that a filter lets through.
    func filtered(by filter: Filter?, over columns: [String: FilterColumn]) -> Selection {
        guard let filter else { return self }
        let statement = FilterStatement(filter.condition, over: columns)
        var filtered = self
        filtered.condition += " AND (\(statement.condition))"
        filtered.values = statement.values
        return filtered
    }

    /// The parameters that its condition has.
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
