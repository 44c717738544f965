import Model
import SQLite

/// The states of records before a step. A state is reconstructed from the current row and later changes.
extension RecordTable {
    /// Returns the states of records at points in the history, without links, in a fixed number of statements. Records
    /// that did not exist or were purged are omitted.
    func past(_ moments: Set<HistoryPoint>, in connection: Connection) throws -> [HistoryPoint: Record<Content>] {
        guard !moments.isEmpty else { return [:] }
        var records = try pastWithoutLists(moments, in: connection)
        let moments = Array(moments)
        for list in lists {
            try connection.forEach(list.past, binding: moments.json, Content.kind) { row in
                guard let place = records.index(forKey: moments[row[0]]) else { return }
                try list.append(&records.values[place].content, row)
            }
        }
        let rules = try NameRules(of: connection)
        return records.mapValues { past in
            var record = past
            record.title = past.content.title(in: rules.order)
            return record
        }
    }

    /// Returns the last state of each deleted record, without links. Purged records are omitted.
    func deleted(_ ids: [Int64], in connection: Connection) throws -> [Record<Content>] {
        guard !ids.isEmpty else { return [] }
        let points = try connection.all(
            """
            SELECT record_id, max(step_id) FROM change
            WHERE kind = ?2 AND record_id IN (SELECT value FROM json_each(?1)) AND table_name = ?3 AND action = 'delete'
            GROUP BY record_id
            """, binding: ids.json, Content.kind, name
        ) { HistoryPoint(id: $0[0], step: try $0[1]) }
        return try Array(past(Set(points), in: connection).values)
    }

    /// Returns the IDs of the records whose content now differs from their content after a step.
    /// - Parameter steps: The step of each record.
    func edited(since steps: [Int64: Step.ID], in connection: Connection) throws -> Set<Int64> {
        let past = try past(Set(steps.map { HistoryPoint(id: $0, step: $1).after }), in: connection)
        let contents = Dictionary(past.values.map { ($0.id, $0.content) }) { $1 }
        let records = try fetch(Array(steps.keys), tied: nil, from: connection)
        return Set(records.filter { contents[$0.id] != $0.content }.map(\.id.rawValue))
    }

    /// Returns the states of records at points in the history, without titles, lists, or links, in one statement.
    func pastWithoutLists(
        _ moments: Set<HistoryPoint>, in connection: Connection
    ) throws -> [HistoryPoint: Record<Content>] {
        guard !moments.isEmpty else { return [:] }
        let moments = Array(moments)
        var records: [HistoryPoint: Record<Content>] = [:]
        try connection.forEach(past, binding: moments.json, Content.kind, name) { row in
            let moment = moments[row[0]]
            records[moment] = try record(moment.id, of: row)
        }
        return records
    }

    /// Returns the titles of records at points in the history.
    /// - Parameter records: The states of the records, without lists.
    func titles(
        of records: [HistoryPoint: Record<Content>], in connection: Connection
    ) throws -> [HistoryPoint: String] {
        let rules = try NameRules(of: connection)
        let titles = records.mapValues { $0.content.title(in: rules.order) }
        let unnamed = Content().title
        // The title of a person without a name can be an email address or another value in a list.
        let untitled = lists.isEmpty ? [] : Set(titles.filter { $0.value == unnamed }.keys)
        return try titles.merging(past(untitled, in: connection).mapValues(\.title)) { $1 }
    }

    /// A query that selects the rows at the points ?1 for the kind ?2 and the table ?3. A row is read from the next
    /// change after the point, or from the current row if it has not changed since.
    private var past: String {
        // The search for the next change ends at the next point of the record, so that no change is read twice.
        let names = ["uuid", "created", "modified", "version"] + columns.map(\.name)
        return """
            WITH moment AS MATERIALIZED (
                SELECT number, record, step,
                    ifnull(lead(step) OVER (PARTITION BY record ORDER BY step), \(Int64.max)) AS next_step
                FROM (\(HistoryPoint.selection))),
            found AS MATERIALIZED (
                SELECT number, record, step, (
                    SELECT id FROM change
                    WHERE kind = ?2 AND record_id = record AND table_name = ?3 AND step_id >= step AND step_id < next_step
                    ORDER BY step_id, id LIMIT 1) AS change
                FROM moment),
            state AS MATERIALIZED (
                SELECT number, record, min(change) OVER (PARTITION BY record ORDER BY step DESC) AS change FROM found)
            SELECT number, \(names.map { "present.\($0)" }.joined(separator: ", "))
            FROM state CROSS JOIN \(name) AS present ON present.id = record
            WHERE change IS NULL
            UNION ALL
            SELECT number, \(names.map { "past.\($0)" }.joined(separator: ", "))
            FROM state CROSS JOIN \(name)_past AS past ON past.change_id = change AND past.is_new = 0
            """
    }

    /// Returns the last state of a record with the given version, or `nil` if the history does not contain it.
    func record(
        _ id: TypedRecordID<Content>, version: Int, in connection: Connection
    ) throws -> Record<Content>? {
        let last = try connection.first(
            """
            SELECT step_id FROM change CROSS JOIN \(name)_past ON change_id = change.id
            WHERE kind = ?1 AND record_id = ?2 AND table_name = ?3 AND is_new = 1 AND version = ?4
            ORDER BY step_id DESC LIMIT 1
            """, binding: Content.kind, id.rawValue, name, version
        ) { $0[0] as Int64 }
        guard let last else { return nil }
        let moment = HistoryPoint(id: id.rawValue, step: Step.ID(rawValue: last)).after
        guard var record = try past([moment], in: connection)[moment], record.version == version else { return nil }
        record.links = try record.content.pastLinks(at: moment, in: connection)
        return record
    }

    func record(_ id: TypedRecordID<Content>, at time: Timestamp, in connection: Connection) throws -> Record<Content> {
        let last = try connection.first(
            "SELECT id FROM step WHERE time <= ?1 ORDER BY id DESC LIMIT 1", binding: time
        ) { $0[0] as Int64 }
        let moment = HistoryPoint(id: id.rawValue, step: Step.ID(rawValue: last ?? 0)).after
        guard var record = try past([moment], in: connection)[moment] else {
            throw HistoryProblem.didNotExist(id.recordID, at: time)
        }
        record.links = try record.content.pastLinks(at: moment, in: connection)
        return record
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

    /// A query that selects the rows that steps have changed, before and after each step, for the kind ?2. Each of the
    /// points ?1 identifies a record and a step. The values of a row are followed by a flag that is set for the state
    /// after the step, and by the row’s position.
    var changed: String {
        let names = columns.map { "past.\($0)" }.joined(separator: ", ")
        let row = "CROSS JOIN \(table)_past AS past ON past.\(owner) = record AND past.position = place"
        return """
            WITH moment AS MATERIALIZED (\(HistoryPoint.selection)),
            touched AS MATERIALIZED (
                SELECT number, record, position AS place, min(change.id) AS first, max(change.id) AS last
                FROM moment CROSS JOIN change ON kind = ?2 AND record_id = record AND step_id = step
                CROSS JOIN \(table)_past ON change_id = change.id
                WHERE table_name = '\(table)'
                GROUP BY number, position)
            SELECT number, \(names), past.is_new, place FROM touched \(row) AND change_id = first AND is_new = 0
            UNION ALL
            SELECT number, \(names), past.is_new, place FROM touched \(row) AND change_id = last AND is_new = 1
            ORDER BY number, place
            """
    }
}

/// The members of groups, and the groups of records, at points in the history.
extension Membership {
    /// Returns the first members of a group, up to the limit of counts.
    func members(at moment: HistoryPoint, in connection: Connection) throws -> [RecordID] {
        let limit = LinkedRecords.countLimit + 1
        return try relatedIDs(of: "group_id", giving: member, at: moment, limit: limit, in: connection)
            .map { RecordID(kind: kind, number: $0) }
    }

    func groups(at moment: HistoryPoint, limit: Int?, in connection: Connection) throws -> [RecordID] {
        try relatedIDs(of: member, giving: "group_id", at: moment, limit: limit, in: connection)
            .map { RecordID(kind: .group, number: $0) }
    }

    private func relatedIDs(
        of owner: String, giving other: String, at moment: HistoryPoint, limit: Int?, in connection: Connection
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

extension Connection {
    func pastReference(to id: RecordID) throws -> RecordReference { try pastReferences(to: [id])[0] }

    /// Returns references with current or last known names, in a fixed number of statements.
    func pastReferences(to recordIDs: [RecordID]) throws -> [RecordReference] {
        var known: [RecordID: RecordReference] = [:]
        for reference in try references(to: recordIDs) { known[reference.id] = reference }
        let gone = Dictionary(grouping: Set(recordIDs.filter { known[$0] == nil }), by: \.kind)
        for (kind, recordIDs) in gone {
            let moments = try lastMoments(of: recordIDs.map(\.number), kind)
            for (moment, title) in try kind.content.titles(at: Set(moments), in: self) {
                let recordID = RecordID(kind: kind, number: moment.id)
                known[recordID] = RecordReference(id: recordID, name: title)
            }
        }
        return recordIDs.map { known[$0] ?? RecordReference(id: $0, name: "\($0)") }
    }

    /// Returns the records for links, with current or last known names of the first.
    func pastLinks(to recordIDs: [RecordID]) throws -> LinkedRecords {
        let first = Array(recordIDs.prefix(LinkedRecords.limit))
        return LinkedRecords(try pastReferences(to: first), counted: recordIDs.count)
    }

    /// Returns the current or last known names of records.
    func pastNames(of recordIDs: Set<RecordID>) throws -> [RecordID: String] {
        guard !recordIDs.isEmpty else { return [:] }
        let references = try pastReferences(to: Array(recordIDs))
        return Dictionary(uniqueKeysWithValues: references.map { ($0.id, $0.name) })
    }

    /// Returns the point immediately before the last deletion of each record.
    private func lastMoments(of ids: [Int64], _ kind: Kind) throws -> [HistoryPoint] {
        try all(
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

/// A point in the history of a record, immediately before a step.
struct HistoryPoint: Hashable {
    let id: Int64
    let step: Step.ID

    /// The point immediately after the step.
    var after: HistoryPoint {
        // Another program may have used the highest ID.
        HistoryPoint(id: id, step: Step.ID(rawValue: min(step.rawValue, .max - 1) + 1))
    }

    /// A query that selects the points in the JSON array ?1 and their indexes. The casts allow SQLite to create an
    /// automatic index for a join.
    static let selection = """
        SELECT key AS number, CAST(value ->> 0 AS INTEGER) AS record, CAST(value ->> 1 AS INTEGER) AS step
        FROM json_each(?1)
        """

    /// A query that selects the tables that the steps of the points ?1 have changed for the records of these points, of
    /// the kind ?2.
    static let changedTables = """
        SELECT DISTINCT table_name FROM (\(selection))
        CROSS JOIN change ON kind = ?2 AND record_id = record AND step_id = step
        """
}

extension [HistoryPoint] {
    var json: String { "[" + map { "[\($0.id),\($0.step.rawValue)]" }.joined(separator: ",") + "]" }
}
