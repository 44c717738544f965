import Localization
import Synchronization

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
