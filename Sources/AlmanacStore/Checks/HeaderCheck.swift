import Localization
import Model
import SQLite

/// A check that the file format version in the header allows SQLite to write the file
/// (https://sqlite.org/fileformat.html#file_format_version_numbers).
struct HeaderCheck: StoreCheck {
    var part: Title { "pages" }
    let location: StoreLocation
    private static let (versionOffset, latestVersion) = (18, UInt8(2))

    func findings(in connection: Connection) throws -> [Finding] {
        let log = try location.hasUncheckpointedWAL ? WALFile(location.path + "-wal") : nil
        // The first page in the WAL replaces that of the file.
        let version = try log?.bytes(of: 1)?[Self.versionOffset] ?? connection.fileBytes(1, at: Self.versionOffset)[0]
        guard version > Self.latestVersion else { return [] }
        return [
            Finding(.damagedPage, "The database cannot be written: its header requires file format version \(version).")
        ]
    }
}
