/// Groups and their members.
public protocol GroupDataSource: RecordDataSource where Content == Group {
    /// Puts the persons at the end of the group, leaving out those it has; returns how many are new.
    func add(_ persons: [Person.ID], to group: Group.ID, in context: CommandContext) async throws -> Int
    /// Returns how many were members.
    func remove(_ persons: [Person.ID], from group: Group.ID, in context: CommandContext) async throws -> Int
}
