import Glibc
import Model
import SQLite

/// A copy of a database that was opened and checked before it got its name.
enum DatabaseCopy {
    /// Refuses an existing file; a copy that fails leaves nothing.
    /// - Parameter finish: what is to be done with the checked copy before it gets its name.
    static func write<Result>(
        _ connection: Connection, to target: String, finish: (Connection) throws -> Result
    ) throws -> Result {
        guard try FileSystem.entry(target) == nil else { throw StoreProblem.fileExists(path: target) }
        try StoreLocation(target).refuseOrphanedLog()
        let making = FileInTheMaking(target)
        defer { making.discard() }
        try connection.vacuum(into: making.path)
        let result = try finish(try checked(making.path))
        do {
            try making.becomeTarget()
            return result
        } catch  where error.code == EEXIST {
            throw StoreProblem.fileExists(path: target)
        }
    }

    private static func checked(_ path: String) throws -> Connection {
        let copy = try Connection(at: path, mode: .immutable)
        let findings = try IntegrityCheck().findings(in: copy) + ForeignKeyCheck().findings(in: copy)
        if let finding = findings.first { throw StoreProblem.damaged(detail: finding.detail) }
        return copy
    }
}
