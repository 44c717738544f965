import Glibc

/// What the operating system refused, as `errno` tells it.
struct SystemError: Error, Hashable {
    let code: Int32

    /// The error of the call that has just failed.
    init() { code = errno }

    /// Why, as a sentence.
    var reason: String { "The system says: \(String(cString: strerror(code)))." }

    var isFull: Bool { code == ENOSPC || code == EDQUOT }
}
