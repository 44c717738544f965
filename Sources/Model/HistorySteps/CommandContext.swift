import Localization
import Synchronization

/// A running command. All its changes form one history step, even across transactions.
public struct CommandContext: Sendable {
    /// The command line to record in the history.
    public let command: String
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
