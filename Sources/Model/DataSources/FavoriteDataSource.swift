/// A data source for the favorites of accounts and guests. The account of a guest is `nil`.
public protocol FavoriteDataSource: Sendable {
    /// Returns a page of the favorites of an account.
    /// - Parameters:
    ///   - kind: The kind of the records, or `nil` for all kinds.
    ///   - text: Prefixes of words in the name; empty for all records.
    /// - Throws: `RecordProblem.notFound` if the record at the cursor is no longer a favorite.
    func favorites(
        of account: Account.ID?, _ kind: Kind?, matching text: String, by order: FavoriteOrder,
        at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<RecordReference>
    /// Returns the subset of the given records that are favorites of the account.
    func favorites(of account: Account.ID?, among addresses: [RecordID]) async throws -> Set<RecordID>
    func setFavorite(
        _ isFavorite: Bool, _ address: RecordID, of account: Account.ID?, in context: CommandContext
    ) async throws
}

/// The order of a list of favorites: by name, or in the order in which they were added.
public enum FavoriteOrder: String, Hashable, Codable, Sendable, CaseIterable {
    case added, name
}
