import FileIO
import SQLite

/// A rollback journal that makes SQLite delete a file when it opens the database next to it.
public enum SuperJournal {
    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    private static let sector = 512

    /// Writes the journal of a database. It contains no page, so that SQLite does not change the database.
    public static func put(nextTo database: String, naming victim: String) throws {
        let pages = (try FileSystem.entry(database)?.bytes ?? 0) / 4096
        var bytes = magic + bigEndian(0) + bigEndian(0) + bigEndian(pages) + bigEndian(sector) + bigEndian(4096)
        bytes += [UInt8](repeating: 0, count: sector - bytes.count)
        try File.create(database + "-journal").write(bytes + end(naming: victim))
    }

    /// Returns the end of the journal, which contains the name, its length, and its checksum.
    public static func end(naming victim: String) -> [UInt8] {
        let name = Array(victim.utf8)
        let checksum = name.reduce(0) { $0 + Int($1) }
        return bigEndian((1 << 30) / 4096 + 1) + name + bigEndian(name.count) + bigEndian(checksum) + magic
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
    }
}
