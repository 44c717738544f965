/// What a command that is only tried would have changed: the store throws it, and keeps nothing.
public struct DryRunResult: Error, Hashable {
    /// Of so many records it tells, since an import may touch a million.
    public static let limit = 100
    public let changes: ResultPage<RecordChange>

    public init(_ changes: ResultPage<RecordChange>) {
        self.changes = changes
    }

    /// Of what the history does not record.
    public init(_ changes: [RecordChange] = []) {
        self.init(ResultPage(Array(changes.prefix(Self.limit)), hasMore: changes.count > Self.limit))
    }
}
