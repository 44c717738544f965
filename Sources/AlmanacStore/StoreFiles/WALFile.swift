import FileIO
import Model
import SQLite

/// A WAL file on disk (https://sqlite.org/fileformat.html#walformat).
///
/// Each frame contains a page, the salt of the WAL, and a checksum of the WAL up to and including this frame. The last
/// frame of a transaction also contains the size of the database in pages.
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

        /// Creates the checksum of a WAL header, or returns `nil` if the header is invalid.
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
    /// Returns the big-endian 32-bit number at the given index.
    func bigEndian(at index: Int) -> Int { self[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
}

extension StoreLocation {
    /// Whether the rollback journal belongs to another program. SQLite would delete the file that the journal names.
    var hasForeignJournal: Bool { RollbackJournal.namesSuperJournal(nextTo: path) }

    /// Whether the WAL belongs to another database, or to another state of this database. SQLite would apply such a WAL
    /// when opening the database.
    ///
    /// The test reads the file with and without the WAL and writes neither. A file that is unreadable without its WAL
    /// may be partially checkpointed, and a WAL that is being written may look invalid. In both cases, the value is
    /// `false`.
    var hasForeignWAL: Bool {
        get throws {
            guard try hasUncheckpointedWAL, let alone = try? Connection(at: path, mode: .immutable),
                let identity = try? StoreIdentity(of: alone)
            else { return false }
            let isInUse = try FileSystem.isLocked(path)
            do {
                let together = try Connection(at: path, mode: .readOnly)
                guard try identity.isBefore(StoreIdentity(of: together)) else { return true }
                return try isExchanged && isDamaged(alone, together, isInUse: isInUse)
            } catch let error as SQLiteError {
                return [.corrupt, .notADatabase, .error, .mismatch].contains(error.code)
            } catch {
                return false
            }
        }
    }

    /// Whether the file may have been replaced after the WAL was written.
    private var isExchanged: Bool {
        get throws(SystemError) {
            guard let file = try FileSystem.entry(path), let log = try FileSystem.entry(path + "-wal") else {
                return false
            }
            return file.changed > log.modified
        }
    }

    /// Returns whether applying the WAL would damage an intact file or lose its last change. A WAL that contains every
    /// page cannot damage the file.
    private func isDamaged(_ alone: Connection, _ together: Connection, isInUse: Bool) throws -> Bool {
        // All pages are checked only if no program has the file open, because a checkpoint in progress can look like a
        // replaced file.
        let last = CommitMark(of: alone, since: .none)
        guard try !last.isKnown || last.exists(in: together) else {
            return try !WALFile(path + "-wal").isComplete && isIntact(alone)
        }
        return try !isInUse && !WALFile(path + "-wal").isCheckpointed(into: alone) && !isIntact(together)
            && isIntact(alone)
    }

    private func isIntact(_ connection: Connection) -> Bool {
        (try? connection.first("PRAGMA integrity_check(1)") { $0[0] as String }) == "ok"
    }
}

/// A migration that was applied to a database.
struct AppliedMigration {
    let version: Int
    let name: String
    let checksum: String
    let time: Timestamp
    /// The version of Almanac that applied the migration.
    let almanac: String

    static func all(of connection: Connection) throws -> [AppliedMigration] {
        try connection.all("SELECT version, name, checksum, applied, almanac FROM migration ORDER BY version") {
            AppliedMigration(version: $0[0], name: $0[1], checksum: $0[2], time: try $0[3], almanac: $0[4])
        }
    }

    func insert(into connection: Connection) throws {
        try connection.run(
            "INSERT INTO migration (version, name, checksum, applied, almanac) VALUES (?1, ?2, ?3, ?4, ?5)",
            binding: version, name, checksum, time, almanac)
    }
}

/// The identity of a database: the times at which its migrations were applied, to the millisecond.
struct StoreIdentity {
    private let applied: [AppliedMigration]

    init(of connection: Connection) throws { applied = try AppliedMigration.all(of: connection) }

    /// Copies the identity to another database that has the same schema and will replace this database.
    func mark(_ connection: Connection) throws {
        // With a different identity, the WAL would be mistaken for the WAL of another database. The two databases may
        // have reached the same schema by different migrations.
        try connection.transaction {
            try connection.run("DELETE FROM migration WHERE version <= ?1", binding: applied.last?.version ?? 0)
            for migration in applied { try migration.insert(into: connection) }
        }
    }

    /// Returns whether this may be the identity of an earlier state of the other database.
    func isBefore(_ other: StoreIdentity) -> Bool { other.applied.map(\.time).starts(with: applied.map(\.time)) }
}
