import CSQLite
import Synchronization

/// Hears every statement that any connection of the process runs on the files of a folder.
///
///     let watch = StatementWatch(folder)
///     let statements = try await watch.statements { try await store.persons.list(Listing()) }
public struct StatementWatch: Sendable {
    private static let heard = Mutex<[String: ProcessOutput]>([:])

    private struct ProcessOutput {
        var statements: [String] = []
        var runs: [String: Int] = [:]
        var steps: [String: Int] = [:]
    }

    let folder: String

    /// To be made before the connections that it shall hear.
    public init(_ folder: String) {
        self.folder = folder
        Self.heard.withLock { $0[folder] = ProcessOutput() }
        // As every connection of ours does: after the first call it is too late, and every allocation takes a lock.
        _ = csqlite_count_no_memory()
        // SQLite calls it for each connection that it opens; the same one is registered only once.
        sqlite3_auto_extension(unsafeBitCast(listen, to: (@convention(c) () -> Void).self))
    }

    /// Those that were run meanwhile, each once, in their order.
    public func statements(_ body: () async throws -> Void) async throws -> [String] {
        try await hear(body).statements
    }

    /// How often each of them was run.
    public func runs(_ body: () async throws -> Void) async throws -> [String: Int] {
        try await hear(body).runs
    }

    /// How many steps of SQLite's virtual machine each of them took, with its triggers: what a statement costs, whatever
    /// else the machine does.
    public func steps(_ body: () async throws -> Void) async throws -> [String: Int] {
        try await hear(body).steps
    }

    private func hear(_ body: () async throws -> Void) async throws -> ProcessOutput {
        Self.heard.withLock { $0[folder] = ProcessOutput() }
        try await body()
        return Self.heard.withLock { $0[folder] ?? ProcessOutput() }
    }

    fileprivate static func hears(_ path: String) -> Bool {
        heard.withLock { $0.keys.contains { path.hasPrefix($0) } }
    }

    fileprivate static func hear(_ statement: String, at path: String, steps: Int?) {
        heard.withLock { heard in
            for folder in heard.keys where path.hasPrefix(folder) {
                if let steps {
                    heard[folder]?.steps[statement, default: 0] += steps
                } else {
                    heard[folder]?.runs[statement, default: 0] += 1
                    if heard[folder]?.statements.contains(statement) != true {
                        heard[folder]?.statements.append(statement)
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

private let listen: Extension = { connection, _, _ in
    guard let connection, let name = sqlite3_db_filename(connection, "main") else { return SQLITE_OK }
    guard StatementWatch.hears(String(cString: name)) else { return SQLITE_OK }
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
            StatementWatch.hear(String(cString: sql), at: String(cString: name), steps: steps)
            return 0
        }, nil)
}
