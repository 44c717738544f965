import Model
import SQLite

/// The changes that steps have made to memberships and other relations.
struct RelationHistory {
    let kind: Kind
    /// The only group member whose memberships are reported; `nil` for all members.
    let member: Int64?

    func changes(at moments: [HistoryPoint], on connection: Connection) throws -> [HistoryPoint: [FieldDifference]] {
        let all = moments.json
        var changes: [HistoryPoint: [FieldDifference]] = [:]
        for (table, name, holdsAddresses) in Self.names {
            guard let field = RecordedField(of: nil, in: table, kind: kind) else { continue }
            // The names before (`false`) and after (`true`) the step.
            var relations: [HistoryPoint: [Bool: [String]]] = [:]
            var statement = try connection.prepare(
                """
                SELECT number, is_new, \(name)
                FROM \(sources(of: table))
                WHERE change.kind = ?2 AND table_name = '\(table)' AND \(member == nil ? "TRUE" : "past.person_id = ?3")
                ORDER BY number, change.id, is_new
                """)
            try statement.forEach({ $0.bind([all, kind] + (member.map { [$0] } ?? [])) }) { row in
                if let name: String = row[2] {
                    relations[moments[row[0]], default: [:]][row[1], default: []].append(name)
                }
            }
            for (moment, names) in relations {
                let (old, new) = (names[false, default: []], names[true, default: []])
                let difference = FieldDifference(
                    field.key, field.title, old: Self.values(old, without: new), new: Self.values(new, without: old),
                    holdsAddresses: holdsAddresses)
                if let difference { changes[moment, default: []].append(difference) }
            }
        }
        return changes
    }

    /// Returns the tables to join. For one member, the query starts from the changes to the member; otherwise, it
    /// starts from the changes to the records.
    private func sources(of table: String) -> String {
        let isMoment = "change.step_id = step AND change.record_id = record"
        return table == "membership" && member != nil
            ? """
            \(table)_past AS past INDEXED BY membership_past_by_person CROSS JOIN change ON change.id = past.change_id
            CROSS JOIN (\(HistoryPoint.selection)) ON \(isMoment)
            """
            : """
            (\(HistoryPoint.selection)) CROSS JOIN change ON \(isMoment)
            CROSS JOIN \(table)_past AS past ON past.change_id = change.id
            """
    }

    /// The tables of relations, each with an SQL expression for the ID or name of the related object (NULL for none).
    private static let names = [
        ("membership", "'persons/' || past.person_id", true),
        ("favorite", "(SELECT name FROM account WHERE id = past.account_id)", false),
        ("account", "(SELECT name FROM account WHERE id = past.id AND past.person_id = record_id)", false),
        (
            "planted",
            "iif(record_id IN (past.person_id, past.group_id, past.planet_id, past.note_id), past.seed_set, NULL)",
            false
        ),
    ]

    /// Returns the values that are not in the other list.
    private static func values(_ names: [String], without others: [String]) -> [Labeled<String>] {
        let others = Set(others)
        return names.filter { !others.contains($0) }.map { Labeled("", $0) }
    }
}
