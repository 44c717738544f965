import FileIO
import Glibc
import Localization

/// An error with the reason why a file cannot be used.
struct FileFailure: Error {
    let reason: Message

    init(reason: Message) { self.reason = reason }

    init(_ error: SystemError = SystemError()) { reason = "\(error.text)." }

    /// Runs the body and converts its error to a `FileFailure`.
    static func wrapping<Success: ~Copyable>(
        _ body: () throws(SystemError) -> Success
    ) throws(FileFailure) -> Success {
        try Result(catching: body).mapError { FileFailure($0) }.get()
    }
}
