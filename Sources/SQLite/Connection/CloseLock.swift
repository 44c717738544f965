import Glibc

/// A cross-process lock that serializes closing, so that the last connection checkpoints the WAL.
///
/// It locks the folder: a process would lose SQLite's own locks on the file with any other descriptor that it closes.
enum CloseLock {
    private static let limit = Duration.seconds(1)

    /// Closes the database in a closure, under the lock if there is a WAL and the lock is free within a second.
    static func withLock(at path: String, _ close: () -> Void) {
        guard access(path + "-wal", F_OK) == 0, let slash = path.lastIndex(of: "/") else { return close() }
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
