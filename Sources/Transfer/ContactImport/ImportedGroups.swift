import AlmanacStore
import Interchange
import Model
import SQLite

/// The groups of imported cards, found by UID or name and created if missing.
final class ImportedGroups {
    struct Known {
        let id: Int64
        /// Whether the group was created from a category, so that a group card can still complete it.
        var isBare = false
        /// Whether the group is a smart group. Persons cannot be added to smart groups.
        let isSearch: Bool
        /// The members that the previous card of the group lists.
        var formerMembers: Set<String> = []
    }

    private let connection: Connection
    private var byName: [String: Known] = [:]
    private(set) var made = 0

    init(connection: Connection) { self.connection = connection }

    func known(named name: String) throws -> Known? {
        let key = NameKey.of(name)
        if let known = byName[key] { return known }
        guard let id = try Tables.groups.named(name, in: connection).first?.address.number else { return nil }
        let known = Known(id: id, isSearch: try SavedSearch(of: id, in: connection) != nil)
        byName[key] = known
        return known
    }

    func group(named name: String) throws -> Known {
        if let known = try known(named: name) { return known }
        let made = try make(Group(named: name), uuid: nil)
        byName[NameKey.of(name)]?.isBare = true
        return made
    }

    /// Returns the group of a group card, and creates or updates the group if necessary.
    func group(of card: ContactCard) throws -> Known {
        let group = Group(card: card)
        let uuid = card.uid.map(Self.uuid(ofUID:))
        let identity = uuid ?? Self.uuid(madeOf: card.group?.members ?? [])
        let isKnown = uuid != nil || group.name.isEmpty
        if isKnown, let id = try self.group(withUUID: identity) {
            let isSearch = try SavedSearch(of: id, in: connection) != nil
            return Known(id: id, isSearch: isSearch, formerMembers: isSearch ? [] : try renew(id, by: group))
        }
        if !group.name.isEmpty, let known = try known(named: group.name) {
            if known.isBare { try complete(known.id, as: group, uuid: isKnown ? identity : nil) }
            if known.isBare || known.isSearch { return known }
            guard let uid = card.uid.map(CardUID.key) else {
                return Known(
                    id: known.id, isSearch: false, formerMembers: try renew(known.id, by: group, ifImported: true))
            }
            let present = try Tables.groups.fetch(known.id, tied: Tables.groups.withoutLinks, from: connection)
            if present.content.card.isEmpty {
                try keep(group, in: present, uuid: identity)
                return known
            }
            // Another group can have the same name.
            if ContactCard.uid(in: present.content.card).map(CardUID.key) == uid {
                return Known(id: known.id, isSearch: false, formerMembers: try renew(known.id, by: group))
            }
        }
        return try make(group, uuid: isKnown ? identity : nil)
    }

    /// Returns whether a group keeps the lines of a card.
    func hasCard(of card: ContactCard, _ id: Int64) throws -> Bool {
        let lines = Group(card: card).card
        return try !lines.isEmpty
            && Tables.groups.fetch(id, tied: Tables.groups.withoutLinks, from: connection).content.card == lines
    }

    /// Updates a group with its newer card. A name or description that was changed here is kept.
    ///
    /// - Parameter ifImported: Whether to update only a group that was imported from a card.
    /// - Returns: The members that the previous card lists.
    private func renew(_ id: Int64, by group: Group, ifImported: Bool = false) throws -> Set<String> {
        let present = try Tables.groups.fetch(id, tied: Tables.groups.withoutLinks, from: connection)
        if ifImported, present.content.card.isEmpty { return [] }
        let former = ContactCard(lines: present.content.card).group
        var renewed = present.content
        renewed.card = group.card
        if former?.name == renewed.name, !group.name.isEmpty { renewed.name = group.name }
        if former?.summary == renewed.summary { renewed.summary = group.summary }
        if renewed != present.content { try Tables.groups.update(present, to: renewed, in: connection) }
        return Set(former?.members ?? [])
    }

    private func complete(_ id: Int64, as group: Group, uuid: String?) throws {
        byName[NameKey.of(group.name)]?.isBare = false
        let present = try Tables.groups.fetch(id, tied: Tables.groups.withoutLinks, from: connection)
        try Tables.groups.update(present, to: group, in: connection)
        if let uuid { try identify(id, as: uuid) }
    }

    /// Keeps the first card of a group that was not imported from a card. Newer cards then find the group by its UID.
    func keep(_ group: Group, in present: Record<Group>, uuid: String?) throws {
        var content = present.content
        content.card = group.card
        if content.summary.isEmpty { content.summary = group.summary }
        try Tables.groups.update(present, to: content, in: connection)
        if let uuid { try identify(present.id.rawValue, as: uuid) }
    }

    /// Sets the UUID of a group.
    private func identify(_ id: Int64, as uuid: String) throws {
        try connection.run("UPDATE people_group SET uuid = ?2 WHERE id = ?1") { ($0[1], $0[2]) = (id, uuid) }
    }

    private func make(_ group: Group, uuid: String?) throws -> Known {
        let known = Known(id: try Tables.groups.insert(group, uuid: uuid, into: connection), isSearch: false)
        if !group.name.isEmpty, byName[NameKey.of(group.name)] == nil { byName[NameKey.of(group.name)] = known }
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

    /// Returns the group with a UUID, or `nil` if it does not exist.
    func group(withUUID uuid: String) throws -> Int64? {
        try connection.first("SELECT id FROM people_group WHERE uuid = ?1", { $0[1] = uuid }) { $0[0] as Int64 }
    }

    func isMember(_ person: Int64, of group: Int64) throws -> Bool {
        try connection.hasRow(
            "SELECT 1 FROM membership WHERE group_id = ?1 AND person_id = ?2", binding: group, person)
    }

    /// Returns whether a person was removed from a group.
    func wasRemoved(_ person: Int64, from group: Int64) throws -> Bool {
        guard try !isMember(person, of: group) else { return false }
        return try connection.hasRow(Self.removal, binding: group, person)
    }

    static let removal = "SELECT 1 FROM membership_past WHERE group_id = ?1 AND person_id = ?2 AND is_new = 0"

    /// Adds a person to the groups that only the newer card names, and removes the person from those that it omits.
    ///
    /// - Returns: The names of smart groups to which the person could not be added.
    func change(_ before: [String], to after: [String], of person: Int64) throws -> [String] {
        var searches: [String] = []
        for name in Self.names(after, exceptIn: before) {
            let group = try group(named: name)
            if group.isSearch { searches.append(name) } else { try join(person, group.id) }
        }
        for name in Self.names(before, exceptIn: after) {
            if let group = try known(named: name) { try leave(person, group.id) }
        }
        return searches
    }

    private static func names(_ names: [String], exceptIn others: [String]) -> [String] {
        if names.isEmpty || others.isEmpty { return names }
        let others = Set(others.map(NameKey.of))
        return names.filter { !others.contains(NameKey.of($0)) }
    }

    func join(_ person: Int64, _ group: Int64) throws {
        try connection.run(Membership.persons.joining) { ($0[1], $0[2]) = (group, person) }
    }

    func leave(_ person: Int64, _ group: Int64) throws {
        try connection.run("DELETE FROM membership WHERE group_id = ?1 AND person_id = ?2", binding: group, person)
    }
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
