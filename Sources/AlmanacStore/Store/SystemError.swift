import Glibc
import Wording

/// What the operating system refused, as `errno` tells it.
struct SystemError: Error, Hashable {
    let code: Int32
    /// Whether a file has its name, but the disk did not confirm that.
    var isUnconfirmed = false

    /// The error of the call that has just failed.
    init() { code = errno }

    init(code: Int32) { self.code = code }

    /// Why, as a sentence.
    var reason: Message { "The system says: \(String(cString: strerror(code)))." }

    /// Also where a limit of the user's ends a file, since SIGXFSZ is ignored.
    var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// Whether the file system has no hard links, or none between these two places.
    var forbidsLinks: Bool { [EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS].contains(code) }
}
