import Localization
import Model
import SQLite

/// A check of the fields in the header that SQLite uses only to write the file: the file format version and the free
/// pages (https://sqlite.org/fileformat.html#the_database_header).
struct HeaderCheck: StoreCheck {
    var part: Title { "pages" }
    let location: StoreLocation
    private static let (size, latestVersion) = (100, UInt8(2))

    func findings(in connection: Connection) throws -> [Finding] {
        let log = try location.hasUncheckpointedWAL ? WALFile(location.path + "-wal") : nil
        // The first page in the WAL replaces that of the file.
        let header = try log?.bytes(of: 1) ?? connection.fileBytes(Self.size, at: 0)
        var findings: [Finding] = []
        if header[18] > Self.latestVersion {
            findings.append(
                Finding(
                    .damagedPage,
                    "The database cannot be written: its header requires file format version \(header[18])."))
        }
        // SQLite checks the count only if there is a list.
        let (list, count) = (header.bigEndian(at: 32), header.bigEndian(at: 36))
        if list == 0, count > 0 {
            findings.append(
                Finding(
                    .damagedPage,
                    "The database cannot be written: its header counts \(count) free pages, but lists none."))
        }
        return findings
    }
}
