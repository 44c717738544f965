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
        /// The first overflow page.
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

    /// The offset of the array of cell offsets.
    private var cellStart: Int { start + (kind.isLeaf ? 8 : 12) }

    /// The last child of an interior page.
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

    /// The limit for the size of a row, which is that of a connection.
    private static let longestRow: Int64 = 64 << 20

    /// Returns how much of a payload is stored in the page (https://sqlite.org/fileformat.html#cell_payload_overflow_pages).
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
