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

    let connection: Connection

    /// Returns the changes that removed the relations of a record: updates to records and deletions of memberships.
    /// - Parameter step: The step that deleted the record.
    func changes(of address: RecordID, since step: Step.ID) throws -> [(table: String, change: Int64)] {
        let own = try Link.all.filter { $0.table == address.kind.table }.flatMap { link in
            try connection.all(
                Self.cut(link, from: Self.own), binding: address.kind, address.number
            ) { (link.table, $0[0] as Int64) }
        }
        let others = try Link.all.filter { $0.parent == address.kind }.flatMap { link in
            try connection.all(
                Self.cut(link, from: Self.others(link)), binding: step, address.number
            ) { (link.table, $0[0] as Int64) }
        }
        return try own + others + Membership.all.flatMap { try memberships($0, of: address) }
    }

    private func memberships(
        _ links: Membership, of address: RecordID
    ) throws -> [(table: String, change: Int64)] {
        let owner: String
        switch address.kind {
        case links.kind: owner = "old.\(links.member) = ?1"
        case .group: owner = "went.kind = 'group' AND went.record_id = ?1 AND went.table_name = '\(links.table)'"
        default: return []
        }
        return try connection.all(Self.memberships(links, where: owner), binding: address.number) {
            (links.table, $0[0] as Int64)
        }
    }

    // MARK: - Statements

    private static let own = "went.kind = ?1 AND went.record_id = ?2"

    // Relations of other records were removed in the step that deleted this record, or later if they were restored
    // without this record.
    /// Returns a condition for changes that removed references from other records to this record.
    private static func others(_ link: Link) -> String {
        "old.\(link.column) = ?2 AND went.id >= (SELECT min(id) FROM change WHERE step_id = ?1)"
    }

    private static func cut(_ link: Link, from owner: String) -> String {
        let (table, column, parent) = (link.table, link.column, link.parent.table)
        let isFree = link.alternatives.map { "present.\($0) IS NULL" }.joined(separator: " AND ")
        let isSet = link.alternatives.map { "later.\($0) IS NOT NULL" }.joined(separator: " OR ")
        return """
            SELECT went.id
            FROM change AS went
            JOIN \(table)_past AS old ON old.change_id = went.id AND old.is_new = 0
            JOIN \(table)_past AS new ON new.change_id = went.id AND new.is_new = 1 AND new.\(column) IS NULL
            JOIN \(table) AS present ON present.id = old.id AND \(isFree)
            JOIN \(parent) AS other ON other.id = old.\(column)
            WHERE \(owner) AND went.table_name = '\(table)' AND went.action = 'update'
                AND \(fate(of: link.parent, "old.\(column)")) = 'delete'
                AND NOT EXISTS (
                    SELECT 1 FROM change AS after
                    JOIN \(table)_past AS later ON later.change_id = after.id AND (\(isSet))
                    WHERE after.kind = went.kind AND after.record_id = went.record_id AND after.id > went.id)
            """
    }

    private static func memberships(_ links: Membership, where owner: String) -> String {
        let (past, member, members) = ("\(links.table)_past", links.member, links.kind.table)
        return """
            SELECT went.id
            FROM change AS went
            JOIN \(past) AS old ON old.change_id = went.id AND old.is_new = 0
            JOIN \(members) ON \(members).id = old.\(member)
            JOIN people_group ON people_group.id = old.group_id
            WHERE \(owner) AND went.action = 'delete'
                AND 'delete' IN (\(fate(of: links.kind, "old.\(member)")), \(fate(of: .group, "old.group_id")))
                AND NOT EXISTS (
                    SELECT 1 FROM \(past) AS later
                    WHERE later.\(member) = old.\(member) AND later.change_id > went.id
                        AND later.group_id = old.group_id)
            """
    }

    /// Returns an SQL expression for the action of the last insertion or deletion of a record, up to the step of the
    /// change `went`.
    private static func fate(of kind: Kind, _ id: String) -> String {
        """
        (SELECT fate.action FROM change AS fate
        WHERE fate.kind = '\(kind.rawValue)' AND fate.record_id = \(id) AND fate.step_id <= went.step_id
            AND fate.table_name = '\(kind.table)' AND fate.action IN ('insert', 'delete')
        ORDER BY fate.step_id DESC, fate.id DESC
        LIMIT 1)
        """
    }
}
