import FileIO
import Glibc
import Interchange
import Synchronization

/// A file in the making, 0600: it gets its name when all is written, and is gone if it never is.
final class AtomicFileWriter: ByteTarget {
    private let making: AtomicFile
    private let isReplacing: Bool
    /// Nil when it has its name, or was discarded.
    private let file: Mutex<File?>

    /// - Parameter isReplacing: Whether the file may be there already.
    init(_ path: String, isReplacing: Bool) throws(PrivateFile.Unusable) {
        guard isReplacing || access(path, F_OK) != 0 else {
            throw PrivateFile.Unusable(reason: "There is a file of that name already.")
        }
        AtomicFile.removeAbandoned(of: path)
        making = AtomicFile(locked: path)
        self.isReplacing = isReplacing
        do throws(SystemError) {
            file = Mutex(try File.create(making.path))
        } catch {
            throw PrivateFile.Unusable(error)
        }
    }

    deinit { discard() }

    func append(_ bytes: [UInt8]) throws(PrivateFile.Unusable) {
        try file.withLock { file throws(PrivateFile.Unusable) in
            do throws(SystemError) {
                try file?.write(bytes)
            } catch {
                throw PrivateFile.Unusable(error)
            }
        }
    }

    func takeName() throws(PrivateFile.Unusable) {
        try file.withLock { file throws(PrivateFile.Unusable) in
            guard file != nil else { return }
            do throws(SystemError) {
                try isReplacing ? making.replaceName() : making.moveToFreeName()
            } catch {
                throw PrivateFile.Unusable(error)
            }
            file = nil
        }
    }

    func discard() {
        file.withLock { file in
            guard file != nil else { return }
            making.discard()
            file = nil
        }
    }

    // MARK: - As a target

    func write(_ bytes: [UInt8]) throws {
        do throws(PrivateFile.Unusable) {
            try append(bytes)
        } catch {
            throw FileProblem.unwritable(path: making.target, reason: error.reason)
        }
    }

    func finish() throws {
        do throws(PrivateFile.Unusable) {
            try takeName()
        } catch {
            throw FileProblem.unwritable(path: making.target, reason: error.reason)
        }
    }
}
