import Interchange
import Model
import SQLite
import Sync

/// The unresolved conflicts, including those whose resolution was undone.
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

    /// Returns an unresolved conflict.
    /// - Throws: ``RemoteCommandProblem/unknownConflict(_:)`` if there is no such conflict.
    func entry(_ id: SyncConflict.ID) throws -> Entry {
        let entry = try connection.first(
            "\(Self.selection) WHERE sync_conflict.id = ?1", binding: id.rawValue, row: Self.read)
        guard let entry else { throw RemoteCommandProblem.unknownConflict(id) }
        return entry
    }

    /// Adds a conflict. It replaces a resolved conflict about the same property, so that undoing that resolution does
    /// not reopen an outdated conflict.
    func add(_ property: PropertyConflict, of id: RecordID, in remote: Int64, at time: Timestamp) throws {
        try connection.run(
            """
            DELETE FROM sync_conflict
            WHERE remote_id = ?1 AND kind = ?2 AND record_id = ?3 AND property = ?4 AND NOT (\(Self.isOpen))
            """, binding: remote, id.kind, id.number, property.property)
        try connection.run(Self.insertion) {
            $0[1] = remote
            $0[2] = id.kind
            $0[3] = id.number
            $0[4] = time
            $0[5] = property.property
            $0[6] = property.base.joined(separator: "\n")
            $0[7] = property.mine.joined(separator: "\n")
            $0[8] = property.theirs.joined(separator: "\n")
        }
    }

    /// Marks a conflict as resolved by the last change that a command has made to its record, or deletes the conflict
    /// if the command did not change the record.
    ///
    /// - Returns: Whether the command changed the record.
    func resolve(_ entry: Entry, in context: CommandContext) throws -> Bool {
        let last = try connection.first(Self.lastChange, binding: entry.record.kind, entry.record.number) {
            (id: $0[0] as Int64, token: $0[1] as Int64)
        }
        guard let last, last.token == context.stepToken else {
            try connection.run("DELETE FROM sync_conflict WHERE id = ?1", binding: entry.id.rawValue)
            return false
        }
        try connection.run(
            "UPDATE sync_conflict SET resolution = ?2 WHERE id = ?1", binding: entry.id.rawValue, last.id)
        return true
    }

    func count(in remote: Int64) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM sync_conflict WHERE remote_id = ?1 AND \(Self.isOpen)", binding: remote
        ) { $0[0] } ?? 0
    }

    /// Returns the records with unresolved conflicts.
    func records(in remote: Int64) throws -> Set<RecordID> {
        let records = try connection.all(
            "SELECT DISTINCT kind, record_id FROM sync_conflict WHERE remote_id = ?1 AND \(Self.isOpen)",
            binding: remote
        ) { RecordID(kind: try $0[0], number: $0[1]) }
        return Set(records)
    }

    // MARK: - Statements

    private static let lastChange = """
        SELECT change.id, token
        FROM change CROSS JOIN step ON step.id = step_id
        WHERE kind = ?1 AND record_id = ?2
        ORDER BY step_id DESC, change.id DESC LIMIT 1
        """

    private static let selection = """
        SELECT sync_conflict.id, remote.name, kind, record_id, found, property, base, mine, theirs
        FROM sync_conflict CROSS JOIN remote ON remote.id = remote_id AND \(isOpen)
        """

    /// The SQL condition that a conflict is unresolved and that its record exists. The conflicts of a deleted record
    /// reappear if the record is restored.
    private static let isOpen = """
        (resolution IS NULL OR EXISTS (
            SELECT 1 FROM change CROSS JOIN step ON step.id = change.step_id
            WHERE change.id = resolution AND \(StepReader.isUndone)))
        AND CASE sync_conflict.kind
            WHEN 'person' THEN EXISTS (SELECT 1 FROM person WHERE id = sync_conflict.record_id)
            ELSE EXISTS (SELECT 1 FROM people_group WHERE id = sync_conflict.record_id) END
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

/// The stored requests that may have been sent to a book.
struct SyncIntents {
    let connection: Connection
    let remote: Int64

    func all() throws -> [SyncIntent] {
        try connection.all(Self.selection, binding: remote) { row in
            let tag = (row[3] as String?).map { ETag(rawValue: $0) }
            let request: SyncIntent.Request
            if let text = row[5] as [UInt8]? {
                let precondition = tag.map { Precondition.ifMatch($0) } ?? .ifNoneMatch
                request = .put(try VCard(text), revision: row[4], precondition)
            } else {
                request = .delete(ifMatch: tag ?? ETag(rawValue: ""))
            }
            return SyncIntent(
                address: CardAddress(rawValue: row[0]), record: RecordID(kind: try row[1], number: row[2]),
                request: request)
        }
    }

    /// Returns the records of the requests that an interrupted run may have sent.
    func records() throws -> Set<RecordID> {
        Set(try connection.all(Self.records, binding: remote) { RecordID(kind: try $0[0], number: $0[1]) })
    }

    func insert(_ intent: SyncIntent) throws {
        try connection.run(Self.insertion) {
            $0[1] = remote
            $0[2] = intent.address
            $0[3] = intent.record.kind
            $0[4] = intent.record.number
            switch intent.request {
            case .put(let card, let revision, let precondition):
                $0[5] = precondition.tag
                $0[6] = revision
                $0[7] = card.text
            case .delete(let tag):
                $0[5] = tag
                $0.bindNull(at: 6)
                $0.bindNull(at: 7)
            }
        }
    }

    func delete(_ address: CardAddress) throws {
        try connection.run(
            "DELETE FROM sync_intent WHERE remote_id = ?1 AND address = ?2", binding: remote, address.rawValue)
    }

    private static let records = "SELECT kind, record_id FROM sync_intent WHERE remote_id = ?1"

    static let selection = """
        SELECT address, kind, record_id, etag, revision, card FROM sync_intent WHERE remote_id = ?1 ORDER BY address
        """

    private static let insertion = """
        INSERT INTO sync_intent (remote_id, address, kind, record_id, etag, revision, card)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """
}

extension Precondition {
    fileprivate var tag: ETag? {
        switch self {
        case .ifNoneMatch: nil
        case .ifMatch(let tag): tag
        }
    }
}
