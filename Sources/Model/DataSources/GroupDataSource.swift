/// A data source for groups and their members.
public protocol GroupDataSource: RecordDataSource where Content == Group {
    /// Appends persons and planets to a group, skipping existing members.
    /// - Returns: The number of records of each kind that were added.
    func add(_ members: [RecordID], to group: Group.ID, in context: CommandContext) async throws -> [Kind: Int]
    /// Adds a group with persons and planets in one transaction.
    func add(_ group: Group, with members: [RecordID], in context: CommandContext) async throws -> Group.ID
    /// Removes persons and planets from a group.
    /// - Returns: The number of records of each kind that were removed.
    func remove(_ members: [RecordID], from group: Group.ID, in context: CommandContext) async throws -> [Kind: Int]
}
