import AlmanacStore
import Interchange
import Model
import SQLite

/// A writer of the groups of received cards, in the caller’s transaction.
final class ReceivedGroups {
    let connection: Connection
    private(set) var waiting: WaitingMembers
    let known: ImportedGroups

    init(connection: Connection, waiting: WaitingMembers) {
        (self.connection, self.waiting) = (connection, waiting)
        known = ImportedGroups(connection: connection)
    }

    /// Creates the group of a card, or keeps the card in a group that has the same name and no card, whose description is
    /// then kept, too.
    /// - Returns: The group, and whether it has content that the card does not have.
    func create(
        _ card: ContactCard, unlike linked: (RecordID) throws -> Bool
    ) throws -> (record: RecordID, hasMore: Bool) {
        let content = Group(card: card)
        let uuid = try card.uid.map(ImportedGroups.uuid(ofUID:)).flatMap {
            try known.group(withUUID: $0) == nil ? $0 : nil
        }
        let record: RecordID
        if let existing = try groupWithoutCard(named: content.name), try !linked(existing) {
            record = existing
            let present = try Tables.groups.fetch(existing.number, tied: Tables.groups.withoutLinks, from: connection)
            try known.keep(content, in: present, uuid: uuid)
        } else {
            record = RecordID(
                kind: .group, number: try Tables.groups.insert(content, uuid: uuid, into: connection))
        }
        try change([], to: card.group?.members ?? [], of: record.number)
        return (record, true)
    }

    func replace(_ record: RecordID, _ before: ContactCard, with after: ContactCard) throws {
        let present = try Tables.groups.fetch(record.number, tied: Tables.groups.withoutLinks, from: connection)
        var content = present.content
        content.card = after.person.card
        if let name = after.group?.name, name != before.group?.name { content.name = name }
        if let summary = after.group?.summary, summary != before.group?.summary { content.summary = summary }
        try Tables.groups.update(present, to: content, in: connection)
        try change(before.group?.members ?? [], to: after.group?.members ?? [], of: record.number)
    }

    /// Adds a new contact to the groups whose cards list its UID.
    func addMember(_ person: RecordID, uid: String) throws {
        for group in try waiting.groups(of: uid, in: connection)
        where try connection.hasRow("SELECT 1 FROM people_group WHERE id = ?1", binding: group) {
            try known.join(person.number, group)
        }
    }

    // MARK: - Members

    private func change(_ before: [String], to after: [String], of group: Int64) throws {
        if try SavedSearch(of: group, in: connection) != nil { return }
        let (left, joined) = (Set(before.map(CardUID.key)), Set(after.map(CardUID.key)))
        for member in after where !left.contains(CardUID.key(member)) {
            if let person = try connection.person(asMember: member) {
                try known.join(person, group)
            } else {
                waiting.add(member, of: group)
            }
        }
        for member in before where !joined.contains(CardUID.key(member)) {
            if let person = try connection.person(asMember: member) { try known.leave(person, group) }
        }
    }

    private func groupWithoutCard(named name: String) throws -> RecordID? {
        if name.isEmpty { return nil }
        return try Tables.groups.named(name, in: connection).map(\.address).first { group in
            let content = try Tables.groups.fetch(group.number, tied: Tables.groups.withoutLinks, from: connection)
                .content
            return content.card.isEmpty && SavedSearch(of: group.number, as: content) == nil
        }
    }
}

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
