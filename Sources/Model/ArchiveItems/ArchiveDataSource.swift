/// All that a store holds for its owner, given out and brought back; the history stays in the store and its backups.
public protocol ArchiveDataSource: Sendable {
    /// A part of it, in the order in which it can be restored. A photo that is gone is left out, for `check` to name.
    func items(from place: ArchivePlace, limit: Int) async throws -> ArchivePage
    /// Puts all into a store in which nothing is yet, with the same addresses, identifiers, times and versions: everything
    /// or nothing, as one step. Returns how many of each kind there are.
    /// - Throws: `ArchiveProblem`, and what `next` throws.
    func restore(
        in context: CommandContext, _ next: @escaping @Sendable () throws -> ArchiveItem?
    ) async throws -> [Kind: Int]
}
