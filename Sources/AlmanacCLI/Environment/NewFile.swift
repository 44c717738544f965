import Glibc
import Interchange
import Synchronization

/// A file in the making, 0600: it gets its name when all is written, and is gone if it never is.
final class NewFile: ByteTarget {
    private let path: String
    private let isReplacing: Bool
    private let making: Mutex<(path: String, descriptor: Int32)?>

    /// - Parameter isReplacing: Whether the file may be there already.
    init(_ path: String, isReplacing: Bool) throws(PrivateFile.Unusable) {
        guard isReplacing || access(path, F_OK) != 0 else {
            throw PrivateFile.Unusable(reason: "There is a file of that name already.")
        }
        let place = TemporaryPlace(of: path)
        place.sweep()
        let file = open(place.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw .current }
        flock(file, LOCK_EX | LOCK_NB)
        self.path = path
        self.isReplacing = isReplacing
        making = Mutex((place.path, file))
    }

    deinit { discard() }

    func write(_ bytes: [UInt8]) throws {
        try making.withLock { making in
            guard let making else { return }
            try explained { () throws(PrivateFile.Unusable) in try PrivateFile.write(bytes[...], to: making.descriptor)
            }
        }
    }

    func finish() throws {
        try making.withLock { making in
            guard let made = making else { return }
            try explained { () throws(PrivateFile.Unusable) in
                guard fsync(made.descriptor) == 0 else { throw .current }
                try name(made.path)
            }
            close(made.descriptor)
            making = nil
        }
    }

    func discard() {
        making.withLock { making in
            guard let made = making else { return }
            unlink(made.path)
            close(made.descriptor)
            making = nil
        }
    }

    private func name(_ temporary: String) throws(PrivateFile.Unusable) {
        if isReplacing {
            guard rename(temporary, path) == 0 else { throw .current }
        } else {
            try PrivateFile.giveName(path, to: temporary)
        }
    }

    private func explained(_ body: () throws(PrivateFile.Unusable) -> Void) throws {
        do throws(PrivateFile.Unusable) {
            try body()
        } catch {
            throw FileProblem.unwritable(path: path, reason: error.reason)
        }
    }
}
