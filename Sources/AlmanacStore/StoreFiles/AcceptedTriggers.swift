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
    var keys: Set<String> {
        guard let path, let bytes = try? File.open(path).read(upTo: Self.limit) else { return [] }
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    static func key(of trigger: ForeignTrigger, in connection: Connection) -> String {
        SHA256.hex(of: Array("\(connection.path)\0\(trigger.sql)".utf8))
    }

    func insert(_ trigger: ForeignTrigger, in connection: Connection) throws {
        guard let path else { return }
        let lines = keys.union([Self.key(of: trigger, in: connection)]).sorted().map { "\($0)\n" }
        try FileSystem.makeFolder(FileSystem.folder(of: path))
        let file = AtomicFile(path)
        defer { file.discard() }
        try File.create(file.path).write(Array(lines.joined().utf8))
        try file.replaceTarget()
    }
}
