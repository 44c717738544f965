import Model
import SQLite

/// The members of groups and their order.
package enum Membership {
    /// Appends persons to a group, skipping existing members.
    /// - Returns: The number of persons added.
    package static func add(_ persons: [Int64], to group: Int64, in connection: Connection) throws -> Int {
        try change(joining, persons, of: group, in: connection)
    }

    /// Removes persons from a group.
    /// - Returns: The number of persons removed.
    static func remove(_ persons: [Int64], from group: Int64, in connection: Connection) throws -> Int {
        try change("DELETE FROM membership WHERE group_id = ?1 AND person_id = ?2", persons, of: group, in: connection)
    }

    private static func change(
        _ sql: String, _ persons: [Int64], of group: Int64, in connection: Connection
    ) throws -> Int {
        try requireMembers(of: group, in: connection)
        return try persons.reduce(0) { count, person in
            try require(.person, person, in: connection)
            return try count + connection.run(sql, binding: group, person)
        }
    }

    /// A statement that appends the person ?2 to the group ?1, unless the person is already a member.
    package static let joining = """
        INSERT INTO membership (group_id, person_id, position)
        VALUES (?1, ?2, (SELECT ifnull(max(position), 0) + 1 FROM membership WHERE group_id = ?1))
        ON CONFLICT (group_id, person_id) DO NOTHING
        """

    /// Throws if the group does not exist or is a smart group.
    private static func requireMembers(of group: Int64, in connection: Connection) throws {
        try require(.group, group, in: connection)
        guard let saved = try SavedSearch(of: group, in: connection) else { return }
        let address = RecordID(kind: .group, number: group)
        if let search = saved.search { throw RecordProblem.membersBySearch(address, search: search) }
        guard let filter = saved.filter else { return }
        throw saved.kind == .planet
            ? RecordProblem.membersArePlanets(address, filter: filter) : .membersByFilter(address, filter: filter)
    }

    private static func require(_ kind: Kind, _ id: Int64, in connection: Connection) throws {
        let address = RecordID(kind: kind, number: id)
        guard try connection.has(address) else { throw RecordProblem.notFound(address) }
    }
}
