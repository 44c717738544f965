import Almanac
import Interchange
import Model

/// A placeholder for the data sources that the coordinator tests do not use. Each operation throws ``Unused``.
struct UnusedDataSource {
    struct Unused: Error {}

    private func unused<Result>() throws -> Result { throw Unused() }
}

extension UnusedDataSource: OccasionDataSource, RecipientDataSource {
    func occasions(
        in span: YearlySpan, of group: Group.ID?, matching text: String, at start: PageCursor<Occasion.ID>, limit: Int
    ) -> ResultPage<Occasion> {
        // The home screen reads the occasions of the week.
        ResultPage([], hasMore: false)
    }
    func recipients(matching text: String, limit: Int?) throws -> [Recipient] { try unused() }
}

extension UnusedDataSource: ImportDataSource, ExportDataSource, ArchiveDataSource, SeedDataSource {
    func importContacts(
        _ streams: [ContactStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) throws -> ImportReport { try unused() }
    func importCatalogs(
        _ catalogs: [CatalogStream], onDuplicate decisions: DuplicateDecisions, reportingTo listener: ImportListener,
        in context: CommandContext
    ) throws -> CatalogReport { try unused() }

    func cards(
        of selection: ExportSelection, after: Person.ID?, limit: Int, withPhotos: Bool
    ) throws -> ExportPage { try unused() }
    func groups(of selection: ExportSelection) throws -> [ContactCard] { try unused() }
    func groups(_ ids: [Group.ID]) throws -> [ContactCard] { try unused() }
    func importedGroups() throws -> [ContactCard] { try unused() }
    func keep(_ cards: [ExportedCard]) {}

    func items(from place: ArchivePosition, limit: Int) throws -> ArchivePage { try unused() }
    func restore(
        in context: CommandContext, _ next: @escaping @Sendable () throws -> ArchiveItem?
    ) throws -> [Kind: Int] { try unused() }

    func sets() throws -> [SeedSet] { try unused() }
    func read(_ sources: [SeedSource]) throws -> any LoadableSampleData { try unused() }
    func remove(_ sets: [String], in context: CommandContext) throws -> [SeedRemoval] { try unused() }
}

extension UnusedDataSource: BlobDataSource {
    func load<Value: BlobConvertible>(_ id: BlobID, as type: Value.Type) throws(BlobProblem) -> Value {
        throw .missing(id)
    }
    func store(_ value: some BlobConvertible, in context: CommandContext) throws(BlobProblem) -> BlobID {
        throw .unwritable(reason: "")
    }
}

extension UnusedDataSource: DatabaseMaintenance {
    func verifyOldestBackup() async throws { throw Unused() }
    func backupFailure() async throws -> BackupFailure? { try unused() }
    func acceptTrigger(_ name: String) async throws -> String { try unused() }
    func backUpBefore(_ reason: BackupReason, in context: CommandContext) throws -> BackupReport? { try unused() }
    func migrations() throws -> [MigrationState] { try unused() }
    func migrate() throws -> [MigrationState] { try unused() }
    func backup(to path: String) throws -> BackupReport { try unused() }
    func discard(_ backup: BackupReport) throws { throw Unused() }
    func backUpDaily() throws -> BackupReport? { try unused() }
    func backups() throws -> [Backup] { try unused() }
    func backupsOfPurgedRecords() throws -> [Backup] { try unused() }
    func removeBackupsOfPurgedRecords() throws -> (new: BackupReport, removed: [Backup])? { try unused() }
    func restore(from path: String, in context: CommandContext) throws -> RestoreReport { try unused() }
    func restore(_ addresses: [RecordID], from path: String, in context: CommandContext) throws -> [RestoredRecord] {
        try unused()
    }
    func check(_ depth: CheckDepth) throws -> [Finding] { try unused() }
    func repair(in context: CommandContext) throws -> RepairReport { try unused() }
    func salvage(_ path: String, to target: String, in context: CommandContext) throws -> SalvageReport {
        try unused()
    }
    func removeUnused(_ photos: Set<BlobID>) throws { throw Unused() }
    func cleanUp() throws { throw Unused() }
}
