import Model
import SQLite

extension RecordTable {
    /// What a step has made of a record; of a group that is asked for because of a person, with that member only.
    func change(
        of id: Int64, in step: Step.ID, about subject: Address? = nil, on connection: Connection
    ) throws -> RecordChange {
        let old = try past(id, before: step, in: connection)?.content
        let new = try past(id, before: Step.ID(rawValue: step.rawValue + 1), in: connection)?.content
        let address = Address(kind: Content.kind, number: id)
        let action: RecordChange.Action = new == nil ? .deleted : old == nil ? .added : .changed
        let name = try (new ?? old)?.title ?? Tables.pastReference(to: address, in: connection).name
        let member = subject.flatMap { $0.kind == .person ? $0.number : nil }
        let ties = try RecordedTies(of: address, in: step, member: member).changes(on: connection)
        return RecordChange(
            record: Reference(address: address, name: name), action: action,
            fields: fields(from: old ?? Content(), to: new ?? Content()) + ties)
    }

    private func fields(from old: Content, to new: Content) -> [FieldChange] {
        let fields = Content.fields.compactMap { field in
            FieldChange(field.key, field.title, old: field.read(old), new: field.read(new))
        }
        let photo = FieldChange("photo", "Photo", old: photoText(old), new: photoText(new))
        let hidden = FieldChange("card", "Card", old: hiddenTexts(old), new: hiddenTexts(new))
        return fields + [photo, hidden].compactMap { $0 }
    }

    private func photoText(_ content: Content) -> [Labelled<String>] {
        photo(content).map { [Labelled("", $0.rawValue)] } ?? []
    }
}

extension FieldChange {
    /// Nil when nothing has changed.
    fileprivate init?(_ key: String, _ title: String, old: [Labelled<String>], new: [Labelled<String>]) {
        if old == new { return nil }
        func text(_ values: [Labelled<String>]) -> String {
            values.map { $0.label.isEmpty ? $0.value : "\($0.label): \($0.value)" }.joined(separator: ", ")
        }
        self.init(key: key, title: title, old: text(old), new: text(new))
    }
}

/// What a step has made of a record's memberships and of what else is tied to it.
struct RecordedTies {
    let address: Address
    let step: Step.ID
    /// The one member that is meant; nil for all.
    let member: Int64?

    init(of address: Address, in step: Step.ID, member: Int64?) {
        self.address = address
        self.step = step
        self.member = member
    }

    func changes(on connection: Connection) throws -> [FieldChange] {
        try Self.names.compactMap { table, name in
            guard let field = RecordedField(of: nil, in: table, kind: address.kind) else { return nil }
            let rows = try connection.all(
                """
                SELECT is_new, \(name) FROM change JOIN \(table)_past AS past ON past.change_id = change.id
                WHERE step_id = ?1 AND change.kind = ?2 AND record_id = ?3 AND table_name = '\(table)'
                    AND (?4 IS NULL OR past.person_id = ?4)
                ORDER BY change.id, is_new
                """,
                {
                    $0[1] = step
                    $0[2] = address.kind
                    $0[3] = address.number
                    $0[4] = member
                }
            ) { (isNew: $0[0] as Bool, name: $0[1] as String?) }
            let (old, new) = (rows.filter { !$0.isNew }.compactMap(\.name), rows.filter(\.isNew).compactMap(\.name))
            let (gone, come) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
            if gone.isEmpty, come.isEmpty { return nil }
            return FieldChange(
                key: field.key, title: field.title, old: gone.joined(separator: ", "), new: come.joined(separator: ", ")
            )
        }
    }

    /// The tables, and what a row of each ties the record to, in words; NULL when it does not.
    private static let names = [
        (
            "membership",
            "ifnull((SELECT display_name FROM person WHERE id = past.person_id), 'persons/' || past.person_id)"
        ),
        ("favorite", "(SELECT name FROM account WHERE id = past.account_id)"),
        ("account", "(SELECT name FROM account WHERE id = past.id AND past.person_id = record_id)"),
        (
            "planted",
            "iif(record_id IN (past.person_id, past.group_id, past.planet_id, past.note_id), past.seed_set, NULL)"
        ),
    ]
}
