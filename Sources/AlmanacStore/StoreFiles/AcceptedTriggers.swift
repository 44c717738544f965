import FileIO
import SQLite

/// The triggers of other programs that the user has accepted.
///
/// The list is a file outside the database, so a program that adds a trigger to the database cannot accept it. A trigger
/// is identified by its SQL and the path of the database. If either changes, the trigger is no longer accepted.
struct AcceptedTriggers: Sendable {
    /// The path of the file, or `nil` if no trigger can be accepted.
    let path: String?
    private static let limit = 1 << 20

    /// The keys of the accepted triggers. An unreadable file contains none.
    var keys: Set<String> { (try? path.map(Self.read)) ?? [] }

    private static func read(_ path: String) throws(SystemError) -> Set<String> {
        guard try FileSystem.entry(path) != nil else { return [] }
        let bytes = try File.open(path).read(upTo: limit)
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    static func key(of trigger: ForeignTrigger, in connection: Connection) -> String {
        SHA256.hex(of: Array("\(connection.path)\0\(trigger.sql)".utf8))
    }

    func insert(_ trigger: ForeignTrigger, in connection: Connection) throws {
        guard let path else { return }
        let folder = FileSystem.folder(of: path)
        try FileSystem.makeFolder(folder)
        // The lock keeps another program from adding a trigger until the file is replaced.
        let lock = try File.open(folder)
        lock.waitForLock()
        let lines = try Self.read(path).union([Self.key(of: trigger, in: connection)]).sorted().map { "\($0)\n" }
        let file = AtomicFile(path)
        defer { file.discard() }
        try File.create(file.path).write(Array(lines.joined().utf8))
        try file.replaceTarget()
        _ = consume lock
    }
}
