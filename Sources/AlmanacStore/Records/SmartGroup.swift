import Model
import SQLite

/// Groups whose members are found by a search.
enum SmartGroup {
    /// The search of a group; nil for one that keeps its members.
    static func search(of group: Int64, in connection: Connection) throws -> String? {
        try connection.first("SELECT search FROM people_group WHERE id = ?1", { $0[1] = group }) { $0[0] as String? }
            ?? nil
    }

    /// So many smart groups, the first by name, are looked for at most.
    private static let limit = 50

    /// The smart groups that find these persons, by person: for each group the index is asked for the documents of these
    /// persons alone, so that it costs the same however many it finds.
    static func groups(of persons: [Int64], in connection: Connection) throws -> [Int64: [Reference]] {
        let searches = try connection.all(searches, { $0[1] = limit }) {
            (group: Reference(address: Address(kind: .group, number: $0[0]), name: $0[1]), text: $0[2] as String)
        }
        guard !searches.isEmpty else { return [:] }
        let documents = persons.compactMap { DocumentID(Address(kind: .person, number: $0))?.rawValue }.json
        var groups: [Int64: [Reference]] = [:]
        for search in searches {
            guard let query = SearchQuery(search.text) else { continue }
            let match = try SearchTable.everything.matching(query, isFinished: false, in: connection)
            try connection.forEach(
                found,
                {
                    $0[1] = match
                    $0[2] = documents
                }
            ) { row in
                let person = DocumentID(rawValue: row[0]).address.number
                groups[person, default: []].append(search.group)
            }
        }
        return groups
    }

    /// The first members of those among the groups that have a search.
    static func members(of groups: [Int64], in connection: Connection) throws -> [Int64: LinkedRecords] {
        let searches = try connection.all(
            """
            SELECT id, search FROM people_group
            WHERE id IN (SELECT value FROM json_each(?1)) AND search IS NOT NULL
            """, { $0[1] = groups.json }
        ) { (id: $0[0] as Int64, text: $0[1] as String) }
        var members: [Int64: LinkedRecords] = [:]
        for search in searches { members[search.id] = try persons(matching: search.text, in: connection) }
        return members
    }

    private static func persons(matching text: String, in connection: Connection) throws -> LinkedRecords {
        let selection = try Tables.persons.scope(.all).narrowed(
            to: text, id: "person.id", of: .person, in: connection)
        guard let match = selection.match else { return .none }
        let first = try connection.all(
            """
            SELECT person.id, display_name FROM person
            WHERE \(selection.condition)
            ORDER BY sort_key, person.id
            LIMIT \(LinkedRecords.limit)
            """, { $0[4] = match }
        ) { Reference(address: Address(kind: .person, number: $0[0]), name: $0[1]) }
        let count = try connection.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM person WHERE \(selection.condition) LIMIT \(LinkedRecords.countLimit + 1))
            """, { $0[4] = match }
        ) { $0[0] as Int }
        return LinkedRecords(first, counted: count ?? 0)
    }

    /// The ids and UUIDs of all whom a search finds, by name.
    static func everybody(matching text: String, in connection: Connection) throws -> [(Int64, String)] {
        let selection = try Tables.persons.scope(.all).narrowed(to: text, id: "person.id", of: .person, in: connection)
        guard let match = selection.match else { return [] }
        return try connection.all(
            "SELECT person.id, uuid FROM person WHERE \(selection.condition) ORDER BY sort_key, person.id",
            { $0[4] = match }
        ) { ($0[0], $0[1]) }
    }

    // MARK: - Statements

    static let searches = """
        SELECT id, display_name, search FROM people_group
        WHERE search IS NOT NULL
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
    /// Where a list looks: the members of a smart group are all persons, narrowed to its search.
    func selection(
        _ scope: ListScope, matching text: String, where filter: Filter?, in connection: Connection
    ) throws -> (Selection, ListScope) {
        let (selection, scope) = try selection(scope, matching: text, in: connection)
        return (selection.filtered(by: filter, over: filterColumns), scope)
    }

    private func selection(_ scope: ListScope, matching text: String, in connection: Connection) throws -> (
        Selection, ListScope
    ) {
        guard Content.kind == .person, case .of(let owner) = scope, owner.kind == .group,
            let search = try SmartGroup.search(of: owner.number, in: connection)
        else {
            let id = order(.standard, scope).id
            return (try self.scope(scope).narrowed(to: text, id: id, of: Content.kind, in: connection), scope)
        }
        let id = order(.standard, .all).id
        let members = try self.scope(.all).narrowed(to: search, id: id, of: .person, in: connection)
        return (try members.narrowed(to: text, id: id, of: .person, in: connection), .all)
    }
}
