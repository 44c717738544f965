/// A data source for upcoming birthdays and anniversaries.
public protocol OccasionDataSource: Sendable {
    /// Returns the occasions within a span, in chronological order.
    /// - Parameters:
    ///   - group: The group whose members are included, or `nil` for all persons.
    ///   - text: Search words that each person must match; empty for all persons.
    /// - Throws: `RecordProblem.notFound` if the group or the person at the cursor no longer exists.
    func occasions(
        in span: YearlySpan, of group: Group.ID?, matching text: String, at start: PageCursor<Occasion.ID>, limit: Int
    ) async throws -> ResultPage<Occasion>
}

extension OccasionDataSource {
    public func occasions(
        in span: YearlySpan, matching text: String = "", at start: PageCursor<Occasion.ID>, limit: Int
    ) async throws -> ResultPage<Occasion> {
        try await occasions(in: span, of: nil, matching: text, at: start, limit: limit)
    }
}
