import AlmanacStore
import Interchange
import Model

// Overloads without a context, for tests that do not depend on the command.

extension CommandContext {
    /// The context of changes that do not specify a context.
    @TaskLocal public static var current: CommandContext?

    /// A context that combines consecutive changes into one step.
    public static var test: CommandContext { current ?? CommandContext("test", by: nil, token: 1) }

    fileprivate static func test(_ command: String, isDryRun: Bool = false) -> CommandContext {
        let context = current ?? CommandContext(command, by: nil)
        return isDryRun ? context.asDryRun : context
    }
}

extension RecordDataSource {
    public func add(_ content: Content) async throws -> Record<Content> {
        try await record(try await add(content, in: .test))
    }

    /// Updates the given version of a record.
    /// - Returns: The new version.
    public func update(_ id: TypedRecordID<Content>, version: Int, to content: Content) async throws -> Record<Content>
    {
        let record = try await record(id)
        let base = Record(
            id: id, uuid: record.uuid, created: record.created, modified: record.modified, version: version,
            content: record.content, links: record.links)
        try await update(base, to: content, in: .test)
        return try await self.record(id)
    }

    public func delete(_ ids: [TypedRecordID<Content>]) async throws { try await delete(ids, in: .test) }

    public func add(_ contents: [Content]) async throws -> [TypedRecordID<Content>] {
        try await add(contents, in: .test)
    }
}

extension PersonDataSource {
    public func write(_ writes: [PersonChange]) async throws -> [Record<Person>] { try await write(writes, in: .test) }
}

extension GroupDataSource {
    public func add(_ persons: [Person.ID], to group: Group.ID) async throws -> Int {
        try await add(persons.map(\.recordID), to: group, in: .test)[.person] ?? 0
    }

    public func remove(_ persons: [Person.ID], from group: Group.ID) async throws -> Int {
        try await remove(persons.map(\.recordID), from: group, in: .test)[.person] ?? 0
    }

    @discardableResult
    public func add(_ members: [RecordID], to group: Group.ID) async throws -> [Kind: Int] {
        try await add(members, to: group, in: .test)
    }

    @discardableResult
    public func remove(_ members: [RecordID], from group: Group.ID) async throws -> [Kind: Int] {
        try await remove(members, from: group, in: .test)
    }
}

extension AccountDataSource {
    public func add(name: String, passphrase: Passphrase?) async throws -> Account {
        try await add(name: name, passphrase: passphrase, in: .test)
    }

    public func update(_ account: Account) async throws { try await update(account, in: .test) }
}

extension FavoriteDataSource {
    /// Returns all favorites of an account, in the order in which they were added.
    public func favorites(of account: Account.ID?) async throws -> [RecordReference] {
        try await favorites(of: account, nil, matching: "", by: .added, at: .beginning, limit: 1000).items
    }

    public func setFavorite(_ isFavorite: Bool, _ address: RecordID, of account: Account.ID?) async throws {
        try await setFavorite(isFavorite, address, of: account, in: .test)
    }
}

extension BlobDataSource {
    public func store(_ bytes: [UInt8]) async throws -> BlobID { try await store(bytes, in: .test) }
    public func load(_ id: BlobID) async throws -> [UInt8] { try await load(id, as: [UInt8].self) }
}

extension HistoryDataSource {
    public func undo(_ step: Step.ID, isDryRun: Bool = false) async throws -> Step {
        try await undo(step, in: .test("undo \(step.rawValue)", isDryRun: isDryRun))
    }

    public func redo(_ step: Step.ID) async throws -> Step {
        try await redo(step, in: .test("redo \(step.rawValue)"))
    }

    public func restore(_ addresses: [RecordID]) async throws {
        try await restore(addresses, in: .test(addresses.line("restore")))
    }

    @discardableResult
    public func purge(_ addresses: [RecordID]) async throws -> PurgeReport {
        try await purge(addresses, in: .test(addresses.line("purge")))
    }
}

extension [RecordID] {
    fileprivate func line(_ command: String) -> String {
        ([command] + map(\.description)).joined(separator: " ")
    }
}

extension ImportDataSource {
    public func importContacts(
        _ streams: [ContactStream], onDuplicate known: DuplicatePolicy?, reportingTo listener: ImportListener
    ) async throws -> ImportReport {
        try await importContacts(
            streams, onDuplicate: DuplicateDecisions(known), reportingTo: listener, in: .test)
    }

    public func importCatalogs(_ catalogs: [CatalogStream], reportingTo listener: ImportListener) async throws
        -> CatalogReport
    {
        try await importCatalogs(catalogs, onDuplicate: DuplicateDecisions(), reportingTo: listener, in: .test)
    }
}

extension SeedDataSource {
    /// Loads a sample data set.
    @discardableResult
    public func load(_ source: SeedSource, isDryRun: Bool = false) async throws -> SeedReport {
        try await read([source]).load(isDryRun: isDryRun) { _ in }[0]
    }
}

extension LoadableSampleData {
    public func load(
        isDryRun: Bool, progress: @escaping @Sendable (SeedProgress) -> Void
    ) async throws -> [SeedReport] {
        try await load(in: .test("seed", isDryRun: isDryRun), progress: progress)
    }
}

extension DatabaseMaintenance {
    public func backUpBefore(_ reason: BackupReason) async throws -> BackupReport? {
        try await backUpBefore(reason, in: .test)
    }

    public func restore(from path: String, isDryRun: Bool = false) async throws -> RestoreReport {
        try await restore(from: path, in: .test("restore", isDryRun: isDryRun))
    }

    public func restore(_ addresses: [RecordID], from path: String) async throws -> [RestoredRecord] {
        try await restore(addresses, from: path, in: .test)
    }

    public func repair() async throws -> RepairReport { try await repair(in: .test("check --fix")) }

    public func salvage(_ path: String, to target: String) async throws -> SalvageReport {
        try await salvage(path, to: target, in: .test("salvage \(path)"))
    }
}
