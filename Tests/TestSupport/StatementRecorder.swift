import CSQLite
import Synchronization

/// A recorder of the statements that all connections run on the databases in a folder.
///
///     let watch = StatementRecorder(folder)
///     let statements = try await watch.statements { try await store.persons.list(ListRequest()) }
public struct StatementRecorder: Sendable {
    private static let recordings = Mutex<[String: Recording]>([:])

    private struct Recording {
        var statements: [String] = []
        var runs: [String: Int] = [:]
        var steps: [String: Int] = [:]
    }

    let folder: String

    /// Creates a recorder of the statements of connections that are opened later.
    public init(_ folder: String) {
        self.folder = folder
        Self.recordings.withLock { $0[folder] = Recording() }
        // Turns off memory statistics, as every connection does. Only the first call has an effect.
        _ = csqlite_count_no_memory()
        // Registers the hook for new connections. SQLite ignores repeated registrations.
        sqlite3_auto_extension(unsafeBitCast(trace, to: (@convention(c) () -> Void).self))
    }

    /// Returns the distinct statements that the body runs, in the order of execution.
    public func statements(_ body: () async throws -> Void) async throws -> [String] {
        try await record(body).statements
    }

    /// Returns how often the body runs each statement.
    public func runs(_ body: () async throws -> Void) async throws -> [String: Int] {
        try await record(body).runs
    }

    /// Returns the number of virtual machine steps of each statement, including triggers. The number is reproducible.
    public func steps(_ body: () async throws -> Void) async throws -> [String: Int] {
        try await record(body).steps
    }

    private func record(_ body: () async throws -> Void) async throws -> Recording {
        Self.recordings.withLock { $0[folder] = Recording() }
        try await body()
        return Self.recordings.withLock { $0[folder] ?? Recording() }
    }

    fileprivate static func isRecording(_ path: String) -> Bool {
        recordings.withLock { $0.keys.contains { path.hasPrefix($0) } }
    }

    fileprivate static func record(_ statement: String, at path: String, steps: Int?) {
        recordings.withLock { recordings in
            for folder in recordings.keys where path.hasPrefix(folder) {
                if let steps {
                    recordings[folder]?.steps[statement, default: 0] += steps
                } else {
                    if recordings[folder]?.runs[statement] == nil { recordings[folder]?.statements.append(statement) }
                    recordings[folder]?.runs[statement, default: 0] += 1
                }
            }
        }
    }
}

private typealias Extension =
    @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
    ) -> Int32

private let trace: Extension = { connection, _, _ in
    guard let connection, let name = sqlite3_db_filename(connection, "main") else { return SQLITE_OK }
    guard StatementRecorder.isRecording(String(cString: name)) else { return SQLITE_OK }
    return sqlite3_trace_v2(
        connection, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
        { event, _, statement, text in
            guard let statement = OpaquePointer(statement), let sql = sqlite3_sql(statement),
                let name = sqlite3_db_filename(sqlite3_db_handle(statement), "main")
            else { return 0 }
            let isEnd = event == SQLITE_TRACE_PROFILE
            // Trigger statements are reported as comments and belong to the original statement.
            guard isEnd || text?.load(as: UInt8.self) != UInt8(ascii: "-") else { return 0 }
            let steps = isEnd ? Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)) : nil
            StatementRecorder.record(String(cString: sql), at: String(cString: name), steps: steps)
            return 0
        }, nil)
}
