import FileIO
import Glibc
import Model
import Text

/// The database contents that the user has approved: triggers of other programs, and remotes. Without an approval, a
/// database cannot run a program, access other files, or connect to a server.
///
/// An approval applies to the path of the database and to the exact content. If either changes, the approval no longer
/// applies.
public struct Approvals: Sendable {
    let folder: StateFolder

    /// The subject of an approval. The text that is hashed to a key begins with the raw value.
    enum Subject: String {
        /// The SQL of a trigger. The keys are the same as in earlier versions.
        case trigger = ""
        case remote = "remote\0"
    }

    static func key(of content: String, _ subject: Subject, inDatabaseAt path: String) -> String {
        SHA256.hex(of: Array("\(subject.rawValue)\(path)\0\(content)".utf8))
    }

    private var file: StateFile { folder.file("approvals") }
    /// The file in which earlier versions of Almanac stored the keys of approved triggers.
    private var formerFile: StateFile { folder.file("accepted-triggers") }

    /// The keys of the approved contents. The set is empty if a file is unreadable.
    var keys: Set<String> { Set((try? file.lines() + formerFile.lines()) ?? []) }

    /// Adds an approval.
    /// - Throws: `StoreProblem.cannotApprove` if the file cannot be written. The approvals are then unchanged.
    func insert(_ key: String) throws(StoreProblem) { try update { $0.insert(key) } }

    func remove(_ key: String) throws(StoreProblem) { try update { $0.remove(key) } }

    private func update(_ change: (inout Set<String>) -> Void) throws(StoreProblem) {
        do throws(SystemError) {
            try file.update { lines throws(SystemError) in
                var keys = Set(try lines + formerFile.lines())
                change(&keys)
                lines = keys.sorted()
            }
        } catch {
            throw StoreProblem.cannotApprove(path: file.path ?? "approvals", reason: error.reason)
        }
    }
}

/// The user’s state folder, for state that a database must not determine itself, such as approvals and the signed-in
/// account.
///
/// The files are outside the database, so changes to the database do not affect them. They apply to one user.
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

/// A text file in the state folder. Only the user can change the file.
struct StateFile: Hashable, Sendable {
    /// The path, or `nil` if nothing can be stored.
    let path: String?
    private static let limit = 1 << 20

    /// Returns the lines, or none if the file does not exist.
    /// - Throws: `SystemError` (`EACCES`) if the file is not a regular file or other users can change it.
    func lines() throws(SystemError) -> [String] {
        guard let path, let found = try FileSystem.entry(path) else { return [] }
        guard found.sort == .file else { throw SystemError(code: EACCES) }
        let file = try File.open(path)
        guard try file.entry.isProtected else { throw SystemError(code: EACCES) }
        return String(decoding: try file.read(upTo: Self.limit), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Changes the lines. Other programs wait until the file is replaced.
    /// - Throws: `SystemError` if the file cannot be read or written. The file is then unchanged.
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
