import Model
import SQLite

/// The state of a record before a step. The state is reconstructed from the current row and later changes.
struct PastRecord<Content: Recordable> {
    let uuid: String
    let created: Timestamp
    let modified: Timestamp
    let version: Int
    var content: Content
}

extension RecordTable {
    /// Returns the past states at the points, in a fixed number of statements. Records that did not exist or were
    /// purged are omitted.
    func past(_ moments: Set<HistoryPoint>, in connection: Connection) throws -> [HistoryPoint: PastRecord<Content>] {
        guard !moments.isEmpty else { return [:] }
        let moments = Array(moments)
        let all = moments.json
        var records: [HistoryPoint: PastRecord<Content>] = [:]
        try connection.forEach(past, binding: all, Content.kind, name) { row in
            let moment = moments[row[0]]
            records[moment] = PastRecord(
                uuid: row[1], created: try row[2], modified: try row[3], version: row[4],
                content: try content(of: row, from: 5))
        }
        for list in lists {
            try connection.forEach(list.past, binding: all, Content.kind) { row in
                if var content = records[moments[row[0]]]?.content {
                    try list.append(&content, row)
                    records[moments[row[0]]]?.content = content
                }
            }
        }
        return records
    }

    /// A query that selects the rows at the points ?1 for the kind ?2 and the table ?3. A row is read from the next
    /// change, or else from the current row.
    private var past: String {
        let names = ["uuid", "created", "modified", "version"] + columns.map(\.name)
        return """
            WITH moment AS MATERIALIZED (
                SELECT number, record, (
                    SELECT id FROM change
                    WHERE kind = ?2 AND record_id = record AND table_name = ?3 AND step_id >= step
                    ORDER BY step_id, id LIMIT 1) AS change
                FROM (\(HistoryPoint.selection)))
            SELECT number, \(names.map { "present.\($0)" }.joined(separator: ", "))
            FROM moment CROSS JOIN \(name) AS present ON present.id = record
            WHERE change IS NULL
            UNION ALL
            SELECT number, \(names.map { "past.\($0)" }.joined(separator: ", "))
            FROM moment CROSS JOIN \(name)_past AS past ON past.change_id = change AND past.is_new = 0
            """
    }

    func record(_ id: TypedRecordID<Content>, at time: Timestamp, in connection: Connection) throws -> Record<Content> {
        let last = try connection.first(
            "SELECT id FROM step WHERE time <= ?1 ORDER BY id DESC LIMIT 1", binding: time
        ) { $0[0] as Int64 }
        let moment = HistoryPoint(id: id.rawValue, step: Step.ID(rawValue: (last ?? 0) + 1))
        guard let past = try past([moment], in: connection)[moment] else {
            throw HistoryProblem.didNotExist(id.address, at: time)
        }
        return Record(
            id: id, uuid: past.uuid, created: past.created, modified: past.modified, version: past.version,
            content: past.content, links: try pastLinks(past.content, moment, connection))
    }
}

extension ContentList {
    /// A query that selects the rows at the points ?1 for the kind ?2.
    var past: String {
        let names = columns.joined(separator: ", ")
        return """
            WITH moment AS MATERIALIZED (\(HistoryPoint.selection)),
            later AS MATERIALIZED (
                SELECT number, position AS place, min(change.id) AS first
                FROM moment CROSS JOIN change ON kind = ?2 AND record_id = record AND step_id >= step
                CROSS JOIN \(table)_past ON change_id = change.id
                WHERE table_name = '\(table)'
                GROUP BY number, position)
            SELECT number, \(names) FROM (
                SELECT number, position, \(names) FROM moment CROSS JOIN \(table) ON \(owner) = record
                WHERE NOT EXISTS (SELECT 1 FROM later WHERE later.number = moment.number AND place = position)
                UNION ALL
                SELECT number, position, \(names)
                FROM later CROSS JOIN \(table)_past ON change_id = first AND is_new = 0)
            ORDER BY number, position
            """
    }
}
