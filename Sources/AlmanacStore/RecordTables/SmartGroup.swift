import Model
import SQLite

/// Queries for smart groups, whose members are found by a search or a filter.
enum SmartGroup {
    /// The maximum number of smart groups to evaluate. Groups are evaluated in name order.
    private static let limit = 50

    /// Returns the smart groups that contain each record. Each query is limited to the given records, so the cost does
    /// not depend on the number of members.
    static func groups(of ids: [Int64], _ kind: Kind, in connection: Connection) throws -> [Int64: [RecordReference]] {
        var groups: [Int64: [RecordReference]] = [:]
        for (group, saved) in try all(of: kind, in: connection) {
            guard let saved else { continue }
            for id in try found(among: ids, by: saved, in: connection) { groups[id, default: []].append(group) }
        }
        return groups
    }

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
            ) { DocumentID(rawValue: $0[0]).recordID.number }
        }
        // An invalid filter matches nothing. The member list reports the error.
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

    /// Returns the first members of each smart group among the given groups.
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
                // An invalid filter matches nothing. The member list reports the error.
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
        ) { RecordReference(id: RecordID(kind: kind, number: $0[0]), name: $0[1]) }
        let count = try connection.first(
            """
            SELECT count(*) FROM (
                SELECT 1 FROM \(table) WHERE \(selection.condition) LIMIT \(LinkedRecords.countLimit + 1))
            """, { selection.parameters.bind(to: &$0) }
        ) { $0[0] as Int }
        return LinkedRecords(first, counted: count ?? 0)
    }

    /// Returns the IDs of all persons that match a saved search, sorted by name.
    static func persons(matching saved: SavedSearch, in connection: Connection) throws -> [Int64] {
        guard saved.kind == .person else { return [] }
        let selection = try saved.selection(in: connection)
        return try connection.all(
            "SELECT person.id FROM person WHERE \(selection.condition) ORDER BY sort_key, person.id",
            { selection.parameters.bind(to: &$0) }
        ) { $0[0] }
    }

    /// Returns the planets of each smart group of planets, except groups with an invalid filter.
    static func planets(in connection: Connection) throws -> [(group: RecordReference, members: Set<Int64>)] {
        try all(of: .planet, in: connection).compactMap { group, saved in
            guard let selection = try? saved?.selection(in: connection) else { return nil }
            let ids: [Int64] = try connection.all(
                "SELECT planet.id FROM planet WHERE \(selection.condition)", { selection.parameters.bind(to: &$0) }
            ) { $0[0] }
            return (group, Set(ids))
        }
    }

    /// Returns the first smart groups that find records of a kind.
    private static func all(
        of kind: Kind, in connection: Connection
    ) throws -> [(group: RecordReference, saved: SavedSearch?)] {
        try connection.all(kind == .planet ? planetFilters : searches, binding: limit) { row in
            (RecordReference(id: RecordID(kind: .group, number: row[0]), name: row[4]), try SavedSearch.read(row))
        }
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

    /// A query that selects the documents among ?2 that match the full-text query ?1.
    static let found = """
        SELECT rowid FROM search
        WHERE search MATCH ?1 AND rowid IN (SELECT value FROM json_each(?2))
        """
}

extension RecordTable {
    /// Returns the selection for a list and the scope to use for sorting, which is `all` for a smart group.
    func selection(
        _ scope: ListScope, matching text: String, where filter: Filter?, in connection: Connection
    ) throws -> (Selection, ListScope) {
        let id = order(.standard, scope).id
        if let groups = try groups(of: scope, in: connection) {
            let selection = try groups.narrowed(to: text, id: id, of: Content.kind, in: connection)
            return (selection.filtered(by: filter, over: filterColumns, for: account), scope)
        }
        guard [.person, .planet].contains(Content.kind), case .of(let owner) = scope, owner.kind == .group,
            let saved = try SavedSearch(of: owner.number, in: connection)
        else {
            let selection = try self.scope(scope).narrowed(to: text, id: id, of: Content.kind, in: connection)
            return (selection.filtered(by: filter, over: filterColumns, for: account), scope)
        }
        guard saved.kind == Content.kind else { return (.nothing(of: name), .all) }
        let members = try saved.found(in: connection).narrowed(to: text, id: id, of: saved.kind, in: connection)
        return (members.filtered(by: try saved.filter(and: filter), over: filterColumns, for: account), .all)
    }

    /// Returns a selection of the groups that contain a record, including smart groups. Returns `nil` if the scope is
    /// not the groups of a record, or if no smart group contains the record.
    private func groups(of scope: ListScope, in connection: Connection) throws -> Selection? {
        guard Content.kind == .group, case .of(let owner) = scope, let links = Membership(of: owner.kind) else {
            return nil
        }
        let smart = try SmartGroup.groups(of: [owner.number], owner.kind, in: connection)[owner.number] ?? []
        guard !smart.isEmpty else { return nil }
        return Selection(
            source: name,
            condition: """
                \(name).id IN (
                    SELECT group_id FROM \(links.table) WHERE \(links.member) = ?1
                    UNION ALL SELECT value FROM json_each('\(smart.map(\.id.number).json)'))
                """, parameter: owner.number)
    }
}

/// The search text and filter of a smart group.
struct SavedSearch: Hashable {
    let group: RecordID
    /// The kind of the members: persons or planets.
    let kind: Kind
    let search: String?
    let filter: String?

    /// Creates the saved search of a smart group. Returns `nil` if the members of the group are added manually.
    init?(of group: Int64, in connection: Connection) throws {
        let saved = try connection.first(
            "SELECT id, search, person_filter, planet_filter FROM people_group WHERE id = ?1",
            binding: group, row: Self.read)
        guard let saved = saved ?? nil else { return nil }
        self = saved
    }

    init?(of group: Int64, as content: Group) {
        self.init(of: group, search: content.search, filter: content.filter, planets: content.planets)
    }

    /// Creates a saved search. Returns `nil` if there is neither a search text nor a filter.
    /// - Parameters:
    ///   - filter: A filter for persons.
    ///   - planets: A filter for planets. It cannot be combined with a search text or a filter for persons.
    private init?(of group: Int64, search: String?, filter: String?, planets: String?) {
        guard search != nil || filter != nil || planets != nil else { return nil }
        self.group = RecordID(kind: .group, number: group)
        kind = planets == nil ? .person : .planet
        self.search = search
        self.filter = planets ?? filter
    }

    /// Returns the saved search in a row, or `nil` if there is none. The row starts with the group ID, the search text,
    /// and both filters.
    static func read(_ row: borrowing Row) throws -> SavedSearch? {
        SavedSearch(of: row[0], search: row[1], filter: row[2], planets: row[3])
    }

    /// Returns the filter of the group combined with another filter, or `nil` if there is neither.
    func filter(and other: Filter?) throws -> Filter? {
        guard let filter else { return other }
        do throws(FilterProblem) {
            return try Filter(saved: filter, of: kind).and(other)
        } catch {
            let reason = error.explanation.sentences.joined(separator: " ")
            throw RecordProblem.badFilter(group, of: kind, filter: filter, reason: reason)
        }
    }

    /// Returns a selection of the records that match the search text, without applying the filter.
    func found(in connection: Connection) throws -> Selection {
        let all = Selection(source: kind.table)
        return try search.map { try all.narrowed(to: $0, id: "\(all.source).id", of: kind, in: connection) } ?? all
    }

    /// Returns a selection of the records that match the search text and the filter.
    func selection(in connection: Connection) throws -> Selection {
        try found(in: connection).filtered(by: try filter(and: nil), over: FilterColumns.all(of: kind))
    }
}
