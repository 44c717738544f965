import Interchange
import Sync

/// A database whose user edits contacts and synchronizes them with a book.
@MainActor
public protocol SimulatedDatabase: AnyObject {
    func cards() async throws -> [TestCard]
    func add(_ card: TestCard) async throws
    func edit(_ card: TestCard, to changed: TestCard) async throws
    func delete(_ uid: String) async throws

    func synchronize(_ book: any RemoteBook) async throws -> SyncReport
    /// Returns the number of requests whose outcome is unknown.
    func openIntents() async throws -> Int
    /// Returns the conflicts that the user has not resolved.
    func conflicts() async throws -> [PropertyConflict]

    /// The action before each commit of a synchronization.
    var beforeCommit: @MainActor () async throws -> Void { get set }
    /// The action after each commit. An error that it throws means that the process ended after the commit.
    var afterCommit: @MainActor () async throws -> Void { get set }
}
