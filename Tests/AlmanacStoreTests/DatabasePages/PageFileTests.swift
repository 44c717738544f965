import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// Reading the pages of a database without SQLite.
struct PageFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("pages.db") }

    /// Creates a table with values of all types and lengths, some of which need overflow pages.
    private func fill(pageSize: Int, rows: Int = 300) throws {
        let connection = try Connection(at: path, mode: .createNew)
        try connection.execute(
            """
            PRAGMA page_size = \(pageSize);
            CREATE TABLE item (id INTEGER PRIMARY KEY, number INTEGER, ratio REAL, text TEXT, bytes BLOB);
            BEGIN;
            """)
        let numbers: [Int64] = [0, 1, -1, 127, 128, -32768, 1 << 23, -1 << 31, 1 << 40, .max, .min]
        for row in 0..<rows {
            try connection.run(
                "INSERT INTO item (number, ratio, text, bytes) VALUES (?1, ?2, ?3, ?4)",
                binding: numbers[row % numbers.count], row % 3 == 0 ? nil : Double(row) / 7,
                String(repeating: "é", count: row * row % 9000), [UInt8](repeating: 7, count: row % 5 * 200))
        }
        try connection.execute("COMMIT")
    }

    /// Returns the rows in the leaf pages of the table, in the order of their row IDs.
    private func rows(of file: PageFile) -> [(id: Int64?, values: [StoredValue]?)] {
        (2...max(file.count, 2)).compactMap(file.tree).filter { $0.kind == .leafTable }
            .flatMap { page in page.cells.map { ($0.rowID, file.values(of: $0, in: page)) } }
            .sorted { ($0.id ?? 0) < ($1.id ?? 0) }
    }

    @Test("The page size is inferred and all values are read", arguments: [512, 1024, 4096, 8192, 65536])
    func values(pageSize: Int) throws {
        try fill(pageSize: pageSize)
        var bytes = try folder.bytes("pages.db")
        bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0, count: 100))
        try folder.write(bytes, to: "damaged.db")
        let file = try PageFile(folder.file("damaged.db"))
        #expect(file.geometry == PageFile.Geometry(pageSize: pageSize, usableSize: pageSize))
        let expected = try Connection(at: path, mode: .readOnly).all(
            "SELECT id, number, ratio, text, bytes FROM item ORDER BY id"
        ) { row in
            let (ratio, text, blob): (Double?, String, [UInt8]) = (row[2], row[3], row[4])
            let values: [StoredValue] = [
                .null, .integer(row[1]), ratio.map(StoredValue.real) ?? .null, .text(text), .blob(blob, isText: false),
            ]
            return (id: row[0] as Int64, values: values)
        }
        let found = rows(of: file)
        #expect(found.map(\.id) == expected.map(\.id))
        for (row, original) in zip(found, expected) {
            // SQLite stores a REAL value that is an integer as an integer.
            let values = zip(row.values ?? [], original.values).map { value, expected in
                if case .real(let number) = expected, value == .integer(Int64(number)) { expected } else { value }
            }
            #expect(values == original.values)
        }
    }

    @Test("Committed pages of the WAL are read, up to the first invalid frame")
    func log() throws {
        try fill(pageSize: 4096, rows: 10)
        let connection = try Connection(at: path, mode: .readWrite)
        _ = try connection.first("PRAGMA journal_mode = WAL") { $0[0] as String }
        for text in ["first", "second"] { try connection.run("UPDATE item SET text = ?1 WHERE id = 1", binding: text) }
        for suffix in ["", "-wal"] { try folder.write(try folder.bytes("pages.db" + suffix), to: "copy.db" + suffix) }
        #expect(try rows(of: PageFile(folder.file("copy.db"))).first?.values?[3] == .text("second"))
        var log = try folder.bytes("copy.db-wal")
        log[log.count - 1] ^= 1
        try folder.write(log, to: "copy.db-wal")
        #expect(try rows(of: PageFile(folder.file("copy.db"))).first?.values?[3] == .text("first"))
        withExtendedLifetime(connection) {}
    }

    @Test("Random damage to pages is survived", .long("random damage"))
    func damage() throws {
        try fill(pageSize: 1024, rows: 60)
        let intact = try folder.bytes("pages.db")
        var chance = SeededGenerator(seed: 26)
        for _ in 0..<(try Soak.times(atLeast: 60, byDefault: 20)) {
            var bytes = intact
            for _ in 0...chance.number(below: 40) {
                let page = chance.number(below: bytes.count / 1024) * 1024
                // Most damage is in the header of a page, where it has the greatest effect.
                let length = chance.happens(oneIn: 3) ? 1024 : 24
                bytes[page + chance.number(below: length)] = UInt8(chance.number(below: 256))
            }
            try folder.write(Array(bytes.prefix(bytes.count - chance.number(below: 3000))), to: "damaged.db")
            let file = try PageFile(folder.file("damaged.db"))
            #expect(file.count <= bytes.count / 512)
            #expect(rows(of: file).count <= bytes.count)
        }
    }
}
