import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// What records the changes of a table is generated from its columns.
@Suite("Every table of the user's is recorded")
struct RecordingTests {
    @Test("The generated history and search triggers are those of the migrations, token by token")
    func generated() async throws {
        let store = try await TemporaryStore()
        let file = try store.connection()
        let (pastTables, empty) = (try Self.pastTables(of: file), try Connection.inMemory())
        var (triggers, pasts) = (try SearchTriggers.all(on: file), [String: SQLTokens]())
        for name in HistorySchema.tables {
            triggers += try HistorySchema(of: name, on: file).triggers
            #expect(try HistorySchema(of: name, on: file).tableStatements.isEmpty, "\(name)")
            // The same table without its past.
            try empty.execute(try #require(try Self.sql(of: name, on: file)))
            let statements = try HistorySchema(of: name, on: empty).tableStatements
            #expect(statements.count == 1)
            pasts["\(name)_past"] = SQLTokens(statements.joined())
        }
        #expect(pasts == pastTables)
        let generated = Dictionary(triggers.map { ($0.name, SQLTokens($0.sql)) }) { $1 }
        #expect(generated.count == triggers.count && generated.count == 168)
        let present = try Self.triggers(of: file)
        for (name, tokens) in generated { #expect(present[name] == tokens, "\(name)") }
        #expect(
            Set(present.keys).subtracting(generated.keys) == [
                "change_kept", "change_never_deleted", "latest_step_inserted", "person_renamed", "recording_inserted",
                "search_pending_once", "step_kept", "step_never_deleted",
            ])
    }

    private static func sql(of name: String, on file: Connection) throws -> String? {
        try file.first("SELECT sql FROM sqlite_schema WHERE name = ?1", { $0[1] = name }) { $0[0] }
    }

    private static func pastTables(of file: Connection) throws -> [String: SQLTokens] {
        let tables = try file.all("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name GLOB '*_past'") {
            ($0[0] as String, SQLTokens($0[1]))
        }
        return Dictionary(tables) { $1 }
    }

    private static func triggers(of file: Connection) throws -> [String: SQLTokens] {
        let triggers = try file.all("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'") {
            ($0[0] as String, SQLTokens($0[1]))
        }
        return Dictionary(triggers) { $1 }
    }

    @Test("Each table of the user's is in the list")
    func listed() async throws {
        let store = try await TemporaryStore()
        #expect(
            try UserTables.names(on: store.connection()) == HistorySchema.tables.filter { $0 != "account" }.sorted())
    }

    @Test func andNothingElseIsLeftOutWithoutAReason() async throws {
        let store = try await TemporaryStore()
        let file = try store.connection()
        for table in UserTables.exempt.keys {
            let isThere = try file.first("SELECT 1 FROM sqlite_schema WHERE name = ?1", { $0[1] = table }) {
                $0[0] as Bool
            }
            #expect(isThere == true, "\(table)")
        }
        let isCardRecorded = try file.first(
            "SELECT sql FROM sqlite_schema WHERE name = 'account_update_recorded'"
        ) { $0[0] as String }
        #expect(isCardRecorded?.contains("person_id") == true)
        let secrets = try file.all("SELECT name FROM pragma_table_info('account_past')") { $0[0] as String }
        #expect(secrets == ["change_id", "is_new", "id", "person_id"])
    }
}
