import CSQLite
import Synchronization

/// Hears every statement that any connection of the process runs on the files of a folder.
///
///     let watch = StatementWatch(folder)
///     let statements = try await watch.statements { try await store.persons.list(Listing()) }
public struct StatementWatch: Sendable {
    private static let heard = Mutex<[String: [String]]>([:])

    let folder: String

    /// To be made before the connections that it shall hear.
    public init(_ folder: String) {
        self.folder = folder
        Self.heard.withLock { $0[folder] = [] }
        // SQLite calls it for each connection that it opens; the same one is registered only once.
        sqlite3_auto_extension(unsafeBitCast(listen, to: (@convention(c) () -> Void).self))
    }

    /// Those that were run meanwhile, each once, in their order.
    public func statements(_ body: () async throws -> Void) async throws -> [String] {
        Self.heard.withLock { $0[folder] = [] }
        try await body()
        return Self.heard.withLock { $0[folder] ?? [] }
    }

    fileprivate static func hears(_ path: String) -> Bool {
        heard.withLock { $0.keys.contains { path.hasPrefix($0) } }
    }

    fileprivate static func hear(_ statement: String, at path: String) {
        heard.withLock { heard in
            for folder in heard.keys where path.hasPrefix(folder) && heard[folder]?.contains(statement) != true {
                heard[folder]?.append(statement)
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
        connection, UInt32(SQLITE_TRACE_STMT),
        { _, _, statement, text in
            // What a trigger does is told as a comment, and belongs to the statement that set it off.
            guard let statement = OpaquePointer(statement), let text, text.load(as: UInt8.self) != UInt8(ascii: "-"),
                let sql = sqlite3_sql(statement),
                let name = sqlite3_db_filename(sqlite3_db_handle(statement), "main")
            else { return 0 }
            StatementWatch.hear(String(cString: sql), at: String(cString: name))
            return 0
        }, nil)
}
