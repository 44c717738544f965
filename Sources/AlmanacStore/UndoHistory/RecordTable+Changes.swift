import Model
import SQLite

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
                address: RecordID(kind: Content.kind, number: moment.id), action: action,
                title: titles[moment.after] ?? titles[moment], differences: differences
            )
        }
        let missing = effects.filter { $0.action == nil }.map(\.address)
        let purged = try purged(missing.map(\.number), on: connection)
        let mentioned = effects.flatMap { $0.differences.flatMap(\.addresses) }
        let names = try Tables.pastNames(of: Set(missing + mentioned), in: connection)
        let changes = effects.map { address, action, title, differences in
            RecordChange(
                record: RecordReference(address: address, name: title ?? names[address] ?? "\(address)"),
                action: action ?? (purged.contains(address.number) ? .purged : .deleted),
                fields: differences.map { $0.fieldChange(names) })
        }
        return Dictionary(zip(moments, changes)) { $1 }
    }

    /// Returns the states of records before and after steps. Lists contain only the values that the step has set or
    /// removed, so that reading many changes to a long list does not read the list each time.
    /// - Parameter past: The states before and after the steps, without lists.
    private func states(
        around moments: [HistoryPoint], _ past: [HistoryPoint: Content], on connection: Connection
    ) throws -> (before: [HistoryPoint: Content], after: [HistoryPoint: Content]) {
        var (before, after): ([HistoryPoint: Content], [HistoryPoint: Content]) = ([:], [:])
        for moment in moments {
            before[moment] = past[moment]
            after[moment] = past[moment.after]
        }
        for list in lists {
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

    /// Returns the IDs of the records that were purged.
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
                holdsAddresses: field.holdsAddresses)
        }
        let photo = FieldDifference("photo", "Photo", old: photoText(old), new: photoText(new))
        let hidden = FieldDifference("card", "Card", old: hiddenTexts(old), new: hiddenTexts(new))
        return fields + [photo, hidden].compactMap { $0 }
    }

    private func photoText(_ content: Content) -> [Labeled<String>] {
        photo(content).map { [Labeled("", $0.rawValue)] } ?? []
    }
}

extension EditableField {
    fileprivate var holdsAddresses: Bool {
        if case .reference = shape { true } else { false }
    }
}
