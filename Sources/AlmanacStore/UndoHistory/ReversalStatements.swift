import Model
import SQLite

/// The statements that undo changes to a table.
///
/// In all statements except `cuts`, ?1 is the ID of the change, or ?1 and ?2 are the first and last IDs of a range of
/// changes. The tables `old` and `new` contain the row before and after the change, and `present` contains the current
/// row.
struct ReversalStatements {
    /// A query that selects the columns that were set by the change and now differ, each followed by a space. It
    /// returns no row if the changed row is missing.
    let difference: String
    /// The queries that return a row if the change has set a reference to a record that was purged later. The keys are
    /// the columns of the references.
    let purgedReferences: [String: String]
    /// A query that counts the inserted rows from ?1 to ?2 that exist and have not changed since.
    let unchanged: String
    /// A query that returns a row if any of the rows deleted from ?1 to ?2 exists again.
    let presence: String
    /// A statement that undoes the insertions from ?1 to ?2.
    let removal: String
    /// A statement that undoes the deletions from ?1 to ?2, last deletion first.
    let insertion: String
    /// A statement that undoes an update. It writes only the columns that the update changed.
    let restoration: String
    /// A query that returns a row if all rows that the deleted row referred to exist.
    let parents: String
    /// The statements that clear references from the record ?1 to missing records.
    let cuts: [String]

    /// Creates the statements for a table.
    /// - Parameter references: The columns that refer to other tables.
    init(_ table: StoreTable, references: [(column: String, parent: String)]) {
        let (name, past) = (table.name, table.past)
        let key = table.key

        difference = """
            SELECT \(table.compared.map(Self.difference).joined(separator: " || "))
            FROM \(past) AS new
            LEFT JOIN \(past) AS old ON old.change_id = new.change_id AND old.is_new = 0
            JOIN \(name) AS present ON \(table.isRow("new"))
            WHERE new.change_id = ?1 AND new.is_new = 1
            """
        purgedReferences = Dictionary(
            references.map { ($0.column, Self.purgedReference(in: table, $0.column, to: $0.parent)) }
        ) { first, _ in first }
        unchanged = """
            SELECT count(*) FROM \(past) AS new JOIN \(name) AS present ON \(table.isRow("new"))
            WHERE new.change_id BETWEEN ?1 AND ?2 AND new.is_new = 1
                AND \(table.compared.map { "present.\($0) IS new.\($0)" }.joined(separator: " AND "))
            """
        presence = """
            SELECT 1 FROM \(past) AS old JOIN \(name) AS present ON \(table.isRow("old"))
            WHERE old.change_id BETWEEN ?1 AND ?2 AND old.is_new = 0
            """
        removal = """
            DELETE FROM \(name) WHERE (\(key.joined(separator: ", "))) IN (
                SELECT \(key.map { "present.\($0)" }.joined(separator: ", "))
                FROM \(past) AS new JOIN \(name) AS present ON \(table.isRow("new"))
                WHERE new.change_id BETWEEN ?1 AND ?2 AND new.is_new = 1)
            """
        insertion = """
            INSERT INTO \(name) (\(table.recordedNames.joined(separator: ", ")))
            SELECT \(table.recordedNames.map { Self.value(of: $0, in: table) }.joined(separator: ", "))
            FROM \(past) AS old WHERE old.change_id BETWEEN ?1 AND ?2 AND old.is_new = 0
            ORDER BY old.change_id DESC
            """
        restoration = """
            UPDATE \(name) AS present SET \(Self.assignments(in: table).joined(separator: ", "))
            FROM \(past) AS old JOIN \(past) AS new ON new.change_id = old.change_id AND new.is_new = 1
            WHERE old.change_id = ?1 AND old.is_new = 0 AND \(table.isRow("new"))
            """
        parents = """
            SELECT 1 FROM \(past) AS old WHERE old.change_id = ?1 AND old.is_new = 0
            \(references.map(Self.exists).joined(separator: "\n"))
            """
        cuts = (table.isRecord ? references : []).map { key in
            """
            UPDATE \(name)
            SET \(key.column) = NULL, version = version + 1, modified = \(Self.now)
            WHERE id = ?1 AND \(key.column) NOT IN (SELECT id FROM \(key.parent))
            """
        }
    }

    private static func purgedReference(in table: StoreTable, _ column: String, to parent: String) -> String {
        """
        SELECT 1 FROM \(table.past) AS new JOIN \(table.name) AS present ON \(table.isRow("new"))
        WHERE new.change_id = ?1 AND new.is_new = 1 AND present.\(column) IS NULL AND EXISTS (
            SELECT 1 FROM change
            WHERE record_id = new.\(column) AND table_name = '\(parent)' AND action = 'purged'
                AND kind = '\(Kind(table: parent)?.rawValue ?? "")')
        """
    }

    /// Returns a statement that clears a reference of a restored row, or deletes the row if it is neither a record nor
    /// an account. ?1 is the ID of the change that deleted or changed the row.
    static func removal(of column: String, in table: StoreTable) -> String {
        guard table.isRecord || table.name == "account" else {
            return """
                DELETE FROM \(table.name) AS present WHERE EXISTS (
                    SELECT 1 FROM \(table.past) AS old
                    WHERE old.change_id = ?1 AND old.is_new = 0 AND \(table.isRow("old")))
                """
        }
        let counting = table.isRecord ? ", version = version + 1, modified = \(now)" : ""
        return """
            UPDATE \(table.name) SET \(column) = NULL\(counting)
            WHERE id IN (SELECT id FROM \(table.past) WHERE change_id = ?1 AND is_new = 0)
            """
    }

    private static func exists(_ column: String, _ parent: String) -> String {
        "AND (old.\(column) IS NULL OR EXISTS (SELECT 1 FROM \(parent) WHERE id = old.\(column)))"
    }

    /// An expression for the time of the current step.
    private static let now = "(SELECT time FROM present_step)"

    private static func difference(_ column: String) -> String {
        """
        iif((old.change_id IS NULL OR old.\(column) IS NOT new.\(column)) AND present.\(column) IS NOT new.\(column),
            '\(column) ', '')
        """
    }

    private static func value(of column: String, in table: StoreTable) -> String {
        switch column {
        case "version" where table.isRecord: "old.version + 1"
        case "modified" where table.isRecord: now
        // The ID of a favorite may have been reused.
        case "id" where table.name == "favorite": "iif(EXISTS (SELECT 1 FROM favorite WHERE id = old.id), NULL, old.id)"
        default: "old.\(column)"
        }
    }

    private static func assignments(in table: StoreTable) -> [String] {
        // A restored person may lack values that an earlier version did not read from the card.
        let cardVersion = table.recordedNames.filter { $0 == "card_version" }
        let restored = (table.compared + cardVersion).filter { !table.recordedKey.contains($0) }.map { column in
            "\(column) = iif(old.\(column) IS new.\(column), present.\(column), old.\(column))"
        }
        if table.isRecord { return restored + ["version = present.version + 1", "modified = \(now)"] }
        if table.recordedNames.contains("target_id") {
            return restored + ["target_id = iif(old.value IS new.value, present.target_id, old.target_id)"]
        }
        return restored.isEmpty ? ["\(table.recordedKey[0]) = present.\(table.recordedKey[0])"] : restored
    }
}

/// The reversal statements of each table on a connection, created on demand.
struct TableStatements {
    private let connection: Connection
    private var known: [String: ReversalStatements] = [:]

    init(on connection: Connection) {
        self.connection = connection
    }

    mutating func statements(of table: String) throws -> ReversalStatements {
        if let statements = known[table] { return statements }
        let description = try StoreTable(recorded: table, on: connection)
        let references = try connection.all(
            "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?1)", binding: table
        ) { (column: $0[0] as String, parent: $0[1] as String) }
        let statements = ReversalStatements(
            description, references: references.filter { description.recordedNames.contains($0.column) })
        known[table] = statements
        return statements
    }
}

/// The comparison of current and recorded rows.
extension StoreTable {
    /// The columns that only increase. They are neither compared nor undone.
    private static let growing: Set = ["version", "modified"]

    /// The columns whose current values are compared with the values after a change.
    var compared: [String] {
        recordedNames.filter {
            !Self.growing.contains($0) && !Self.uncomparedColumns.contains($0) && !(name == "favorite" && $0 == "id")
        }
    }

    /// Returns a condition that the current row has the key of a recorded row.
    func isRow(_ image: String) -> String {
        let equal = name == "favorite" ? "IS" : "="
        return recordedKey.map { "present.\($0) \(equal) \(image).\($0)" }.joined(separator: " AND ")
    }

    /// Returns expressions for the kind and ID of the record that a current row belongs to.
    /// - Parameters:
    ///   - column: A column that refers to a record or to an account.
    ///   - kind: The kind of the record; `nil` for an account.
    func record(of column: String, kind: Kind?) -> (kind: String, id: String) {
        if isRecord || isMembership, let owner { return ("'\(owner.kind)'", "present.\(owner.column)") }
        guard let kind else { return Self.favoriteRecord("present") }
        return ("'\(kind.rawValue)'", "present.\(column)")
    }
}

/// The rows that refer to a missing record after the reversal of a step.
struct Dependents {
    let step: Step.ID
    /// The step to name in messages.
    let name: Step.ID
    /// The changes that could not be undone. Their records still exist.
    let refused: [Int64]
    let connection: Connection

    private struct ForeignKey {
        let table: String
        let column: String
        let parent: String
    }

    /// Removes the references from restored rows to purged records and removed accounts, removes the merges of purged
    /// persons, and assigns the drafts of deleted accounts to guests.
    ///
    /// - Returns: A conflict for each other row that refers to a missing record or account.
    func resolve() throws -> [UndoConflict] {
        let touched = Set(
            try connection.all("SELECT DISTINCT table_name FROM change WHERE step_id = ?1", binding: step) {
                $0[0] as String
            })
        if touched.contains(Kind.person.table) { try removePurgedMerges() }
        if touched.contains("account") { try assignDrafts() }
        return try foreignKeys().flatMap { key in
            try (touched.contains(key.parent) ? orphaned(by: key) : [])
                + (touched.contains(key.table) ? withoutParent(by: key, isOnlyTable: touched.count == 1) : [])
        }
    }

    /// Removes merges into persons whom the undone step had added, if the merged person or the changes of the merge
    /// were purged.
    private func removePurgedMerges() throws {
        try connection.run(
            """
            DELETE FROM person_merge
            WHERE heir_id IN (
                    SELECT record_id FROM change
                    WHERE step_id = ?1 AND kind = 'person' AND table_name = 'person' AND action = 'insert')
                AND NOT EXISTS (SELECT 1 FROM person WHERE id = heir_id)
                AND EXISTS (
                    SELECT 1 FROM change
                    WHERE kind = 'person' AND record_id = person_id
                        AND table_name IN ('person', 'person_merge') AND action = 'purged')
            """, binding: step)
    }

    /// Assigns the drafts of deleted accounts to guests, or deletes them if a guest has a draft of the same form.
    /// Drafts are not part of the history.
    private func assignDrafts() throws {
        try connection.execute(
            """
            UPDATE OR IGNORE draft SET account_id = NULL
            WHERE account_id IS NOT NULL AND account_id NOT IN (SELECT id FROM account);

            DELETE FROM draft
            WHERE account_id IS NOT NULL AND account_id NOT IN (SELECT id FROM account);
            """)
    }

    private func foreignKeys() throws -> [ForeignKey] {
        try connection.all(
            """
            SELECT child.name, key."from", key."table"
            FROM sqlite_schema AS child JOIN pragma_foreign_key_list(child.name) AS key
            WHERE child.type = 'table' AND child.name NOT IN ('step', 'change', 'draft')
            """
        ) { ForeignKey(table: $0[0], column: $0[1], parent: $0[2]) }
    }

    /// Returns a conflict for each row that refers to a record or an account added by the undone step.
    private func orphaned(by key: ForeignKey) throws -> [UndoConflict] {
        let kind = Kind(table: key.parent)
        let child = try StoreTable(recorded: key.table, on: connection)
        let record = child.record(of: key.column, kind: kind)
        let parent =
            kind == nil ? "(SELECT id FROM \(key.parent)_past WHERE change_id = change.id)" : "change.record_id"
        return try connection.all(
            """
            SELECT change.id, \(record.kind), \(record.id)
            FROM change JOIN \(key.table) AS present ON present.\(key.column) = \(parent)
            WHERE change.step_id = ?1 AND change.kind = ?2 AND change.table_name = ?3 AND change.action = 'insert'
                AND (change.id IN (SELECT value FROM json_each(?4))
                    OR NOT EXISTS (SELECT 1 FROM \(key.parent) WHERE id = present.\(key.column)))
            """, binding: step, kind ?? .person, key.parent, refused.json
        ) { row in
            UndoConflict(
                recordID: RecordID(kind: try row[1], number: row[2]), table: key.table,
                column: Kind(table: key.table) == nil ? nil : key.column, change: row[0])
        }
    }

    /// Returns a conflict for each restored row that refers to a record that was deleted later. Favorites of a removed
    /// account are not restored.
    /// - Parameter isOnlyTable: Whether the step changed only this table, so that nothing else would be restored.
    private func withoutParent(by key: ForeignKey, isOnlyTable: Bool) throws -> [UndoConflict] {
        let child = try StoreTable(recorded: key.table, on: connection)
        let orphans = try connection.all(
            """
            SELECT change.id, present.\(key.column),
                EXISTS (
                    SELECT 1 FROM change AS purge
                    WHERE purge.kind = ?3 AND purge.record_id = present.\(key.column)
                        AND purge.table_name = ?4 AND purge.action = 'purged')
            FROM change JOIN \(child.past) AS old ON old.change_id = change.id AND old.is_new = 0
            JOIN \(key.table) AS present ON \(child.isRow("old"))
            WHERE change.step_id = ?1 AND change.table_name = ?2 AND present.\(key.column) IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM \(key.parent) WHERE id = present.\(key.column))
            """, binding: step, key.table, Kind(table: key.parent)?.rawValue, key.parent
        ) { row in
            let parent = Kind(table: key.parent).map { RecordID(kind: $0, number: row[1]) }
            let conflict = UndoConflict(recordID: parent, table: key.parent, column: nil, change: row[0])
            return (conflict: conflict, isPurged: row[2] as Bool)
        }
        // A missing parent that is not a record is a removed account.
        let isOfAccount = Kind(table: key.parent) == nil
        if isOfAccount, isOnlyTable, !orphans.isEmpty { throw HistoryProblem.accountGone(name) }
        for orphan in orphans where orphan.isPurged || isOfAccount {
            let removal = ReversalStatements.removal(of: key.column, in: child)
            try connection.run(removal, binding: orphan.conflict.change)
        }
        // References that were already broken before the step are not conflicts.
        return try orphans.filter { !$0.isPurged && !isOfAccount }.map(\.conflict).filter {
            try $0.cause(on: connection) != nil
        }
    }
}
