import Model
import SQLite

/// A table of links from groups to records of one kind, in each group’s order.
struct Membership: Sendable {
    let table: String
    /// The kind of the linked records.
    let kind: Kind

    static let persons = Membership(table: "membership", kind: .person)
    static let planets = Membership(table: "group_planet", kind: .planet)
    static let all = [persons, planets]

    /// The column with the ID of the linked record.
    var member: String { "\(kind.rawValue)_id" }
}

extension Membership {
    /// Creates the links to records of a kind. Returns `nil` if groups cannot contain such records.
    init?(of kind: Kind) {
        guard let links = Self.all.first(where: { $0.kind == kind }) else { return nil }
        self = links
    }

    /// Returns one query for the links of all kinds.
    static func union(_ query: (Membership) -> String) -> String { all.map(query).joined(separator: "\nUNION\n") }
}

/// Changes to the members of groups.
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
        let id = RecordID(kind: .group, number: group)
        if let search = saved.search { throw RecordProblem.membersBySearch(id, search: search) }
        guard let filter = saved.filter else { return }
        throw saved.kind == .planet
            ? RecordProblem.membersArePlanets(id, filter: filter) : .membersByFilter(id, filter: filter)
    }

    private static func require(_ kind: Kind, _ id: Int64, in connection: Connection) throws {
        let recordID = RecordID(kind: kind, number: id)
        guard try connection.has(recordID) else { throw RecordProblem.notFound(recordID) }
    }
}

/// A query for the records that a page of records links to.
struct Link: Sendable {
    private let kind: Kind
    private let select: String

    /// Creates a query.
    /// - Parameters:
    ///   - other: The column with the ID of the linked record.
    ///   - owner: The column with the ID of the linking record. An index starts with this column, followed by `order`.
    ///   - condition: The condition for the rows of the table.
    init(
        to kind: Kind, _ other: String, of owner: String, in table: String, where condition: String = "TRUE",
        order: [String]
    ) {
        self.kind = kind
        let others = kind.table
        // If the link table is the record table, joins only on the primary key, so that SQLite does not read all rows
        // of the owner.
        let isOwned = table == others ? "TRUE" : "link.\(owner) = owner.id"
        select = """
            WITH owner AS MATERIALIZED (
                SELECT value AS id, (
                    SELECT count(*) FROM (
                        SELECT 1 FROM \(table) WHERE \(owner) = value AND \(condition) LIMIT \(LinkedRecords.countLimit + 1))) AS count
                FROM json_each(?1))
            SELECT owner.id, owner.count, \(others).id, \(others).display_name
            FROM owner CROSS JOIN \(table) AS link
                ON \(isOwned) AND link.\(other) IN (
                    SELECT \(other) FROM \(table) WHERE \(owner) = owner.id AND \(condition)
                    ORDER BY \(order.joined(separator: ", ")) LIMIT \(LinkedRecords.limit))
            CROSS JOIN \(others) ON \(others).id = link.\(other)
            ORDER BY owner.id, \(order.map { "link.\($0)" }.joined(separator: ", "))
            """
    }

    /// Returns the first linked records of each owner. Owners without linked records are omitted.
    func first(of owners: [Int64], in connection: Connection) throws -> [Int64: LinkedRecords] {
        var found: [Int64: (references: [RecordReference], count: Int)] = [:]
        try connection.forEach(select, binding: owners.json) { row in
            let reference = RecordReference(id: RecordID(kind: kind, number: row[2]), name: row[3])
            let count: Int = row[1]
            found[row[0], default: ([], count)].references.append(reference)
        }
        return found.mapValues { LinkedRecords($0.references, counted: $0.count) }
    }
}

extension Link {
    static let members = members(.persons)
    static let planets = members(.planets)
    static let groupsOfPlanets = Link(
        to: .group, "group_id", of: "planet_id", in: "group_planet", order: ["group_id"])
    static let residents = Link(to: .person, "id", of: "home_id", in: "person", order: ["sort_key", "id"])
    static let notesAboutPersons = notes(about: .person, where: "date IS NULL")
    static let notesAboutGroups = notes(about: .group)
    static let notesAboutPlanets = notes(about: .planet)

    private static func members(_ links: Membership) -> Link {
        Link(to: links.kind, links.member, of: "group_id", in: links.table, order: ["position", links.member])
    }

    /// Returns the query for notes about records of a kind, most recently modified first.
    private static func notes(about kind: Kind, where condition: String = "TRUE") -> Link {
        Link(
            to: .note, "id", of: "\(kind.rawValue)_id", in: "note", where: condition,
            order: ["modified DESC", "id DESC"])
    }
}
