import Model

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
