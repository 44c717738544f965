import Glibc

/// Those who close a file at the same moment go one by one: each would see the other still there, and neither would fold
/// the log back into the file.
///
/// The folder is locked and not the file: SQLite has its own locks there, which are lost with any other descriptor that is
/// closed. Who only reads takes no turn, since it cannot fold the log.
enum CloseLock {
    private static let limit = Duration.seconds(1)

    /// Waits a second at most for others; where there is no log or no lock to be had, for nobody.
    static func withLock(at path: String, _ close: () -> Void) {
        guard access(path + "-wal", F_OK) == 0, let slash = path.lastIndex(of: "/") else { return close() }
        let folder = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { Glibc.close(folder) } }
        let end = ContinuousClock.now + limit
        while folder >= 0, flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, ContinuousClock.now < end {
            usleep(1_000)
        }
        close()
    }
}
