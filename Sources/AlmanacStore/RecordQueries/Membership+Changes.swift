import Model
import SQLite

/// Changes of the members of groups.
extension Membership {
    /// Appends records to a group, skipping existing members.
    /// - Returns: The number of records added.
    func add(_ members: [Int64], to group: Int64, in connection: Connection) throws -> Int {
        try change(joining, members, of: group, in: connection)
    }

    /// Removes records from a group.
    /// - Returns: The number of records removed.
    func remove(_ members: [Int64], from group: Int64, in connection: Connection) throws -> Int {
        try change(
            "DELETE FROM \(table) WHERE group_id = ?1 AND \(member) = ?2", members, of: group, in: connection)
    }

    private func change(_ sql: String, _ members: [Int64], of group: Int64, in connection: Connection) throws -> Int {
        try Self.requireMembers(of: group, in: connection)
        return try members.reduce(0) { count, member in
            try Self.require(kind, member, in: connection)
            return try count + connection.run(sql, binding: group, member)
        }
    }

    /// A statement that appends the record ?2 to the group ?1, unless it is already a member.
    var joining: String {
        """
        INSERT INTO \(table) (group_id, \(member), position)
        VALUES (?1, ?2, (SELECT ifnull(max(position), 0) + 1 FROM \(table) WHERE group_id = ?1))
        ON CONFLICT (group_id, \(member)) DO NOTHING
        """
    }

    /// Throws if the group does not exist or is a smart group.
    static func requireMembers(of group: Int64, in connection: Connection) throws {
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
