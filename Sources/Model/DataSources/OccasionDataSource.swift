/// Whose birthday or anniversary comes next.
public protocol OccasionDataSource: Sendable {
    /// Those whose days lie in a span, in the order in which they come, behind one already seen. Throws
    /// `RecordProblem.notFound` when the person of that one is gone.
    func occasions(in span: YearlySpan, after last: Occasion.ID?, limit: Int) async throws -> OccasionPage
}

/// One page of occasions.
public struct OccasionPage: Hashable, Sendable {
    public var occasions: [Occasion]
    public var hasMore: Bool

    public init(_ occasions: [Occasion], hasMore: Bool) {
        self.occasions = occasions
        self.hasMore = hasMore
    }
}
