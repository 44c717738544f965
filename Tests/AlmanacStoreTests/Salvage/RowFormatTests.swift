import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// The bytes of stored rows, tree pages, and lists of unused pages.
struct RowFormatTests {
    // MARK: - Rows

    @Test(
        "A variable-length integer is read up to its last byte",
        arguments: [
            ([0x00], 1, 0, 1), ([0x7F], 1, 0x7F, 1), ([0x81, 0x00], 2, 0x80, 2), ([0x82, 0x80, 0x01], 3, 0x8001, 3),
            ([UInt8](repeating: 0xFF, count: 10), 10, -1, 9), ([UInt8](repeating: 0xFF, count: 9), 9, -1, 9),
            ([UInt8](repeating: 0x80, count: 8) + [0x01], 9, 1, 9),
            ([UInt8](repeating: 0x80, count: 7) + [0x05, 0x09], 9, 5, 8),
            ([0x81, 0x00], 1, nil, 1), ([UInt8](repeating: 0xFF, count: 9), 8, nil, 8), ([0x00], 0, nil, 0),
        ] as [([UInt8], Int, Int64?, Int)])
    func integers(bytes: [UInt8], end: Int, value: Int64?, offset: Int) {
        var position = 0
        #expect(bytes.varint(at: &position, end: end) == value)
        #expect(position == offset)
    }

    @Test(
        "Each valid type code determines a type and a length, and other codes are rejected",
        arguments: [
            (-1, nil, 0), (0, .null, 0), (1, .integer(length: 1), 1), (4, .integer(length: 4), 4),
            (5, .integer(length: 6), 6), (6, .integer(length: 8), 8), (7, .real, 8), (8, .zero, 0), (9, .one, 0),
            (10, nil, 0), (11, nil, 0), (12, .blob(length: 0), 0), (13, .text(length: 0), 0),
            (14, .blob(length: 1), 1), (15, .text(length: 1), 1), (100, .blob(length: 44), 44),
            (101, .text(length: 44), 44),
        ] as [(Int64, RowFormat.ValueType?, Int)])
    func types(code: Int64, type: RowFormat.ValueType?, length: Int) {
        #expect(RowFormat.ValueType(code) == type)
        #expect(type?.length ?? 0 == length)
    }

    @Test(
        "A row is valid only if its values fill the payload",
        arguments: [
            ([2, 8], 2, [.zero]), ([2, 1, 5], 3, [.integer(length: 1)]), ([2, 1, 5], 2, nil), ([2, 1, 5], 4, nil),
            ([3, 15, 1, 65, 7], 5, [.text(length: 1), .integer(length: 1)]), ([3, 15, 1, 65, 7], 4, nil),
            ([1], 1, nil), ([], 0, nil), ([3, 8], 2, nil), ([2, 10], 2, nil), ([2, 0x81, 0x00], 3, nil),
            ([3, 0x80, 0x08], 3, [.zero]), ([0x80, 3, 8], 3, [.zero]),
        ] as [([UInt8], Int, [RowFormat.ValueType]?)])
    func rows(payload: [UInt8], size: Int, types: [RowFormat.ValueType]?) {
        #expect(RowFormat(payload, of: size)?.types == types)
    }

    @Test("Every type of value is read")
    func values() throws {
        let columns: [(code: UInt8, bytes: [UInt8], value: StoredValue)] = [
            (0, [], .null), (1, [0xFF], .integer(-1)), (2, [1, 0], .integer(256)),
            (3, [0x80, 0, 0], .integer(-8_388_608)), (4, [0x7F, 0xFF, 0xFF, 0xFF], .integer(2_147_483_647)),
            (5, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], .integer(-2)),
            (6, [0x80, 0, 0, 0, 0, 0, 0, 0], .integer(.min)), (7, [0x3F, 0xF8, 0, 0, 0, 0, 0, 0], .real(1.5)),
            (8, [], .integer(0)), (9, [], .integer(1)), (13, [], .text("")), (17, [0xC3, 0xA9], .text("é")),
            (15, [0xFF], .blob([0xFF], isText: true)), (17, [0x41, 0], .blob([0x41, 0], isText: true)),
            (14, [0xFF], .blob([0xFF], isText: false)),
        ]
        let payload = [UInt8(columns.count + 1)] + columns.map(\.code) + columns.flatMap(\.bytes)
        let format = try #require(RowFormat(payload, of: payload.count))
        #expect(format.values(of: payload) == columns.map(\.value))
    }

    @Test("Invalid text is replaced with valid text, and blobs are not changed")
    func repairedText() {
        #expect(StoredValue.blob([0x41, 0, 0xFF], isText: true).repaired == .text("A\u{FFFD}"))
        #expect(StoredValue.blob([0x41, 0, 0xFF], isText: false).repaired == .blob([0x41, 0, 0xFF], isText: false))
        #expect(StoredValue.integer(7).repaired == .integer(7))
        #expect(StoredValue.text("a").integer == nil && StoredValue.integer(7).text == nil)
        #expect(StoredValue.text("a").text == "a" && StoredValue.integer(7).integer == 7)
    }

    // MARK: - Pages

    private static func varint(_ number: Int) -> [UInt8] {
        var (bytes, rest) = ([UInt8(number & 0x7F)], number >> 7)
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }

    /// Returns a page of 512 bytes with one cell.
    private static func page(_ kind: UInt8, count: Int = 1, _ cell: [UInt8] = [], at offset: Int = 0) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 512)
        let start = kind < 8 ? 12 : 8
        bytes[0] = kind
        (bytes[3], bytes[4]) = (UInt8(count >> 8), UInt8(count & 0xFF))
        for (index, byte) in cell.enumerated() where offset + index < bytes.count { bytes[offset + index] = byte }
        (bytes[start], bytes[start + 1]) = (UInt8(offset >> 8), UInt8(offset & 0xFF))
        return bytes
    }

    @Test(
        "The part of a row in its page ends where SQLite continues the row on overflow pages",
        arguments: [
            (13, 2, 2), (13, 476, 476), (13, 477, 477), (13, 478, 39), (13, 547, 39), (13, 548, 40), (13, 985, 477),
            (13, 986, 39), (13, 64 << 20, 39), (10, 101, 101), (10, 102, 102), (10, 103, 39), (10, 547, 39),
            (10, 548, 40), (10, 610, 102), (10, 611, 39), (2, 102, 102), (2, 103, 39), (2, 609, 101),
        ] as [(UInt8, Int, Int)])
    func localParts(kind: UInt8, size: Int, length: Int) throws {
        let start = (kind == 2 ? [0, 0, 0, 9] : []) + Self.varint(size) + (kind == 13 ? [5] : [])
        let overflow: [UInt8] = length < size ? [1, 2, 3, 4] : []
        let bytes = start + [UInt8](repeating: 7, count: length) + overflow
        let offset = 512 - bytes.count
        let page = try #require(TreePage(Self.page(kind, bytes, at: offset), number: 2, usableSize: 512))
        let cell = try #require(page.cell(0))
        #expect(cell.payloadSize == size && cell.local == offset + start.count..<offset + start.count + length)
        #expect(cell.overflow == (overflow.isEmpty ? nil : 0x01020304))
        #expect(cell.rowID == (kind == 13 ? 5 : nil) && cell.child == (kind == 2 ? 9 : nil))
        #expect(page.isFilledToEnd)
        let next = try #require(TreePage(Self.page(kind, bytes, at: offset + 1), number: 2, usableSize: 512))
        #expect(next.cell(0) == nil && !next.isFilledToEnd)
        let before = try #require(TreePage(Self.page(kind, bytes, at: offset - 1), number: 2, usableSize: 512))
        #expect(before.cell(0) != nil && !before.isFilledToEnd)
    }

    @Test(
        "A cell is valid only between the cell list and the page end, and only if its row has at least two bytes",
        arguments: [
            (13, [2, 1, 0, 0], 10, true), (13, [2, 1, 0, 0], 9, false), (13, [2, 1, 0, 0], 508, true),
            (13, [1, 1, 0, 0], 508, false), (10, [3, 0, 0, 0], 508, true), (10, [2, 0, 0], 509, false),
            (2, [0, 0, 0, 3, 2, 0, 0], 14, true), (2, [0, 0, 0, 3, 2, 0, 0], 13, false),
            (5, [0, 0, 0, 3, 1], 507, true), (5, [0, 0, 0, 3, 1], 508, false),
            (13, varint(64 << 20) + [1], 280, true), (13, varint((64 << 20) + 1) + [1], 279, false),
        ] as [(UInt8, [UInt8], Int, Bool)])
    func places(kind: UInt8, cell: [UInt8], offset: Int, isValid: Bool) throws {
        let page = try #require(TreePage(Self.page(kind, cell, at: offset), number: 2, usableSize: 512))
        #expect((page.cell(0) != nil) == isValid)
    }

    @Test("The kind and the number of cells of a page are checked")
    func pages() throws {
        for kind in UInt8(0)...14 {
            let page = TreePage(Self.page(kind, count: 0), number: 2, usableSize: 512)
            #expect(page?.kind.rawValue == ([2, 5, 10, 13].contains(kind) ? kind : nil))
        }
        for (kind, most) in [(13, 252), (10, 252), (5, 250), (2, 250)] as [(UInt8, Int)] {
            #expect(TreePage(Self.page(kind, count: most), number: 2, usableSize: 512)?.cellCount == most)
            #expect(TreePage(Self.page(kind, count: most + 1), number: 2, usableSize: 512) == nil)
        }
        let page = Self.page(13, count: 0)
        #expect(TreePage(page, number: 2, usableSize: 480) != nil && TreePage(page, number: 2, usableSize: 479) == nil)
        #expect(TreePage(page, number: 2, usableSize: 513) == nil)
        // The file header precedes the page header on the first page.
        #expect(TreePage(page, number: 1, usableSize: 512) == nil)
        let first = [UInt8](repeating: 9, count: 100) + page.prefix(412)
        #expect(TreePage(first, number: 1, usableSize: 512)?.kind == .leafTable)
        var interior = Self.page(5, count: 0)
        interior.replaceSubrange(8..<12, with: [0, 1, 0, 2])
        #expect(TreePage(interior, number: 2, usableSize: 512)?.rightChild == 0x10002)
        #expect(TreePage(page, number: 2, usableSize: 512)?.rightChild == nil)
    }

    @Test("Pages are listed as unused only if every number in their list is a valid page number")
    func unusedPages() throws {
        let folder = try TemporaryFolder()
        let connection = try Connection(at: folder.file("a.db"), mode: .createNew)
        try connection.execute(
            "CREATE TABLE kept (a); CREATE TABLE a (b); INSERT INTO a VALUES (zeroblob(100000)); DROP TABLE a")
        let count = try #require(try connection.first("PRAGMA freelist_count") { $0[0] as Int })
        let intact = try folder.bytes("a.db")
        let pageCount = intact.count / 4096
        #expect(try FreePages.all(of: PageFile(folder.file("a.db"))).count == count)
        #expect(count > 20 && pageCount == count + 2)
        let list = (intact.bigEndian(at: 32) - 1) * 4096
        func free(_ changes: [Int: Int]) throws -> Int {
            var bytes = intact
            for (offset, value) in changes {
                let number = withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) }
                bytes.replaceSubrange(list + offset..<list + offset + 4, with: number)
            }
            try folder.write(bytes, to: "b.db")
            return try FreePages.all(of: PageFile(folder.file("b.db"))).count
        }
        for (number, isValid) in [(0, false), (1, false), (2, true), (pageCount, true), (pageCount + 1, false)] {
            #expect(try (free([8: number]) > 0) == isValid, "page \(number)")
        }
        let full = Dictionary(uniqueKeysWithValues: (2..<1024).map { ($0 * 4, 2) })
        #expect(try free(full.merging([4: 1022]) { $1 }) == 2)
        #expect(try free(full.merging([4: 1023]) { $1 }) == 0)
        #expect(try free([4: 0]) == 1)
        #expect(try free([0: list / 4096 + 1]) == count)
    }
}
