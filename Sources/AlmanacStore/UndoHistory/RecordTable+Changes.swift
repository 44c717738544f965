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
        let past = try past(Set(moments + moments.map(\.after)), in: connection)
        let relations = try RelationHistory(kind: Content.kind, member: member).changes(at: moments, on: connection)
        let effects = moments.map { moment in
            let (old, new) = (past[moment]?.content, past[moment.after]?.content)
            let differences = differences(old ?? Content(), new ?? Content()) + relations[moment, default: []]
            return (id: TypedRecordID<Content>(rawValue: moment.id), old: old, new: new, differences: differences)
        }
        let nameless = effects.filter { $0.old == nil && $0.new == nil }.map(\.id)
        let purged = try purged(nameless.map(\.rawValue), on: connection)
        let mentioned = effects.flatMap { $0.differences.flatMap(\.addresses) }
        let names = try Tables.pastNames(of: Set(nameless.map(\.address) + mentioned), in: connection)
        let changes = effects.map { id, old, new, differences in
            let action: RecordChange.Action =
                switch (old, new) {
                case (nil, nil) where purged.contains(id.rawValue): .purged
                case (_, nil): .deleted
                case (nil, _): .added
                default: .changed
                }
            let name = (new ?? old)?.title ?? names[id.address] ?? "\(id.address)"
            return RecordChange(
                record: RecordReference(address: id.address, name: name), action: action,
                fields: differences.map { $0.fieldChange(names) })
        }
        return Dictionary(zip(moments, changes)) { $1 }
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
    package func differences(_ old: Content, _ new: Content) -> [FieldDifference] {
        let fields = Content.fields.compactMap { field in
            FieldDifference(
                field.key, field.title, old: field.read(old), new: field.read(new),
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
