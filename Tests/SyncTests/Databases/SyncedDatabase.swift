@testable import AlmanacStore
import Interchange
import Model
import Sync
import TestSupport
import Testing

/// A database with a remote.
struct SyncedDatabase {
    let store: TemporaryStore
    let remotes: RemoteStore
    let name: String

    init(
        _ folder: String, contents: RemoteContents = .all, isReadOnly: Bool = false, isDefault: Bool = true,
        name: String = "phone", isWatched: Bool = false, clock: StoreClock = .system
    ) async throws {
        let remote = Remote(
            name: name, location: .folder(path: folder), contents: contents, isReadOnly: isReadOnly,
            isDefault: isDefault)
        try await self.init(remote, isWatched: isWatched, clock: clock, passwords: NoPasswords())
    }

    init(
        _ remote: Remote, isWatched: Bool = false, clock: StoreClock = .system, passwords: some PasswordReader
    ) async throws {
        store = try await TemporaryStore(isWatched: isWatched, clock: clock)
        remotes = store.store.remotes(passwords: passwords)
        name = remote.name
        try await remotes.add(remote, in: CommandContext("remote add", by: nil))
    }

    /// Synchronizes the remote.
    @discardableResult
    func sync(_ options: Synchronizer.Options = Synchronizer.Options()) async throws -> SyncReport {
        let remote = try #require(try await remotes.remotes().first { $0.name == name })
        return try await remotes.synchronize(
            remote, options: options, in: CommandContext("sync", by: nil), progress: { _ in })
    }

    /// Returns the cards of all persons, as the book would contain them, sorted by UID.
    func cards() async throws -> [TestCard] {
        try await store.database.reading { [blobs = store.blobs] connection in
            let links = RemoteLinks(connection: connection, remote: 0)
            let locals = LocalCards(
                connection: connection, blobs: blobs, version: .v30, isLimitedToVersion: false,
                links: links)
            let persons = try connection.all("SELECT id FROM person ORDER BY id") { $0[0] as Int64 }
            return try locals.cards(of: RecordID.all(persons, .person)).values.map { TestCard($0.card) }
        }.sorted { $0.uid < $1.uid }
    }

    func persons() async throws -> [Record<Person>] {
        let ids = try await store.database.reading { connection in
            try connection.all("SELECT id FROM person ORDER BY id") { Person.ID(rawValue: $0[0]) }
        }
        return try await store.persons.records(ids)
    }

    func person(_ name: String) async throws -> Record<Person> {
        let found = try #require(try await store.persons.named(name).first)
        return try await store.persons.record(try #require(Person.ID(found.id)))
    }

    func edit(_ name: String, _ change: (inout Person) -> Void) async throws {
        let person = try await person(name)
        var content = person.content
        change(&content)
        try await store.persons.update(person, to: content, in: CommandContext("edit", by: nil))
    }
}
