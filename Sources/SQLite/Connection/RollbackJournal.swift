import Glibc

/// A rollback journal on disk (https://sqlite.org/fileformat.html#the_rollback_journal).
public enum RollbackJournal {
    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    /// Returns whether the journal next to a database names a super-journal, which is another file that SQLite deletes
    /// after it has applied the journal.
    ///
    /// SQLite writes such a journal only for a transaction in attached databases, which this module does not use. The
    /// journal ends with the length of the name, its checksum, and a magic number. The name is not checked, so that
    /// fewer journals are accepted than SQLite ignores.
    public static func namesSuperJournal(nextTo database: String) -> Bool {
        let file = open(database + "-journal", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        let size = lseek(file, 0, SEEK_END)
        var end = [UInt8](repeating: 0, count: 16)
        guard size >= end.count, pread(file, &end, end.count, size - end.count) == end.count else { return false }
        return end[8...].elementsEqual(magic) && end[..<4].contains { $0 > 0 }
    }
}
