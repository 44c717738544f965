import Interchange

/// Files that people name: photos and contacts to take in and to give out.
public protocol FileAccess: Sendable {
    /// The bytes of a regular file of at most `limit` bytes.
    func read(_ path: String, limit: Int) async throws -> [UInt8]
    /// The first line of what a descriptor gives that whoever started the program has opened; nothing behind it is taken.
    func readLine(from descriptor: Int) async throws -> String
    /// A regular file to read from its beginning, or “-”, the standard input.
    func open(_ path: String) async throws -> any ByteSource
    /// The files in a folder and in those below it, by their paths from there; nil if it is none.
    func files(inFolder path: String) async throws -> [String]?
    /// A folder to put files into, which is there, or would be made: its path ends in a slash then. Nil for any other path.
    func folder(_ path: String) async throws -> (any FileFolder)?
    /// A new file to write, or “-”, the standard output; one that is there is only replaced if that is wanted.
    func create(_ path: String, replacing: Bool) async throws -> any ByteTarget
    /// Makes a new file; refuses an existing one.
    func write(_ bytes: [UInt8], to path: String) async throws
}
