import AlmanacStore
import Interchange
import Model

// Changes as tests make most of them: by a command that does not matter.

extension CommandContext {
    /// The context of changes that name none.
    @TaskLocal public static var current: CommandContext?

    /// Changes that follow each other are one step.
    fileprivate static var usual: CommandContext { current ?? CommandContext("test", by: nil, token: 1) }

    fileprivate static func usual(_ command: String, isDryRun: Bool = false) -> CommandContext {
        let context = current ?? CommandContext(command, by: nil)
        return isDryRun ? context.asDryRun : context
    }
}

extension RecordDataSource {
    public func add(_ content: Content) async throws -> Record<Content> {
        try await record(try await add(content, in: .usual))
    }

    /// Changes the record from a version, and reads it again.
    public func update(_ id: TypedRecordID<Content>, version: Int, to content: Content) async throws -> Record<Content>
    {
        let record = try await record(id)
        let base = Record(
            id: id, uuid: record.uuid, created: record.created, modified: record.modified, version: version,
            content: record.content, links: record.links)
        try await update(base, to: content, in: .usual)
        return try await self.record(id)
    }

    public func delete(_ ids: [TypedRecordID<Content>]) async throws { try await delete(ids, in: .usual) }
}

extension RecordStore {
    public func add(_ contents: [Content]) async throws -> [TypedRecordID<Content>] {
        try await add(contents, in: .usual)
    }
}

extension PersonDataSource {
    public func write(_ writes: [PersonWrite]) async throws -> [Record<Person>] { try await write(writes, in: .usual) }
}

extension GroupDataSource {
    public func add(_ persons: [Person.ID], to group: Group.ID) async throws -> Int {
        try await add(persons, to: group, in: .usual)
    }

    public func remove(_ persons: [Person.ID], from group: Group.ID) async throws -> Int {
        try await remove(persons, from: group, in: .usual)
    }
}

extension AccountDataSource {
    public func add(name: String, passphrase: Passphrase?) async throws -> Account {
        try await add(name: name, passphrase: passphrase, in: .usual)
    }

    public func signUp(name: String, passphrase: Passphrase?) async throws -> Account {
        try await signUp(name: name, passphrase: passphrase, in: .usual)
    }

    public func addCard(_ card: Person, of account: Account.ID) async throws {
        try await addCard(card, of: account, in: .usual)
    }

    public func update(_ account: Account) async throws { try await update(account, in: .usual) }

    public func setPassphrase(_ passphrase: Passphrase?, of account: Account.ID) async throws {
        try await setPassphrase(passphrase, of: account, in: .usual)
    }

    public func remember(_ session: Session) async throws { try await remember(session, in: .usual) }

    public func setFavorite(_ isFavorite: Bool, _ address: RecordID, of account: Account.ID) async throws {
        try await setFavorite(isFavorite, address, of: account, in: .usual)
    }
}

extension BlobDataSource {
    public func write(_ bytes: [UInt8]) async throws -> BlobID { try await write(bytes, in: .usual) }
}

extension DuplicateDataSource {
    public func merge(
        _ other: Record<Person>, into first: Record<Person>, as content: Person
    ) async throws {
        try await merge(other, into: first, as: content, in: .usual)
    }
}

extension HistoryDataSource {
    public func undo(_ step: Step.ID, isDryRun: Bool = false) async throws -> Step {
        try await undo(step, in: .usual("undo \(step.rawValue)", isDryRun: isDryRun))
    }

    public func redo(_ step: Step.ID) async throws -> Step {
        try await redo(step, in: .usual("redo \(step.rawValue)"))
    }

    public func restore(_ addresses: [RecordID]) async throws {
        try await restore(addresses, in: .usual(addresses.line("restore")))
    }

    @discardableResult
    public func purge(_ addresses: [RecordID]) async throws -> Set<BlobID> {
        try await purge(addresses, in: .usual(addresses.line("purge")))
    }
}

extension [RecordID] {
    fileprivate func line(_ command: String) -> String {
        ([command] + map(\.description)).joined(separator: " ")
    }
}

extension ImportDataSource {
    public func take(
        _ streams: [ContactStream], onDuplicate known: OnDuplicate?, telling listener: ImportListener
    ) async throws -> ImportReport {
        try await take(streams, onDuplicate: known, telling: listener, in: .usual)
    }

    public func take(_ catalogs: [CatalogStream], telling listener: ImportListener) async throws -> CatalogReport {
        try await take(catalogs, telling: listener, in: .usual)
    }
}

extension ArchiveDataSource {
    public func restore(_ next: @escaping @Sendable () throws -> ArchiveItem?) async throws -> [Kind: Int] {
        try await restore(in: .usual, next)
    }
}

extension SeedDataSource {
    /// Reads and loads a set, with nobody watching.
    @discardableResult
    public func plant(_ source: SeedSource, isDryRun: Bool = false) async throws -> SeedReport {
        try await read([source]).plant(isDryRun: isDryRun) { _ in }[0]
    }
}

extension LoadableSampleData {
    public func plant(
        isDryRun: Bool, progress: @escaping @Sendable (SeedProgress) -> Void
    ) async throws -> [SeedReport] {
        try await load(in: .usual("seed", isDryRun: isDryRun), progress: progress)
    }
}

extension DatabaseMaintenance {
    public func backUpBefore(_ reason: BackupReason) async throws -> BackupReport? {
        try await backUpBefore(reason, in: .usual)
    }

    public func restore(from path: String, isDryRun: Bool = false) async throws -> RestoreReport {
        try await restore(from: path, in: .usual("restore", isDryRun: isDryRun))
    }

    public func restore(_ addresses: [RecordID], from path: String) async throws -> [RestoredRecord] {
        try await restore(addresses, from: path, in: .usual)
    }

    public func repair() async throws -> RepairReport { try await repair(in: .usual("check --fix")) }

    public func salvage(_ path: String, to target: String) async throws -> SalvageReport {
        try await salvage(path, to: target, in: .usual("salvage \(path)"))
    }
}
