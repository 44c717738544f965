/// Persons, of whom several can be changed in one transaction.
public protocol PersonDataSource: RecordDataSource where Content == Person {
    /// Adds and changes all of them or none, in one transaction, and returns them in that order. Throws
    /// `RecordProblem.versionConflict` unless each that is changed is still what it was.
    func write(_ writes: [PersonWrite], in context: CommandContext) async throws -> [Record<Person>]
}

/// A person to be added or changed, together with others.
public struct PersonWrite: Hashable, Sendable {
    /// What is there; nil for somebody new.
    public let record: Record<Person>?
    public var content: Person

    public init(over record: Record<Person>? = nil, _ content: Person) {
        self.record = record
        self.content = content
    }
}
