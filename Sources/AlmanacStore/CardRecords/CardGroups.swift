import Interchange
import Model
import SQLite
import Text

/// The groups that are described by group cards or named in the categories of contacts. They are found by UID or name,
/// and created if missing.
final class CardGroups {
    struct Known {
        let id: Int64
        /// Whether the group is a smart group. Persons cannot be added to smart groups.
        let isSearch: Bool
        /// Whether the group was created for the card.
        var isNew = false
        /// The members that the group’s previous card lists.
        var formerMembers: Set<String> = []
    }

    private let connection: Connection
    private(set) var waiting: WaitingMembers
    private var byName: [String: Known] = [:]
    /// The groups that were created from categories and that a group card can still complete.
    private var bare: Set<Int64> = []
    private(set) var made = 0
    /// A closure that returns whether a group has a group card in the synchronized book. If it does, only the group
    /// card can remove persons from the group, and the removal of a category has no effect.
    private let hasCardInBook: (Int64) throws -> Bool

    init(connection: Connection, waiting: WaitingMembers, hasCardInBook: @escaping (Int64) throws -> Bool) {
        (self.connection, self.waiting, self.hasCardInBook) = (connection, waiting, hasCardInBook)
    }

    // MARK: - Categories

    func known(named name: String) throws -> Known? {
        let key = NameKey.key(for: name)
        if let known = byName[key] { return known }
        guard let id = try Group.table.named(name, in: connection).first?.id.number else { return nil }
        let known = Known(id: id, isSearch: try isSearch(id))
        byName[key] = known
        return known
    }

    private func group(named name: String) throws -> Known {
        if let known = try known(named: name) { return known }
        let made = try make(Group(named: name), uuid: nil)
        bare.insert(made.id)
        return made
    }

    func isSearch(_ id: Int64) throws -> Bool { try SavedSearch(of: id, in: connection) != nil }

    /// Adds a person to the groups that only the newer card names, and removes the person from the groups that only the
    /// older card names.
    ///
    /// - Returns: The names of smart groups to which the person could not be added.
    func change(_ before: [String], to after: [String], of person: Int64) throws -> [String] {
        var searches: [String] = []
        for name in Self.names(after, exceptIn: before) {
            let group = try group(named: name)
            if group.isSearch { searches.append(name) } else { try join(person, group.id) }
        }
        for name in Self.names(before, exceptIn: after) {
            if let group = try known(named: name), try !hasCardInBook(group.id) { try leave(person, group.id) }
        }
        return searches
    }

    private static func names(_ names: [String], exceptIn others: [String]) -> [String] {
        if names.isEmpty || others.isEmpty { return names }
        let others = Set(others.map(NameKey.key(for:)))
        return names.filter { !others.contains(NameKey.key(for: $0)) }
    }

    // MARK: - Group cards

    /// Returns the group of a group card, and creates or updates the group if necessary.
    ///
    /// - Parameter isUsable: A closure that returns whether an existing group may receive the card.
    func group(of card: ContactCard, isUsable: (RecordID) throws -> Bool) throws -> Known {
        let group = Group(card: card)
        let uuid = card.uid.map(Self.uuid(ofUID:))
        let identity = uuid ?? (group.name.isEmpty ? Self.uuid(madeOf: card.group?.members ?? []) : nil)
        let owner = try identity.flatMap(self.group(withUUID:))
        if let owner, try isUsable(RecordID(kind: .group, number: owner)) {
            let isSearch = try isSearch(owner)
            return Known(id: owner, isSearch: isSearch, formerMembers: isSearch ? [] : try renew(owner, by: group))
        }
        let free = owner == nil ? identity : nil
        if !group.name.isEmpty {
            for id in try groups(named: group.name) where try isUsable(RecordID(kind: .group, number: id)) {
                let uid = card.uid.map(CardUID.key)
                if let known = try update(id, by: group, uid: uid, uuid: free) { return known }
            }
        }
        var known = try make(group, uuid: free)
        known.isNew = true
        return known
    }

    /// Returns the groups with the given name, including new groups, which are not in the index yet.
    private func groups(named name: String) throws -> [Int64] {
        let known = byName[NameKey.key(for: name)].map { [$0.id] } ?? []
        return try (known + Group.table.named(name, in: connection).map(\.id.number)).unique
    }

    /// Updates a group that has the same name as a card. A smart group is not changed.
    ///
    /// - Returns: The group, or `nil` if its card does not have the UID of the new card and therefore describes another
    ///   group.
    private func update(_ id: Int64, by group: Group, uid: String?, uuid: String?) throws -> Known? {
        if bare.remove(id) != nil {
            let present = try fetch(id)
            try Group.table.update(present, to: group, in: connection)
            if let uuid { try identify(id, as: uuid) }
            return Known(id: id, isSearch: false)
        }
        if try isSearch(id) { return Known(id: id, isSearch: true) }
        guard let uid else {
            return Known(id: id, isSearch: false, formerMembers: try renew(id, by: group, ifImported: true))
        }
        let present = try fetch(id)
        if present.content.card.isEmpty {
            var content = present.content
            content.card = group.card
            if content.summary.isEmpty { content.summary = group.summary }
            try Group.table.update(present, to: content, in: connection)
            // Newer cards are then matched to the group by its UID.
            if let uuid { try identify(id, as: uuid) }
            return Known(id: id, isSearch: false)
        }
        guard ContactCard.uid(in: present.content.card).map(CardUID.key) == uid else { return nil }
        return Known(id: id, isSearch: false, formerMembers: try renew(id, by: group))
    }

    /// Updates a group from its newer card. Local changes to the name or the description are kept.
    ///
    /// - Parameter ifImported: Whether to update the group only if it was imported from a card.
    /// - Returns: The members that the previous card lists.
    private func renew(_ id: Int64, by group: Group, ifImported: Bool = false) throws -> Set<String> {
        let present = try fetch(id)
        if ifImported, present.content.card.isEmpty { return [] }
        let former = ContactCard(lines: present.content.card).group
        var renewed = present.content
        renewed.card = group.card
        if former?.name == renewed.name, !group.name.isEmpty { renewed.name = group.name }
        if former?.summary == renewed.summary { renewed.summary = group.summary }
        if renewed != present.content { try Group.table.update(present, to: renewed, in: connection) }
        return Set(former?.members ?? [])
    }

    /// Applies the differences between two versions of a card to a group.
    func replace(_ id: Int64, _ before: ContactCard, with after: ContactCard) throws {
        let present = try fetch(id)
        var content = present.content
        content.card = after.person.card
        if let name = after.group?.name, name != before.group?.name {
            content.name = name
            if let made = byName[NameKey.key(for: name)]?.id, bare.remove(made) != nil {
                try move(membersOf: made, to: id)
            }
        }
        if let summary = after.group?.summary, summary != before.group?.summary { content.summary = summary }
        try Group.table.update(present, to: content, in: connection)
        try changeMembers(before.group?.members ?? [], to: after.group?.members ?? [], of: id)
    }

    /// Moves the members of a group created from categories into the renamed group, and deletes the emptied group. The
    /// emptied group exists if categories with the new name were received before the group card.
    private func move(membersOf made: Int64, to group: Int64) throws {
        for person in try connection.all(GroupMembers.members, binding: made, row: { $0[0] as Int64 }) {
            try join(person, group)
        }
        try Group.table.delete([made], from: connection)
    }

    private func fetch(_ id: Int64) throws -> Record<Group> {
        try Group.table.fetch(id, tied: nil, from: connection)
    }

    /// Returns whether the stored card lines of a group are the lines of a card.
    func hasCard(of card: ContactCard, _ id: Int64) throws -> Bool {
        let lines = Group(card: card).card
        return try !lines.isEmpty && fetch(id).content.card == lines
    }

    private func identify(_ id: Int64, as uuid: String) throws {
        try connection.run("UPDATE people_group SET uuid = ?2 WHERE id = ?1") { ($0[1], $0[2]) = (id, uuid) }
    }

    private func make(_ group: Group, uuid: String?) throws -> Known {
        let known = Known(id: try Group.table.insert(group, uuid: uuid, into: connection), isSearch: false)
        if !group.name.isEmpty, byName[NameKey.key(for: group.name)] == nil {
            byName[NameKey.key(for: group.name)] = known
        }
        made += 1
        return known
    }

    /// Returns the UUID of a group whose card has this UID.
    static func uuid(ofUID uid: String) -> String {
        let key = CardUID.key(uid)
        return CardUID.isUUID(key) ? key : uuid(madeOf: [key])
    }

    /// Returns a version 8 UUID (RFC 9562 section 5.8), derived from a UID that is not a UUID or from the members.
    private static func uuid(madeOf texts: [String]) -> String {
        var digits = Array(SHA256.hex(of: Array(texts.joined(separator: "\n").utf8)).prefix(32))
        (digits[12], digits[16]) = ("8", "a")
        let ends = [0, 8, 12, 16, 20, 32]
        return zip(ends, ends.dropFirst()).map { String(digits[$0..<$1]) }.joined(separator: "-")
    }

    /// Returns the group with the given UUID, or `nil` if it does not exist.
    private func group(withUUID uuid: String) throws -> Int64? {
        try connection.first("SELECT id FROM people_group WHERE uuid = ?1", { $0[1] = uuid }) { $0[0] as Int64 }
    }

    // MARK: - Members

    /// Adds the members that a group card lists, except persons who were removed from the group and whom its former
    /// card also lists.
    ///
    /// - Returns: The unknown members, which are added when their contacts are received.
    func addMembers(of card: ContactCard, to group: Known) throws -> [String] {
        if group.isSearch { return [] }
        return try (card.group?.members ?? []).filter { name in
            try Task.checkCancellation()
            guard let person = try connection.person(asMember: name) else {
                waiting.add(name, of: group.id)
                return true
            }
            let isRemoved = try group.formerMembers.contains(name) && wasRemoved(person, from: group.id)
            if !isRemoved { try join(person, group.id) }
            return false
        }
    }

    private func changeMembers(_ before: [String], to after: [String], of group: Int64) throws {
        if try isSearch(group) { return }
        let (left, joined) = (Set(before.map(CardUID.key)), Set(after.map(CardUID.key)))
        for member in after where !left.contains(CardUID.key(member)) {
            if let person = try connection.person(asMember: member) {
                try join(person, group)
            } else {
                waiting.add(member, of: group)
            }
        }
        for member in before where !joined.contains(CardUID.key(member)) {
            if let person = try connection.person(asMember: member) { try leave(person, group) }
        }
    }

    /// Adds a new contact to the groups whose cards list its UID.
    func addMember(_ person: Int64, uid: String) throws {
        for group in try waiting.groups(of: uid, in: connection)
        where try connection.hasRow("SELECT 1 FROM people_group WHERE id = ?1", binding: group) {
            try join(person, group)
        }
    }

    func isMember(_ person: Int64, of group: Int64) throws -> Bool {
        try connection.hasRow(
            "SELECT 1 FROM membership WHERE group_id = ?1 AND person_id = ?2", binding: group, person)
    }

    private func wasRemoved(_ person: Int64, from group: Int64) throws -> Bool {
        try !isMember(person, of: group) && connection.hasRow(Self.removal, binding: group, person)
    }

    static let removal = "SELECT 1 FROM membership_past WHERE group_id = ?1 AND person_id = ?2 AND is_new = 0"

    private func join(_ person: Int64, _ group: Int64) throws {
        try connection.run(Membership.persons.joining) { ($0[1], $0[2]) = (group, person) }
    }

    private func leave(_ person: Int64, _ group: Int64) throws {
        try connection.run("DELETE FROM membership WHERE group_id = ?1 AND person_id = ?2", binding: group, person)
    }

    static let groupsWithCards = "SELECT DISTINCT group_id FROM group_card ORDER BY group_id"
}

extension Group {
    init(named name: String) {
        self.init()
        self.name = name
    }

    init(card: ContactCard) {
        self.init(named: card.group?.name ?? "")
        summary = card.group?.summary ?? ""
        self.card = card.person.card
    }
}

/// The members that group cards list but that are not known yet. A book can list a group before its members.
struct WaitingMembers: Sendable {
    private var groups: [String: Set<Int64>]?

    /// Returns the groups whose cards list the contact with the given UID.
    mutating func groups(of uid: String, in connection: Connection) throws -> Set<Int64> {
        let groups = try groups ?? read(connection)
        self.groups = groups
        return groups[CardUID.key(uid), default: []]
    }

    mutating func add(_ member: String, of group: Int64) { groups?[CardUID.key(member), default: []].insert(group) }

    private func read(_ connection: Connection) throws -> [String: Set<Int64>] {
        var groups: [String: Set<Int64>] = [:]
        let ids = try connection.all(CardGroups.groupsWithCards) { $0[0] as Int64 }
        for group in try Group.table.fetch(ids, tied: nil, from: connection) {
            for member in ContactCard(lines: group.content.card).group?.members ?? [] {
                groups[CardUID.key(member), default: []].insert(group.id.rawValue)
            }
        }
        return groups
    }
}
