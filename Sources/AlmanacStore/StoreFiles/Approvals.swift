import FileIO
import Model

/// The contents of databases that the user has approved: triggers of other programs, and remotes. Without an approval, a
/// database cannot run a program, access other files, or connect to a server.
///
/// An approval applies to the path of the database and to the exact content. If one of them changes, it no longer applies.
public struct Approvals: Sendable {
    let folder: StateFolder

    /// The subject of an approval. The raw value begins its keys.
    enum Subject: String {
        /// The SQL of a trigger. The keys are those of earlier versions.
        case trigger = ""
        case remote = "remote\0"
    }

    static func key(of content: String, _ subject: Subject, inDatabaseAt path: String) -> String {
        SHA256.hex(of: Array("\(subject.rawValue)\(path)\0\(content)".utf8))
    }

    private var file: StateFile { folder.file("approvals") }
    /// The file of earlier versions, which contains the triggers.
    private var formerFile: StateFile { folder.file("accepted-triggers") }

    /// The keys of the approved contents. An unreadable file contains none.
    var keys: Set<String> { Set((try? file.lines() + formerFile.lines()) ?? []) }

    /// - Throws: `StoreProblem.cannotApprove` if the file cannot be written. Nothing is then approved.
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
