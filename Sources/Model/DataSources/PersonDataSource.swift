/// A data source for persons.
///
///     let record = try await store.persons.record(leia)
///     let written = try await store.persons.write(
///         [PersonChange(over: record, record.content), PersonChange(Person())], in: context)
public protocol PersonDataSource: RecordDataSource where Content == Person {
    /// Adds and changes persons in one transaction.
    /// - Returns: The written persons, in the order of the writes.
    /// - Throws: `RecordProblem.versionConflict` if a person has changed since it was read.
    func write(_ writes: [PersonChange], in context: CommandContext) async throws -> [Record<Person>]
    /// Returns the relations of other persons whose value is the given name.
    func relations(naming name: String, limit: Int) async throws -> [PersonRelation]
}

/// A relation, as seen from the person whom it names.
public struct PersonRelation: Hashable, Sendable {
    /// The person who has the relation.
    public let person: RecordReference
    /// The label of the relation, such as `spouse`.
    public let label: String

    public init(person: RecordReference, label: String) {
        self.person = person
        self.label = label
    }
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
