import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// The query plans of search tiers, which limit rows before sorting and scan no table.
@Suite("Query plans of statements for search, smart groups, and duplicates")
struct SearchPlanTests {
    @Test(arguments: [
        (SearchTiers.exactNames, ["SEARCH name_key USING PRIMARY KEY (key=?)"]),
        (
            SearchTiers.beginningNames,
            [
                "CO-ROUTINE (subquery-1)", "SEARCH name_key USING PRIMARY KEY (key>? AND key<?)", "SCAN (subquery-1)",
                "USE TEMP B-TREE FOR ORDER BY",
            ]
        ),
        (SearchStore.completion, ["SEARCH name_key USING PRIMARY KEY (key>? AND key<?)"]),
        (
            SearchTable.everything.ranked,
            [
                "CO-ROUTINE (subquery-2)", "SCAN search VIRTUAL TABLE INDEX 64:M1><", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN (subquery-2)", "USE TEMP B-TREE FOR ORDER BY",
            ]
        ),
        (
            SearchTable.names.ranked,
            [
                "CO-ROUTINE (subquery-2)", "SCAN search_name VIRTUAL TABLE INDEX 64:M1><", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN (subquery-2)", "USE TEMP B-TREE FOR ORDER BY",
            ]
        ),
        (
            SearchTable.everything.listed,
            ["SCAN search VIRTUAL TABLE INDEX 64:M1", "LIST SUBQUERY 1", "SCAN json_each VIRTUAL TABLE INDEX 1:"]
        ),
        (
            SmartGroup.found,
            ["SCAN search VIRTUAL TABLE INDEX 0:=M1", "LIST SUBQUERY 1", "SCAN json_each VIRTUAL TABLE INDEX 1:"]
        ),
        (SmartGroup.searches, ["SCAN people_group USING INDEX people_group_smart"]),
        (SmartGroup.planetFilters, ["SCAN people_group USING INDEX people_group_of_planets"]),
        (
            DuplicateFinder.known,
            [
                "SCAN json_each VIRTUAL TABLE INDEX 1:", "CORRELATED SCALAR SUBQUERY 1",
                "SEARCH trace USING PRIMARY KEY (key=?)",
            ]
        ),
        (
            DuplicateFinder.namesakes,
            [
                "SEARCH person USING COVERING INDEX person_by_name (sort_key=?)",
                "SEARCH trace USING COVERING INDEX trace_by_person (person_id=? AND key=?)",
            ]
        ),
        (CardMatcher.namesakes, ["SEARCH person USING COVERING INDEX person_by_name (sort_key=?)"]),
        (CardMatcher.similarNames, ["SEARCH person USING COVERING INDEX person_by_name (sort_key>? AND sort_key<?)"]),
        (SearchTable.everything.terms, ["SCAN search_term VIRTUAL TABLE INDEX 6:"]),
        (SearchTable.names.terms, ["SCAN search_name_term VIRTUAL TABLE INDEX 6:"]),
        (SearchTable.names.places, ["SCAN search_name VIRTUAL TABLE INDEX 0:M1><"]),
        (
            QueryCorrector.likely,
            [
                "SEARCH misspelling USING PRIMARY KEY (form=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:", "USE TEMP B-TREE FOR DISTINCT",
            ]
        ),
        (QueryCorrector.use, ["SCAN search_name VIRTUAL TABLE INDEX 0:M1"]),
        (
            SearchWriter.presentNames,
            ["SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN search_name VIRTUAL TABLE INDEX 0:="]
        ),
        (
            KeyTable.names.present,
            [
                "SEARCH name_key USING COVERING INDEX name_key_by_record (kind=? AND record_id=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
        (
            KeyTable.duplicates.present,
            [
                "SEARCH trace USING COVERING INDEX trace_by_person (person_id=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
        (
            KeyTable.names.removal,
            [
                "SEARCH name_key USING COVERING INDEX name_key_by_record (kind=? AND record_id=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
        (
            KeyTable.duplicates.removal,
            [
                "SEARCH trace USING COVERING INDEX trace_by_person (person_id=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
        (SearchIndex.pending, ["SEARCH search_pending USING PRIMARY KEY (kind=?)"]),
        (
            SearchIndex.clearing,
            [
                "SEARCH search_pending USING PRIMARY KEY (kind=? AND record_id=?)",
                "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
    ])
    func `Each statement has the expected query plan`(statement: String, plan: [String]) async throws {
        let store = try await TemporaryStore()
        #expect(try store.connection().queryPlan(statement) == plan)
    }
}
