import TestSupport
import Testing
@testable import AlmanacStore

/// The valid part of a WAL file.
struct WALFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A WAL with the checksums that its format requires (https://sqlite.org/fileformat.html#walformat).
    private struct Writer {
        private(set) var bytes: [UInt8] = []
        private var sums: (UInt32, UInt32) = (0, 0)
        private let isBigEndian: Bool
        private let pageSize: Int
        private static let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

        init(magic: UInt32 = 0x377F_0682, pageSize: Int = 512) {
            (isBigEndian, self.pageSize) = (magic & 1 == 1, pageSize)
            bytes = Self.number(magic) + Self.number(3_007_000) + Self.number(UInt32(pageSize)) + Self.number(0)
            bytes += Self.salt
            add(bytes)
            bytes += Self.number(sums.0) + Self.number(sums.1)
        }

        private static func number(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

        private mutating func add(_ data: [UInt8]) {
            for start in stride(from: 0, to: data.count, by: 8) {
                let words = [0, 4].map { offset in
                    let word = data[(start + offset)..<(start + offset + 4)]
                    return (isBigEndian ? Array(word) : word.reversed()).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
                }
                sums.0 &+= words[0] &+ sums.1
                sums.1 &+= words[1] &+ sums.0
            }
        }

        /// Adds a frame with a page of equal bytes.
        /// - Parameter size: The number of pages after the transaction, or 0 if the frame does not end a transaction.
        mutating func add(_ page: UInt32, size: UInt32, _ byte: UInt8) {
            let content = [UInt8](repeating: byte, count: pageSize)
            add(Self.number(page) + Self.number(size))
            add(content)
            bytes += Self.number(page) + Self.number(size) + Self.salt
            bytes += Self.number(sums.0) + Self.number(sums.1) + content
        }
    }

    private func file(_ bytes: [UInt8]) throws -> WALFile {
        try folder.write(bytes, to: "a-wal")
        return try WALFile(folder.file("a-wal"))
    }

    @Test(
        "A WAL is read only if its magic number and its page size are valid",
        arguments: [
            (0x377F_0682, 512, true), (0x377F_0683, 512, true), (0x377F_0681, 512, false), (0x377F_0684, 512, false),
            (0x377F_0682, 256, false), (0x377F_0682, 768, false), (0x377F_0683, 4096, true),
            (0x377F_0682, 65_536, true), (0x377F_0682, 131_072, false),
        ] as [(UInt32, Int, Bool)])
    func headers(magic: UInt32, pageSize: Int, isValid: Bool) throws {
        var writer = Writer(magic: magic, pageSize: pageSize)
        if isValid { writer.add(1, size: 1, 7) }
        let log = try file(writer.bytes)
        #expect(log.pageSize == (isValid ? pageSize : 0) && log.pageCount == (isValid ? 1 : 0))
        #expect(log.bytes(of: 1) == (isValid ? [UInt8](repeating: 7, count: pageSize) : nil))
    }

    @Test("A change to any byte of a header or page makes the WAL invalid from that point on")
    func changedBytes() throws {
        var writer = Writer()
        writer.add(1, size: 1, 7)
        let intact = writer.bytes
        #expect(try file(intact).pageCount == 1)
        for index in Array(0..<64) + [intact.count - 1] {
            var bytes = intact
            bytes[index] ^= 1
            #expect(try file(bytes).pageCount == 0, "byte \(index)")
        }
        for count in [0, 31, 32, intact.count - 1] {
            let log = try file(Array(intact.prefix(count)))
            #expect(log.pageCount == 0 && log.lastPage == 0 && log.pageSize == (count < 32 ? 0 : 512), "\(count) bytes")
        }
    }

    @Test("Only committed pages are read, each in its last version")
    func commits() throws {
        var writer = Writer()
        writer.add(2, size: 0, 1)
        #expect(try file(writer.bytes).bytes(of: 2) == nil)
        writer.add(3, size: 3, 2)
        var log = try file(writer.bytes)
        #expect(log.pageCount == 3 && log.lastPage == 3 && !log.isComplete)
        #expect(log.bytes(of: 2)?.first == 1 && log.bytes(of: 3)?.last == 2 && log.bytes(of: 1) == nil)
        writer.add(2, size: 0, 3)
        writer.add(1, size: 0, 4)
        log = try file(writer.bytes)
        #expect(log.pageCount == 3 && log.bytes(of: 2)?.first == 1 && log.bytes(of: 1) == nil)
        writer.add(2, size: 2, 5)
        log = try file(writer.bytes)
        #expect(log.pageCount == 2 && log.lastPage == 3 && log.isComplete)
        #expect(log.bytes(of: 2)?.first == 5 && log.bytes(of: 1)?.first == 4 && log.bytes(of: 3)?.first == 2)
        // The first transaction remains valid if a later frame is not.
        var bytes = writer.bytes
        bytes[32 + 2 * 536 + 8] ^= 1
        log = try file(bytes)
        #expect(log.pageCount == 3 && log.bytes(of: 2)?.first == 1)
    }
}
