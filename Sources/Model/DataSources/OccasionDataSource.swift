/// A data source for upcoming birthdays and anniversaries.
///
///     if let today = CivilDate("1977-05-25") {
///         let span = YearlySpan(from: today, days: 30)
///         let occasions = try await store.occasions.occasions(in: span, at: .beginning, limit: 10).items
///     }
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

/// A birthday or anniversary of a person.
public struct Occasion: Hashable, Sendable, Identifiable {
    public enum Kind: String, Hashable, Codable, Sendable, CaseIterable { case birthday, anniversary }

    public struct ID: Hashable, Codable, Sendable {
        public let kind: Kind
        public let person: Person.ID

        public init(_ kind: Kind, of person: Person.ID) {
            self.kind = kind
            self.person = person
        }
    }

    public let id: ID
    public let name: String
    /// The date, with at least a month and a day.
    public let date: PartialDate
    /// The UUID of the person, used to identify calendar events.
    public let uuid: String
    public let modified: Timestamp

    public init(_ id: ID, name: String, date: PartialDate, uuid: String, modified: Timestamp) {
        self.id = id
        self.name = name
        self.date = date
        self.uuid = uuid
        self.modified = modified
    }

    /// Returns the first date of the occasion on or after a day.
    public func next(from first: CivilDate) -> CivilDate { date.next(from: first) ?? first }

    /// Returns the year of the given day minus the year of the date, or `nil` if the year of the date is unknown or
    /// later.
    public func years(on day: CivilDate) -> Int? {
        date.year.map { day.year - $0 }.flatMap { $0 >= 0 ? $0 : nil }
    }
}
