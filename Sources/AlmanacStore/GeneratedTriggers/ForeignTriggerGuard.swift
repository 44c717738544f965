import Model
import SQLite
import Synchronization

/// A guard that rejects writes while the database contains triggers of other programs, which could change any data or
/// never end.
///
/// The schema is read before the first write and again after it has changed.
final class ForeignTriggerGuard: Sendable {
    /// The version of the last schema without such triggers.
    private let approved = Mutex<Int64?>(nil)

    func reject(on connection: Connection) throws {
        let version = try connection.first("PRAGMA schema_version") { $0[0] as Int64 }
        guard approved.withLock({ $0 }) != version else { return }
        if let name = try Self.names(in: connection).first { throw StoreProblem.foreignTrigger(name: name) }
        approved.withLock { $0 = version }
    }

    /// Returns the sorted names of the triggers that do not belong to Almanac.
    static func names(in connection: Connection) throws -> [String] {
        try connection.all("SELECT name FROM sqlite_schema WHERE type = 'trigger'") { $0[0] as String }
            .filter { !known.contains($0) }.sorted()
    }

    /// The names of the triggers that the migrations create and of those that are generated.
    static let known: Set<String> = {
        let created = [
            "search_pending_once", "person_renamed", "latest_step_inserted", "recording_inserted", "step_kept",
            "step_never_deleted", "change_kept", "change_never_deleted",
        ]
        let generated = RecordedTables.names.flatMap { SearchTriggers.names(of: $0) + HistoryTriggers.names(of: $0) }
        return Set(created + generated)
    }()
}
