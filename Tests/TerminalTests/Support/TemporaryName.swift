import Glibc

/// A file name that is nobody else's; what is there goes with it.
final class TemporaryName {
    let path: String

    init() {
        var random = SystemRandomNumberGenerator()
        path = "/tmp/almanac-terminal-\(getpid())-\(random.next())"
    }

    deinit { unlink(path) }
}
