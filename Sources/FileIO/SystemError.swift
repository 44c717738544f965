import Glibc
import Localization

/// An error from the operating system, identified by its `errno` code.
public struct SystemError: Error, Hashable {
    public let code: Int32
    /// Whether a file was renamed but the disk did not confirm its new name.
    public internal(set) var isUnconfirmed = false

    /// Creates the error for the last failed system call.
    public init() { code = errno }

    public init(code: Int32) { self.code = code }

    /// The message of the operating system.
    public var text: String { String(cString: strerror(code)) }

    /// The message of the operating system as a sentence.
    public var reason: Message { "The system reports: \(text)." }

    // Reaching a file size limit is an error, because SIGXFSZ is ignored.
    /// Whether the disk is full, or a quota or file size limit is reached.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// Whether the error means that the file system cannot exchange two names.
    public var forbidsExchange: Bool { [EINVAL, ENOSYS, EOPNOTSUPP].contains(code) }

    public var isMissing: Bool { code == ENOENT }

    public var isDenied: Bool { [EACCES, EPERM, EROFS].contains(code) }

    /// Whether the error means that hard links are not supported in general or between two paths.
    public var forbidsLinks: Bool { [EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS].contains(code) }
}
