import Model
import SQLite

extension AccountStore {
    func favorites(of account: Account.ID) async throws -> [RecordReference] {
        let sql = """
            SELECT kind, record_id, display_name
            FROM favorite_record
            WHERE account_id = ?1
            ORDER BY id
            """
        return try await database.reading { connection in
            try connection.all(sql, binding: account) { row in
                RecordReference(address: RecordID(kind: try row[0], number: row[1]), name: row[2])
            }
        }
    }

    func favorites(of account: Account.ID, among addresses: [RecordID]) async throws -> Set<RecordID> {
        let sql = """
            SELECT kind, record_id
            FROM favorite_record
            WHERE account_id = ?1 AND kind = ?2 AND record_id IN (SELECT value FROM json_each(?3))
            """
        return try await database.reading { connection in
            var favorites: Set<RecordID> = []
            for (kind, addresses) in Dictionary(grouping: addresses, by: \.kind) {
                let numbers = addresses.map { String($0.number) }.joined(separator: ",")
                let found = try connection.all(sql, binding: account, kind, "[\(numbers)]") { row in
                    RecordID(kind: try row[0], number: row[1])
                }
                favorites.formUnion(found)
            }
            return favorites
        }
    }

    func setFavorite(
        _ isFavorite: Bool, _ address: RecordID, of account: Account.ID, in context: CommandContext
    ) async throws {
        try await database.recording(in: context, at: clock) { connection in
            do {
                try connection.run(
                    isFavorite ? Self.insertion : Self.deletion, binding: account, address.kind, address.number)
            } catch let error as SQLiteError where error.constraint == .foreignKey {
                throw RecordProblem.notFound(address)
            }
        }
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

    // Each insertion records a change, so no favorite has ever had an ID above these two maximums.
    /// An SQL expression for a row ID that no favorite has ever had.
    ///
    /// Favorites are listed by row ID, and undo restores the row ID of a deleted favorite.
    static let unusedID = """
        (SELECT max(ifnull((SELECT max(id) FROM change), 0), ifnull((SELECT max(id) FROM favorite), 0)) + 1)
        """

    private static var deletion: String {
        """
        DELETE FROM favorite
        WHERE account_id = ?1
            AND CASE ?2 WHEN 'person' THEN person_id WHEN 'group' THEN group_id WHEN 'planet' THEN planet_id
                ELSE note_id END = ?3
        """
    }
}
