import Glibc
import Localization

/// An error of the operating system, as in `errno`.
public struct SystemError: Error, Hashable {
    public let code: Int32
    /// Whether the file was renamed, but the disk did not confirm the new name.
    public internal(set) var isUnconfirmed = false

    /// Creates the error of the last failed call.
    public init() { code = errno }

    public init(code: Int32) { self.code = code }

    /// The system's message.
    public var text: String { String(cString: strerror(code)) }

    /// The system's message as a sentence.
    public var reason: Message { "The system reports: \(text)." }

    /// Whether the disk is full or a limit is reached. A file size limit counts, because SIGXFSZ is ignored.
    public var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

    /// Whether hard links are not supported, or not between these two paths.
    public var forbidsLinks: Bool { [EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS].contains(code) }
}
