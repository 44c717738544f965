import Interchange
import Model
@testable import Sync
import Synchronization

/// Remotes with prepared results, without a database and without requests. Added remotes are kept in memory.
final class StubRemotes: RemoteDataSource {
    struct State: Sendable {
        var remotes: [Remote] = []
        /// The names of the remotes that have not been synchronized yet.
        var unsynchronized: Set<String> = []
        /// The names of the remotes that the user has not approved.
        var unapproved: Set<String> = []
        var status: [RemoteStatus] = []
        var conflicts: [SyncConflict] = []
        var books: [AddressBook] = []
        /// The server that the discovery finds, if it differs from the requested one.
        var redirect: Origin?
        /// The error of the discovery, if it fails.
        var problem: (any Error)?
        /// The results of synchronizations in their order, by the name of the remote. By default, nothing changes.
        var results: [String: [Result<SyncReport, any Error>]] = [:]
        /// The changes and synchronizations in their order. Dry runs are marked.
        fileprivate(set) var calls: [String] = []
        /// The accounts that were used to search for address books.
        fileprivate(set) var accounts: [ServerAccount] = []
        /// The context tokens of the changes and synchronizations.
        fileprivate(set) var tokens: [UInt64] = []
    }

    private let current = Mutex(State())

    init() {}

    var state: State { current.withLock { $0 } }

    func update(_ change: (inout sending State) -> Void) { current.withLock { change(&$0) } }

    private func record(_ call: String, in context: CommandContext) {
        current.withLock { state in
            state.calls.append(context.isDryRun ? call + " (dry run)" : call)
            state.tokens.append(context.token)
        }
    }

    // MARK: - RemoteDataSource

    func remotes() -> [Remote] { state.remotes }

    func addressBooks(
        at address: RemoteAddress, as account: ServerAccount, permission: HTTPClient.Permission
    ) async throws -> [AddressBook] {
        current.withLock { $0.accounts.append(account) }
        let state = state
        let servers = [address.url.origin] + [state.redirect].compactMap(\.self)
        for server in servers where account.password != nil && !account.permittedOrigins.contains(server) {
            guard try await permission(server) else { throw HTTPProblem.credentialsNotPermitted(server) }
        }
        if let problem = state.problem { throw problem }
        return state.books
    }

    func approvalKey(of remote: Remote) -> String { "key-\(remote.access.count)" }

    func isApproved(_ remote: Remote) -> Bool { !state.unapproved.contains(remote.name) }

    func approve(_ remote: Remote, in context: CommandContext) {
        record("approve \(remote.name)", in: context)
        if !context.isDryRun { current.withLock { _ = $0.unapproved.remove(remote.name) } }
    }

    func add(_ remote: Remote, in context: CommandContext) throws {
        record("add \(remote.name)", in: context)
        if !context.isDryRun { current.withLock { $0.remotes.append(remote) } }
    }

    func remove(_ name: String, in context: CommandContext) throws {
        record("remove \(name)", in: context)
        if !context.isDryRun { current.withLock { $0.remotes.removeAll { $0.name == name } } }
    }

    func makeDefault(_ name: String, in context: CommandContext) throws {
        record("default \(name)", in: context)
    }

    func synchronize(
        _ remote: Remote, options: Synchronizer.Options, in context: CommandContext,
        progress: @Sendable (SyncProgress) -> Void
    ) throws -> SyncReport {
        if !isApproved(remote) { throw RemoteCommandProblem.unapproved(remote) }
        let marks = [options.allowsRemovals ? " with removals" : ""].joined()
        record("synchronize \(remote.name)\(marks)", in: context)
        progress(SyncProgress(step: .receiving, done: 1, total: 2))
        return try current.withLock { state in
            guard var results = state.results[remote.name], !results.isEmpty else { return SyncReport() }
            let result = results.removeFirst()
            state.results[remote.name] = results
            return try result.get()
        }
    }

    func wasSynchronized(_ remote: Remote) -> Bool { !state.unsynchronized.contains(remote.name) }

    func status() -> [RemoteStatus] { state.status }

    func conflicts() -> [SyncConflict] { state.conflicts }

    func resolve(
        _ id: SyncConflict.ID, keeping decision: ConflictDecision, in context: CommandContext
    ) throws -> Bool {
        record("resolve \(id.rawValue) \(decision.rawValue)", in: context)
        return decision != .theirs
    }

    func dismiss(_ id: SyncConflict.ID, in context: CommandContext) throws {
        record("dismiss \(id.rawValue)", in: context)
    }
}
