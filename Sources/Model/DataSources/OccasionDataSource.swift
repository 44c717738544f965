/// A data source for upcoming birthdays and anniversaries.
public protocol OccasionDataSource: Sendable {
    /// Returns the occasions within a span, in chronological order.
    /// - Parameter text: Words that each person must contain; empty for all persons.
    /// - Throws: `RecordProblem.notFound` if the person of the cursor no longer exists.
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
