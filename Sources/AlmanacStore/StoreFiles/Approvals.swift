import FileIO
import Glibc
import Model

/// The contents of databases that the user has approved: triggers of other programs, and remotes. Without an approval, a
/// database cannot run a program, access other files, or connect to a server.
///
/// The list is a file outside the database, so a program that changes the database cannot approve anything. An approval
/// applies to one user, to the path of the database, and to the exact content. If one of them changes, it no longer applies.
public struct Approvals: Sendable {
    /// The path of the file, or `nil` if nothing can be approved.
    let path: String?
    private static let limit = 1 << 20
    private static let name = "approvals"
    /// The file of earlier versions, which contains the triggers.
    private static let formerName = "accepted-triggers"

    /// The subject of an approval. The raw value begins its keys.
    package enum Subject: String {
        /// The SQL of a trigger. The keys are those of earlier versions.
        case trigger = ""
        case remote = "remote\0"
    }

    package static func key(of content: String, _ subject: Subject, inDatabaseAt path: String) -> String {
        SHA256.hex(of: Array("\(subject.rawValue)\(path)\0\(content)".utf8))
    }

    /// The keys of the approved contents. An unreadable file contains none.
    package var keys: Set<String> { (try? path.map(Self.read)) ?? [] }

    /// - Throws: `StoreProblem.cannotApprove` if the file cannot be written. Nothing is then approved.
    package func insert(_ key: String) throws(StoreProblem) { try update { $0.insert(key) } }

    package func remove(_ key: String) throws(StoreProblem) { try update { $0.remove(key) } }

    private func update(_ change: (inout Set<String>) -> Void) throws(StoreProblem) {
        do throws(SystemError) {
            guard let path else { throw SystemError(code: ENOENT) }
            let folder = FileSystem.folder(of: path)
            try FileSystem.makeFolder(folder)
            // The lock keeps another program from changing the file until it is replaced.
            let lock = try File.open(folder)
            lock.waitForLock()
            let former = try Self.read(path)
            var keys = former
            change(&keys)
            if keys != former { try Self.write(keys, to: path) }
            _ = consume lock
        } catch {
            throw StoreProblem.cannotApprove(path: path ?? Self.name, reason: error.reason)
        }
    }

    // MARK: - The file

    private static func read(_ path: String) throws(SystemError) -> Set<String> {
        try lines(path).union(lines("\(FileSystem.folder(of: path))/\(formerName)"))
    }

    /// - Throws: `SystemError` (`EACCES`) if other users can change the file.
    private static func lines(_ path: String) throws(SystemError) -> Set<String> {
        guard let found = try FileSystem.entry(path) else { return [] }
        guard found.sort == .file else { throw SystemError(code: EACCES) }
        let file = try File.open(path)
        let entry = try file.entry
        guard entry.owner == geteuid(), entry.permissions & 0o022 == 0 else { throw SystemError(code: EACCES) }
        return Set(String(decoding: try file.read(upTo: limit), as: UTF8.self).split(separator: "\n").map(String.init))
    }

    private static func write(_ keys: Set<String>, to path: String) throws(SystemError) {
        let file = AtomicFile(path)
        defer { file.discard() }
        try File.create(file.path).write(Array(keys.sorted().map { "\($0)\n" }.joined().utf8))
        try file.replaceTarget()
    }
}
