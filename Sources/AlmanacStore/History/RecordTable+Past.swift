import Model
import SQLite

/// A record as it was before a step: walked back from the present, through what the history has recorded since.
struct PastRecord<Content: Recordable> {
    let uuid: String
    let created: Timestamp
    let modified: Timestamp
    let version: Int
    var content: Content
}

extension RecordTable {
    /// Nil when it was not there, or was purged.
    func past(_ id: Int64, before step: Step.ID, in connection: Connection) throws -> PastRecord<Content>? {
        let change = try connection.first(
            """
            SELECT id, action IN ('update', 'delete') FROM change
            WHERE kind = ?1 AND record_id = ?2 AND table_name = ?3 AND step_id >= ?4
            ORDER BY step_id, id LIMIT 1
            """,
            {
                $0[1] = Content.kind
                $0[2] = id
                $0[3] = name
                $0[4] = step
            }
        ) { (id: $0[0] as Int64, wasThere: $0[1] as Bool) }
        if change?.wasThere == false { return nil }
        let names = ["uuid", "created", "modified", "version"] + columns.map(\.name)
        let sql =
            change == nil
            ? "SELECT \(names.joined(separator: ", ")) FROM \(name) WHERE id = ?1"
            : "SELECT \(names.joined(separator: ", ")) FROM \(name)_past WHERE change_id = ?1 AND is_new = 0"
        let record = try connection.first(sql, { $0[1] = change?.id ?? id }) { row in
            PastRecord(
                uuid: row[0], created: try row[1], modified: try row[2], version: row[3],
                content: try content(of: row, from: 4))
        }
        guard var record else { return nil }
        for list in lists {
            try connection.forEach(
                list.past,
                {
                    $0[1] = Content.kind
                    $0[2] = id
                    $0[3] = step
                }
            ) { row in
                try list.append(&record.content, row)
            }
        }
        return record
    }

    func record(_ id: RecordID<Content>, at time: Timestamp, in connection: Connection) throws -> Record<Content> {
        let last = try connection.first(
            "SELECT id FROM step WHERE time <= ?1 ORDER BY id DESC LIMIT 1", { $0[1] = time }
        ) { $0[0] as Int64 }
        let next = Step.ID(rawValue: (last ?? 0) + 1)
        guard let past = try past(id.rawValue, before: next, in: connection) else {
            throw HistoryProblem.notThere(id.address, at: time)
        }
        return Record(
            id: id, uuid: past.uuid, created: past.created, modified: past.modified, version: past.version,
            content: past.content, links: try pastLinks(past.content, id.rawValue, next, connection))
    }
}

extension ContentList {
    /// The rows of the record ?2 of the kind ?1 before the step ?3.
    var past: String {
        """
        WITH later AS (
            SELECT min(change.id) AS first, position AS place
            FROM change JOIN \(table)_past ON change_id = change.id
            WHERE kind = ?1 AND record_id = ?2 AND table_name = '\(table)' AND step_id >= ?3
            GROUP BY position)
        SELECT ?2, \(columns.joined(separator: ", ")) FROM (
            SELECT position, \(columns.joined(separator: ", ")) FROM \(table)
            WHERE \(owner) = ?2 AND position NOT IN (SELECT place FROM later)
            UNION ALL
            SELECT position, \(columns.joined(separator: ", "))
            FROM later JOIN \(table)_past ON change_id = first AND is_new = 0)
        ORDER BY position
        """
    }
}

extension Tables {
    /// A record by its present name, or by the last one that it had.
    static func pastReference(to address: Address, in connection: Connection) throws -> Reference {
        if let present = try references(to: [address], in: connection).first { return present }
        let last = try connection.first(
            """
            SELECT step_id FROM change
            WHERE kind = ?1 AND record_id = ?2 AND table_name = ?3 AND action = 'delete'
            ORDER BY step_id DESC LIMIT 1
            """,
            {
                $0[1] = address.kind
                $0[2] = address.number
                $0[3] = name(of: address.kind)
            }
        ) { try $0[0] as Step.ID }
        return Reference(
            address: address,
            name: try last.flatMap { try title(of: address, before: $0, in: connection) } ?? "\(address)")
    }

    static func title(of address: Address, before step: Step.ID, in connection: Connection) throws -> String? {
        switch address.kind {
        case .person: try persons.past(address.number, before: step, in: connection)?.content.title
        case .group: try groups.past(address.number, before: step, in: connection)?.content.title
        case .planet: try planets.past(address.number, before: step, in: connection)?.content.title
        case .note: try notes.past(address.number, before: step, in: connection)?.content.title
        }
    }
}
