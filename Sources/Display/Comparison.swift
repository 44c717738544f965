/// Several versions of one thing, field by field; only the fields that differ.
public struct Comparison: Hashable, Sendable {
    /// What each version is called: “yours”, “in the store”.
    public let names: [String]
    public let rows: [Difference]

    public init(names: [String], rows: [Difference]) {
        self.names = names
        self.rows = rows
    }

    public struct Difference: Hashable, Sendable {
        public let key: String
        public let title: String
        /// One value for each name.
        public let values: [Value]

        public init(key: String, title: String, values: [Value]) {
            self.key = key
            self.title = title
            self.values = values
        }
    }
}
