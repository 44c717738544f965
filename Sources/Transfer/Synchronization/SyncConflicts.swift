import Interchange
import Model
import SQLite
import Sync

/// The unresolved conflicts.
struct SyncConflicts {
    let connection: Connection

    /// A conflict of a record.
    struct Entry {
        let id: SyncConflict.ID
        let remote: String
        let record: RecordID
        let found: Timestamp
        let property: PropertyConflict
    }

    func all() throws -> [Entry] {
        try connection.all("\(Self.selection) ORDER BY sync_conflict.id", row: Self.read)
    }

    /// - Throws: ``RemoteCommandProblem/unknownConflict(_:)`` if the conflict does not exist.
    func entry(_ id: SyncConflict.ID) throws -> Entry {
        let entry = try connection.first(
            "\(Self.selection) WHERE sync_conflict.id = ?1", binding: id.rawValue, row: Self.read)
        guard let entry else { throw RemoteCommandProblem.unknownConflict(id) }
        return entry
    }

    func add(_ property: PropertyConflict, of record: RecordID, in remote: Int64, at time: Timestamp) throws {
        try connection.run(Self.insertion) {
            $0[1] = remote
            $0[2] = record.kind
            $0[3] = record.number
            $0[4] = time
            $0[5] = property.property
            $0[6] = property.base.joined(separator: "\n")
            $0[7] = property.mine.joined(separator: "\n")
            $0[8] = property.theirs.joined(separator: "\n")
        }
    }

    func delete(_ id: SyncConflict.ID) throws {
        try connection.run("DELETE FROM sync_conflict WHERE id = ?1", binding: id.rawValue)
    }

    // MARK: - Statements

    /// Conflicts of deleted records are omitted. They reappear if the record is restored.
    private static let selection = """
        SELECT sync_conflict.id, remote.name, kind, record_id, found, property, base, mine, theirs
        FROM sync_conflict CROSS JOIN remote ON remote.id = remote_id
            AND CASE kind
                WHEN 'person' THEN EXISTS (SELECT 1 FROM person WHERE id = record_id)
                ELSE EXISTS (SELECT 1 FROM people_group WHERE id = record_id) END
        """

    private static let insertion = """
        INSERT INTO sync_conflict (remote_id, kind, record_id, found, property, base, mine, theirs)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        """

    private static func read(_ row: borrowing Row) throws -> Entry {
        let property = PropertyConflict(
            property: row[5], base: lines(row[6]), mine: lines(row[7]), theirs: lines(row[8]))
        return Entry(
            id: SyncConflict.ID(rawValue: row[0]), remote: row[1],
            record: RecordID(kind: try row[2], number: row[3]), found: try row[4], property: property)
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
