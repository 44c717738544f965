import Model
import SQLite

/// What a record of the past was tied to, by the names of today; only ties that are the record's own are known.
enum PastLinks {
    @Sendable static func person(_ person: Person, _ moment: HistoryPoint, _ connection: Connection) throws
        -> Person.Links
    {
        let groups = try ties(of: "person_id", giving: "group_id", at: moment, limit: nil, connection)
        var links = Person.Links()
        links.home = try reference(to: person.home?.address, connection)
        links.groups = try Tables.pastReferences(
            to: groups.map { RecordID(kind: .group, number: $0) }, in: connection)
        return links
    }

    @Sendable static func group(_ group: Group, _ moment: HistoryPoint, _ connection: Connection) throws
        -> Group.Links
    {
        let persons = try ties(
            of: "group_id", giving: "person_id", at: moment, limit: LinkedRecords.countLimit + 1, connection)
        let first = persons.prefix(LinkedRecords.limit).map { RecordID(kind: .person, number: $0) }
        var links = Group.Links()
        links.members = LinkedRecords(try Tables.pastReferences(to: first, in: connection), counted: persons.count)
        return links
    }

    @Sendable static func planet(_ planet: Planet, _ moment: HistoryPoint, _ connection: Connection) throws
        -> Planet.Links
    {
        var links = Planet.Links()
        links.parent = try planet.parent.isEmpty ? nil : Tables.planets.named(planet.parent, in: connection).first
        return links
    }

    @Sendable static func note(_ note: Note, _ moment: HistoryPoint, _ connection: Connection) throws
        -> Note.Links
    {
        var links = Note.Links()
        links.subject = try reference(to: note.subject, connection)
        return links
    }

    private static func reference(to address: RecordID?, _ connection: Connection) throws -> RecordReference? {
        try address.map { try Tables.pastReference(to: $0, in: connection) }
    }

    private static func ties(
        of owner: String, giving other: String, at moment: HistoryPoint, limit: Int?, _ connection: Connection
    ) throws -> [Int64] {
        let isChanged = owner == "group_id" ? "kind = 'group' AND record_id = ?1 AND" : ""
        return try connection.all(
            """
            WITH later AS (
                SELECT min(change.id) AS first, \(other) AS other
                FROM change JOIN membership_past ON change_id = change.id
                WHERE \(owner) = ?1 AND \(isChanged) step_id >= ?2
                GROUP BY \(other))
            SELECT other FROM (
                SELECT \(other) AS other, position FROM membership
                WHERE \(owner) = ?1 AND \(other) NOT IN (SELECT other FROM later)
                UNION ALL
                SELECT other, position FROM later JOIN membership_past ON change_id = first AND is_new = 0
                WHERE \(owner) = ?1 AND \(other) = other)
            ORDER BY position, other
            LIMIT ?3
            """,
            {
                $0[1] = moment.id
                $0[2] = moment.step
                $0[3] = limit ?? -1
            }
        ) { $0[0] as Int64 }
    }
}
