import BenchmarksC
import SQLite
import TestSupport

/// A workload that writes a table as CSV from borrowed bytes, without creating strings.
final class CSVExport: Workload {
    let name = "rows passed to a CSV writer"
    let goal: Double? = 1.15
    let operations: Int

    private let connection: Connection
    private let store: CStore
    private let folder: TemporaryFolder

    init(_ population: Population, in folder: TemporaryFolder) throws {
        operations = population.count
        connection = try Connection(at: population.path, mode: .readWrite)
        try connection.execute(Settings.pragmas)
        store = CStore(at: population.path, people: 1)
        self.folder = folder
    }

    func runSwift() throws {
        try Self.export(connection, to: folder.file("swift.csv"))
    }

    func runC() {
        c_write_csv(store.pointer, Person.scan, folder.file("c.csv"))
    }

    func isEqual() throws -> Bool {
        let bytes = try folder.bytes("swift.csv")
        return try bytes.count > operations && bytes == folder.bytes("c.csv")
    }

    static func export(_ connection: Connection, to path: String) throws {
        var file = try CSVFile(at: path)
        try connection.forEach(Person.scan) { row in
            for column in 0..<8 {
                row.withRenderedUTF8(column) { file.write($0, isFirst: column == 0) }
            }
            try file.endLine()
        }
        try file.flush()
    }
}
