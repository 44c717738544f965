import Glibc

/// A cross-process lock that serializes closing, so that the last connection checkpoints the WAL.
enum CloseLock {
    private static let limit = Duration.seconds(1)

    /// Holds the lock while a closure closes the database.
    ///
    /// The closure runs without the lock if there is no WAL or if the lock is not available within a second.
    static func withLock(at path: String, _ close: () -> Void) {
        guard access(path + "-wal", F_OK) == 0, let slash = path.lastIndex(of: "/") else { return close() }
        // Locks the folder, because closing any descriptor of the file would release SQLite’s own locks on the file.
        let folder = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { Glibc.close(folder) } }
        let end = ContinuousClock.now + limit
        // Polls, because flock(2) has no timeout and a stopped process must not block this one.
        while folder >= 0, flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK, ContinuousClock.now < end {
            usleep(1_000)
        }
        close()
    }
}
