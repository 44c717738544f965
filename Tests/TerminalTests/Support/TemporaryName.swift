import Glibc

/// A unique temporary file name. The file is removed when the object is deinitialized.
final class TemporaryName {
    let path: String

    init() {
        var random = SystemRandomNumberGenerator()
        path = "/tmp/almanac-terminal-\(getpid())-\(random.next())"
    }

    deinit { unlink(path) }
}
