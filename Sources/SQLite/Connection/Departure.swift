import Glibc

/// The moment at which a connection closes, which belongs to one connection of a folder at a time: of two that close at
/// once each would see the other still there, and neither would fold the log back into the file.
struct Departure: ~Copyable {
    private let folder: Int32

    /// Waits for whoever is leaving, but for no longer than the limit; where a folder cannot be locked, for nobody.
    init(from path: String, limit: Duration = .seconds(5)) {
        let name = path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)
        folder = open(String(name), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let end = ContinuousClock.now + limit
        while folder >= 0, flock(folder, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR,
            ContinuousClock.now < end
        {
            usleep(1_000)
        }
    }

    deinit {
        if folder >= 0 { close(folder) }
    }
}
