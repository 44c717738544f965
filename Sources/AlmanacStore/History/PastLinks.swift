import Model
import SQLite

/// What a record of the past was tied to, by the names of today; only ties that are the record's own are known.
enum PastLinks {
    @Sendable static func person(_ person: Person, _ id: Int64, _ step: Step.ID, _ connection: Connection) throws
        -> Person.Links
    {
        let groups = try members(of: "person_id", id, giving: "group_id", before: step, connection)
        return Person.Links(
            home: try reference(to: person.home?.address, connection),
            groups: try Tables.references(to: groups.map { Address(kind: .group, number: $0) }, in: connection))
    }

    @Sendable static func group(_ group: Group, _ id: Int64, _ step: Step.ID, _ connection: Connection) throws
        -> Group.Links
    {
        let persons = try members(of: "group_id", id, giving: "person_id", before: step, connection)
        return Group.Links(
            members: try persons.map {
                try Tables.pastReference(to: Address(kind: .person, number: $0), in: connection)
            })
    }

    @Sendable static func planet(_ planet: Planet, _ id: Int64, _ step: Step.ID, _ connection: Connection) throws
        -> Planet.Links
    {
        Planet.Links(
            parent: try planet.parent.isEmpty ? nil : Tables.planets.named(planet.parent, in: connection).first)
    }

    @Sendable static func note(_ note: Note, _ id: Int64, _ step: Step.ID, _ connection: Connection) throws
        -> Note.Links
    {
        Note.Links(subject: try reference(to: note.subject, connection))
    }

    private static func reference(to address: Address?, _ connection: Connection) throws -> Reference? {
        try address.map { try Tables.pastReference(to: $0, in: connection) }
    }

    private static func members(
        of owner: String, _ id: Int64, giving other: String, before step: Step.ID, _ connection: Connection
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
            """,
            {
                $0[1] = id
                $0[2] = step
            }
        ) { $0[0] as Int64 }
    }
}
