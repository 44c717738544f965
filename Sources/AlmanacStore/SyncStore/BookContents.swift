import Interchange
import Model
import SQLite
import Sync

/// The records that belong to a book.
struct BookContents {
    let connection: Connection
    private let remote: Int64
    private let contents: RemoteContents
    /// Whether records that no remote contains are added to the book.
    private let addsOthers: Bool
    private let isWritable: Bool

    init(_ remote: Remote, _ id: Int64, _ connection: Connection) {
        (self.remote, self.connection, contents) = (id, connection, remote.contents)
        isWritable = remote.isWritable
        addsOthers =
            switch remote.contents {
            case .all: true
            case .own: remote.isDefault
            case .group: false
            }
    }

    /// Whether the book has ever contained a group card. If not, contacts contain the names of their groups.
    var hasGroupCards: Bool {
        get throws {
            try connection.first("SELECT has_group_cards FROM remote WHERE id = ?1", binding: remote) { $0[0] } ?? false
        }
    }

    /// Returns the given records that exist and must be added to the book. None of the given records may have a card.
    func toAdd(_ records: [RecordID]) throws -> Set<RecordID> {
        if !isWritable || records.isEmpty { return [] }
        let persons = try persons(among: records.numbers(of: .person))
        let groups = records.numbers(of: .group)
        let added = try addsOthers && !groups.isEmpty && hasGroupCards ? self.groups(among: groups) : []
        return Set(RecordID.all(persons, .person) + RecordID.all(added, .group))
    }

    /// Returns the given records that do not exist or do not belong to the book.
    func toRemove(_ records: [RecordID]) throws -> Set<RecordID> {
        try check()
        var removed = Set(records)
        let (persons, groups) = (records.numbers(of: .person), records.numbers(of: .group))
        let present =
            if case .group(let group) = contents {
                try connection.all(Self.members, binding: persons.json, group) { $0[0] as Int64 }
            } else {
                try connection.all(Self.persons, binding: persons.json) { $0[0] as Int64 }
            }
        removed.subtract(RecordID.all(present, .person))
        let others = try connection.all(Self.anyGroups, binding: groups.json) { $0[0] as Int64 }
        removed.subtract(RecordID.all(others, .group))
        return removed
    }

    /// Makes a received contact a member of the group whose members the book contains.
    /// - Returns: Whether the contact was not a member before.
    func include(_ id: RecordID) throws -> Bool {
        guard case .group(let group) = contents, id.kind == .person else { return false }
        return try Membership.persons.add([id.number], to: group.rawValue, in: connection) > 0
    }

    /// Throws if the group whose members the book contains was deleted or is a smart group. Without this check, the
    /// whole book would be cleared.
    func check() throws {
        if case .group(let group) = contents { try Membership.requireMembers(of: group.rawValue, in: connection) }
    }

    // MARK: - Candidates

    /// Marks as candidates all records that may have to be added to the book.
    func addAllAsCandidates() throws {
        if !isWritable { return }
        if try hasGroupCards { try addGroupsAsCandidates() }
        if case .group(let group) = contents {
            try connection.run(Self.candidateMembers, binding: remote, group)
        } else if addsOthers {
            try connection.run(Self.candidates, binding: remote)
        }
    }

    /// Marks the book as containing group cards. Adds the records of all cards, and the groups that may have to be
    /// added to the book, to the candidates.
    func beginGroupCards() throws {
        try connection.run("UPDATE remote SET has_group_cards = 1 WHERE id = ?1", binding: remote)
        try connection.run(Self.linkedCandidates, binding: remote)
        if isWritable { try addGroupsAsCandidates() }
    }

    private func addGroupsAsCandidates() throws {
        if addsOthers { try connection.run(Self.candidateGroups, binding: remote) }
    }

    private static let candidates = """
        INSERT OR IGNORE INTO sync_candidate (remote_id, kind, record_id)
        SELECT ?1, 'person', id FROM person
        """

    private static let linkedCandidates = """
        INSERT OR IGNORE INTO sync_candidate (remote_id, kind, record_id)
        SELECT remote_id, kind, record_id FROM remote_card WHERE remote_id = ?1
        """

    private static let candidateMembers = """
        INSERT OR IGNORE INTO sync_candidate (remote_id, kind, record_id)
        SELECT ?1, 'person', person_id FROM membership WHERE group_id = ?2
        """

    private static let candidateGroups = """
        INSERT OR IGNORE INTO sync_candidate (remote_id, kind, record_id)
        SELECT ?1, 'group', id FROM people_group
        """

    // MARK: - Queries

    private func persons(among ids: [Int64]) throws -> [Int64] {
        switch contents {
        case .all: try connection.all(Self.persons, binding: ids.json) { $0[0] }
        case .own where !addsOthers: []
        case .own: try connection.all(Self.unlinkedPersons, binding: ids.json) { $0[0] }
        case .group(let group): try connection.all(Self.members, binding: ids.json, group) { $0[0] }
        }
    }

    private func groups(among ids: [Int64]) throws -> [Int64] {
        let groups = try connection.all(
            contents == .all ? Self.ordinaryGroups : Self.unlinkedGroups, binding: ids.json
        ) { (id: $0[0] as Int64, name: $0[1] as String) }
        return try groups.filter { try hasMembers($0.id) && !isCategory($0.name, $0.id) }.map(\.id)
    }

    /// Returns whether a group has members. Like a category, a group without members is not sent.
    private func hasMembers(_ group: Int64) throws -> Bool {
        try connection.hasRow("SELECT 1 FROM membership WHERE group_id = ?1 LIMIT 1", binding: group)
    }

    /// Returns whether the book contains a group only as a category of its members.
    private func isCategory(_ name: String, _ group: Int64) throws -> Bool {
        let cards = try connection.all(Self.cards, binding: group, remote) { $0[0] as String }
        return cards.contains { card in
            let lines = card.split(separator: "\n").map(String.init)
            return ContactCard(lines: lines).categories.map(NameKey.key(for:)).contains(NameKey.key(for: name))
        }
    }

    static let persons = "SELECT id FROM person WHERE id IN (SELECT value FROM json_each(?1))"

    static let unlinkedPersons = """
        \(persons)
            AND NOT EXISTS (SELECT 1 FROM remote_card WHERE kind = 'person' AND record_id = person.id)
        """

    static let members = """
        SELECT person_id FROM membership
        WHERE group_id = ?2 AND person_id IN (SELECT value FROM json_each(?1))
        """

    static let anyGroups = "SELECT id, name FROM people_group WHERE id IN (SELECT value FROM json_each(?1))"

    /// A query for the groups among ?1, except smart groups, which are never sent.
    static let ordinaryGroups = "\(anyGroups) AND coalesce(search, person_filter, planet_filter) IS NULL"

    static let unlinkedGroups = """
        \(ordinaryGroups)
            AND NOT EXISTS (SELECT 1 FROM remote_card WHERE kind = 'group' AND record_id = people_group.id)
        """

    /// A query for the stored cards of the members of the group ?1, limited to cards with categories and to members
    /// with a card in the book. The result is empty if the group has a group card.
    static let cards = """
        SELECT value FROM membership CROSS JOIN person_card USING (person_id)
        WHERE group_id = ?1 AND value LIKE '%CATEGORIES%'
            AND NOT EXISTS (SELECT 1 FROM group_card WHERE group_card.group_id = ?1)
            AND EXISTS (
                SELECT 1 FROM remote_card
                WHERE remote_id = ?2 AND kind = 'person' AND record_id = membership.person_id)
        """
}

extension Sequence<RecordID> {
    func numbers(of kind: Kind) -> [Int64] { filter { $0.kind == kind }.map(\.number) }
}

extension RecordID {
    static func all(_ numbers: [Int64], _ kind: Kind) -> [RecordID] {
        numbers.map { RecordID(kind: kind, number: $0) }
    }
}
