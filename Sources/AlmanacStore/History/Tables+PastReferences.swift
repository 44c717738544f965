import Model
import SQLite

extension Tables {
    static func pastReference(to address: Address, in connection: Connection) throws -> Reference {
        try pastReferences(to: [address], in: connection)[0]
    }

    /// Records by their present names, or by the last ones that they had; in a fixed number of statements.
    static func pastReferences(to addresses: [Address], in connection: Connection) throws -> [Reference] {
        var known: [Address: Reference] = [:]
        for reference in try references(to: addresses, in: connection) { known[reference.address] = reference }
        let gone = Dictionary(grouping: Set(addresses.filter { known[$0] == nil }), by: \.kind)
        for (kind, addresses) in gone {
            let moments = try lastMoments(of: addresses.map(\.number), kind, in: connection)
            for (moment, title) in try titles(of: Set(moments), kind, in: connection) {
                let address = Address(kind: kind, number: moment.id)
                known[address] = Reference(address: address, name: title)
            }
        }
        return addresses.map { known[$0] ?? Reference(address: $0, name: "\($0)") }
    }

    /// What records are called, or were called last.
    static func pastNames(of addresses: Set<Address>, in connection: Connection) throws -> [Address: String] {
        guard !addresses.isEmpty else { return [:] }
        let references = try pastReferences(to: Array(addresses), in: connection)
        return Dictionary(uniqueKeysWithValues: references.map { ($0.address, $0.name) })
    }

    /// Just before they were deleted for the last time.
    private static func lastMoments(
        of ids: [Int64], _ kind: Kind, in connection: Connection
    ) throws -> [Moment] {
        try connection.all(
            """
            SELECT value, (
                SELECT step_id FROM change
                WHERE kind = ?2 AND record_id = value AND table_name = ?3 AND action = 'delete'
                ORDER BY step_id DESC LIMIT 1)
            FROM json_each(?1)
            """,
            {
                $0[1] = ids.json
                $0[2] = kind
                $0[3] = name(of: kind)
            }
        ) { row in
            let step: Int64? = row[1]
            return step.map { Moment(id: row[0], step: Step.ID(rawValue: $0)) }
        }
        .compactMap { $0 }
    }

    private static func titles(
        of moments: Set<Moment>, _ kind: Kind, in connection: Connection
    ) throws -> [Moment: String] {
        switch kind {
        case .person: try persons.past(moments, in: connection).mapValues(\.content.title)
        case .group: try groups.past(moments, in: connection).mapValues(\.content.title)
        case .planet: try planets.past(moments, in: connection).mapValues(\.content.title)
        case .note: try notes.past(moments, in: connection).mapValues(\.content.title)
        }
    }
}
