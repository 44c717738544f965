import FileIO

/// The pages of a database file and its WAL, read without SQLite (https://sqlite.org/fileformat.html).
///
/// The header is not trusted: the size of a page is inferred from the pages.
final class PageFile {
    /// The size of a page in bytes. The usable size excludes the bytes at the end of each page that extensions reserve.
    struct Geometry: Hashable {
        var pageSize = 4096
        var usableSize = 4096
    }

    let geometry: Geometry
    /// The number of pages.
    let count: Int
    private let file: File
    private let wal: WALFile?
    /// Whether the WAL contains pages of the database.
    private let hasCommits: Bool
    /// The number of times that each page was read as an overflow page.
    private var chainUses: [Int: Int] = [:]

    init(_ path: String) throws(SystemError) {
        file = try File.open(path)
        wal = try FileSystem.entry(path + "-wal") == nil ? nil : try WALFile(path + "-wal")
        let bytes = Int(try file.entry.bytes)
        geometry = Self.geometry(of: file, bytes: bytes, header: try file.read(100, at: 0))
        let pageCount = Self.pageCount(of: bytes, geometry.pageSize)
        hasCommits = wal?.pageSize == geometry.pageSize && wal?.pageCount ?? 0 > 0
        count = hasCommits ? min(wal?.pageCount ?? 0, max(pageCount, wal?.lastPage ?? 0)) : pageCount
    }

    /// Returns the content of a page, counting from 1, or `nil` if the page is outside the file or unreadable. Bytes
    /// past the end of the file are zero.
    func bytes(of page: Int) -> [UInt8]? {
        guard 1...max(count, 1) ~= page else { return nil }
        if hasCommits, let page = wal?.bytes(of: page) { return page }
        return Self.bytes(of: page, in: file, geometry.pageSize)
    }

    private static func bytes(of page: Int, in file: borrowing File, _ size: Int) -> [UInt8]? {
        guard var bytes = try? file.read(size, at: (page - 1) * size), !bytes.isEmpty else { return nil }
        if bytes.count < size { bytes += [UInt8](repeating: 0, count: size - bytes.count) }
        return bytes
    }

    /// Returns a page of a B-tree, or `nil` if the page is unreadable or not such a page.
    func tree(_ page: Int) -> TreePage? {
        bytes(of: page).flatMap { TreePage($0, number: page, usableSize: geometry.usableSize) }
    }

    // MARK: - Overflow pages

    /// The number of times that an overflow page can be read. The limit keeps the time proportional to the size of the
    /// file, even if many damaged rows refer to the same pages.
    private static let chainLimit = 8

    /// Returns the payload of a cell with the content of its overflow pages, or `nil` if some of it is unreadable.
    func payload(of cell: TreePage.Cell, in page: TreePage, limit: Int = .max) -> [UInt8]? {
        var payload = Array(page.bytes[cell.local])
        var next = cell.overflow
        let size = min(cell.payloadSize, limit)
        while payload.count < size {
            guard let number = next, number > 1, chainUses[number, default: 0] < Self.chainLimit,
                let bytes = bytes(of: number)
            else { return nil }
            chainUses[number, default: 0] += 1
            let length = min(cell.payloadSize - payload.count, geometry.usableSize - 4)
            payload += bytes[4..<4 + length]
            next = bytes.bigEndian(at: 0)
        }
        return payload
    }

    // MARK: - Page size

    private static func pageCount(of bytes: Int, _ pageSize: Int) -> Int {
        bytes / pageSize + (bytes.isMultiple(of: pageSize) ? 0 : 1)
    }

    private static let sampleSize = 128

    /// Infers the size of a page from the file. With the right size, most pages are valid.
    private static func geometry(of file: borrowing File, bytes: Int, header: [UInt8]) -> Geometry {
        let reserved = header.count > 20 && header[20] > 0 ? [0, Int(header[20])] : [0]
        var (best, greatest) = (Geometry(), 0)
        for pageSize in (9...16).map({ 1 << $0 }) {
            let count = pageCount(of: bytes, pageSize)
            let pages = stride(from: 1, through: count, by: max(1, count / sampleSize))
                .compactMap { number in Self.bytes(of: number, in: file, pageSize).map { (number, $0) } }
            for reserved in reserved where pageSize - reserved >= 480 {
                let usable = pageSize - reserved
                let valid = pages.count { TreePage($1, number: $0, usableSize: usable)?.isFilledToEnd ?? false }
                let share = valid * 1000 / max(pages.count, 1)
                if share > greatest { (best, greatest) = (Geometry(pageSize: pageSize, usableSize: usable), share) }
            }
        }
        return best
    }
}
