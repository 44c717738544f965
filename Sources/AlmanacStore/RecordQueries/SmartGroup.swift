import Model
import SQLite

/// Groups whose members are found by a search or a filter.
package enum SmartGroup {
    /// So many smart groups, the first by name, are looked for at most.
    private static let limit = 50

    /// The smart groups that find these records, by record: for each group the index is asked for the documents of these
    /// alone, so that it costs the same however many it finds.
    static func groups(of ids: [Int64], _ kind: Kind, in connection: Connection) throws -> [Int64: [RecordReference]] {
        let all = try connection.all(kind == .planet ? planetFilters : searches, binding: limit) { row in
            (
                group: RecordReference(address: RecordID(kind: .group, number: row[0]), name: row[4]),
                saved: try SavedSearch.read(row)
            )
        }
        var groups: [Int64: [RecordReference]] = [:]
        for (group, saved) in all {
            guard let saved else { continue }
            for id in try found(among: ids, by: saved, in: connection) { groups[id, default: []].append(group) }
        }
        return groups
    }

    /// The search index is asked for the documents of these records alone, and a filter for their rows.
    private static func found(
        among ids: [Int64], by saved: SavedSearch, in connection: Connection
    ) throws -> [Int64] {
        var found = ids
        if let search = saved.search {
            guard let query = SearchQuery(search) else { return [] }
            let match = try SearchTable.everything.matching(query, isFinished: false, in: connection)
            let documents = found.compactMap { DocumentID(RecordID(kind: saved.kind, number: $0))?.rawValue }.json
            found = try connection.all(
                Self.found, binding: match, documents
            ) { DocumentID(rawValue: $0[0]).address.number }
        }
        // What is no filter lets nothing through; the list of the members says so.
        guard saved.filter != nil else { return found }
        guard let filter = try? saved.filter(and: nil) else { return [] }
        let table = saved.kind.table
        let allowed = Selection(source: table).filtered(by: filter, over: FilterColumns.all(of: saved.kind))
        return try connection.all(
            """
            SELECT \(table).id FROM \(table)
            WHERE \(table).id IN (SELECT value FROM json_each(?2)) AND \(allowed.condition)
            """,
            {
                $0[2] = found.json
                allowed.parameters.bind(to: &$0)
            }
        ) { $0[0] as Int64 }
    }

    /// The first members of those among the groups that are smart.
    static func members(of groups: [Int64], in connection: Connection) throws -> [Int64: LinkedRecords] {
        let all = try connection.all(
            """
            SELECT id, search, person_filter, planet_filter FROM people_group
            WHERE id IN (SELECT value FROM json_each(?1))
                AND coalesce(search, person_filter, planet_filter) IS NOT NULL
            """, binding: groups.json, row: SavedSearch.read)
        var members: [Int64: LinkedRecords] = [:]
        for saved in all.compactMap(\.self) {
            do {
                let selection = try saved.selection(in: connection)
                members[saved.group.number] = try records(of: saved.kind, in: selection, connection)
            } catch is RecordProblem {
                // What is no filter lets nothing through; the list of the members says so.
                members[saved.group.number] = LinkedRecords.none
            }
        }
        return members
    }

    private static func records(
        of kind: Kind, in selection: Selection, _ connection: Connection
    ) throws -> LinkedRecords {
        let table = selection.source
        let first = try connection.all(
            """
            SELECT \(table).id, display_name FROM \(table)
            WHERE \(selection.condition)
            ORDER BY sort_key, \(table).id
            LIMIT \(LinkedRecords.limit)
            """, { selection.parameters.bind(to: &$0) }
        ) { RecordReference(address: RecordID(kind: kind, number: $0[0]), name: $0[1]) }
        let count = try connection.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM \(table) WHERE \(selection.condition) LIMIT \(LinkedRecords.countLimit + 1))
            """, { selection.parameters.bind(to: &$0) }
        ) { $0[0] as Int }
        return LinkedRecords(first, counted: count ?? 0)
    }

    /// The ids of all persons that it finds, by name.
    package static func everybody(by saved: SavedSearch, in connection: Connection) throws -> [Int64] {
        guard saved.kind == .person else { return [] }
        let selection = try saved.selection(in: connection)
        return try connection.all(
            "SELECT person.id FROM person WHERE \(selection.condition) ORDER BY sort_key, person.id",
            { selection.parameters.bind(to: &$0) }
        ) { $0[0] }
    }

    // MARK: - Statements

    static let searches = """
        SELECT id, search, person_filter, planet_filter, display_name FROM people_group
        WHERE search IS NOT NULL OR person_filter IS NOT NULL
        ORDER BY sort_key, id
        LIMIT ?1
        """

    static let planetFilters = """
        SELECT id, search, person_filter, planet_filter, display_name FROM people_group
        WHERE planet_filter IS NOT NULL
        ORDER BY sort_key, id
        LIMIT ?1
        """

    /// Those among the documents ?2 that match.
    static let found = """
        SELECT rowid FROM search
        WHERE search MATCH ?1 AND rowid IN (SELECT value FROM json_each(?2))
        """
}

extension RecordTable {
    /// Where a list looks: the members of a smart group are all records of a kind, narrowed to what it has saved.
    func selection(
        _ scope: ListScope, matching text: String, where filter: Filter?, in connection: Connection
    ) throws -> (Selection, ListScope) {
        let id = order(.standard, scope).id
        guard [.person, .planet].contains(Content.kind), case .of(let owner) = scope, owner.kind == .group,
            let saved = try SavedSearch(of: owner.number, in: connection)
        else {
            let selection = try self.scope(scope).narrowed(to: text, id: id, of: Content.kind, in: connection)
            return (selection.filtered(by: filter, over: filterColumns), scope)
        }
        guard saved.kind == Content.kind else { return (.nothing(of: name), .all) }
        let members = try saved.found(in: connection).narrowed(to: text, id: id, of: saved.kind, in: connection)
        return (members.filtered(by: try saved.filter(and: filter), over: filterColumns), .all)
    }
}
