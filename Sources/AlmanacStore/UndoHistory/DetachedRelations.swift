import Model
import SQLite

/// The relations that were removed when one of their two records was deleted.
///
/// A relation is restored as soon as both records exist, unless it was re-created or removed by hand.
struct DetachedRelations {
    /// A column that refers to another record.
    private struct Link {
        let table: String
        let column: String
        let parent: Kind
        /// The alternative columns. At most one of them is set.
        let alternatives: [String]

        static let all =
            ["person_id": Kind.person, "group_id": .group, "planet_id": .planet].map { column, parent in
                Link(
                    table: "note", column: column, parent: parent, alternatives: ["person_id", "group_id", "planet_id"])
            } + [Link(table: "person", column: "home_id", parent: .planet, alternatives: ["home_id"])]
    }

    /// A change that removed a relation: an update to a record or the deletion of a membership.
    struct Removal: Hashable {
        let table: String
        let change: Int64
    }

    let connection: Connection

    /// Returns the changes that removed the relations of restored records, in a fixed number of statements.
    /// - Parameter deletions: The deletions of the records.
    func removals(of deletions: [Trash.Deletion]) throws -> [Removal] {
        var removals: [Removal] = []
        for (kind, deletions) in Dictionary(grouping: deletions, by: \.id.kind) {
            let records = deletions.map { HistoryPoint(id: $0.id.number, step: $0.step) }.json
            for link in Link.all where link.table == kind.table {
                removals += try self.removals(Self.clearedReferences(link, of: Self.own), in: link.table, records)
            }
            for link in Link.all where link.parent == kind {
                let query = Self.clearedReferences(link, of: Self.others(link))
                removals += try self.removals(query, in: link.table, records)
            }
            for links in Membership.all where kind == links.kind || kind == .group {
                removals += try self.removals(Self.memberships(links, of: kind), in: links.table, records)
            }
        }
        return removals.unique
    }

    private func removals(_ sql: String, in table: String, _ records: String) throws -> [Removal] {
        try connection.all(sql, binding: records) { Removal(table: table, change: $0[0]) }
    }

    // MARK: - Statements

    // In all statements, ?1 contains the restored records, each with the step that deleted it.
    private static let wanted = "wanted AS MATERIALIZED (\(HistoryPoint.selection))"

    /// A query for the records whose references were removed, and a condition for the change `removal` that removed the
    /// reference `old`.
    private typealias Owners = (records: String, condition: String)

    private static let own: Owners = ("SELECT record FROM wanted", "TRUE")

    /// Returns the other records with references to restored records.
    private static func others(_ link: Link) -> Owners {
        // Relations of other records were removed in the step that deleted this record, or later if those records were
        // restored without this record.
        let isWanted = "wanted.record = old.\(link.column) AND wanted.step <= removal.step_id"
        let records = """
            SELECT DISTINCT removal.record_id AS record
            FROM change AS removal
            CROSS JOIN \(link.table)_past AS old ON old.change_id = removal.id AND old.is_new = 0
            CROSS JOIN wanted ON \(isWanted)
            WHERE removal.id >= (SELECT min(id) FROM change WHERE step_id = (SELECT min(step) FROM wanted))
                AND removal.table_name = '\(link.table)' AND removal.action = 'update'
            """
        return (records, "EXISTS (SELECT 1 FROM wanted WHERE \(isWanted))")
    }

    /// Returns a query that selects, for each record, the last change before or after which the record had a reference,
    /// if that change removed the reference.
    private static func clearedReferences(_ link: Link, of owners: Owners) -> String {
        let (table, column, parent) = (link.table, link.column, link.parent.table)
        let isFree = link.alternatives.map { "present.\($0) IS NULL" }.joined(separator: " AND ")
        let isSet = link.alternatives.map { "image.\($0) IS NOT NULL" }.joined(separator: " OR ")
        return """
            WITH \(wanted),
            owner AS MATERIALIZED (\(owners.records)),
            last AS MATERIALIZED (
                SELECT max(image.change_id) AS id
                FROM owner CROSS JOIN change ON change.kind = '\(table)' AND change.record_id = owner.record
                CROSS JOIN \(table)_past AS image ON image.change_id = change.id AND (\(isSet))
                WHERE change.table_name = '\(table)'
                GROUP BY owner.record)
            SELECT removal.id
            FROM last CROSS JOIN change AS removal ON removal.id = last.id
            CROSS JOIN \(table)_past AS old ON old.change_id = removal.id AND old.is_new = 0
            CROSS JOIN \(table)_past AS new ON new.change_id = removal.id AND new.is_new = 1 AND new.\(column) IS NULL
            CROSS JOIN \(table) AS present ON present.id = old.id AND \(isFree)
            CROSS JOIN \(parent) AS other ON other.id = old.\(column)
            WHERE removal.action = 'update' AND \(owners.condition)
                AND \(lastAction(of: link.parent, "old.\(column)")) = 'delete'
            """
    }

    /// Returns a query for the last change to each membership of the restored records, if it removed the membership.
    private static func memberships(_ links: Membership, of kind: Kind) -> String {
        let (past, member, members) = ("\(links.table)_past", links.member, links.kind.table)
        let images =
            kind == .group
            ? """
            change ON change.kind = 'group' AND change.record_id = wanted.record AND change.table_name = '\(links.table)'
                CROSS JOIN \(past) AS image ON image.change_id = change.id
            """ : "\(past) AS image ON image.\(member) = wanted.record"
        return """
            WITH \(wanted),
            last AS MATERIALIZED (
                SELECT max(image.change_id) AS id
                FROM wanted CROSS JOIN \(images)
                GROUP BY image.group_id, image.\(member))
            SELECT removal.id
            FROM last CROSS JOIN change AS removal ON removal.id = last.id
            CROSS JOIN \(past) AS old ON old.change_id = removal.id AND old.is_new = 0
            CROSS JOIN \(members) ON \(members).id = old.\(member)
            CROSS JOIN people_group ON people_group.id = old.group_id
            WHERE removal.action = 'delete'
                AND 'delete' IN (
                    \(lastAction(of: links.kind, "old.\(member)")),
                    \(lastAction(of: .group, "old.group_id")))
            """
    }

    /// Returns an SQL expression for the action of the last insertion or deletion of a record, up to the step of the
    /// change `removal`.
    private static func lastAction(of kind: Kind, _ id: String) -> String {
        """
        (SELECT latest.action FROM change AS latest
        WHERE latest.kind = '\(kind.rawValue)' AND latest.record_id = \(id) AND latest.step_id <= removal.step_id
            AND latest.table_name = '\(kind.table)' AND latest.action IN ('insert', 'delete')
        ORDER BY latest.step_id DESC, latest.id DESC
        LIMIT 1)
        """
    }
}

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
                    field.key, field.title, old: old.removing(new), new: new.removing(old), holdsRecordIDs: links != nil
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
