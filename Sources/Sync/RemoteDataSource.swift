import Interchange
import Model

/// The remote address books of the database, and their synchronization.
///
///     for remote in try await remotes.remotes() where remotes.isApproved(remote) {
///         let report = try await remotes.synchronize(remote, options: options, in: context) { _ in }
///     }
///
/// The methods can throw ``RemoteCommandProblem``, `RecordProblem`, `StoreProblem`, ``HTTPProblem``, or
/// ``DiscoveryProblem``.
public protocol RemoteDataSource: Sendable {
    /// Returns the remotes, sorted by name.
    func remotes() async throws -> [Remote]

    /// Returns the address books of a user on a server.
    /// - Parameter permission: A closure that asks whether to send the password to a server that is not yet permitted.
    func addressBooks(
        at address: RemoteAddress, as account: ServerAccount, permission: @escaping HTTPClient.Permission
    ) async throws -> [AddressBook]

    /// Returns a key that identifies the ``Remote/access`` of a remote in this database.
    func approvalKey(of remote: Remote) -> String
    /// Returns whether the current user of the operating system has approved the remote. An unapproved remote is not
    /// synchronized.
    func isApproved(_ remote: Remote) -> Bool
    /// Approves the current ``Remote/access`` of a remote in this database, for the current user of the operating
    /// system.
    /// - Throws: ``RemoteCommandProblem/relativePath(_:)`` or `StoreProblem.cannotApprove`.
    func approve(_ remote: Remote, in context: CommandContext) throws

    /// Adds a remote and approves it.
    /// - Throws: ``RemoteCommandProblem`` if the name or the address book is in use.
    func add(_ remote: Remote, in context: CommandContext) async throws
    /// Removes a remote. The contacts and the address book remain unchanged.
    func remove(_ name: String, in context: CommandContext) async throws
    /// Makes a remote the default for new contacts.
    func makeDefault(_ name: String, in context: CommandContext) async throws

    /// Synchronizes a remote. The changes to the database are one history step.
    /// - Returns: The result, including any failure of the remote.
    /// - Throws: ``RemoteCommandProblem/unapproved(_:)`` if the remote is not approved. In this case, no program is
    ///   run, no file is read, and no connection is made.
    func synchronize(
        _ remote: Remote, options: Synchronizer.Options, in context: CommandContext,
        progress: @escaping @Sendable (SyncProgress) -> Void
    ) async throws -> SyncReport

    /// Returns whether a remote has been synchronized before.
    func wasSynchronized(_ remote: Remote) async throws -> Bool
    /// Returns the state of each remote without sending a request, sorted by name.
    func status() async throws -> [RemoteStatus]

    /// Returns the unresolved conflicts, oldest first.
    func conflicts() async throws -> [SyncConflict]
    /// Resolves a conflict. The next synchronization sends the result. Undoing the change reopens the conflict.
    /// - Returns: Whether the record changed.
    /// - Throws: ``RemoteCommandProblem/unknownConflict(_:)`` if the conflict does not exist or is already resolved.
    func resolve(_ id: SyncConflict.ID, keeping decision: ConflictDecision, in context: CommandContext) async throws
        -> Bool
    /// Marks a conflict as resolved because the user has edited the record.
    func dismiss(_ id: SyncConflict.ID, in context: CommandContext) async throws
}

/// The state of a remote, including the changes since its last synchronization.
public struct RemoteStatus: Hashable, Sendable {
    public let remote: Remote
    /// The time of the last synchronization, or `nil` if there was none.
    public let lastSynchronized: Timestamp?
    /// Whether the last synchronization was complete.
    public let wasComplete: Bool
    /// The number of linked cards in the book, excluding group cards.
    public let contacts: Int
    /// The number of changes to send.
    public let unsent: Int
    public let conflicts: Int

    public init(
        remote: Remote, lastSynchronized: Timestamp?, wasComplete: Bool, contacts: Int, unsent: Int, conflicts: Int
    ) {
        (self.remote, self.lastSynchronized, self.wasComplete) = (remote, lastSynchronized, wasComplete)
        (self.contacts, self.unsent, self.conflicts) = (contacts, unsent, conflicts)
    }
}

/// A property that was changed to different values locally and on a remote. Both values are kept until the conflict is
/// resolved.
public struct SyncConflict: Hashable, Sendable, Identifiable {
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public let id: ID
    public let remote: String
    public let record: RecordReference
    public let found: Timestamp
    public let property: PropertyConflict

    public init(id: ID, remote: String, record: RecordReference, found: Timestamp, property: PropertyConflict) {
        (self.id, self.remote, self.record) = (id, remote, record)
        (self.found, self.property) = (found, property)
    }
}

/// A reason why a command about remotes or conflicts cannot be carried out.
public enum RemoteCommandProblem: UserFacingError, Hashable {
    case unknown(String, known: [String])
    case exists(String)
    /// Another remote has the same address book.
    case sameBook(as: String)
    /// Another program synchronized or removed the remote at the same time.
    case synchronizedElsewhere(String)
    /// The user has not approved the remote’s access to programs, files, and servers.
    case unapproved(Remote)
    /// The remote’s access has changed since it was shown to the user.
    case changedSinceReview(String)
    /// A path of the remote depends on the current folder, so it cannot be approved.
    case relativePath(String)
    case unknownConflict(SyncConflict.ID)

    public var explanation: ErrorReport {
        switch self {
        case .unknown(let name, let known):
            ErrorReport(
                .notFound, "Unknown remote “\(name)”.",
                next: known.isEmpty
                    ? "Use “remote add NAME ADDRESS” to add it." : "Use one of: \(known.joined(separator: ", ")).")
        case .exists(let name):
            ErrorReport(.failed, "The remote \(name) already exists.", next: "Use another name.")
        case .sameBook(let name):
            ErrorReport(.failed, "The remote \(name) already uses this address book.", next: "Use “sync \(name)”.")
        case .synchronizedElsewhere(let name):
            ErrorReport(
                .failed, "Another program synchronized \(name) at the same time.", next: "Synchronize again.")
        case .unapproved(let remote):
            ErrorReport(
                .wrongUsage, "You have not approved the remote \(remote.name).",
                why: "Each user approves each remote once, and again after any change.",
                next: "Use “remote approve NAME” to review it.")
        case .changedSinceReview(let name):
            ErrorReport(
                .failed, "The remote \(name) has changed since it was shown.", outcome: "Nothing was approved.",
                next: "Use “remotes” to review it.")
        case .relativePath(let name):
            ErrorReport(
                .failed, "Cannot approve \(name): a path depends on the current folder.",
                outcome: "Nothing was approved.",
                next: "Remove the remote, then add it again.")
        case .unknownConflict(let id):
            ErrorReport(.notFound, "Unknown conflict \(id.rawValue).", next: "Use “conflicts” to list the conflicts.")
        }
    }
}
