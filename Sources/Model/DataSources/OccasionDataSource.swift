/// Whose birthday or anniversary comes next.
public protocol OccasionDataSource: Sendable {
    /// Those whose days lie in a span, in the order in which they come.
    ///
    /// - Parameter text: Only those of persons that match it, as in their list; empty for all.
    /// - Throws: `RecordProblem.notFound` when the person of that one is gone beside whom the page is.
    func occasions(
        in span: YearlySpan, matching text: String, at start: PageCursor<Occasion.ID>, limit: Int
    ) async throws -> ResultPage<Occasion>
}

extension OccasionDataSource {
    public func occasions(
        in span: YearlySpan, at start: PageCursor<Occasion.ID>, limit: Int
    ) async throws -> ResultPage<Occasion> {
        try await occasions(in: span, matching: "", at: start, limit: limit)
    }
}
