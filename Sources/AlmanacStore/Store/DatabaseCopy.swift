import Glibc
import Model
import SQLite

/// A copy of a database that was opened and checked before it got its name.
enum DatabaseCopy {
    /// Refuses an existing file; a copy that fails leaves nothing.
    static func write(_ connection: Connection, to target: String) throws {
        guard try FileSystem.entry(target) == nil else { throw StoreProblem.fileExists(path: target) }
        let making = FileInTheMaking(target)
        defer { making.discard() }
        try connection.vacuum(into: making.path)
        try check(making.path)
        do {
            try making.becomeTarget()
        } catch where error.code == EEXIST {
            throw StoreProblem.fileExists(path: target)
        }
    }

    private static func check(_ path: String) throws {
        let copy = try Connection(at: path, mode: .immutable)
        let findings = try IntegrityCheck().findings(in: copy) + ForeignKeyCheck().findings(in: copy)
        if let finding = findings.first { throw StoreProblem.damaged(detail: finding.detail) }
    }
}
