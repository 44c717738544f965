import Localization
import Synchronization

/// A running command. All its changes form one history step, even across transactions.
public struct CommandContext: Sendable {
    /// The command line to record in the history.
    public private(set) var command: String
    /// The account of the user, or `nil` for a guest.
    public let author: Account.ID?
    /// A number that identifies the command.
    public let token: UInt64
    /// The collected changes of a dry run, or `nil` if the command is not a dry run.
    public let dryRun: DryRunResult?

    public var isDryRun: Bool { dryRun != nil }

    public init(
        _ command: String, by author: Account.ID?, isDryRun: Bool = false,
        token: UInt64 = .random(in: .min ... .max)
    ) {
        self.command = command
        self.author = author
        self.token = token
        dryRun = isDryRun ? DryRunResult() : nil
    }

    /// Returns this context with another command line to record.
    public func recording(_ command: String) -> CommandContext {
        var context = self
        context.command = command
        return context
    }

    /// This context as a dry run.
    public var asDryRun: CommandContext { isDryRun ? self : CommandContext(command, by: author, isDryRun: true) }
}

/// The changes that a dry run would make. The transactions of a dry run are rolled back.
public final class DryRunResult: Sendable {
    /// The maximum number of collected changes.
    public static let limit = 100

    private struct Collected {
        var changes: ResultPage<RecordChange>?
        var summary: Message?
    }

    private let collected = Mutex(Collected())

    init() {}

    /// The changes, or `nil` if no transaction was rolled back.
    public var changes: ResultPage<RecordChange>? { collected.withLock { $0.changes } }

    /// A description of effects other than changes to records.
    public var summary: Message? { collected.withLock { $0.summary } }

    public func add(_ changes: [RecordChange], hasMore: Bool = false) {
        collected.withLock { collected in
            let all = (collected.changes?.items ?? []) + changes
            collected.changes = ResultPage(
                Array(all.prefix(Self.limit)),
                hasMore: hasMore || collected.changes?.hasMore ?? false || all.count > Self.limit)
        }
    }

    public func summarize(_ summary: Message) { collected.withLock { $0.summary = summary } }
}

/// A history step: all changes of one command, or consecutive changes made by other programs.
public struct Step: Hashable, Sendable {
    public struct ID: RawRepresentable, Hashable, Sendable, Codable {
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public enum Origin: Hashable, Sendable {
        /// A command and the name of the account that ran it, or `nil` for a guest.
        case command(String, by: String?)
        /// Another program that changed the database.
        case outside
    }

    /// The relation of a step to other steps.
    public enum Role: Hashable, Sendable {
        case edit
        case undo(of: Step.ID)
        case redo(of: Step.ID)
        /// A purge of deleted records, which cannot be undone.
        case purge
    }

    public let id: ID
    public let time: Timestamp
    public let origin: Origin
    public let role: Role
    public let isUndone: Bool
    /// Whether the step changed records that were purged later. These changes cannot be undone.
    public let hasPurgedChanges: Bool
    /// The number of changed records. Counting stops as soon as ``countLimit`` is exceeded.
    public let records: Int
    public static let countLimit = 10_000
    public var hasMoreRecords: Bool { records > Self.countLimit }

    public init(
        id: ID, time: Timestamp, origin: Origin, role: Role, isUndone: Bool, hasPurgedChanges: Bool = false,
        records: Int
    ) {
        self.id = id
        self.time = time
        self.origin = origin
        self.role = role
        self.isUndone = isUndone
        self.hasPurgedChanges = hasPurgedChanges
        self.records = records
    }
}

/// The changes that a step made to a record.
public struct RecordChange: Hashable, Sendable {
    public enum Action: String, Hashable, Sendable {
        case added, changed, deleted
        /// A purge of the record, whose earlier changes are unknown.
        case purged
    }

    /// The record, with its name after the change or, if it was deleted, before the deletion.
    public let record: RecordReference
    public let action: Action
    public let fields: [FieldChange]

    public init(record: RecordReference, action: Action, fields: [FieldChange]) {
        self.record = record
        self.action = action
        self.fields = fields
    }
}

/// The change that a step made to an account. It never contains a passphrase.
public struct AccountChange: Hashable, Sendable {
    /// The name of the account after the change or, if it was deleted, before the deletion.
    public let name: String
    public let action: RecordChange.Action
    public let fields: [FieldChange]

    public init(name: String, action: RecordChange.Action, fields: [FieldChange]) {
        self.name = name
        self.action = action
        self.fields = fields
    }
}

/// The old and new values of a field. An empty string means that there is no value.
public struct FieldChange: Hashable, Sendable {
    /// The key of the field in JSON, or another key, such as `members`, for changes outside fields.
    public let key: String
    public let title: Title
    public let old: String
    public let new: String

    public init(key: String, title: Title, old: String, new: String) {
        self.key = key
        self.title = title
        self.old = old
        self.new = new
    }
}
