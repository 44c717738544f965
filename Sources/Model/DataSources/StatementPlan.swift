/// A statement that the store is asked with, and how it means to answer.
public struct StatementPlan: Hashable, Sendable {
    public let sql: String
    /// By their numbers.
    public let parameters: [Parameter]
    /// What `EXPLAIN QUERY PLAN` says, line by line.
    public let plan: [String]

    public struct Parameter: Hashable, Sendable {
        /// 5 for `?5`.
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
