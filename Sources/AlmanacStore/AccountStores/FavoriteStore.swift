import Model
import SQLite

/// The data source of favorites, for accounts and guests.
struct FavoriteStore: FavoriteDataSource {
    let database: StoreDatabase
    let clock: StoreClock

    func favorites(
        of account: Account.ID?, _ kind: Kind?, matching text: String, by order: FavoriteOrder,
        at start: PageCursor<RecordID>, limit: Int
    ) async throws -> ResultPage<RecordReference> {
        try await database.reading { connection in
            let found = try matching(text, from: start, limit: limit + 1, key: \.id, words: \.name) {
                let end = try $0.key.map { try Self.position(of: $0, in: account, connection) }
                let sql = Self.page(by: order, isBackwards: $0.isBackwards)
                return try connection.all(
                    sql, binding: account, kind, end?.id ?? .min, end?.sortKey ?? "", $1
                ) { row in RecordReference(id: RecordID(kind: try row[0], number: row[1]), name: row[2]) }
            }
            return ResultPage(read: found, limit: limit, at: start)
        }
    }

    private static func position(
        of recordID: RecordID, in account: Account.ID?, _ connection: Connection
    ) throws -> (id: Int64, sortKey: String) {
        let sql = """
            SELECT id, sort_key
            FROM (\(named) WHERE favorite.\(recordID.kind.rawValue)_id = ?1 AND favorite.account_id IS ?2)
            """
        let position = try connection.first(sql, binding: recordID.number, account) {
            (id: $0[0] as Int64, sortKey: $0[1] as String)
        }
        guard let position else { throw RecordProblem.notFound(recordID) }
        return position
    }

    /// Returns a query for at most ?5 favorites of the account ?1, after or before the position (?3, ?4). If ?2 is not
    /// NULL, only favorites of the kind ?2 are selected.
    private static func page(by order: FavoriteOrder, isBackwards: Bool) -> String {
        let (beyond, direction) = isBackwards ? ("<", "DESC") : (">", "ASC")
        let (condition, ordering) =
            switch order {
            case .added: ("id \(beyond) ?3", "id \(direction)")
            case .name: ("(sort_key, id) \(beyond) (?4, ?3)", "sort_key \(direction), id \(direction)")
            }
        return """
            SELECT kind, record_id, display_name
            FROM (\(named) WHERE favorite.account_id IS ?1)
            WHERE (?2 IS NULL OR kind = ?2) AND \(condition)
            ORDER BY \(ordering)
            LIMIT ?5
            """
    }

    /// A query for all favorites with their names.
    private static let named = """
        SELECT favorite.id AS id,
            CASE WHEN favorite.person_id IS NOT NULL THEN 'person' WHEN favorite.group_id IS NOT NULL THEN 'group'
                WHEN favorite.planet_id IS NOT NULL THEN 'planet' ELSE 'note' END AS kind,
            coalesce(favorite.person_id, favorite.group_id, favorite.planet_id, favorite.note_id) AS record_id,
            coalesce(person.display_name, people_group.display_name, planet.display_name, note.display_name)
                AS display_name,
            coalesce(person.sort_key, people_group.sort_key, planet.sort_key, note.sort_key) AS sort_key
        FROM favorite
        LEFT JOIN person ON person.id = favorite.person_id
        LEFT JOIN people_group ON people_group.id = favorite.group_id
        LEFT JOIN planet ON planet.id = favorite.planet_id
        LEFT JOIN note ON note.id = favorite.note_id
        """

    func favorites(of account: Account.ID?, among recordIDs: [RecordID]) async throws -> Set<RecordID> {
        let sql = """
            SELECT kind, record_id
            FROM favorite_record
            WHERE account_id IS ?1 AND kind = ?2 AND record_id IN (SELECT value FROM json_each(?3))
            """
        return try await database.reading { connection in
            var favorites: Set<RecordID> = []
            for (kind, recordIDs) in Dictionary(grouping: recordIDs, by: \.kind) {
                let found = try connection.all(sql, binding: account, kind, recordIDs.map(\.number).json) { row in
                    RecordID(kind: try row[0], number: row[1])
                }
                favorites.formUnion(found)
            }
            return favorites
        }
    }

    func setFavorite(
        _ isFavorite: Bool, _ id: RecordID, of account: Account.ID?, in context: CommandContext
    ) async throws {
        try await database.recording(in: context, at: clock) { connection in
            do {
                try connection.run(
                    isFavorite ? Self.insertion : Self.deletion, binding: account, id.kind, id.number)
            } catch let error as SQLiteError where error.constraint == .foreignKey {
                throw RecordProblem.notFound(id)
            }
        }
    }

    /// Adds a record to the favorites of an account or, if `account` is `nil`, of guests, unless it is a favorite
    /// already.
    static func add(_ id: RecordID, of account: Account.ID?, in connection: Connection) throws {
        try connection.run(insertion, binding: account, id.kind, id.number)
    }

    private static var insertion: String {
        """
        INSERT INTO favorite (id, account_id, person_id, group_id, planet_id, note_id)
        VALUES (
            \(unusedID), ?1, iif(?2 = 'person', ?3, NULL), iif(?2 = 'group', ?3, NULL),
            iif(?2 = 'planet', ?3, NULL), iif(?2 = 'note', ?3, NULL))
        ON CONFLICT DO NOTHING
        """
    }

    /// A statement that copies the favorites of guests to the account ?1 if there is no other account.
    static var copying: String {
        """
        INSERT INTO favorite (id, account_id, person_id, group_id, planet_id, note_id)
        SELECT \(unusedID) + row_number() OVER (ORDER BY id) - 1, ?1, person_id, group_id, planet_id, note_id
        FROM favorite
        WHERE account_id IS NULL AND NOT EXISTS (SELECT 1 FROM account WHERE id <> ?1)
        ORDER BY id
        """
    }

    /// An SQL expression for a row ID that no favorite has ever had: one more than the highest ID of all changes and
    /// favorites. Each insertion records a change, so no favorite has ever had a higher ID.
    ///
    /// The row IDs define the order in which favorites were added, and undo restores the row ID of a deleted favorite.
    static let unusedID = """
        (SELECT max(ifnull((SELECT max(id) FROM change), 0), ifnull((SELECT max(id) FROM favorite), 0)) + 1)
        """

    private static var deletion: String {
        """
        DELETE FROM favorite
        WHERE account_id IS ?1
            AND CASE ?2 WHEN 'person' THEN person_id WHEN 'group' THEN group_id WHEN 'planet' THEN planet_id
                ELSE note_id END = ?3
        """
    }
}
