import Model
import SQLite

/// Groups whose members are found by a search or a filter.
enum SmartGroup {
    /// So many smart groups, the first by name, are looked for at most.
    private static let limit = 50

    /// The smart groups that find these persons, by person: for each group the index is asked for the documents of these
    /// persons alone, so that it costs the same however many it finds.
    static func groups(of persons: [Int64], in connection: Connection) throws -> [Int64: [Reference]] {
        let all = try connection.all(searches, { $0[1] = limit }) { row in
            (
                group: Reference(address: Address(kind: .group, number: row[0]), name: row[1]),
                saved: SavedSearch(of: row[0], search: row[2], filter: row[3])
            )
        }
        var groups: [Int64: [Reference]] = [:]
        for (group, saved) in all {
            guard let saved else { continue }
            for person in try found(among: persons, by: saved, in: connection) {
                groups[person, default: []].append(group)
            }
        }
        return groups
    }

    /// The search index is asked for the documents of these persons alone, and a filter for their rows.
    private static func found(
        among persons: [Int64], by saved: SavedSearch, in connection: Connection
    ) throws -> [Int64] {
        var found = persons
        if let search = saved.search {
            guard let query = SearchQuery(search) else { return [] }
            let match = try SearchTable.everything.matching(query, isFinished: false, in: connection)
            let documents = found.compactMap { DocumentID(Address(kind: .person, number: $0))?.rawValue }.json
            found = try connection.all(
                Self.found,
                {
                    $0[1] = match
                    $0[2] = documents
                }
            ) { DocumentID(rawValue: $0[0]).address.number }
        }
        // What is no filter lets nobody through; the list of the members says so.
        guard saved.filter != nil else { return found }
        guard let filter = try? saved.filter(and: nil) else { return [] }
        let allowed = Selection(source: "person").filtered(by: filter, over: Tables.persons.filterColumns)
        return try connection.all(
            "SELECT person.id FROM person WHERE person.id IN (SELECT value FROM json_each(?2)) AND \(allowed.condition)",
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
            SELECT id, search, person_filter FROM people_group
            WHERE id IN (SELECT value FROM json_each(?1)) AND (search IS NOT NULL OR person_filter IS NOT NULL)
            """, { $0[1] = groups.json }
        ) { row in (id: row[0] as Int64, saved: SavedSearch(of: row[0], search: row[1], filter: row[2])) }
        var members: [Int64: LinkedRecords] = [:]
        for (id, saved) in all {
            guard let saved else { continue }
            do {
                members[id] = try persons(in: try saved.selection(in: connection), connection)
            } catch is RecordProblem {
                // What is no filter lets nobody through; the list of the members says so.
                members[id] = LinkedRecords.none
            }
        }
        return members
    }

    private static func persons(in selection: Selection, _ connection: Connection) throws -> LinkedRecords {
        let first = try connection.all(
            """
            SELECT person.id, display_name FROM person
            WHERE \(selection.condition)
            ORDER BY sort_key, person.id
            LIMIT \(LinkedRecords.limit)
            """, { selection.parameters.bind(to: &$0) }
        ) { Reference(address: Address(kind: .person, number: $0[0]), name: $0[1]) }
        let count = try connection.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM person WHERE \(selection.condition) LIMIT \(LinkedRecords.countLimit + 1))
            """, { selection.parameters.bind(to: &$0) }
        ) { $0[0] as Int }
        return LinkedRecords(first, counted: count ?? 0)
    }

    /// The ids and UUIDs of all whom it finds, by name.
    static func everybody(by saved: SavedSearch, in connection: Connection) throws -> [(Int64, String)] {
        let selection = try saved.selection(in: connection)
        return try connection.all(
            "SELECT person.id, uuid FROM person WHERE \(selection.condition) ORDER BY sort_key, person.id",
            { selection.parameters.bind(to: &$0) }
        ) { ($0[0], $0[1]) }
    }

    // MARK: - Statements

    static let searches = """
        SELECT id, display_name, search, person_filter FROM people_group
        WHERE search IS NOT NULL OR person_filter IS NOT NULL
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
    /// Where a list looks: the members of a smart group are all persons, narrowed to what it has saved.
    func selection(
        _ scope: ListScope, matching text: String, where filter: Filter?, in connection: Connection
    ) throws -> (Selection, ListScope) {
        let id = order(.standard, scope).id
        guard Content.kind == .person, case .of(let owner) = scope, owner.kind == .group,
            let saved = try SavedSearch(of: owner.number, in: connection)
        else {
            let selection = try self.scope(scope).narrowed(to: text, id: id, of: Content.kind, in: connection)
            return (selection.filtered(by: filter, over: filterColumns), scope)
        }
        let members = try saved.found(in: connection).narrowed(to: text, id: "person.id", of: .person, in: connection)
        return (members.filtered(by: try saved.filter(and: filter), over: filterColumns), .all)
    }
}
