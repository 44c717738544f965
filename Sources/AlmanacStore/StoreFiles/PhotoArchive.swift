import Model
import SQLite
import Text

/// The photos in a single-file backup: SQLite’s archive table, which `sqlite3 -A` reads.
struct PhotoArchive {
    private let connection: Connection

    /// The name of the table, which belongs to SQLite and not to Almanac’s schema.
    static let name = "sqlar"
    /// The folder of the photos in the archive. Other files belong to other programs.
    private static let folder = "photos/"

    /// Opens the archive of a database. Returns `nil` if the database does not have the table.
    init?(of connection: Connection) throws {
        // A view or a virtual table with this name could return arbitrary data or an endless number of rows.
        let exists = try connection.hasRow(
            "SELECT 1 FROM sqlite_schema WHERE name = ?1 AND type = 'table' AND sql NOT LIKE '%virtual%'",
            binding: Self.name)
        guard exists else { return nil }
        self.connection = connection
    }

    /// Adds the photos that are intact in a store to the archive of a database.
    /// - Returns: The IDs of the added photos.
    static func add(
        _ ids: [BlobID], of photos: PersistentDataStore, to connection: Connection, handle: InterruptHandle
    ) throws -> Set<BlobID> {
        var added: Set<BlobID> = []
        try connection.transaction {
            for id in ids {
                if handle.isInterrupted { throw CancellationError() }
                guard let bytes = try? photos.load(id, as: [UInt8].self) else { continue }
                if added.isEmpty { try connection.execute(table) }
                // Adds a file with mode 0600, no compression, and no time, so that equal databases have equal backups.
                try connection.run(
                    "INSERT OR REPLACE INTO sqlar (name, mode, mtime, sz, data) VALUES (?1, 33152, 0, ?2, ?3)",
                    binding: folder + id.rawValue, bytes.count, bytes)
                added.insert(id)
            }
        }
        return added
    }

    /// Returns the IDs of the photos, whether intact or not.
    func ids() throws -> Set<BlobID> {
        let names = try connection.all("SELECT name FROM sqlar WHERE name GLOB ?1", binding: Self.folder + "*") {
            $0[0] as String
        }
        return Set(names.compactMap { BlobID(rawValue: String($0.dropFirst(Self.folder.count))) })
    }

    /// Returns a photo, or `nil` if it is missing or damaged.
    func load(_ id: BlobID) throws -> [UInt8]? {
        let bytes = try connection.first(
            "SELECT data FROM sqlar WHERE name = ?1", binding: Self.folder + id.rawValue
        ) { $0[0] as [UInt8]? }
        return bytes.flatMap(\.self).flatMap { SHA256.hex(of: $0) == id.rawValue ? $0 : nil }
    }

    /// Moves the photos to a store and removes the table, unless it contains other files.
    /// - Returns: Whether the database contained photos.
    /// - Throws: `StoreProblem.damaged` if a photo is damaged.
    func move(to photos: PersistentDataStore, handle: InterruptHandle) throws -> Bool {
        let ids = try ids()
        guard !ids.isEmpty else { return false }
        for id in ids.sorted(by: { $0.rawValue < $1.rawValue }) {
            if handle.isInterrupted { throw CancellationError() }
            guard let bytes = try load(id) else {
                throw StoreProblem.damaged(detail: "Its photo \(id.rawValue) is missing or damaged.")
            }
            try photos.save(bytes, as: id)
        }
        try connection.run("DELETE FROM sqlar WHERE name GLOB ?1", binding: Self.folder + "*")
        if try !connection.hasRow("SELECT 1 FROM sqlar") { try connection.execute("DROP TABLE sqlar") }
        try connection.execute("VACUUM")
        return true
    }

    /// The statement that creates the table, as in the SQLite command-line program (https://sqlite.org/sqlar.html).
    private static let table = """
        CREATE TABLE IF NOT EXISTS sqlar (
            name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB
        )
        """
}
