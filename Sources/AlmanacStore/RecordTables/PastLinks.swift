import Model
import SQLite

/// The links of past states, with current or last known names. Notes, residents, and smart groups are excluded.
enum PastLinks {
    @Sendable static func person(_ person: Person, _ moment: HistoryPoint, _ connection: Connection) throws
        -> Person.Links
    {
        var links = Person.Links()
        links.home = try reference(to: person.home?.address, connection)
        links.groups = try Tables.pastReferences(
            to: try groups(.persons, at: moment, limit: nil, connection), in: connection)
        return links
    }

    @Sendable static func group(_ group: Group, _ moment: HistoryPoint, _ connection: Connection) throws
        -> Group.Links
    {
        var links = Group.Links()
        links.members = try linked(to: try members(.persons, at: moment, connection), connection)
        links.planets = try linked(to: try members(.planets, at: moment, connection), connection)
        return links
    }

    @Sendable static func planet(_ planet: Planet, _ moment: HistoryPoint, _ connection: Connection) throws
        -> Planet.Links
    {
        var links = Planet.Links()
        links.parent = try planet.parent.isEmpty ? nil : Tables.planets.named(planet.parent, in: connection).first
        let groups = try groups(.planets, at: moment, limit: LinkedRecords.countLimit + 1, connection)
        links.groups = try linked(to: groups, connection)
        return links
    }

    @Sendable static func note(_ note: Note, _ moment: HistoryPoint, _ connection: Connection) throws
        -> Note.Links
    {
        var links = Note.Links()
        links.subject = try reference(to: note.subject, connection)
        return links
    }

    private static func reference(to address: RecordID?, _ connection: Connection) throws -> RecordReference? {
        try address.map { try Tables.pastReference(to: $0, in: connection) }
    }

    private static func linked(to addresses: [RecordID], _ connection: Connection) throws -> LinkedRecords {
        let first = Array(addresses.prefix(LinkedRecords.limit))
        return LinkedRecords(try Tables.pastReferences(to: first, in: connection), counted: addresses.count)
    }

    private static func members(
        _ links: Membership, at moment: HistoryPoint, _ connection: Connection
    ) throws -> [RecordID] {
        try relatedIDs(
            in: links.table, of: "group_id", giving: links.member, at: moment, limit: LinkedRecords.countLimit + 1,
            connection
        ).map { RecordID(kind: links.kind, number: $0) }
    }

    private static func groups(
        _ links: Membership, at moment: HistoryPoint, limit: Int?, _ connection: Connection
    ) throws -> [RecordID] {
        try relatedIDs(
            in: links.table, of: links.member, giving: "group_id", at: moment, limit: limit, connection
        ).map { RecordID(kind: .group, number: $0) }
    }

    private static func relatedIDs(
        in table: String, of owner: String, giving other: String, at moment: HistoryPoint, limit: Int?,
        _ connection: Connection
    ) throws -> [Int64] {
        let isChanged = owner == "group_id" ? "kind = 'group' AND record_id = ?1 AND" : ""
        return try connection.all(
            """
            WITH later AS (
                SELECT min(change.id) AS first, \(other) AS other
                FROM change JOIN \(table)_past ON change_id = change.id
                WHERE \(owner) = ?1 AND \(isChanged) step_id >= ?2
                GROUP BY \(other))
            SELECT other FROM (
                SELECT \(other) AS other, position FROM \(table)
                WHERE \(owner) = ?1 AND \(other) NOT IN (SELECT other FROM later)
                UNION ALL
                SELECT other, position FROM later JOIN \(table)_past ON change_id = first AND is_new = 0
                WHERE \(owner) = ?1 AND \(other) = other)
            ORDER BY position, other
            LIMIT ?3
            """, binding: moment.id, moment.step, limit ?? -1
        ) { $0[0] as Int64 }
    }
}

extension Tables {
    static func pastReference(to address: RecordID, in connection: Connection) throws -> RecordReference {
        try pastReferences(to: [address], in: connection)[0]
    }

    /// Returns references with current or last known names, in a fixed number of statements.
    static func pastReferences(to addresses: [RecordID], in connection: Connection) throws -> [RecordReference] {
        var known: [RecordID: RecordReference] = [:]
        for reference in try references(to: addresses, in: connection) { known[reference.address] = reference }
        let gone = Dictionary(grouping: Set(addresses.filter { known[$0] == nil }), by: \.kind)
        for (kind, addresses) in gone {
            let moments = try lastMoments(of: addresses.map(\.number), kind, in: connection)
            for (moment, title) in try kind.content.titles(at: Set(moments), in: connection) {
                let address = RecordID(kind: kind, number: moment.id)
                known[address] = RecordReference(address: address, name: title)
            }
        }
        return addresses.map { known[$0] ?? RecordReference(address: $0, name: "\($0)") }
    }

    /// Returns the current or last known names of records.
    static func pastNames(of addresses: Set<RecordID>, in connection: Connection) throws -> [RecordID: String] {
        guard !addresses.isEmpty else { return [:] }
        let references = try pastReferences(to: Array(addresses), in: connection)
        return Dictionary(uniqueKeysWithValues: references.map { ($0.address, $0.name) })
    }

    /// Returns the point immediately before the last deletion of each record.
    private static func lastMoments(
        of ids: [Int64], _ kind: Kind, in connection: Connection
    ) throws -> [HistoryPoint] {
        try connection.all(
            """
            SELECT value, (
                SELECT step_id FROM change
                WHERE kind = ?2 AND record_id = value AND table_name = ?3 AND action = 'delete'
                ORDER BY step_id DESC LIMIT 1)
            FROM json_each(?1)
            """, binding: ids.json, kind, kind.table
        ) { row in
            let step: Int64? = row[1]
            return step.map { HistoryPoint(id: row[0], step: Step.ID(rawValue: $0)) }
        }
        .compactMap { $0 }
    }
}

extension StoredRecord {
    fileprivate static func titles(
        at moments: Set<HistoryPoint>, in connection: Connection
    ) throws -> [HistoryPoint: String] {
        try table.titles(of: try table.pastWithoutLists(moments, in: connection), in: connection)
    }
}
