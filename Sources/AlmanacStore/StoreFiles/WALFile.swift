import FileIO
import SQLite

/// A WAL file on disk (https://sqlite.org/fileformat.html#walformat).
///
/// Each frame contains a page and the salt of the WAL. The last frame of a transaction also contains the size of the
/// database in pages.
struct WALFile: ~Copyable {
    private static let (headerSize, frameHeaderSize) = (32, 24)
    private let file: File
    private let pageSize: Int
    private let committed: CommittedPages

    /// The offset of the last committed content of each page, and the number of pages in the database.
    private struct CommittedPages {
        var places: [Int: Int] = [:]
        var pageCount = 0
    }

    init(_ path: String) throws(SystemError) {
        let file = try File.open(path)
        let header = try file.read(Self.headerSize, at: 0)
        let pageSize = header.count == Self.headerSize ? header.number(at: 8) : 0
        committed = pageSize > 0 ? try Self.frames(of: file, pageSize, salt: header[16..<24]) : CommittedPages()
        self.pageSize = pageSize
        self.file = file
    }

    private static func frames(
        of file: borrowing File, _ pageSize: Int, salt: ArraySlice<UInt8>
    ) throws(SystemError) -> CommittedPages {
        var committed = CommittedPages()
        var pending: [Int: Int] = [:]
        var offset = headerSize
        while true {
            let frame = try file.read(frameHeaderSize, at: offset)
            guard frame.count == frameHeaderSize, frame[8..<16] == salt else { return committed }
            pending[frame.number(at: 0)] = offset + frameHeaderSize
            if frame.number(at: 4) > 0 {
                committed.places.merge(pending) { $1 }
                committed.pageCount = frame.number(at: 4)
                pending = [:]
            }
            offset += frameHeaderSize + pageSize
        }
    }

    /// Whether the WAL contains every page of the database.
    var isComplete: Bool { committed.places.keys.count { $0 <= committed.pageCount } == committed.pageCount }

    /// Returns whether all committed pages are also in the database file.
    func isCheckpointed(into database: Connection) throws -> Bool {
        try committed.places.allSatisfy { page, place in
            try file.read(pageSize, at: place) == database.fileBytes(pageSize, at: (page - 1) * pageSize)
        }
    }
}

extension [UInt8] {
    /// Returns the big-endian 32-bit number at an index.
    fileprivate func number(at index: Int) -> Int { self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
}
