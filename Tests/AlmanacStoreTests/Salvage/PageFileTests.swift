import FoundationEssentials
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// Reading the pages of a database without SQLite.
struct PageFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("pages.db") }

    /// Creates a table with values of all types and of many lengths, some of which require overflow pages.
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

    @Test("Rows that consist only of a two-byte header are read")
    func smallestRows() throws {
        let connection = try Connection(at: path, mode: .createNew)
        try connection.execute("CREATE TABLE item (value); INSERT INTO item VALUES (NULL), (0), (1), ('')")
        let found = rows(of: try PageFile(path))
        #expect(found.map { $0.id } == [1, 2, 3, 4])
        #expect(found.allSatisfy { $0.values?.count == 1 })
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

    @Test("Reading randomly damaged pages does not fail and returns a limited number of rows", .long("random damage"))
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

/// Recovering data from pages if the header, the schema table, or the tree of pages is damaged.
struct PageSalvageTests {
    let place: DamagedStore
    let target: StoreLocation
    private let intact: [UInt8]
    private let original: [String: Set<String>]

    init() async throws {
        place = try await DamagedStore()
        target = StoreLocation(place.folder.file("saved.db"))
        let connection = try Connection(at: place.folder.location.path, mode: .readWrite)
        try connection.execute(
            """
            INSERT INTO person_phone (person_id, position, label, value)
            SELECT id, position, 'cell', '+1-555-' || (1000 + id * 9 + position)
            FROM person, (SELECT 0 AS position UNION SELECT 1 UNION SELECT 2);
            INSERT INTO person_url (person_id, position, label, value)
            SELECT id, position, 'home', 'https://' || id || '-' || position || '.example'
            FROM person, (SELECT 0 AS position UNION SELECT 1 UNION SELECT 2);
            UPDATE membership SET position = position * 13 % 41;
            PRAGMA wal_checkpoint(TRUNCATE);
            """)
        intact = try place.folder.bytes("store.db")
        original = try Self.rows(of: place.folder.location.path)
    }

    private static let pageSize = 4096

    private func bytes(of page: Int) -> Range<Int> { (page - 1) * Self.pageSize..<page * Self.pageSize }

    /// The values by which the rows of each table are counted.
    private static let values = [
        "person": "uuid", "people_group": "uuid", "planet": "uuid", "note": "uuid", "person_email": "value",
        "person_phone": "value", "person_url": "value",
        "membership": "group_id || ' ' || person_id || ' ' || position",
    ]

    private static func rows(of path: String) throws -> [String: Set<String>] {
        let connection = try Connection(at: path, mode: .immutable)
        return try values.reduce(into: [:]) { rows, column in
            let sql = "SELECT \(column.value) FROM \(column.key)"
            rows[column.key] = Set(try connection.all(sql) { $0[0] as String })
        }
    }

    /// Salvages a damaged file and expects an intact result.
    private func salvage(_ bytes: [UInt8], _ depth: CheckDepth = .quick) async throws -> [String: Set<String>] {
        try place.folder.write(bytes, to: "store.db")
        try target.remove()
        _ = try await place.maintenance.salvage(place.folder.location.path, to: target.path)
        #expect(try await DatabaseMaintainer(of: target).check(depth) == [])
        return try Self.rows(of: target.path)
    }

    private func expectEverything(in bytes: [UInt8], _ comment: Comment) async throws {
        let saved = try await salvage(bytes, .deep)
        for (table, rows) in original { #expect(saved[table] == rows, "\(table), \(comment)") }
    }

    @Test("A row without values is invalid")
    func emptyRow() { #expect(RowFormat([0x80, 0x02], of: 2) == nil) }

    @Test("The maximum number of lost rows does not overflow even if all keys are lost")
    func lostKeys() {
        let rows = SalvageReport.Rows(table: "person", saved: 0, lost: [.min ... -1, 0 ... .max], refused: 0)
        #expect(rows.maximumLostKeys == .max)
    }

    @Test("The rows of an index are not mistaken for those of its table")
    func intactFile() async throws {
        try await expectEverything(in: intact, "an intact file")
    }

    @Test("Damage to any byte of the file header does not cause data loss", .long("each byte of the header"))
    func header() async throws {
        for index in try Soak.spaced(Array(0..<100), atLeast: 3, byDefault: 1) + Soak.sample([17, 35, 55, 59], 1) {
            var bytes = intact
            bytes[index] ^= 0xFF
            try await expectEverything(in: bytes, "byte \(index)")
        }
    }

    @Test(
        "The loss of the first page or the schema table does not cause data loss",
        .long("two kinds of overwritten pages"), arguments: Soak.sample([0x00, 0xEE] as [UInt8], 1))
    func schemaTable(byte: UInt8) async throws {
        let pages = try Connection(at: place.folder.location.path, mode: .readOnly).all(
            "SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'"
        ) { $0[0] as Int }
        var bytes = intact
        bytes.replaceSubrange(self.bytes(of: 1), with: [UInt8](repeating: byte, count: Self.pageSize))
        try await expectEverything(in: bytes, "first page")
        for page in pages {
            bytes.replaceSubrange(self.bytes(of: page), with: [UInt8](repeating: byte, count: Self.pageSize))
        }
        try await expectEverything(in: bytes, "schema table")
    }

    @Test("Swapped pages of tables with the same columns are assigned to the right tables with the help of the history")
    func exchangedPages() async throws {
        let roots = try Connection(at: place.folder.location.path, mode: .readOnly).all(
            "SELECT pageno FROM dbstat WHERE name IN ('person_email', 'person_phone', 'person_url') AND pagetype = 'leaf'"
        ) { $0[0] as Int }
        try #require(roots.count >= 3)
        var bytes = intact
        for (page, other) in zip(roots, roots.dropFirst() + roots.prefix(1)) {
            bytes.replaceSubrange(self.bytes(of: page), with: intact[self.bytes(of: other)])
        }
        try await expectEverything(in: bytes, "exchanged")
    }

    @Test("Table columns are read from another program’s CREATE TABLE statement")
    func columns() {
        #expect(
            DamagedSchema.columns(
                in: """
                    CREATE TABLE "a" (id INTEGER PRIMARY KEY, "b c" TEXT DEFAULT (lower('x, y')), -- d, e
                    [f] TEXT NOT NULL GENERATED ALWAYS AS (id || ',') VIRTUAL, g, CHECK (id > 0), PRIMARY KEY (id, g)) STRICT
                    """) == ["id", "b c", "g"])
        #expect(DamagedSchema.columns(in: "CREATE TABLE a (b, c") == nil)
    }

    @Test(
        "Salvaging a randomly damaged file produces a database that passes the check, or fails if little of it is left",
        .long("random damage"))
    func randomDamage() async throws {
        var chance = SeededGenerator(seed: 31)
        for round in 0..<(try Soak.times(atLeast: 5, byDefault: 2)) {
            let bytes = damaged(round, &chance)
            do {
                _ = try await salvage(bytes)
            } catch is StoreProblem {
                #expect(bytes.count < Self.pageSize * 4, "round \(round)")
            }
        }
    }

    /// Returns the file with one kind of damage: overwritten, zeroed, or exchanged pages, changed bytes, or a lost end.
    private func damaged(_ kind: Int, _ chance: inout SeededGenerator) -> [UInt8] {
        var bytes = intact
        let count = bytes.count / Self.pageSize
        for _ in 0...chance.number(below: 8) {
            let page = self.bytes(of: 1 + chance.number(below: count))
            switch kind % 5 {
            case 0: for index in page { bytes[index] = UInt8(chance.number(below: 256)) }
            case 1: bytes.replaceSubrange(page, with: [UInt8](repeating: 0, count: Self.pageSize))
            case 2: bytes.replaceSubrange(page, with: intact[self.bytes(of: 1 + chance.number(below: count))])
            case 3:
                for _ in 0..<20 { bytes[chance.pick(page)] = UInt8(chance.number(below: 256)) }
            default: return Array(bytes.prefix(1 + chance.number(below: bytes.count)))
            }
        }
        return bytes
    }

    // MARK: - Comparison

    /// The command-line shell of SQLite, if it is installed and can recover data. Some builds lack the extension for it.
    private static let shell = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3"].first { path in
        let script = ["CREATE TABLE a (b); INSERT INTO a VALUES ('found')", ".recover"]
        guard FileManager.default.isExecutableFile(atPath: path) else { return false }
        return (try? ChildProcess.run(path, [":memory:"] + script).output.contains("found")) ?? false
    }

    @Test(
        "Salvage recovers at least as many original rows as sqlite3", .long("random damage"),
        .enabled(if: shell != nil, "needs an sqlite3 that supports .recover"))
    func comparison() async throws {
        var chance = SeededGenerator(seed: 13)
        for round in 0..<(try Soak.times(atLeast: 5, byDefault: 2)) {
            let bytes = damaged(round, &chance)
            guard bytes.count > Self.pageSize * 4 else { continue }
            let saved = try await salvage(bytes)
            let connection = try Connection(at: target.path, mode: .immutable)
            let notes = try connection.all("SELECT text FROM note") { $0[0] as String }
            let theirs = try recover(bytes)
            for (table, rows) in original {
                // A row without its person is saved as a note.
                let ours = rows.filter { row in
                    saved[table]?.contains(row) == true || notes.contains { $0.contains(row) }
                }
                #expect(ours.count >= rows.intersection(theirs).count, "\(table), round \(round)")
            }
        }
    }

    /// Returns all text that the command-line shell of SQLite recovers, regardless of the table.
    private func recover(_ bytes: [UInt8]) throws -> Set<String> {
        let shell = try #require(Self.shell)
        try place.folder.write(bytes, to: "store.db")
        let output = try ChildProcess.run(shell, [place.folder.location.path, ".recover"]).output
        return Set(output.split(separator: "'").map(String.init))
    }
}
