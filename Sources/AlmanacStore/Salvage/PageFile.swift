import FileIO

/// The pages of a database file and its WAL, read without SQLite (https://sqlite.org/fileformat.html).
///
/// The header is not trusted: the size of a page is inferred from the pages.
final class PageFile {
    /// The size of a page in bytes. The usable size excludes the bytes that extensions reserve at the end of each page.
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

    /// Returns the content of a page, given its number (counting from 1), or `nil` if the page is outside the file or
    /// unreadable. Bytes past the end of the file are zero.
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
    /// Overflow pages after the first `limit` bytes are not read.
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

    /// Infers the page size from the file. With the correct size, most pages are valid.
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

/// A page of a B-tree (https://sqlite.org/fileformat.html#b_tree_pages). No offset or length in the page is trusted.
struct TreePage {
    enum Kind: UInt8 {
        case interiorIndex = 2, interiorTable = 5, leafIndex = 10, leafTable = 13

        var isLeaf: Bool { self == .leafIndex || self == .leafTable }
        /// Whether the page belongs to a table with row IDs, rather than to an index or a table without row IDs.
        var isOfTable: Bool { self == .interiorTable || self == .leafTable }
        /// Whether the cells contain rows. The interior pages of a table contain only row IDs.
        var hasRows: Bool { self != .interiorTable }
    }

    /// A cell: a row, or a reference to a child page, or both.
    struct Cell {
        var child: Int?
        var rowID: Int64?
        /// The size of the row, including the part in overflow pages.
        var payloadSize = 0
        /// The range of the page that contains the beginning of the row.
        var local = 0..<0
        /// The first overflow page, if any.
        var overflow: Int?
    }

    let kind: Kind
    let number: Int
    let bytes: [UInt8]
    let cellCount: Int
    private let usableSize: Int
    /// The offset of the page header, which follows the file header on the first page.
    private let start: Int

    init?(_ bytes: [UInt8], number: Int, usableSize: Int) {
        start = number == 1 ? 100 : 0
        guard bytes.count >= usableSize, usableSize >= 480, let kind = Kind(rawValue: bytes[start]) else { return nil }
        (self.kind, self.number, self.bytes, self.usableSize) = (kind, number, bytes, usableSize)
        cellCount = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        guard cellStart + 2 * cellCount <= usableSize else { return nil }
    }

    /// The offset of the cell offset array.
    private var cellStart: Int { start + (kind.isLeaf ? 8 : 12) }

    /// The last child of an interior page, or `nil` for a leaf page.
    var rightChild: Int? { kind.isLeaf ? nil : bytes.bigEndian(at: start + 8) }

    /// Returns a cell, or `nil` if it does not fit in the page.
    func cell(_ index: Int) -> Cell? {
        let pointer = cellStart + 2 * index
        var offset = Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1])
        guard offset >= cellStart + 2 * cellCount, offset + 4 <= usableSize else { return nil }
        var cell = Cell()
        if !kind.isLeaf {
            cell.child = bytes.bigEndian(at: offset)
            offset += 4
        }
        if kind.hasRows {
            guard let size = bytes.varint(at: &offset, end: usableSize), 2...Self.longestRow ~= size else { return nil }
            cell.payloadSize = Int(size)
        }
        if kind.isOfTable {
            guard let key = bytes.varint(at: &offset, end: usableSize) else { return nil }
            cell.rowID = key
        }
        let length = localLength(of: cell.payloadSize)
        cell.local = offset..<offset + length
        let hasOverflow = length < cell.payloadSize
        guard cell.local.upperBound + (hasOverflow ? 4 : 0) <= usableSize else { return nil }
        if hasOverflow { cell.overflow = bytes.bigEndian(at: cell.local.upperBound) }
        return cell
    }

    /// The maximum size of a row in bytes. Every connection has the same limit.
    private static let longestRow: Int64 = 64 << 20

    /// Returns the number of bytes of a payload that are stored in the page
    /// (https://sqlite.org/fileformat.html#cell_payload_overflow_pages).
    private func localLength(of payloadSize: Int) -> Int {
        let most = kind.isOfTable ? usableSize - 35 : (usableSize - 12) * 64 / 255 - 23
        guard payloadSize > most else { return payloadSize }
        let least = (usableSize - 12) * 32 / 255 - 23
        let length = least + (payloadSize - least) % (usableSize - 4)
        return length <= most ? length : least
    }

    /// The cells that fit in the page.
    var cells: some Sequence<Cell> { (0..<cellCount).lazy.compactMap(cell) }

    /// Whether all cells are valid and one of them ends at the end of the page, where SQLite writes the first cell.
    var isFilledToEnd: Bool {
        var end = 0
        for index in 0..<cellCount {
            guard let cell = cell(index) else { return false }
            end = max(end, cell.local.upperBound + (cell.overflow == nil ? 0 : 4))
        }
        return end == usableSize
    }
}

extension [UInt8] {
    /// Reads a variable-length integer (https://sqlite.org/fileformat.html#varint) and advances the offset.
    /// - Returns: The integer, or `nil` if it does not end before `end`.
    func varint(at offset: inout Int, end: Int) -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard offset < end else { return nil }
            let byte = self[offset]
            offset += 1
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int64(bitPattern: value) }
        }
        return nil
    }
}
