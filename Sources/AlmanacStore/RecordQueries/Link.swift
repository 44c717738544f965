import Model
import SQLite

/// A query for the records that a page of records links to.
struct Link: Sendable {
    private let kind: Kind
    private let select: String

    /// Creates a query.
    /// - Parameters:
    ///   - other: The column with the ID of the linked record.
    ///   - owner: The column with the ID of the linking record. An index starts with this column, followed by `order`.
    init(to kind: Kind, _ other: String, of owner: String, in table: String, order: [String]) {
        self.kind = kind
        let others = kind.table
        // For a record table, joins only on the primary key, so that SQLite does not read all rows of the owner.
        let isOwned = table == others ? "TRUE" : "link.\(owner) = owner.id"
        select = """
            WITH owner AS MATERIALIZED (
                SELECT value AS id, (
                    SELECT count(*) FROM (
                        SELECT 1 FROM \(table) WHERE \(owner) = value LIMIT \(LinkedRecords.countLimit + 1))) AS count
                FROM json_each(?1))
            SELECT owner.id, owner.count, \(others).id, \(others).display_name
            FROM owner CROSS JOIN \(table) AS link
                ON \(isOwned) AND link.\(other) IN (
                    SELECT \(other) FROM \(table) WHERE \(owner) = owner.id
                    ORDER BY \(order.joined(separator: ", ")) LIMIT \(LinkedRecords.limit))
            CROSS JOIN \(others) ON \(others).id = link.\(other)
            ORDER BY owner.id, \(order.map { "link.\($0)" }.joined(separator: ", "))
            """
    }

    /// Returns the first linked records of each owner. Owners without linked records are omitted.
    func first(of owners: [Int64], in connection: Connection) throws -> [Int64: LinkedRecords] {
        var found: [Int64: (references: [RecordReference], count: Int)] = [:]
        try connection.forEach(select, binding: owners.json) { row in
            let reference = RecordReference(address: RecordID(kind: kind, number: row[2]), name: row[3])
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
    static let notesAboutPersons = notes(about: .person)
    static let notesAboutGroups = notes(about: .group)
    static let notesAboutPlanets = notes(about: .planet)

    private static func members(_ links: Membership) -> Link {
        Link(to: links.kind, links.member, of: "group_id", in: links.table, order: ["position", links.member])
    }

    /// Returns the query for notes about records of a kind, most recently modified first.
    private static func notes(about kind: Kind) -> Link {
        Link(to: .note, "id", of: "\(kind.rawValue)_id", in: "note", order: ["modified DESC", "id DESC"])
    }
}
