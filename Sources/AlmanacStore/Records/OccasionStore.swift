import Model
import SQLite

/// Birthdays and anniversaries, read along the indexes of the days on which they come round.
public struct OccasionStore: OccasionDataSource {
    let database: Database

    public func occasions(in span: YearlySpan, after last: Occasion.ID?, limit: Int) async throws -> OccasionPage {
        try await database.reading { try Self.occasions(in: span, after: last, limit: limit, from: $0) }
    }

    static func occasions(
        in span: YearlySpan, after last: Occasion.ID?, limit: Int, from connection: Connection
    ) throws -> OccasionPage {
        var found: [Occasion] = []
        var end = try last.map { try place(of: $0, in: connection) }
        for range in span.ranges where found.count <= limit {
            let seen = end.flatMap { range.contains($0.day) ? $0 : nil }
            if end != nil, seen == nil { continue }
            end = nil
            found += try connection.all(
                page,
                {
                    $0[1] = seen?.day ?? range.lowerBound
                    $0[2] = range.upperBound
                    $0[3] = seen?.sortKey ?? ""
                    $0[4] = last.flatMap { seen == nil ? nil : $0.person } ?? Person.ID(rawValue: 0)
                    $0[5] = last.flatMap { seen == nil ? nil : $0.kind.rawValue } ?? ""
                    $0[6] = limit + 1 - found.count
                }
            ) { try occasion($0) }.compactMap { $0 }
        }
        return OccasionPage(Array(found.prefix(limit)), hasMore: found.count > limit)
    }

    /// What another tool has written and is no date is left out.
    private static func occasion(_ row: borrowing Row) throws -> Occasion? {
        guard let date = PartialDate(row[0]) else { return nil }
        return Occasion(
            Occasion.ID(try row[1], of: Person.ID(rawValue: row[2])), name: row[3], date: date, uuid: row[4],
            modified: try row[5])
    }

    private struct Place {
        let day: String
        let sortKey: String
    }

    private static func place(of last: Occasion.ID, in connection: Connection) throws -> Place {
        let day =
            switch last.kind {
            case .birthday: "birthday"
            case .anniversary: "anniversary"
            }
        let place = try connection.first(
            "SELECT substr(\(day), -5), sort_key FROM person WHERE id = ?1 AND \(day) IS NOT NULL",
            { $0[1] = last.person }
        ) { Place(day: $0[0], sortKey: $0[1]) }
        guard let place else { throw RecordProblem.notFound(last.person.address) }
        return place
    }

    /// The days from ?1 to ?2, behind the place of one already seen.
    private static let page = """
        SELECT date, kind, id, display_name, uuid, modified FROM (
            SELECT substr(birthday, -5) AS day, sort_key, id, 'birthday' AS kind, birthday AS date, uuid, modified,
                display_name
            FROM person
            WHERE birthday GLOB '*-[01][0-9]-[0-3][0-9]' AND substr(birthday, -5) BETWEEN ?1 AND ?2
                AND (substr(birthday, -5), sort_key, id, 'birthday') > (?1, ?3, ?4, ?5)
            UNION ALL
            SELECT substr(anniversary, -5), sort_key, id, 'anniversary', anniversary, uuid, modified, display_name
            FROM person
            WHERE anniversary GLOB '*-[01][0-9]-[0-3][0-9]' AND substr(anniversary, -5) BETWEEN ?1 AND ?2
                AND (substr(anniversary, -5), sort_key, id, 'anniversary') > (?1, ?3, ?4, ?5)
            ORDER BY day, sort_key, id, kind
            LIMIT ?6)
        """
}
