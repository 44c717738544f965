/// A step that is bounded although its plan does not say so: what it is, a part of its statement, and why.
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
                    because: "A page of all, along the index of its order."),
                BoundedStep(
                    "USE TEMP B-TREE FOR ORDER BY", in: "FROM favorite CROSS JOIN \(table) ON",
                    because: "The favorites of one account."),
            ]
        }
        + ["person", "people_group", "planet", "note"].map { table in
            BoundedStep(
                "SCAN \(table) USING COVERING INDEX \(table)_by_", in: "FROM \(table)\nWHERE FALSE AND",
                because: "A page of nothing, which is not read.")
        } + [
            BoundedStep(
                "SCAN person USING", in: "FROM person\nWHERE NOT EXISTS (SELECT 1 FROM membership",
                because: "A page of those who are in no group, along the index of its order."),
            BoundedStep(
                "SCAN planet USING INDEX planet_by_", in: "WHERE planet.type <> 'fictional' AND planet.status",
                because: "A page of most planets, along the index of its order; few are fictional or retracted."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "FROM membership CROSS JOIN person ON",
                because: "The members of one group, in an order of persons."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "FROM membership CROSS JOIN people_group ON",
                because: "The groups of one person, in an order of groups."),
            BoundedStep(
                "USE TEMP B-TREE FOR", in: "FROM person INDEXED BY person_by_home",
                because: "The residents of one planet, in an order of persons."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "FROM planet\nWHERE planet.parent = (SELECT name",
                because: "What orbits one body."),
            BoundedStep(
                "USE TEMP B-TREE FOR ORDER BY", in: "_id = ?1 AND note.",
                because: "The notes about one record, in an order of notes."),
        ]

    private static let ties = [
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "_id IN (SELECT value FROM json_each(?1))\nORDER BY",
            because: "What the records of one page are tied to."),
        BoundedStep(
            "USE TEMP B-TREE FOR", in: "FROM person\nWHERE TRUE AND person.id IN (\n    SELECT rowid",
            because: "Those who match a text, such as the search of a group."),
        BoundedStep(
            "SCAN people_group USING INDEX people_group_smart", in: "person_filter IS NOT NULL\nORDER BY",
            because: "The first fifty groups that are searches, along an index of none but those."),
        BoundedStep(
            "SCAN people_group USING INDEX people_group_of_planets", in: "planet_filter IS NOT NULL\nORDER BY",
            because: "The first fifty groups of planets, along an index of none but those."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "WITH owner AS MATERIALIZED (",
            because: "The first hundred that each record of one page leads to."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "parent.name = planet.parent COLLATE NOCASE",
            because: "What the planets of one page orbit."),
    ]

    private static let past = [
        BoundedStep(
            "SCAN sqlite_sequence", in: "WHERE name = ?1", because: "SQLite has a row in it for each table, not record."
        ),
        BoundedStep("SCAN step", in: "", because: "The triggers of the history look at the last step only."),
        BoundedStep(
            "USE TEMP B-TREE FOR GROUP BY", in: "WITH later AS (", because: "What has become of one record since."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "WITH later AS (", because: "What has become of one record since."),
        BoundedStep(
            "USE TEMP B-TREE FOR", in: "WITH moment AS MATERIALIZED (",
            because: "What has become of the records of one page since."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "ORDER BY number, change.id, is_new",
            because: "What the steps of one page have changed."),
        BoundedStep(
            "UNION USING TEMP B-TREE", in: ") AS wanted",
            because: "The changes of the records that are purged."),
        BoundedStep(
            "UNION USING TEMP B-TREE", in: "WITH own AS (", because: "What one deletion took along."),
        BoundedStep(
            "UNION USING TEMP B-TREE", in: "WHERE kind = ?3 AND record_id = ?4",
            because: "A page of the steps that have changed one record."),
        BoundedStep(
            "USE TEMP B-TREE FOR", in: "FROM step WHERE step.id IN (",
            because: "A page of the steps that have changed one record."),
        BoundedStep(
            "USE TEMP B-TREE FOR DISTINCT", in: "SELECT DISTINCT table_name FROM change",
            because: "The tables that some records, or one step, have touched."),
    ]

    private static let search = [
        BoundedStep("USE TEMP B-TREE FOR ORDER BY", in: "FROM name_key JOIN", because: "The records of one name."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "LIMIT ?3)\nORDER BY substr",
            because: "The first 500 names that begin so."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "LIMIT ?7)\nORDER BY instr",
            because: "The first documents that match, at most 1,001."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: ") AS document\nCROSS JOIN person",
            because: "Everybody who matches is asked for."),
        BoundedStep(
            "USE TEMP B-TREE FOR DISTINCT", in: "FROM misspelling\nWHERE form IN",
            because: "The words that sound like one."),
        BoundedStep("SCAN search_pending", in: "SELECT 1 FROM search_pending", because: "Stops at the first row."),
        BoundedStep("SCAN main.search", in: "_config'", because: "The settings of FTS5."),
    ]

    private static let rest = [
        BoundedStep("SCAN favorite_record", in: "", because: "The favorites of one account."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "FROM favorite_record", because: "The favorites of one account."),
        BoundedStep("USE TEMP B-TREE FOR ORDER BY", in: "FROM draft", because: "The drafts of one account."),
        BoundedStep("SCAN pragma_table_xinfo", in: "", because: "The columns of one table."),
        BoundedStep(
            "USE TEMP B-TREE FOR ORDER BY", in: "FROM pragma_table_xinfo", because: "The columns of one table."),
        BoundedStep("SCAN pragma_foreign_key_list", in: "", because: "The keys of one table."),
        BoundedStep("SCAN child", in: "FROM sqlite_schema AS child", because: "The tables of the schema."),
        BoundedStep("SCAN key", in: "pragma_foreign_key_list(child.name) AS key", because: "The keys of one table."),
        BoundedStep("SCAN planted", in: "", because: "What was planted, once for each seed set."),
    ]
}
