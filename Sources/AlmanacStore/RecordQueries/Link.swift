import Model
import SQLite

/// Where records of another kind are tied to their owners, one in a row.
struct Link: Sendable {
    private let kind: Kind
    private let select: String

    /// - Parameters:
    ///   - other: The column that names the record that is led to.
    ///   - owner: The column that names the one that leads to it: an index begins with it and goes on with the order.
    init(to kind: Kind, _ other: String, of owner: String, in table: String, order: [String]) {
        self.kind = kind
        let others = kind.table
        // A table of records is asked by id alone, so that SQLite cannot choose to read all that the owner has.
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

    /// What a page of owners leads to, without those that lead nowhere.
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
    static let members = Link(
        to: .person, "person_id", of: "group_id", in: "membership", order: ["position", "person_id"])
    static let residents = Link(to: .person, "id", of: "home_id", in: "person", order: ["sort_key", "id"])
    static let notesAboutPersons = notes(about: .person)
    static let notesAboutGroups = notes(about: .group)
    static let notesAboutPlanets = notes(about: .planet)

    /// The last changed first.
    private static func notes(about kind: Kind) -> Link {
        Link(to: .note, "id", of: "\(kind.rawValue)_id", in: "note", order: ["modified DESC", "id DESC"])
    }
}
