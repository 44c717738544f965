/// A data source for persons.
public protocol PersonDataSource: RecordDataSource where Content == Person {
    /// Adds and changes persons in one transaction.
    /// - Returns: The written persons, in the order of the writes.
    /// - Throws: `RecordProblem.versionConflict` if a person has changed since it was read.
    func write(_ writes: [PersonChange], in context: CommandContext) async throws -> [Record<Person>]
}

/// A person to add or change.
public struct PersonChange: Hashable, Sendable {
    /// The record to change, or `nil` for a new person.
    public let record: Record<Person>?
    public var content: Person

    public init(over record: Record<Person>? = nil, _ content: Person) {
        self.record = record
        self.content = content
    }
}
