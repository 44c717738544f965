import Localization
import Synchronization

/// The command that is carried out: all that it changes, in however many transactions, is one step of the history.
public struct CommandContext: Sendable {
    /// What the user asked for, as a line.
    public let command: String
    /// Nil for a guest.
    public let author: Account.ID?
    /// Tells the command from every other.
    public let token: UInt64
    /// Collects what the command would change; nil unless it is a dry run.
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

    /// The same command as a dry run.
    public var asDryRun: CommandContext { isDryRun ? self : CommandContext(command, by: author, isDryRun: true) }
}

/// What a dry run would change: every transaction of it is rolled back, and adds its changes.
public final class DryRunResult: Sendable {
    /// The most changes that a transaction adds, since an import may touch a million records.
    public static let limit = 100

    private struct Collected {
        var changes: ResultPage<RecordChange>?
        var summary: Message?
    }

    private let collected = Mutex(Collected())

    init() {}

    /// Nil until a transaction was rolled back.
    public var changes: ResultPage<RecordChange>? { collected.withLock { $0.changes } }

    /// What the command would do, where that is no change of a record.
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
