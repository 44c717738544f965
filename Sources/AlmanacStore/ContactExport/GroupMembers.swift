import Interchange
import Model
import SQLite

/// A reader of the members to list on a group’s card.
struct GroupMembers {
    let connection: Connection

    /// Returns the members of a group as its card lists them, followed by the UIDs of the other members. Unknown members
    /// of the card are kept. Persons who are no longer members and deleted persons are omitted.
    ///
    /// - Parameters:
    ///   - saved: The search or filter of a smart group.
    ///   - listed: The members that the card lists.
    func names(of group: Int64, _ saved: SavedSearch?, listed: [String]) throws -> [String] {
        let members = try members(of: group, saved)
        let persons = try listed.map(connection.person(asMember:))
        let deleted = try persons.contains(nil) ? deletedMembers(of: group) : []
        let (present, known) = (Set(members), Set(persons.compactMap(\.self)))
        let kept = zip(listed, persons).filter { name, person in
            person.map(present.contains) ?? Connection.keys(ofMember: name).allSatisfy { !deleted.contains($0) }
        }
        return try kept.map(\.0) + uids(of: members.filter { !known.contains($0) })
    }

    private func members(of group: Int64, _ saved: SavedSearch?) throws -> [Int64] {
        try saved.map { try SmartGroup.persons(matching: $0, in: connection) }
            ?? connection.all(Self.members, { $0[1] = group }) { $0[0] as Int64 }
    }

    /// Returns the duplicate keys of the former members who were deleted.
    private func deletedMembers(of group: Int64) throws -> Set<String> {
        let former = try connection.all(Self.formerMembers, { $0[1] = group }) { $0[0] as Int64 }.unique
        return try Tables.persons.deleted(former, in: connection).reduce(into: []) { keys, person in
            keys.formUnion(PersonTraits(person.content).keys)
            keys.insert(CardTraits.key(ofUID: person.uuid))
        }
    }

    private func uids(of members: [Int64]) throws -> [String] {
        try stride(from: 0, to: members.count, by: 500).flatMap { start in
            let page = Array(members[start..<min(start + 500, members.count)])
            let persons = try Tables.persons.fetch(page, tied: Tables.persons.withoutLinks, from: connection)
            return try connection.uids(of: persons)
        }
    }

    static let members = """
        SELECT person_id FROM membership
        WHERE group_id = ?1
        ORDER BY position, person_id
        """

    static let formerMembers = """
        SELECT person_id FROM change
        CROSS JOIN membership_past ON change_id = change.id AND is_new = 0
        WHERE kind = 'group' AND record_id = ?1 AND table_name = 'membership'
            AND NOT EXISTS (SELECT 1 FROM person WHERE id = person_id)
        """
}
