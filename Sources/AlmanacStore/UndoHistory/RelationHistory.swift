import Model
import SQLite

/// The changes that steps have made to memberships and other relations.
struct RelationHistory {
    let kind: Kind
    /// The only group member whose memberships are reported; `nil` for all members.
    let member: RecordID?

    func changes(at moments: [HistoryPoint], on connection: Connection) throws -> [HistoryPoint: [FieldDifference]] {
        let (all, wanted) = (moments.json, Set(moments))
        var changes: [HistoryPoint: [FieldDifference]] = [:]
        for (table, name, links) in Self.names where member == nil || links?.kind == member?.kind {
            guard let field = RecordedField(of: nil, in: table, kind: kind) else { continue }
            // The names before (`false`) and after (`true`) the step.
            var relations: [HistoryPoint: [Bool: [Labeled<String>]]] = [:]
            var statement = try connection.prepare(
                """
                WITH moment AS MATERIALIZED (\(HistoryPoint.selection))
                SELECT change.record_id, step_id, is_new, \(name)
                FROM \(sources(of: table, links))
                WHERE change.kind = ?2 AND table_name = '\(table)'
                    AND \(member.map { Self.isChanged($0.kind) } ?? "TRUE")
                ORDER BY change.id, is_new
                """)
            try statement.forEach({ $0.bind([all, kind] + (member.map { [$0.number] } ?? [])) }) { row in
                let moment = HistoryPoint(id: row[0], step: try row[1])
                if let name: String = row[3], wanted.contains(moment) {
                    relations[moment, default: [:]][row[2], default: []].append(Labeled("", name))
                }
            }
            for (moment, names) in relations {
                let (old, new) = (names[false, default: []], names[true, default: []])
                let difference = FieldDifference(
                    field.key, field.title, old: old.removing(new), new: new.removing(old), holdsAddresses: links != nil
                )
                if let difference { changes[moment, default: []].append(difference) }
            }
        }
        return changes
    }

    /// Returns the tables to join. For one member, the query starts from the changes to the member; otherwise, it
    /// starts from the changes to the records.
    private func sources(of table: String, _ links: Membership?) -> String {
        if let links, member != nil {
            return """
                \(table)_past AS past INDEXED BY \(table)_past_by_\(links.kind)
                CROSS JOIN change ON change.id = past.change_id
                """
        }
        return """
            moment CROSS JOIN change ON change.step_id = step AND change.record_id = record
            CROSS JOIN \(table)_past AS past ON past.change_id = change.id
            """
    }

    /// Returns a condition for the changes to the member ?3 within the range of steps.
    private static func isChanged(_ member: Kind) -> String {
        """
        past.\(member.rawValue)_id = ?3
            AND past.change_id > \(ChangeBound.below("(SELECT min(step) FROM moment)"))
            AND past.change_id < \(ChangeBound.above("(SELECT max(step) FROM moment)"))
        """
    }

    /// The tables of relations, each with an SQL expression for the ID or name of the related object (NULL for none).
    private static let names: [(table: String, name: String, links: Membership?)] =
        Membership.all.map { ($0.table, "'\($0.kind.plural)/' || past.\($0.member)", $0) } + [
            (
                "favorite",
                "iif(past.account_id IS NULL, 'guest', (SELECT name FROM account WHERE id = past.account_id))", nil
            ),
            ("account", "iif(past.person_id = record_id, past.name, NULL)", nil),
            (
                "planted",
                "iif(record_id IN (past.person_id, past.group_id, past.planet_id, past.note_id), past.seed_set, NULL)",
                nil
            ),
        ]
}
