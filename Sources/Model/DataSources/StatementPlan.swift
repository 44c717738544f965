/// An SQL statement with its parameters and query plan.
public struct StatementPlan: Hashable, Sendable {
    public let sql: String
    public let parameters: [Parameter]
    /// The lines of `EXPLAIN QUERY PLAN`.
    public let plan: [String]

    public struct Parameter: Hashable, Sendable {
        /// The number of the parameter in the statement, such as 5 for `?5`.
        public let number: Int
        public let value: FilterValue

        public init(number: Int, value: FilterValue) {
            self.number = number
            self.value = value
        }
    }

    public init(sql: String, parameters: [Parameter], plan: [String]) {
        self.sql = sql
        self.parameters = parameters
        self.plan = plan
    }
}
