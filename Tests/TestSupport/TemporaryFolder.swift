import FileIO
import FoundationEssentials
import Glibc

/// A temporary folder that is removed when the object is deinitialized.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        var template = Array(FileManager.default.temporaryDirectory.appending(path: "test-XXXXXX").path.utf8CString)
        guard let made = mkdtemp(&template) else { throw SystemError() }
        path = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    public func file(_ name: String) -> String { "\(path)/\(name)" }

    public func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: file(name)))) }

    public func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }

    /// Returns the sorted names in the folder or in one of its subfolders.
    public func names(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: file(name)).sorted()
    }

    /// Returns the permission bits of the folder or of a file in the folder.
    public func permissions(_ name: String = ".") throws -> mode_t {
        var status = stat()
        guard lstat(file(name), &status) == 0 else { throw SystemError() }
        return status.st_mode & 0o7777
    }
}
