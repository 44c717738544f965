import Files
import SQLite

/// SQLite's log as it lies on the disk (https://sqlite.org/fileformat.html#walformat): frames, each of them one page, with
/// the salt of the log; the last frame of a transaction says how long the database is then.
struct LogFile: ~Copyable {
    private static let (headerSize, frameHeaderSize) = (32, 24)
    private let file: File

    init(_ path: String) throws(SystemError) { file = try File.open(path) }

    /// Whether everything that was committed stands in the database file as well.
    func isFolded(into database: Connection) throws -> Bool {
        let header = try file.read(Self.headerSize, at: 0)
        guard header.count == Self.headerSize else { return true }
        let pageSize = header.number(at: 8)
        return try places(pageSize, salt: header[16..<24]).allSatisfy { page, place in
            try file.read(pageSize, at: place) == database.fileBytes(pageSize, at: (page - 1) * pageSize)
        }
    }

    /// Where the last committed state of each page lies.
    private func places(_ pageSize: Int, salt: ArraySlice<UInt8>) throws(SystemError) -> [Int: Int] {
        var committed: [Int: Int] = [:]
        var pending: [Int: Int] = [:]
        var offset = Self.headerSize
        while true {
            let frame = try file.read(Self.frameHeaderSize, at: offset)
            guard frame.count == Self.frameHeaderSize, frame[8..<16] == salt else { return committed }
            pending[frame.number(at: 0)] = offset + Self.frameHeaderSize
            if frame.number(at: 4) > 0 {
                committed.merge(pending) { $1 }
                pending = [:]
            }
            offset += Self.frameHeaderSize + pageSize
        }
    }
}

extension [UInt8] {
    /// Four bytes, the highest first.
    fileprivate func number(at index: Int) -> Int { self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
}
