import Model
@testable import AlmanacStore

/// A step of a query plan whose cost is bounded, although the plan does not show this.
struct BoundedStep {
    let step: String
    let statement: String
    let reason: String

    init(_ step: String, in statement: String, because reason: String) {
        self.step = step
        self.statement = statement
        self.reason = reason
    }

    func covers(_ growing: GrowingStep) -> Bool {
        growing.step.hasPrefix(step) && growing.sql.contains(statement)
    }

    static let all = pages + orders + ties + past + search + rest

    private static let pages =
        ["person", "people_group", "planet", "note"].flatMap { table in
            [
                BoundedStep(
                    "SCAN \(table) USING COVERING INDEX \(table)_by_", in: "FROM \(table)\nWHERE TRUE AND",
                    because: "A page of all records, read by the index of its order."),
                BoundedStep(
                    "USE TEMP B-TREE FOR ORDER BY", in: "FROM favorite CROSS JOIN \(table) ON",
                    because: "The favorites of one account."),
            ]
        }
        + ["person", "people_group", "planet", "note"].map { table in
            BoundedStep(
                "SCAN \(table) USING COVERING INDEX \(table)_by_", in: "FROM \(table)\nWHERE FALSE AND",
                because: "An empty page, which is not read.")
        } + [
            BoundedStep(
                "SCAN person USING", in: "FROM person\nWHERE NOT EXISTS (SELECT 1 FROM membership",
                because: "A page of persons without a group, read by the index of its order."),
            BoundedStep(
                "SCAN planet USING INDEX planet_by_", in: "WHERE planet.type <> 'fictional' AND planet.status",
                because: "A page of most planets, read by the index of its order; few are fictional or retracted."),
            BoundedStep(
                "SCAN person USING", in: "FROM person CROSS JOIN membership ON",
                because: "A page of the members of a large group, read by the index of its order."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "FROM membership CROSS JOIN people_group ON",
                because: "The groups of one person, sorted like groups."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "FROM group_planet CROSS JOIN",
                because: "The planets of one group, or the groups of one planet, sorted like their kind."),
            BoundedStep(
                "USE TEMP B-TREE FOR", in: "FROM person INDEXED BY person_by_home",
                because: "The residents of one planet, sorted like persons."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "FROM planet\nWHERE planet.parent = (SELECT name",
                because: "The bodies that orbit one body."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "_id = ?1 AND note.",
                because: "The notes about one record, sorted like notes."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "_id = ?1 AND nullif(note.",
                because: "The notes about one record, sorted by kind."),
            BoundedStep(
                "USE TEMP B-TREE FOR", in: "FROM note_person CROSS JOIN note ON note.id = note_id",
                because: "The notes that name one person, sorted like notes, and at most two pages of notes."),
            BoundedStep(
                "UNION USING TEMP B-TREE", in: "FROM note_person CROSS JOIN note ON note.id = note_id",
                because: "At most two pages of notes."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "AS entry ON entry.id = note_id",
                because: "The latest hundred entries of each person, and those that name the person further on."),
            BoundedStep(
                "UNION USING TEMP B-TREE", in: "AS entry ON entry.id = note_id",
                because: "The latest hundred entries of each person, and those that name the person further on."),
        ]

    private static let ties = [
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "_id IN (SELECT value FROM json_each(?1))\nORDER BY",
            because: "The links of the records of one page."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "WHERE person_id = ?1\nORDER BY sort_key, group_id",
            because: "The groups of one person."),
        BoundedStep(
            "USE TEMP B-TREE FOR", in: "FROM person\nWHERE TRUE AND person.id IN (\n    SELECT rowid",
            because: "The records that match a text, such as the search of a group."),
        BoundedStep(
            "SCAN people_group USING INDEX people_group_smart", in: "person_filter IS NOT NULL\nORDER BY",
            because: "The first fifty smart groups of persons, read by a partial index."),
        BoundedStep(
            "SCAN people_group USING INDEX people_group_of_planets", in: "planet_filter IS NOT NULL\nORDER BY",
            because: "The first fifty smart groups of planets, read by a partial index."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "WITH owner AS MATERIALIZED (",
            because: "The first hundred links of each record of one page."),
    ]

    private static let past = [
        BoundedStep(
            "SCAN sqlite_sequence", in: "WHERE name = ?1", because: "It has one row per table, not per record."
        ),
        BoundedStep("SCAN remote USING INDEX", in: "SELECT name FROM remote", because: "One row per remote."),
        BoundedStep("SCAN sync_conflict", in: "DELETE FROM sync_conflict", because: "One row per conflict."),
        BoundedStep("SCAN step", in: "", because: "The triggers of the history read only the last step."),
        BoundedStep("SCAN protected_history", in: "_past", because: "One row, or none during a purge."),
        BoundedStep(
            "USE TEMP B-TREE FOR GROUP BY", in: "WITH later AS (", because: "The later changes of one record."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "WITH later AS (", because: "The later changes of one record."),
        BoundedStep(
            "USE TEMP B-TREE FOR", in: "WITH moment AS MATERIALIZED (",
            because: "The later changes of the records of one page."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "ORDER BY change.id, is_new",
            because: "The changes of the steps of one page."),
        BoundedStep(
            "UNION USING TEMP B-TREE", in: ") AS wanted",
            because: "The changes of the purged records."),
        BoundedStep(
            "UNION USING TEMP B-TREE", in: "WITH own AS (", because: "The rows removed by one deletion."),
        BoundedStep(
            "UNION USING TEMP B-TREE", in: "WHERE kind = ?3 AND record_id = ?4",
            because: "A page of the steps that changed one record."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "SELECT ?2 AS kind, ?3 AS record_id, value AS step_id",
            because: "The changes to one record in the steps of one page."),
        BoundedStep(
            "USE TEMP B-TREE FOR", in: "WITH wanted AS MATERIALIZED (",
            because: "The later changes of the restored records."),
        BoundedStep(
            "SCAN deletion USING INDEX change_deleting", in: "ORDER BY deletion.step_id",
            because: "A page of the trash, read by a partial index."),
        BoundedStep(
            "USE TEMP B-TREE FOR", in: "FROM step WHERE step.id IN (",
            because: "A page of the steps that changed one record."),
        BoundedStep(
            "USE TEMP B-TREE FOR DISTINCT", in: "SELECT DISTINCT table_name FROM",
            because: "The tables that some records or one step changed."),
    ]

    private static let search = [
        BoundedStep("USE TEMP B-TREE FOR ORDER BY", in: "FROM name_key JOIN", because: "The records with one name."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "LIMIT ?3)\nORDER BY substr",
            because: "The first 500 names with the prefix."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "LIMIT ?7)\nORDER BY instr",
            because: "The first matching documents, at most 1,001."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: ") AS document\nCROSS JOIN person",
            because: "All matching persons are requested."),
        BoundedStep(
            "USE TEMP B-TREE FOR DISTINCT", in: "FROM misspelling\nWHERE form IN",
            because: "The words similar to one."),
        BoundedStep("SCAN search_pending", in: "SELECT 1 FROM search_pending", because: "Stops at the first row."),
        BoundedStep("SCAN derived", in: "UPDATE", because: "The values in the statement."),
        BoundedStep("SCAN main.search", in: "_config'", because: "The settings of FTS5."),
    ]

    private static let rest = [
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "FROM sqlite_schema WHERE", because: "The objects of the schema."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY",
            in: "WHERE favorite.account_id IS ?1)\nWHERE (?2 IS NULL OR kind = ?2) AND (sort",
            because: "The favorites of one account, sorted by name."),
        BoundedStep("USE TEMP B-TREE FOR ORDER BY", in: "FROM draft", because: "The drafts of one account."),
        BoundedStep("SCAN pragma_table_xinfo", in: "", because: "The columns of one table."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "FROM pragma_table_xinfo", because: "The columns of one table."),
        BoundedStep("SCAN pragma_foreign_key_list", in: "", because: "The keys of one table."),
        BoundedStep("SCAN child", in: "FROM sqlite_schema AS child", because: "The tables of the schema."),
        BoundedStep("SCAN key", in: "pragma_foreign_key_list(child.name) AS key", because: "The keys of one table."),
        BoundedStep("SCAN planted", in: "", because: "One row per loaded data set."),
    ]
}

/// The sort orders without an index, for which a list reads and sorts all records.
extension BoundedStep {
    static let orders =
        RecordOrder<Planet>.allCases.filter(isWithoutIndex).flatMap {
            steps(Planet.table.order($0, .all).key, of: "planet", because: "The catalog has a few thousand bodies.")
        }
        + RecordOrder<Group>.allCases.filter(isWithoutIndex).flatMap {
            steps(Group.table.order($0, .all).key, of: "people_group", because: "Member counts are not stored.")
        }

    /// Returns whether an order has no index, which is allowed only for groups and planets.
    static func isWithoutIndex<Content>(_ order: RecordOrder<Content>) -> Bool {
        switch Content.kind {
        case .planet:
            !["name", "mass", "radius", "period", "distance", "discovered", "created", "modified"]
                .contains(order.rawValue)
        case .group: order.rawValue == RecordOrder<Group>.members.rawValue
        case .person, .note: false
        }
    }

    private static func steps(_ key: String, of table: String, because reason: String) -> [BoundedStep] {
        [
            BoundedStep("SCAN \(table)", in: key, because: reason),
            BoundedStep("USE TEMP B-TREE FOR", in: "ORDER BY \(key) ", because: reason),
        ]
    }
}

/// A step of a statement that scans a table or sorts rows without an index.
struct GrowingStep: Hashable, CustomStringConvertible {
    let step: String
    let sql: String

    var description: String { "\(step)\nin \(sql)" }
}
