import Model
import SQLite

/// The changes that steps have made to memberships and other relations.
struct RelationHistory {
    let kind: Kind
    /// The member of groups to report; `nil` for all.
    let member: Int64?

    func changes(at moments: [HistoryPoint], on connection: Connection) throws -> [HistoryPoint: [FieldDifference]] {
        let all = moments.json
        var changes: [HistoryPoint: [FieldDifference]] = [:]
        for (table, name, holdsAddresses) in Self.names {
            guard let field = RecordedField(of: nil, in: table, kind: kind) else { continue }
            var relations: [HistoryPoint: RelationNames] = [:]
            var statement = try connection.prepare(
                """
                SELECT number, is_new, \(name)
                FROM \(sources(of: table))
                WHERE change.kind = ?2 AND table_name = '\(table)' AND \(member == nil ? "TRUE" : "past.person_id = ?3")
                ORDER BY number, change.id, is_new
                """)
            try statement.forEach({ $0.bind([all, kind] + (member.map { [$0] } ?? [])) }) { row in
                if let name: String = row[2] {
                    relations[moments[row[0]], default: RelationNames()].add(name, isNew: row[1])
                }
            }
            for (moment, relations) in relations {
                let difference = FieldDifference(
                    field.key, field.title, old: relations.removed, new: relations.added, holdsAddresses: holdsAddresses
                )
                if let difference { changes[moment, default: []].append(difference) }
            }
        }
        return changes
    }

    /// Returns the tables to join. For one member, the query starts from the changes of the member; otherwise, it
    /// starts from the changes of the records.
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

    /// The tables of relations, with an expression for the ID or name of the related object; NULL if there is none.
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
}

/// The names of a record’s relations before and after a step.
private struct RelationNames {
    private var old: [String] = []
    private var new: [String] = []

    mutating func add(_ name: String, isNew: Bool) {
        if isNew { new.append(name) } else { old.append(name) }
    }

    /// The removed relations. A relation that was only moved is neither removed nor added.
    var removed: [Labeled<String>] { Self.values(old, without: Set(new)) }
    var added: [Labeled<String>] { Self.values(new, without: Set(old)) }

    private static func values(_ names: [String], without others: Set<String>) -> [Labeled<String>] {
        names.filter { !others.contains($0) }.map { Labeled("", $0) }
    }
}
