import Model
import SQLite

extension Tables {
    static func pastReference(to address: RecordID, in connection: Connection) throws -> RecordReference {
        try pastReferences(to: [address], in: connection)[0]
    }

    /// Records by their present names, or by the last ones that they had; in a fixed number of statements.
    static func pastReferences(to addresses: [RecordID], in connection: Connection) throws -> [RecordReference] {
        var known: [RecordID: RecordReference] = [:]
        for reference in try references(to: addresses, in: connection) { known[reference.address] = reference }
        let gone = Dictionary(grouping: Set(addresses.filter { known[$0] == nil }), by: \.kind)
        for (kind, addresses) in gone {
            let moments = try lastMoments(of: addresses.map(\.number), kind, in: connection)
            for (moment, title) in try titles(of: Set(moments), kind, in: connection) {
                let address = RecordID(kind: kind, number: moment.id)
                known[address] = RecordReference(address: address, name: title)
            }
        }
        return addresses.map { known[$0] ?? RecordReference(address: $0, name: "\($0)") }
    }

    /// What records are called, or were called last.
    static func pastNames(of addresses: Set<RecordID>, in connection: Connection) throws -> [RecordID: String] {
        guard !addresses.isEmpty else { return [:] }
        let references = try pastReferences(to: Array(addresses), in: connection)
        return Dictionary(uniqueKeysWithValues: references.map { ($0.address, $0.name) })
    }

    /// Just before they were deleted for the last time.
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
            """, binding: ids.json, kind, name(of: kind)
        ) { row in
            let step: Int64? = row[1]
            return step.map { HistoryPoint(id: row[0], step: Step.ID(rawValue: $0)) }
        }
        .compactMap { $0 }
    }

    private static func titles(
        of moments: Set<HistoryPoint>, _ kind: Kind, in connection: Connection
    ) throws -> [HistoryPoint: String] {
        switch kind {
        case .person: try persons.past(moments, in: connection).mapValues(\.content.title)
        case .group: try groups.past(moments, in: connection).mapValues(\.content.title)
        case .planet: try planets.past(moments, in: connection).mapValues(\.content.title)
        case .note: try notes.past(moments, in: connection).mapValues(\.content.title)
        }
    }
}
