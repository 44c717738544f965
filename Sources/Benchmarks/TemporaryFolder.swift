import Glibc
import SQLite

/// Lends a folder for the two databases and clears it away.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/almanac-benchmark-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SQLiteError(.cantOpen, "no temporary folder") }
    let folder = template.withUnsafeBufferPointer { String(decoding: $0.dropLast().map(UInt8.init), as: UTF8.self) }
    defer {
        for name in ["swift", "c"] {
            for suffix in ["", "-wal", "-shm"] { unlink("\(folder)/\(name).sqlite\(suffix)") }
        }
        rmdir(folder)
    }
    try body(folder)
}
