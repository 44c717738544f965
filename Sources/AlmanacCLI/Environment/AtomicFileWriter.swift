import FileIO
import Glibc
import Interchange
import Synchronization

/// A writer that creates a file, by default with mode 0600. The file appears under its name only when it is complete.
final class AtomicFileWriter: ByteTarget {
    private let atomicFile: AtomicFile
    private let isReplacing: Bool
    /// The open file, or `nil` after the file is renamed or discarded.
    private let file: Mutex<File?>

    /// Creates a writer and its temporary file for a path.
    ///
    /// - Parameters:
    ///   - isReplacing: Whether an existing file may be replaced.
    ///   - mode: The permissions of the file.
    init(_ path: String, isReplacing: Bool, mode: mode_t = 0o600) throws(FileFailure) {
        guard isReplacing || access(path, F_OK) != 0 else {
            throw FileFailure(reason: "A file with this name already exists.")
        }
        AtomicFile.removeAbandoned(of: path)
        let atomicFile = AtomicFile(locked: path)
        file = Mutex(
            try FileFailure.wrapping { () throws(SystemError) in try File.create(atomicFile.path, mode: mode) })
        self.atomicFile = atomicFile
        self.isReplacing = isReplacing
    }

    deinit { discard() }

    func append(_ bytes: [UInt8]) throws(FileFailure) {
        try FileFailure.wrapping { () throws(SystemError) in
            try file.withLock { file throws(SystemError) in try file?.write(bytes) }
        }
    }

    func moveToTarget() throws(FileFailure) {
        try FileFailure.wrapping { () throws(SystemError) in
            try file.withLock { file throws(SystemError) in
                guard file != nil else { return }
                try isReplacing ? atomicFile.replaceName() : atomicFile.moveToFreeName()
                file = nil
            }
        }
    }

    func discard() {
        file.withLock { file in
            guard file != nil else { return }
            atomicFile.discard()
            file = nil
        }
    }

    func write(_ bytes: [UInt8]) throws {
        try FileProblem.unwritable(atomicFile.target) { () throws(FileFailure) in try append(bytes) }
    }

    func finish() throws {
        try FileProblem.unwritable(atomicFile.target) { () throws(FileFailure) in try moveToTarget() }
    }
}
