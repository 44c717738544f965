import Model
import SQLite

/// The data source of birthdays and anniversaries, read in the order of the indexes on month and day.
public struct OccasionStore: OccasionDataSource {
    let database: StoreDatabase

    public func occasions(
        in span: YearlySpan, of group: Group.ID?, matching text: String, at start: PageCursor<Occasion.ID>, limit: Int
    ) async throws -> ResultPage<Occasion> {
        try await database.reading { connection in
            var persons = try Selection(source: "person").narrowed(to: text, id: "id", of: .person, in: connection)
            let members = try group.map { try Self.members(of: $0, in: connection).json }
            if members != nil { persons.require("id IN (SELECT value FROM json_each(?10))") }
            return try Self.occasions(of: persons, members, in: span, at: start, limit: limit, from: connection)
        }
    }

    private static func members(of group: Group.ID, in connection: Connection) throws -> [Int64] {
        guard try connection.hasRow("SELECT 1 FROM people_group WHERE id = ?1", binding: group) else {
            throw RecordProblem.notFound(group.recordID)
        }
        if let saved = try SavedSearch(of: group.rawValue, in: connection) {
            return try SmartGroup.persons(matching: saved, in: connection)
        }
        return try connection.all("SELECT person_id FROM membership WHERE group_id = ?1", binding: group) { $0[0] }
    }

    private static func occasions(
        of persons: Selection, _ members: String?, in span: YearlySpan, at start: PageCursor<Occasion.ID>, limit: Int,
        from connection: Connection
    ) throws -> ResultPage<Occasion> {
        var found: [Occasion] = []
        var end = try start.key.map { try place(of: $0, in: connection) }
        let ranges = Array(zip(span.first.year..., span.ranges))
        for (year, range) in start.isBackwards ? ranges.reversed() : ranges where found.count <= limit {
            let seen = end.flatMap { range.contains($0.day) ? $0 : nil }
            if end != nil, seen == nil { continue }
            end = nil
            found += try connection.all(
                page(of: persons, isBackwards: start.isBackwards),
                {
                    $0[1] = start.isBackwards ? range.lowerBound : seen?.day ?? range.lowerBound
                    $0[2] = start.isBackwards ? seen?.day ?? range.upperBound : range.upperBound
                    $0[3] = limit + 1 - found.count
                    if let match = persons.match { $0[4] = match }
                    $0[5] = seen?.day ?? (start.isBackwards ? "99-99" : "")
                    $0[6] = seen?.sortKey ?? ""
                    $0[7] = seen?.id.person ?? Person.ID(rawValue: 0)
                    $0[8] = seen?.id.kind.rawValue ?? ""
                    $0[9] = String(year + 1)
                    if let members { $0[10] = members }
                }
            ) { try occasion($0) }.compactMap { $0 }
        }
        return ResultPage(read: found, limit: limit, at: start)
    }

    /// Reads an occasion from a row. Returns `nil` if another program has stored an invalid date.
    private static func occasion(_ row: borrowing Row) throws -> Occasion? {
        guard let date = PartialDate(row[0]) else { return nil }
        return Occasion(
            Occasion.ID(try row[1], of: Person.ID(rawValue: row[2])), name: row[3], date: date, uuid: row[4],
            modified: try row[5])
    }

    private static func place(
        of id: Occasion.ID, in connection: Connection
    ) throws -> (id: Occasion.ID, day: String, sortKey: String) {
        let day = id.kind.rawValue
        let place = try connection.first(
            "SELECT substr(\(day), -5), sort_key FROM person WHERE id = ?1 AND \(day) IS NOT NULL", binding: id.person
        ) { (id: id, day: $0[0] as String, sortKey: $0[1] as String) }
        guard let place else { throw RecordProblem.notFound(id.person.recordID) }
        return place
    }

    /// Returns a query for occasions from day ?1 to day ?2, after or before the occasion that ?5 to ?8 identify. Dates
    /// in the year ?9 or later are omitted.
    private static func page(of persons: Selection, isBackwards: Bool) -> String {
        let (beyond, direction) = isBackwards ? ("<", "DESC") : (">", "ASC")
        func days(of column: String) -> String {
            """
            SELECT substr(\(column), -5) AS day, sort_key, id, '\(column)' AS kind, \(column) AS date, uuid, modified,
                display_name
            FROM person
            WHERE \(column) GLOB '*-[01][0-9]-[0-3][0-9]' AND substr(\(column), -5) BETWEEN ?1 AND ?2
                AND \(column) < ?9
                AND (substr(\(column), -5), sort_key, id, '\(column)') \(beyond) (?5, ?6, ?7, ?8)
                AND \(persons.condition)
            """
        }
        return """
            SELECT date, kind, id, display_name, uuid, modified FROM (
                \(days(of: "birthday"))
                UNION ALL
                \(days(of: "anniversary"))
                ORDER BY day \(direction), sort_key \(direction), id \(direction), kind \(direction)
                LIMIT ?3)
            """
    }
}
