import FileIO
import Interchange
import Model
import SQLite
import Sync
import Text

/// A data source of the remotes in the database.
public struct RemoteStore: RemoteDataSource {
    let database: StoreDatabase
    let blobs: PersistentDataStore
    let clock: StoreClock
    let passwords: any PasswordReader
    let approvals: Approvals

    public func remotes() async throws -> [Remote] {
        try await database.reading { try RemoteTable(connection: $0).all().map(\.remote) }
    }

    public func add(_ remote: Remote, in context: CommandContext) async throws {
        try await database.writing(in: context) { connection in
            try RemoteTable(connection: connection).insert(remote)
            try approve(remote, in: context)
        }
    }

    public func remove(_ name: String, in context: CommandContext) async throws {
        let remote = try await database.writing(in: context) { try RemoteTable(connection: $0).delete(name) }
        // If the approval remains, it applies only to the same remote in the same database.
        if !context.isDryRun { try? approvals.remove(approvalKey(of: remote)) }
    }

    public func makeDefault(_ name: String, in context: CommandContext) async throws {
        try await database.writing(in: context) { try RemoteTable(connection: $0).makeDefault(name) }
    }

    // MARK: - Approval

    public func approvalKey(of remote: Remote) -> String {
        Approvals.key(of: remote.access + authorities(of: remote), .remote, inDatabaseAt: database.path)
    }

    /// Returns a checksum of the certificate authorities that a remote accepts, so that other authorities in the same
    /// file require another approval. Returns an empty string if the remote has no such file.
    private func authorities(of remote: Remote) -> String {
        guard case .server(let book) = remote.location, let path = book.account.authorityFile else { return "" }
        let bytes = try? File.open(path, followsLinks: true).read(upTo: Self.authorityLimit)
        return SHA256.hex(of: bytes ?? [])
    }

    private static let authorityLimit = 16 << 20

    public func isApproved(_ remote: Remote) -> Bool { approvals.keys.contains(approvalKey(of: remote)) }

    public func approve(_ remote: Remote, in context: CommandContext) throws {
        if remote.hasRelativePath { throw RemoteCommandProblem.relativePath(remote.name) }
        if !context.isDryRun { try approvals.insert(approvalKey(of: remote)) }
    }

    // MARK: - Synchronization

    public func addressBooks(
        at address: RemoteAddress, as account: ServerAccount, permission: @escaping HTTPClient.Permission
    ) async throws -> [AddressBook] {
        let client = HTTPClient(
            transport: try account.transport(), credentials: try await credentials(of: account, on: address.url.origin),
            permittedOrigins: account.permittedOrigins.union(address.permittedOrigins), askPermission: permission)
        do {
            return try await AddressBookDiscovery(client: client).addressBooks(at: address)
        } catch let problem as RemoteProblem where problem.isUnauthorized {
            await passwords.discardPassword(of: account, on: address.url.origin)
            throw problem
        }
    }

    public func synchronize(
        _ remote: Remote, options: Synchronizer.Options, in context: CommandContext,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport {
        let entry = try await database.reading { connection in
            let entry = try RemoteTable(connection: connection).entry(named: remote.name)
            try BookContents(entry.remote, entry.id, connection).check()
            return entry
        }
        let book = try await book(of: entry.remote)
        let store = RemoteSyncStore(entry, of: self, in: context)
        try await store.assignCardsOfDeletedRecords()
        let synchronizer = Synchronizer(book, with: store, options: options, progress: progress, pause: clock.sleep)
        let report = try await synchronizer.run()
        if report.failure?.isUnauthorized == true, case .server(let server) = entry.remote.location {
            await passwords.discardPassword(of: server.account, on: server.url.origin)
        }
        if !options.isDryRun { try await store.finish(report) }
        return report
    }

    /// Returns the address book of a remote.
    /// - Throws: ``RemoteCommandProblem/unapproved(_:)`` if the remote is not approved, before its program, file, or
    ///   server is used.
    private func book(of remote: Remote) async throws -> any RemoteBook {
        guard isApproved(remote) else { throw RemoteCommandProblem.unapproved(remote) }
        switch remote.location {
        case .folder(let path):
            return FolderBook(folder: path, isReadOnly: !remote.isWritable, now: clock.elapsed)
        case .server(let server):
            let account = server.account
            var capabilities = server.capabilities
            capabilities.isReadOnly = !remote.isWritable
            let client = HTTPClient(
                transport: try account.transport(),
                credentials: try await credentials(of: account, on: server.url.origin),
                permittedOrigins: account.permittedOrigins)
            return CardDAVBook(url: server.url, capabilities: capabilities, client: client)
        }
    }

    private func credentials(of account: ServerAccount, on origin: Origin) async throws -> Credentials? {
        guard account.password != nil else { return nil }
        let secret = try await passwords.password(of: account, on: origin)
        return account.user.map { .password(user: $0, secret) } ?? .token(secret)
    }

    // MARK: - Status and conflicts

    public func wasSynchronized(_ remote: Remote) async throws -> Bool {
        try await database.reading { connection in
            try connection.first(
                "SELECT synchronized IS NOT NULL FROM remote WHERE name = ?1", binding: remote.name
            ) { $0[0] } ?? false
        }
    }

    public func status() async throws -> [RemoteStatus] {
        try await database.reading { [blobs] connection in
            try RemoteTable(connection: connection).all().map { entry in
                let state = try BookState(entry, blobs, connection)
                return try state.status(of: entry.remote)
            }
        }
    }

    public func conflicts() async throws -> [SyncConflict] {
        try await database.reading { connection in
            let entries = try SyncConflicts(connection: connection).all()
            let references = try connection.references(to: entries.map(\.record).unique)
            let byRecord = Dictionary(references.map { ($0.id, $0) }) { $1 }
            return entries.compactMap { entry in
                byRecord[entry.record].map { record in
                    SyncConflict(
                        id: entry.id, remote: entry.remote, record: record, found: entry.found,
                        property: entry.property)
                }
            }
        }
    }

    public func resolve(
        _ id: SyncConflict.ID, keeping decision: ConflictDecision, in context: CommandContext
    ) async throws -> Bool {
        let photos = ImportedPhotos(store: blobs, isDryRun: context.isDryRun)
        do {
            return try await database.recording(in: context, at: clock) { [blobs] connection in
                let conflicts = SyncConflicts(connection: connection)
                let entry = try conflicts.entry(id)
                let remote = try RemoteTable(connection: connection).entry(named: entry.remote)
                let locals = try BookState(remote, blobs, connection).locals
                if let local = try locals.cards(of: [entry.record])[entry.record] {
                    let card = local.card.resolving(entry.property, keeping: decision)
                    let writer = CardRecords(connection, photos: photos)
                    try writer.replace(entry.record, local.card, with: card)
                }
                return try conflicts.resolve(entry, in: context)
            }
        } catch {
            photos.discard(after: error)
            throw error
        }
    }

    public func dismiss(_ id: SyncConflict.ID, in context: CommandContext) async throws {
        try await database.writing(in: context) { connection in
            let conflicts = SyncConflicts(connection: connection)
            _ = try conflicts.resolve(try conflicts.entry(id), in: context)
        }
    }
}

extension ServerAccount {
    /// Returns a transport for requests to the server.
    ///
    /// - Throws: `HTTPProblem.unprotectedAuthorities` if other users could replace the accepted certificate
    ///   authorities.
    fileprivate func transport() throws -> CurlTransport {
        if let authorityFile, let file = try? File.open(authorityFile, followsLinks: true),
            try !file.entry.isProtected
        {
            throw HTTPProblem.unprotectedAuthorities(path: authorityFile)
        }
        var settings = CurlTransport.Settings()
        settings.authorityFile = authorityFile
        return CurlTransport(settings: settings)
    }
}

extension LocalChange {
    /// Whether the next synchronization sends the change. A record can have a new revision with the same content.
    fileprivate var isSent: Bool {
        if case .edited(let link, let local) = self { local.card(replacing: link.base) != nil } else { true }
    }
}

extension BookState {
    /// Returns the state of the remote. Before the first synchronization begins, all candidates count as changes to
    /// send.
    fileprivate func status(of remote: Remote) throws -> RemoteStatus {
        let last = try connection.first(
            "SELECT synchronized, is_complete FROM remote WHERE id = ?1", binding: self.remote
        ) { (time: try $0[0] as Timestamp?, isComplete: $0[1] as Bool) }
        // Records that an interrupted run may have sent are not counted. The next run checks them.
        let interrupted = try SyncIntents(connection: connection, remote: self.remote).records()
        let records = try candidates([]).records.filter { !interrupted.contains($0) }
        let contacts = try links.contactCount()
        var (unsent, wasComplete) = (records.count, last?.isComplete ?? false)
        if try last?.time != nil || links.count() > 0 {
            do {
                unsent = try stride(from: 0, to: records.count, by: 100).reduce(0) { count, start in
                    let part = Array(records[start..<min(start + 100, records.count)])
                    return try count + changes(of: part).count(where: \.isSent)
                }
            } catch is RecordProblem {
                // The next synchronization reports that the group of the remote was deleted.
                (unsent, wasComplete) = (0, false)
            }
        }
        return RemoteStatus(
            remote: remote, lastSynchronized: last?.time, wasComplete: wasComplete,
            contacts: contacts, unsent: unsent,
            conflicts: try SyncConflicts(connection: connection).count(in: self.remote))
    }
}
