import AlmanacStore
import Interchange
import Model
import SQLite

/// The members that the cards of groups list but that are not known yet. A book can list a group before its members.
struct WaitingMembers: Sendable {
    private var groups: [String: Set<Int64>]?

    /// Returns the groups that list a contact.
    mutating func groups(of uid: String, in connection: Connection) throws -> Set<Int64> {
        let groups = try groups ?? read(connection)
        self.groups = groups
        return groups[CardUID.key(uid), default: []]
    }

    mutating func add(_ member: String, of group: Int64) { groups?[CardUID.key(member), default: []].insert(group) }

    private func read(_ connection: Connection) throws -> [String: Set<Int64>] {
        var groups: [String: Set<Int64>] = [:]
        let ids = try connection.all(ExportStore.groupsWithCards) { $0[0] as Int64 }
        for group in try Tables.groups.fetch(ids, tied: Tables.groups.withoutLinks, from: connection) {
            for member in ContactCard(lines: group.content.card).group?.members ?? [] {
                groups[CardUID.key(member), default: []].insert(group.id.rawValue)
            }
        }
        return groups
    }
}
