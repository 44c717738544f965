/// Files that people name: photos to take in and to give out.
public protocol FileAccess: Sendable {
    /// The bytes of a regular file of at most `limit` bytes.
    func read(_ path: String, limit: Int) async throws -> [UInt8]
    /// The first line of what a descriptor gives that whoever started the program has opened; nothing behind it is taken.
    func readLine(from descriptor: Int) async throws -> String
    /// Makes a new file; refuses an existing one.
    func write(_ bytes: [UInt8], to path: String) async throws
}
