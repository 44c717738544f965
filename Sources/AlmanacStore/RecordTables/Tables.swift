import Model
import SQLite

/// The record tables of all kinds.
enum Tables {
    /// Returns references to the records that exist, with current names, in the order of the IDs.
    static func references(to addresses: [RecordID], in connection: Connection) throws -> [RecordReference] {
        var names: [RecordID: String] = [:]
        for (kind, addresses) in Dictionary(grouping: addresses, by: \.kind) {
            try connection.forEach(
                """
                SELECT id, display_name FROM \(kind.table)
                WHERE id IN (SELECT value FROM json_each(?1))
                """, binding: addresses.map(\.number).json
            ) { row in
                names[RecordID(kind: kind, number: row[0])] = row[1] as String
            }
        }
        return addresses.compactMap { address in names[address].map { RecordReference(address: address, name: $0) } }
    }
}

extension Connection {
    /// Calls a closure with each link of a page of records. The query returns an owner and the ID and name of a linked
    /// record, for the owners ?1.
    func forEachLink(
        _ sql: String, to kind: Kind, of owners: WantedIDs, _ use: (Int64, RecordReference) -> Void
    ) throws {
        try forEach(sql, binding: owners.value) { row in
            use(row[0], RecordReference(address: RecordID(kind: kind, number: row[1]), name: row[2]))
        }
    }
}

extension Dictionary where Key == Int64, Value: RecordLinks {
    /// Sets a property of the links of each owner.
    mutating func set<Links>(_ property: WritableKeyPath<Value, Links>, to links: [Int64: Links]) {
        for (owner, links) in links { self[owner, default: Value()][keyPath: property] = links }
    }
}
