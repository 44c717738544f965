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
    /// Returns the linked relations of the given persons, followed by the relations of other persons that are linked to
    /// the given persons. The limit applies separately to each of the two lists.
    func relations(of persons: [Person.ID], limit: Int) async throws -> [PersonRelation]
}

/// A relation between two persons.
public struct PersonRelation: Hashable, Sendable {
    /// The person who has the relation.
    public let owner: RecordReference
    /// The label of the relation, such as `spouse`; empty if unknown.
    public let label: String
    /// The linked person.
    public let target: RecordReference

    public init(of owner: RecordReference, label: String, to target: RecordReference) {
        self.owner = owner
        self.label = label
        self.target = target
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
