import FileIO
import Glibc

/// The folder of the user’s state, such as approvals and the signed-in account, which a database must not determine itself.
///
/// The files are outside the database, so a program that changes the database cannot change them. They apply to one user.
public struct StateFolder: Hashable, Sendable {
    /// The path, or `nil` if nothing can be stored.
    let path: String?

    public init(_ path: String?) { self.path = path }

    func file(_ name: String) -> StateFile { StateFile(path: path.map { "\($0)/\(name)" }) }

    /// Returns a file that applies to one database.
    /// - Parameter path: The path of the database, without symbolic links.
    func file(in folder: String, ofDatabaseAt path: String) -> StateFile {
        file("\(folder)/\(SHA256.hex(of: Array(path.utf8)))")
    }
}

/// A file of lines in the state folder, which only the user can change.
struct StateFile: Hashable, Sendable {
    /// The path, or `nil` if nothing can be stored.
    let path: String?
    private static let limit = 1 << 20

    /// Returns the lines, or none if the file does not exist.
    /// - Throws: `SystemError` (`EACCES`) if other users can change the file.
    func lines() throws(SystemError) -> [String] {
        guard let path, let found = try FileSystem.entry(path) else { return [] }
        guard found.sort == .file else { throw SystemError(code: EACCES) }
        let file = try File.open(path)
        let entry = try file.entry
        guard entry.owner == geteuid(), entry.permissions & 0o022 == 0 else { throw SystemError(code: EACCES) }
        return String(decoding: try file.read(upTo: Self.limit), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Changes the lines. Other programs wait until the file is replaced.
    /// - Throws: `SystemError` if the file cannot be read or written. It is then unchanged.
    func update(_ change: (inout [String]) throws(SystemError) -> Void) throws(SystemError) {
        guard let path else { throw SystemError(code: ENOENT) }
        let folder = FileSystem.folder(of: path)
        try FileSystem.makeFolder(folder)
        let lock = try File.open(folder)
        lock.waitForLock()
        let former = try lines()
        var lines = former
        try change(&lines)
        if lines != former { try Self.write(lines, to: path) }
        _ = consume lock
    }

    private static func write(_ lines: [String], to path: String) throws(SystemError) {
        let file = AtomicFile(path)
        defer { file.discard() }
        try File.create(file.path).write(Array(lines.map { "\($0)\n" }.joined().utf8))
        try file.replaceTarget()
    }
}
