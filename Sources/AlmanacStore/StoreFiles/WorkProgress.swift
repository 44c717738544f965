import FileIO
import Localization
import Model
import SQLite

/// A progress report that counts the rows read so far.
struct RowProgress {
    private let part: Title
    private let total: Int
    private var done = 0

    init(of tables: [String], in connection: Connection, part: Title) throws {
        self.part = part
        total = try tables.reduce(0) { total, table in
            try total + (connection.first("SELECT count(*) FROM \(table.quotedIdentifier)") { $0[0] } ?? 0)
        }
    }

    private static let pause = 1000

    mutating func add(_ rows: Int) {
        let before = done / Self.pause
        done += rows
        if done / Self.pause > before || done == total {
            MaintenanceProgress.report(MaintenanceProgress(part, done: done, of: total))
        }
    }
}

/// A progress report for writing a file that grows to about the size of another file.
struct FileProgress {
    private let path: String
    private let part: Title
    /// The expected size in KiB, or `nil` if it is unknown.
    private let total: Int?

    init(of path: String, to original: String, part: Title) {
        self.path = path
        self.part = part
        total = Self.size(of: original)
    }

    func report() {
        let done = Self.size(of: path) ?? 0
        MaintenanceProgress.report(MaintenanceProgress(part, done: total.map { min(done, $0) } ?? done, of: total))
    }

    private static func size(of path: String) -> Int? {
        (try? FileSystem.entry(path)).flatMap { $0.map { Int($0.bytes >> 10) } }
    }
}
