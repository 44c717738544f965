import FileIO
import Glibc
import SQLite
import TestSupport

/// A workload that opens a database file and exports an entire table, compared with the sqlite3 shell.
final class TableExport: Workload {
    let name = "full export, compared with the sqlite3 shell"
    let goal: Double? = nil
    let operations: Int

    private static let shell = "/usr/bin/sqlite3"
    private let source: String
    private let path: String
    private let shellPath: String

    static var isPossible: Bool {
        access(shell, X_OK) == 0
    }

    init(_ population: Population, in folder: TemporaryFolder) {
        operations = population.count
        source = population.path
        path = folder.file("whole.csv")
        shellPath = folder.file("shell.csv")
    }

    func runSwift() throws {
        try CSVExport.export(Connection(at: source, mode: .readOnly), to: path)
    }

    func runC() throws {
        let arguments = ["-readonly", "-csv", "-cmd", ".output \(shellPath)", source, Person.scan]
        let ending = try ChildProcess.run(Self.shell, arguments)
        guard ending.status == 0 else { throw ChildProcess.Failure(description: ending.errors) }
    }

    /// Returns whether the export has a plausible size compared with the export of the shell. The contents differ,
    /// because the shell also quotes fields with spaces.
    func isEqual() throws -> Bool {
        let (ours, theirs) = (try FileSystem.entry(path)?.bytes ?? 0, try FileSystem.entry(shellPath)?.bytes ?? 0)
        return ours > 0 && ours <= theirs
    }
}
