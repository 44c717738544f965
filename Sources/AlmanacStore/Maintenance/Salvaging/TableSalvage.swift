import Model
import SQLite

/// An operation that recovers the readable rows of one table from the database attached as `damaged`.
///
/// The operation copies ranges of keys and halves a range that cannot be copied, down to a single key.
struct TableSalvage {
    let table: StoreTable
    let connection: Connection

    /// The result of the recovery so far.
    struct Progress {
        let table: String
        var saved = 0
        var lost: [ClosedRange<Int64>] = []
        /// The rows that violate a constraint, as lines of text.
        var refused: [String] = []
        var failures = 0
        /// Whether all rows were readable and valid.
        var isWhole = true

        var report: SalvageReport.Rows {
            SalvageReport.Rows(table: table, saved: saved, lost: lost, refused: refused.count)
        }
    }

    /// The number of failed attempts after which ranges are no longer halved.
    private static let failureLimit = 20_000

    func run() throws -> Progress {
        let old = try connection.all(
            "SELECT name FROM pragma_table_info(?1, 'damaged')", binding: table.name
        ) { $0[0] as String }
        var progress = Progress(table: table.name)
        let columns = table.columnNames.filter(old.contains)
        let copying = try SalvageStatements(table: table, names: columns, connection: connection)
        if columns.isEmpty {
            progress.isWhole = false
        } else if let range = copying.keyRange {
            try copy(range.keys, copying, &progress)
            progress.isWhole = range.isConfirmed && progress.failures == 0
        } else {
            (progress.saved, progress.isWhole) = try copying.copyFromBothEnds()
        }
        return progress
    }

    private func copy(_ range: ClosedRange<Int64>, _ copying: SalvageStatements, _ progress: inout Progress) throws {
        do {
            progress.saved += try copying.insert(range)
        } catch let error as SQLiteError where SalvageStatements.isOfRows(error) {
            progress.failures += 1
            let isSingle = range.lowerBound == range.upperBound
            if !isSingle, progress.failures < Self.failureLimit {
                let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
                try copy(range.lowerBound...middle, copying, &progress)
                try copy(middle + 1...range.upperBound, copying, &progress)
            } else if isSingle, error.code != .corrupt {
                let (saved, refused) = try copying.insertOneByOne(range.lowerBound)
                progress.saved += saved
                progress.refused += refused
            } else if isSingle, try copyAround(range.lowerBound, copying, &progress) {
                return
            } else if let last = progress.lost.last, last.upperBound + 1 == range.lowerBound {
                progress.lost[progress.lost.count - 1] = last.lowerBound...range.upperBound
            } else {
                progress.lost.append(range)
            }
        }
    }

    /// Copies the rows with one key before and after a damaged page.
    /// - Returns: Whether all rows with the key were copied.
    private func copyAround(_ number: Int64, _ copying: SalvageStatements, _ progress: inout Progress) throws -> Bool {
        let (saved, isWhole) = try copying.copyFromBothEnds(of: number)
        progress.saved += saved
        return isWhole && saved > 0
    }
}
