import Localization

/// A fact: its key for programs, its title for people, its value for both.
public struct Field: Hashable, Sendable {
    /// lowerCamelCase, as in JSON.
    public let key: String
    public let title: Title
    public let value: Value
    public let audience: Audience

    public enum Audience: Hashable, Sendable {
        case everybody
        /// What people see elsewhere on the page, or never need.
        case programs
        /// A hint that is no fact.
        case people
    }

    public init(_ key: String, _ title: Title, _ value: Value, for audience: Audience = .everybody) {
        self.audience = audience
        self.key = key
        self.title = title
        self.value = value
    }
}
