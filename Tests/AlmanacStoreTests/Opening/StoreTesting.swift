import FileIO
import FoundationEssentials
import Glibc
import Interchange
import Model
import SQLite
import TestSupport

@testable import AlmanacStore

extension TemporaryFolder {
    var location: StoreLocation { StoreLocation(file("store.db")) }

    /// Opens `store.db`, or another file in the folder, with the given migrations.
    func open(_ mode: StoreMode, _ migrations: [Migration]? = nil, _ name: String = "store.db") throws -> StoreDatabase
    {
        try StoreOpener(location: StoreLocation(file(name)), migrator: .test(migrations)).open(mode).database
    }

    /// Creates a database and closes it, so that only its file exists.
    func makeStore(_ migrations: [Migration]? = nil) throws {
        try open(.createIfMissing, migrations).close()
    }

    /// The file of a new database, which is created once for all tests.
    private static let newDatabase: Task<[UInt8], any Error> = Task {
        let folder = try TemporaryFolder()
        try await Store.open(at: folder.location, mode: .createIfMissing).close()
        return try folder.bytes("store.db")
    }

    /// Creates a database as a copy of one without records.
    func putNewDatabase() async throws {
        try write(try await Self.newDatabase.value, to: "store.db")
        chmod(location.path, 0o600)
    }

    /// Creates a database as a copy of one without records, and opens it.
    func newStore() async throws -> Store {
        try await putNewDatabase()
        return try await Store.open(at: location, mode: .readWrite)
    }

    /// Runs statements on the database as another program would.
    func runAsOtherProgram(_ sql: String) throws {
        try Connection(at: location.path, mode: .readWrite).execute(sql)
    }

    private static let formerPath =
        String(#filePath.split(separator: "/Tests/")[0]) + "/Tests/Databases/almanac-0.1.db"

    /// The file of the Almanac 0.1 database with the page size that it had before it was compacted.
    private static let formerDatabase: Result<[UInt8], any Error> = Result {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: formerPath, toPath: folder.location.path)
        try folder.runAsOtherProgram("PRAGMA page_size = 4096; VACUUM")
        return try folder.bytes("store.db")
    }

    /// Replaces `store.db` with a copy of the Almanac 0.1 database and its photos.
    func putFormerDatabase() throws {
        try write(try Self.formerDatabase.get(), to: "store.db")
        try FileManager.default.copyItem(atPath: Self.formerPath + ".photos", toPath: location.photos)
        let photos = try FileManager.default.subpathsOfDirectory(atPath: location.photos)
        for file in [location.path, location.photos] + photos.map({ "\(location.photos)/\($0)" }) {
            let isFile = file == location.path || FileSystem.name(of: file).count == 64
            try FileManager.default.setAttributes([.posixPermissions: isFile ? 0o600 : 0o700], ofItemAtPath: file)
        }
    }

    /// Returns the problem with opening `store.db`, if any.
    func problem(_ mode: StoreMode = .readWrite, _ migrations: [Migration]? = nil) -> StoreProblem? {
        do {
            try open(mode, migrations).close()
            return nil
        } catch {
            return error as? StoreProblem
        }
    }
}

extension Migrator {
    static func test(_ migrations: [Migration]?) -> Migrator {
        Migrator(migrations: migrations, clock: .system)
    }
}

extension Migration {
    static let stars = Migration(
        version: 1, name: "stars",
        sql: """
            CREATE TABLE star (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
            CREATE TABLE world (id INTEGER PRIMARY KEY, star_id INTEGER REFERENCES star ON DELETE CASCADE) STRICT;
            INSERT INTO star VALUES (1, 'Sol');
            INSERT INTO world VALUES (1, 1), (2, 1);
            """)
    /// A migration that rebuilds a referenced table as described in https://sqlite.org/lang_altertable.html.
    static let colors = Migration(
        version: 2, name: "colors",
        sql: """
            CREATE TABLE new_star (id INTEGER PRIMARY KEY, name TEXT NOT NULL, colour TEXT) STRICT;
            INSERT INTO new_star (id, name) SELECT id, name FROM star;
            DROP TABLE star;
            ALTER TABLE new_star RENAME TO star;
            """)
    static let broken = Migration(
        version: 2, name: "broken",
        sql: """
            INSERT INTO star VALUES (2, 'Vega');
            INSERT INTO nowhere VALUES (1);
            """)
    static let orphaning = Migration(version: 2, name: "orphaning", sql: "DELETE FROM star")
}
