import CSQLite
import Synchronization

/// Records every statement that any connection of the process runs on the files of a folder.
///
///     let watch = StatementWatch(folder)
///     let statements = try await watch.statements { try await store.persons.list(Listing()) }
public struct StatementWatch: Sendable {
    private static let recordings = Mutex<[String: Recording]>([:])

    private struct Recording {
        var statements: [String] = []
        var runs: [String: Int] = [:]
        var steps: [String: Int] = [:]
    }

    let folder: String

    /// Records the connections that are opened afterwards.
    public init(_ folder: String) {
        self.folder = folder
        Self.recordings.withLock { $0[folder] = Recording() }
        // As every connection of ours does: after the first call it is too late, and every allocation takes a lock.
        _ = csqlite_count_no_memory()
        // SQLite calls it for each connection that it opens; the same one is registered only once.
        sqlite3_auto_extension(unsafeBitCast(trace, to: (@convention(c) () -> Void).self))
    }

    /// Those that were run meanwhile, each once, in their order.
    public func statements(_ body: () async throws -> Void) async throws -> [String] {
        try await record(body).statements
    }

    /// How often each of them was run.
    public func runs(_ body: () async throws -> Void) async throws -> [String: Int] {
        try await record(body).runs
    }

    /// How many steps of SQLite's virtual machine each of them took, with its triggers: what a statement costs, whatever
    /// else the machine does.
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
                    recordings[folder]?.runs[statement, default: 0] += 1
                    if recordings[folder]?.statements.contains(statement) != true {
                        recordings[folder]?.statements.append(statement)
                    }
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
    guard StatementWatch.isRecording(String(cString: name)) else { return SQLITE_OK }
    return sqlite3_trace_v2(
        connection, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
        { event, _, statement, text in
            guard let statement = OpaquePointer(statement), let sql = sqlite3_sql(statement),
                let name = sqlite3_db_filename(sqlite3_db_handle(statement), "main")
            else { return 0 }
            let isEnd = event == SQLITE_TRACE_PROFILE
            // What a trigger does is told as a comment, and belongs to the statement that set it off.
            guard isEnd || text?.load(as: UInt8.self) != UInt8(ascii: "-") else { return 0 }
            let steps = isEnd ? Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)) : nil
            StatementWatch.record(String(cString: sql), at: String(cString: name), steps: steps)
            return 0
        }, nil)
}
