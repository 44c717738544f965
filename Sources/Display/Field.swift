/// A fact: its key for programs, its title for people, its value for both.
public struct Field: Hashable, Sendable {
    /// lowerCamelCase, as in JSON.
    public let key: String
    public let title: String
    public let value: Value

    public init(_ key: String, _ title: String, _ value: Value) {
        self.key = key
        self.title = title
        self.value = value
    }
}
