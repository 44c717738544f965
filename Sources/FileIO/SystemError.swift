import Glibc
import Localization

/// What the operating system refused, as `errno` tells it.
public struct SystemError: Error, Hashable {
    public let code: Int32
    /// Whether a file has its name, but the disk did not confirm that.
    public internal(set) var isUnconfirmed = false

    /// The error of the call that has just failed.
    public init() { code = errno }

    public init(code: Int32) { self.code = code }

    /// What the system calls it.
    public var text: String { String(cString: strerror(code)) }

    /// Why, as a sentence.
    public var reason: Message { "The system says: \(text)." }

    /// Also where a limit of the user's ends a file, since SIGXFSZ is ignored.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// Whether the file system has no hard links, or none between these two places.
    public var forbidsLinks: Bool { [EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS].contains(code) }
}
