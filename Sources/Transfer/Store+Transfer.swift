import AlmanacStore
import Sync

extension Store {
    public var archive: ArchiveStore { ArchiveStore(database: database, blobs: blobs, clock: clock) }
    public var seeds: SeedStore { SeedStore(database: database, clock: clock) }
    public var duplicates: DuplicateStore { DuplicateStore(database: database, clock: clock) }
    public var imports: ImportStore { ImportStore(database: database, clock: clock, blobs: blobs) }
    public var exports: ExportStore { ExportStore(database: database, blobs: blobs) }

    /// Returns the remotes.
    /// - Parameter passwords: A reader of the passwords for servers.
    public func remotes(passwords: any PasswordReader) -> RemoteStore {
        RemoteStore(
            database: database, blobs: blobs, clock: clock, passwords: passwords, approvals: location.approvals)
    }
}
