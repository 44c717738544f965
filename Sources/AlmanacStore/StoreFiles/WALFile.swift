import FileIO
import SQLite

/// A WAL file on disk (https://sqlite.org/fileformat.html#walformat).
///
/// Each frame contains a page, the salt of the WAL, and a checksum of the WAL up to this frame. The last frame of a
/// transaction also contains the size of the database in pages.
final class WALFile {
    private static let (headerSize, frameHeaderSize) = (32, 24)
    private let file: File
    let pageSize: Int
    private let committed: CommittedPages

    /// The offset of the last committed content of each page, and the number of pages in the database.
    private struct CommittedPages {
        var places: [Int: Int] = [:]
        var pageCount = 0
    }

    init(_ path: String) throws(SystemError) {
        let file = try File.open(path)
        let header = try file.read(Self.headerSize, at: 0)
        let checksum = Checksum(ofHeader: header)
        let pageSize = checksum == nil ? 0 : header.bigEndian(at: 8)
        committed =
            try checksum.map { checksum throws(SystemError) in
                try Self.frames(of: file, pageSize, salt: header[16..<24], checksum)
            } ?? CommittedPages()
        self.pageSize = pageSize
        self.file = file
    }

    private static func frames(
        of file: borrowing File, _ pageSize: Int, salt: ArraySlice<UInt8>, _ checksum: Checksum
    ) throws(SystemError) -> CommittedPages {
        var committed = CommittedPages()
        var pending: [Int: Int] = [:]
        var (offset, checksum) = (headerSize, checksum)
        while true {
            let frame = try file.read(frameHeaderSize + pageSize, at: offset)
            guard frame.count == frameHeaderSize + pageSize, frame[8..<16] == salt else { return committed }
            checksum.add(frame[..<8])
            checksum.add(frame[frameHeaderSize...])
            guard checksum.isStored(in: frame, at: 16) else { return committed }
            pending[frame.bigEndian(at: 0)] = offset + frameHeaderSize
            if frame.bigEndian(at: 4) > 0 {
                committed.places.merge(pending) { $1 }
                committed.pageCount = frame.bigEndian(at: 4)
                pending = [:]
            }
            offset += frameHeaderSize + pageSize
        }
    }

    /// The number of pages in the database after the last commit, or 0 if nothing was committed.
    var pageCount: Int { committed.pageCount }

    /// The highest number of a committed page.
    var lastPage: Int { committed.places.keys.max() ?? 0 }

    /// Returns the last committed content of a page, or `nil` if the WAL does not contain the page.
    func bytes(of page: Int) -> [UInt8]? {
        committed.places[page].flatMap { try? file.read(pageSize, at: $0) }
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

extension WALFile {
    /// The running checksum of a WAL (https://sqlite.org/fileformat.html#checksum_algorithm).
    private struct Checksum {
        private let isBigEndian: Bool
        private var (first, second): (UInt32, UInt32) = (0, 0)

        /// Creates the checksum of a WAL header, or `nil` if the header is invalid.
        init?(ofHeader header: [UInt8]) {
            guard header.count == headerSize, header.bigEndian(at: 0) & ~1 == 0x377F_0682 else { return nil }
            isBigEndian = header[3] & 1 == 1
            let pageSize = header.bigEndian(at: 8)
            guard 512...65536 ~= pageSize, pageSize & (pageSize - 1) == 0 else { return nil }
            add(header[..<24])
            guard isStored(in: header, at: 24) else { return nil }
        }

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            bytes.withUnsafeBytes { bytes in
                for offset in stride(from: 0, to: bytes.count - 7, by: 8) {
                    first &+= word(bytes, at: offset) &+ second
                    second &+= word(bytes, at: offset + 4) &+ first
                }
            }
        }

        private func word(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> UInt32 {
            let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            return isBigEndian ? UInt32(bigEndian: word) : UInt32(littleEndian: word)
        }

        func isStored(in bytes: [UInt8], at index: Int) -> Bool {
            bytes.bigEndian(at: index) == Int(first) && bytes.bigEndian(at: index + 4) == Int(second)
        }
    }
}

extension [UInt8] {
    /// Returns the big-endian 32-bit number at an index.
    func bigEndian(at index: Int) -> Int { self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
}
