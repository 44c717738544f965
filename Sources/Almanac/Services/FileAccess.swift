import Interchange

/// Access to the files that commands read and write.
public protocol FileAccess: Sendable {
    /// Reads a regular file of at most `limit` bytes.
    func read(_ path: String, limit: Int) async throws -> [UInt8]
    /// Reads the first line from an inherited file descriptor, and nothing after it.
    func readLine(from descriptor: Int) async throws -> String
    /// Opens a regular file, or standard input for “-”.
    func open(_ path: String) async throws -> any ByteSource
    /// Returns the relative paths of all files in a folder and its subfolders; nil if the path is not a folder.
    func files(inFolder path: String) async throws -> [String]?
    /// Returns a folder to write files to; nil if the path is not a folder and does not end in a slash.
    func folder(_ path: String) async throws -> (any FileFolder)?
    /// Creates a file, or opens standard output for “-”.
    func create(_ path: String, replacing: Bool) async throws -> any ByteTarget
    /// Writes a new file. Fails if it exists.
    func write(_ bytes: [UInt8], to path: String) async throws
}
