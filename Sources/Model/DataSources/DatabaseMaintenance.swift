/// The care of the store as a whole. Errors are `StoreProblem` or `RecordProblem`.
public protocol DatabaseMaintenance: Sendable {
    /// Each migration, and when it was applied.
    func migrations() async throws -> [MigrationState]
    /// Applies what is pending, after a checked backup of an existing store; returns each, as it is then.
    func migrate() async throws -> [MigrationState]

    /// Writes a checked copy, photos beside it; refuses an existing file.
    func backup(to path: String) async throws -> BackupReport
    /// Makes a backup beside the store before something that changes much of it; throws where that cannot be made, so
    /// that nothing is begun. Nil when there is nothing to lose, and in a dry run.
    func backUpBefore(_ reason: BackupReason, in context: CommandContext) async throws -> BackupReport?
    /// Takes away a backup that was made before what then changed nothing.
    func discard(_ backup: BackupReport) async throws
    /// The backup of this day, if it has none yet; nothing is left of one whose task is cancelled.
    func backUpDaily() async throws -> BackupReport?
    /// Those that were made beside the store, the newest first.
    func backups() async throws -> [Backup]

    /// Puts a backup in place of everything there is, which is backed up first; programs that have the store open go on
    /// with what is restored. A dry run only opens and checks the backup, and returns what it holds.
    func restore(from path: String, in context: CommandContext) async throws -> RestoreReport
    /// Takes records, by their addresses there, out of a backup: one that is here becomes as it was, another comes back.
    func restore(_ addresses: [RecordID], from path: String, in context: CommandContext) async throws
        -> [RestoredRecord]

    /// Whether the store is whole: each finding by name; empty when it is.
    func check(_ depth: CheckDepth) async throws -> [Finding]
    /// Mends, after a backup, what can be mended without losing anything.
    func repair(in context: CommandContext) async throws -> RepairReport
    /// Copies what is readable out of a damaged store into a new one; the damaged one is not touched.
    func salvage(_ path: String, to target: String, in context: CommandContext) async throws -> SalvageReport
    /// Removes those of the photos that no record has and no undo could bring back.
    func removeUnused(_ photos: Set<BlobID>) async throws
    /// Removes photos that no record has and no undo could bring back, once they are a day old, and what interrupted programs left there or by the store.
    func tidy() async throws
}

public struct MigrationState: Hashable, Sendable {
    public let version: Int
    public let name: String
    /// Nil while it is pending.
    public let applied: Timestamp?

    public init(version: Int, name: String, applied: Timestamp?) {
        self.version = version
        self.name = name
        self.applied = applied
    }
}
