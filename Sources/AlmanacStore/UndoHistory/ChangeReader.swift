import Localization
import Model
import SQLite

/// A reader of record changes. Reading a page takes a fixed number of statements.
struct ChangeReader {
    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Returns the changes that a command has made so far, up to a limit.
    func changes(by token: Int64) throws -> ResultPage<RecordChange> {
        guard let step = try StepReader(connection).step(by: token) else { return ResultPage([], hasMore: false) }
        return try changes(of: step.id, at: .beginning, limit: DryRunResult.limit)
    }

    func changes(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) throws -> ResultPage<RecordChange> {
        let changedRecords = ResultPage(
            read: try changedRecords(of: step, at: start, limit: limit + 1), limit: limit, at: start)
        return ResultPage(try changes(changedRecords.items).map(\.change), hasMore: changedRecords.hasMore)
    }

    func changes(of id: RecordID, in steps: [Step.ID]) throws -> [Step.ID: [RecordChange]] {
        let changes = try changes(try changedRecords(of: steps, about: id), about: id)
        return Dictionary(grouping: changes, by: \.step).mapValues { $0.map(\.change) }
    }

    /// A record and the step that changed it.
    private struct ChangedRecord: Hashable, Sendable {
        let id: RecordID
        let step: Step.ID
        var moment: HistoryPoint { HistoryPoint(id: id.number, step: step) }
    }

    /// Returns the records that a step has changed.
    private func changedRecords(of step: Step.ID, at start: PageCursor<RecordID>, limit: Int) throws -> [ChangedRecord]
    {
        // The query skips from record to record, because a step may contain a million changes to one group.
        let (beyond, direction) = start.isBackwards ? ("<", "DESC") : (">", "ASC")
        return try connection.all(
            """
            WITH RECURSIVE changed (kind, record_id) AS (
                SELECT ?2, ?3
                UNION ALL
                SELECT change.kind, change.record_id FROM changed CROSS JOIN change ON change.id = (
                    SELECT id FROM change
                    WHERE step_id = ?1 AND record_id IS NOT NULL AND (kind, record_id) \(beyond) (changed.kind, changed.record_id)
                    ORDER BY kind \(direction), record_id \(direction) LIMIT 1)
                LIMIT ?4 + 1)
            SELECT kind, record_id FROM changed LIMIT -1 OFFSET 1
            """, binding: step, start.key?.kind.rawValue ?? "", start.key?.number ?? 0, limit
        ) { ChangedRecord(id: RecordID(kind: try $0[0], number: $0[1]), step: step) }
    }

    /// Returns the records whose changes in the steps affect a record. These include groups that the record joined or
    /// left, and persons merged into the record.
    private func changedRecords(of steps: [Step.ID], about id: RecordID) throws -> [ChangedRecord] {
        try connection.all(
            """
            SELECT ?2 AS kind, ?3 AS record_id, value AS step_id FROM json_each(?1)
            WHERE EXISTS (SELECT 1 FROM change WHERE kind = ?2 AND record_id = ?3 AND step_id = value)
            UNION
            SELECT change.kind, record_id, step_id FROM person_merge CROSS JOIN change
                ON change.kind = 'person' AND change.record_id = person_merge.person_id
            WHERE ?2 = 'person' AND heir_id = ?3 AND step_id IN (SELECT value FROM json_each(?1))
            UNION
            \(Membership.union {
                """
                SELECT kind, record_id, step_id FROM \($0.table)_past CROSS JOIN change ON change.id = change_id
                WHERE ?2 = '\($0.kind)' AND \($0.member) = ?3 AND step_id IN (SELECT value FROM json_each(?1))
                    AND change_id > \(ChangeBound.below("(SELECT min(value) FROM json_each(?1))"))
                    AND change_id < \(ChangeBound.above("(SELECT max(value) FROM json_each(?1))"))
                """
            })
            ORDER BY kind, record_id
            """, binding: steps.map(\.rawValue).json, id.kind, id.number
        ) { ChangedRecord(id: RecordID(kind: try $0[0], number: $0[1]), step: try $0[2]) }
    }

    /// Returns the changes to the given records, in the same order, in a fixed number of statements.
    private func changes(
        _ changedRecords: [ChangedRecord], about subject: RecordID? = nil
    ) throws -> [(step: Step.ID, change: RecordChange)] {
        var changes: [Kind: [HistoryPoint: RecordChange]] = [:]
        for (kind, changedRecords) in Dictionary(grouping: changedRecords, by: \.id.kind) {
            let member = kind == .group && subject?.kind != .group ? subject : nil
            changes[kind] = try kind.content.changes(at: changedRecords.map(\.moment), member: member, on: connection)
        }
        return changedRecords.compactMap { record in
            changes[record.id.kind]?[record.moment].map { (record.step, $0) }
        }
    }
}

/// The changes to catalog records made by a user or another program.
enum ManualEdits {
    /// Returns whether a record may have been edited by hand.
    static func exist(of id: RecordID, in connection: Connection) throws -> Bool {
        try connection.hasRow(search, binding: id.kind, id.number)
    }

    /// Returns the keys of the fields that were edited by hand.
    static func fields(of id: RecordID, in connection: Connection) throws -> Set<String> {
        let steps = try StepReader(connection).steps(about: id, at: .beginning, limit: .max)
        let changes = try ChangeReader(connection).changes(of: id, in: steps.map(\.id))
        return FieldProvenance(of: id, in: steps, changes).byHand
    }

    static let search = """
        SELECT 1 FROM change CROSS JOIN step ON step.id = change.step_id
        WHERE kind = ?1 AND record_id = ?2 AND \(condition)
        LIMIT 1
        """

    /// The SQL condition that a step is an edit by a user or another program.
    static let condition = """
        (command IS NULL OR command NOT LIKE 'seed%' AND command NOT LIKE 'import%' AND command <> 'migrate')
        """
}

extension RecordTable {
    /// Returns the changes to records, in a fixed number of statements. Each point identifies a record and the step
    /// that changed it.
    /// - Parameter member: The only group member whose memberships are reported; `nil` for all members.
    func changes(
        at moments: [HistoryPoint], member: RecordID? = nil, on connection: Connection
    ) throws -> [HistoryPoint: RecordChange] {
        guard !moments.isEmpty else { return [:] }
        let past = try pastWithoutLists(Set(moments + moments.map(\.after)), in: connection)
        let titles = try titles(of: past, in: connection)
        let (before, after) = try states(around: moments, past.mapValues(\.content), on: connection)
        let relations = try RelationHistory(kind: Content.kind, member: member).changes(at: moments, on: connection)
        let effects = moments.map { moment in
            let (old, new) = (before[moment], after[moment])
            let content = new ?? old ?? Content()
            let differences =
                differences(old ?? Content(), new ?? Content(), titledFor: content) + relations[moment, default: []]
            let action: RecordChange.Action? =
                switch (old, new) {
                case (nil, nil): nil
                case (_, nil): .deleted
                case (nil, _): .added
                default: .changed
                }
            return (
                recordID: RecordID(kind: Content.kind, number: moment.id), action: action,
                title: titles[moment.after] ?? titles[moment], differences: differences
            )
        }
        let missing = effects.filter { $0.action == nil }.map(\.recordID)
        let purged = try purged(missing.map(\.number), on: connection)
        let mentioned = effects.flatMap { $0.differences.flatMap(\.recordIDs) }
        let names = try connection.pastNames(of: Set(missing + mentioned))
        let changes = effects.map { recordID, action, title, differences in
            RecordChange(
                record: RecordReference(id: recordID, name: title ?? names[recordID] ?? "\(recordID)"),
                action: action ?? (purged.contains(recordID.number) ? .purged : .deleted),
                fields: differences.map { $0.fieldChange(names) })
        }
        return Dictionary(zip(moments, changes)) { $1 }
    }

    /// Returns the states of records before and after steps. Lists contain only the values that the step has set or
    /// removed.
    /// - Parameter past: The states before and after the steps, without lists.
    private func states(
        around moments: [HistoryPoint], _ past: [HistoryPoint: Content], on connection: Connection
    ) throws -> (before: [HistoryPoint: Content], after: [HistoryPoint: Content]) {
        // Otherwise, reading many changes to a long list would read the entire list for each change.
        var (before, after): ([HistoryPoint: Content], [HistoryPoint: Content]) = ([:], [:])
        for moment in moments {
            before[moment] = past[moment]
            after[moment] = past[moment.after]
        }
        // Most steps change few lists, and compiling a statement takes longer than running it.
        let changed = Set(
            try connection.all(HistoryPoint.changedTables, binding: moments.json, Content.kind) { $0[0] as String })
        for list in lists where changed.contains(list.table) {
            try connection.forEach(list.changed, binding: moments.json, Content.kind) { row in
                let moment = moments[row[0]]
                if row[list.columns.count + 1] {
                    guard let place = after.index(forKey: moment) else { return }
                    try list.append(&after.values[place], row)
                } else {
                    guard let place = before.index(forKey: moment) else { return }
                    try list.append(&before.values[place], row)
                }
            }
        }
        return (before, after)
    }

    /// Returns which of the records were purged.
    private func purged(_ ids: [Int64], on connection: Connection) throws -> Set<Int64> {
        guard !ids.isEmpty else { return [] }
        return Set(
            try connection.all(
                """
                SELECT DISTINCT record_id FROM change
                WHERE kind = ?1 AND record_id IN (SELECT value FROM json_each(?2)) AND action = 'purged'
                """, binding: Content.kind, ids.json
            ) { $0[0] as Int64 })
    }

    /// Returns the differences between two states of a record.
    /// - Parameter content: The state that determines the titles of the fields.
    func differences(_ old: Content, _ new: Content, titledFor content: Content) -> [FieldDifference] {
        let fields = Content.fields.compactMap { field in
            FieldDifference(
                field.key, field.title(of: content), old: field.read(old), new: field.read(new),
                holdsRecordIDs: field.holdsRecordIDs)
        }
        let photo = FieldDifference("photo", "Photo", old: photo(of: old), new: photo(of: new))
        let hidden = FieldDifference("card", "Card", old: old.hiddenTexts, new: new.hiddenTexts)
        return fields + [photo, hidden].compactMap { $0 }
    }

    private func photo(of content: Content) -> [Labeled<String>] {
        content.photo.map { [Labeled("", $0.rawValue)] } ?? []
    }
}

extension EditableField {
    fileprivate var holdsRecordIDs: Bool { !linkedKinds.isEmpty }
}

/// The values of a field, as text or record IDs, that only one of two states has, such as the states before and after a
/// step.
struct FieldDifference {
    let key: String
    let title: Title
    let old: [Labeled<String>]
    let new: [Labeled<String>]
    let holdsRecordIDs: Bool

    /// Creates the difference between two lists of values. If they differ only in their order, the difference contains
    /// the values that have moved. Returns `nil` if nothing has changed.
    init?(
        _ key: String, _ title: Title, old: [Labeled<String>], new: [Labeled<String>], holdsRecordIDs: Bool = false
    ) {
        if old == new { return nil }
        (self.key, self.title, self.holdsRecordIDs) = (key, title, holdsRecordIDs)
        let (removed, added) = (old.removing(new), new.removing(old))
        let moved = removed.isEmpty && added.isEmpty ? zip(old, new).filter { $0 != $1 } : []
        self.old = removed + moved.map(\.0)
        self.new = added + moved.map(\.1)
    }

    /// The records that the values refer to.
    var recordIDs: [RecordID] { holdsRecordIDs ? (old + new).compactMap { RecordID($0.value) } : [] }

    /// Returns the difference for display.
    /// - Parameter names: The names of the records that the values refer to.
    func fieldChange(_ names: [RecordID: String] = [:]) -> FieldChange {
        FieldChange(key: key, title: title, old: text(of: old, names), new: text(of: new, names))
    }

    private func text(of values: [Labeled<String>], _ names: [RecordID: String]) -> String {
        values.map { value in
            let name = holdsRecordIDs ? RecordID(value.value).flatMap { names[$0] } : nil
            let text = name.map { "\($0) (\(value.value))" } ?? value.value
            return value.label.isEmpty ? text : "\(value.label): \(text)"
        }
        .joined(separator: ", ")
    }
}

extension [Labeled<String>] {
    /// Returns the values that are not in another list. A value is removed as often as the other list contains it.
    func removing(_ others: [Labeled<String>]) -> [Labeled<String>] {
        guard !isEmpty, !others.isEmpty else { return self }
        var counts: [Labeled<String>: Int] = [:]
        for value in others { counts[value, default: 0] += 1 }
        return filter { value in
            guard let count = counts[value], count > 0 else { return true }
            counts[value] = count - 1
            return false
        }
    }
}

/// The key and title of the field for a recorded column or table.
struct RecordedField {
    let key: String
    let title: Title

    /// Creates the field of a column or table. Returns `nil` for the row itself and for internal columns.
    init?(of column: String?, in table: String, kind: Kind) {
        let isRecord = Kind(table: table) != nil
        let name = isRecord ? column ?? "" : String(table.split(separator: "_").last ?? "")
        if let field = kind.content.field(in: name, hasTable: !isRecord) {
            (key, title) = field
        } else if name == "planted" {
            (key, title) = ("sampleData", "Sample data")
        } else if let title = Self.others[name] {
            (key, self.title) = (name, title)
        } else {
            return nil
        }
    }

    private static let others: [String: Title] = [
        "photo": "Photo", "picture": "Picture", "card": "Card", "membership": "Members", "favorite": "Favorite",
        "planet": "Planets", "account": "Account", "merge": "Merged into",
    ]
}

extension Recordable {
    /// Returns the key and title of the field that is stored in a column, if any.
    /// - Parameter hasTable: Whether the values are in a separate table.
    fileprivate static func field(in column: String, hasTable: Bool) -> (key: String, title: Title)? {
        fields.first { $0.columns.contains(column) && $0.hasTable == hasTable }.map { ($0.key, $0.title) }
    }
}

extension EditableField {
    /// Whether the values are in a separate table.
    fileprivate var hasTable: Bool {
        switch value {
        case .texts, .labeled, .phones, .addresses, .persons: true
        case .text, .optionalText, .accessor, .date, .day, .period, .gender, .figure, .integer, .flag, .estimates,
            .uncertainties, .reference:
            false
        }
    }
}
