import Localization

/// Several versions of one thing, field by field; only the fields that differ.
public struct Comparison: Hashable, Sendable {
    /// What each version is called: “yours”, “in the store”.
    public let names: [Message]
    public let rows: [Difference]

    public init(names: [Message], rows: [Difference]) {
        self.names = names
        self.rows = rows
    }

    public struct Difference: Hashable, Sendable {
        public let key: String
        public let title: Title
        /// One value for each name.
        public let values: [Value]

        public init(key: String, title: Title, values: [Value]) {
            self.key = key
            self.title = title
            self.values = values
        }
    }
}
