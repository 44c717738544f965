import FileIO
import Glibc
import Model
import SQLite
import Text

/// A store of photos and pictures in files named after the SHA-256 of their content, such as `ab/abcdef…`.
///
/// Files are written atomically and never change, so readers and writers need no lock.
public struct PersistentDataStore: BlobDataSource {
    let folder: String

    public init(folder: String) {
        self.folder = folder
    }

    /// Loads a value.
    /// - Throws: `BlobProblem` if the file is missing, damaged, or unreadable, or if it is not a value of the type.
    public func load<Value: BlobConvertible>(_ id: BlobID, as type: Value.Type) throws(BlobProblem) -> Value {
        let bytes: [UInt8]
        do {
            bytes = try File.open(path(id)).read(upTo: BlobID.maximumBytes)
        } catch  where error.code == ENOENT {
            throw .missing(id)
        } catch {
            throw .unreadable(id, reason: error.reason)
        }
        guard SHA256.hex(of: bytes) == id.rawValue else { throw .changed(id) }
        return try Value(bytes: bytes, named: "The photo \(id.rawValue)")
    }

    public func store(_ value: some BlobConvertible, in context: CommandContext) throws(BlobProblem) -> BlobID {
        try store(value, isDryRun: context.isDryRun).id
    }

    /// Stores a value, unless it is already stored or this is a dry run.
    /// - Returns: The ID of the blob, and whether its file was written.
    func store(
        _ value: some BlobConvertible, isDryRun: Bool
    ) throws(BlobProblem) -> (id: BlobID, isNew: Bool) {
        let id = try Self.id(of: value.bytes)
        if isDryRun { return (id, false) }
        // An intact file is kept; a damaged one is replaced.
        if isIntact(id) {
            FileSystem.touch(path(id))
            return (id, false)
        }
        try save(value.bytes, as: id)
        return (id, true)
    }

    /// Removes a blob. It must not be in use.
    public func remove(_ id: BlobID) { FileSystem.remove(path(id)) }

    // MARK: - Files

    /// Returns the ID of a blob.
    /// - Throws: `BlobProblem` if the blob is too large.
    static func id(of bytes: [UInt8]) throws(BlobProblem) -> BlobID {
        guard bytes.count <= BlobID.maximumBytes else {
            throw .tooLarge(bytes: bytes.count, limit: BlobID.maximumBytes)
        }
        guard let id = BlobID(rawValue: SHA256.hex(of: bytes)) else {
            throw .unwritable(reason: "Its hash cannot be computed.")
        }
        return id
    }

    /// Returns whether the file exists. ``isIntact(_:)`` also verifies its content.
    func holds(_ id: BlobID) -> Bool { (try? FileSystem.entry(path(id)))?.sort == .file }

    func isIntact(_ id: BlobID) -> Bool { (try? load(id, as: [UInt8].self)) != nil }

    func save(_ bytes: [UInt8], as id: BlobID) throws(BlobProblem) {
        do {
            try write(bytes, as: id)
        } catch {
            throw .unwritable(reason: error.isFull ? "The disk is full." : error.reason)
        }
    }

    private func write(_ bytes: [UInt8], as id: BlobID) throws(SystemError) {
        let path = path(id)
        try makeFolder(of: id)
        let temporary = AtomicFile(path)
        do {
            try File.create(temporary.path, isShared: FileSystem.isShared(folder: FileSystem.folder(of: path)))
                .write(bytes)
            try temporary.replaceTarget()
        } catch {
            temporary.discard()
            throw error
        }
    }

    /// Creates the folder of a blob. The folder is shared if the database is shared.
    private func makeFolder(of id: BlobID) throws(SystemError) {
        let database =
            folder.hasSuffix(StoreLocation.photoSuffix) ? folder.dropLast(StoreLocation.photoSuffix.count) : ""
        try FileSystem.makeFolder(
            FileSystem.folder(of: path(id)), isShared: StoreLocation(String(database)).isShared)
    }

    func path(_ id: BlobID) -> String {
        "\(folder)/\(id.rawValue.prefix(2))/\(id.rawValue)"
    }
}

extension PersistentDataStore {
    /// Copies an intact photo from another store, unless this store has an intact copy.
    /// - Parameter isShared: Whether to create a hard link if the file system allows it.
    /// - Returns: The size of the photo.
    /// - Throws: `BlobProblem` if the photo is not intact in the other store, or `SystemError` if it cannot be written
    ///   to this store.
    func adopt(_ id: BlobID, from other: PersistentDataStore, isShared: Bool = false) throws -> Int {
        if let present = try? load(id, as: [UInt8].self) { return present.count }
        let bytes = try other.load(id, as: [UInt8].self)
        FileSystem.remove(path(id))
        if try isShared && link(id, of: other) {
            try FileSystem.synchronizeFolder(of: path(id))
        } else {
            try write(bytes, as: id)
        }
        return bytes.count
    }

    /// Copies the photos that are intact in another store. `check` reports the others.
    /// - Parameter shared: A store whose intact photos are linked instead of copied.
    /// - Returns: The size of each given photo that is now intact in this store.
    func adopt(
        _ ids: [BlobID], from other: PersistentDataStore, sharing shared: PersistentDataStore? = nil,
        handle: InterruptHandle
    ) throws -> [BlobID: Int] {
        var sizes: [BlobID: Int] = [:]
        for id in ids {
            for (source, isShared) in [(shared, true), (other, false)] where sizes[id] == nil {
                if handle.isInterrupted { throw CancellationError() }
                do {
                    sizes[id] = try source.map { try adopt(id, from: $0, isShared: isShared) }
                } catch is BlobProblem {
                    continue
                }
            }
        }
        return sizes
    }

    /// Links or copies the files of another store that are missing from this store, whether intact or not.
    func adoptAll(of other: PersistentDataStore) throws {
        for id in try other.ids() {
            if try FileSystem.entry(path(id)) != nil || link(id, of: other) { continue }
            try write(try File.open(other.path(id)).read(upTo: BlobID.maximumBytes), as: id)
        }
    }

    /// Creates a hard link to a file of another store.
    /// - Returns: Whether this store now contains the file; `false` if the file system does not allow hard links.
    private func link(_ id: BlobID, of other: PersistentDataStore) throws(SystemError) -> Bool {
        try makeFolder(of: id)
        if Glibc.link(other.path(id), path(id)) == 0 { return true }
        let error = SystemError()
        guard error.forbidsLinks || error.code == EEXIST else { throw error }
        return error.code == EEXIST
    }
}

extension PersistentDataStore {
    /// Returns the IDs of all blobs, sorted.
    func ids() throws -> [BlobID] {
        try rethrowing {
            try FileSystem.names(in: folder).filter { $0.utf8.count == 2 }.flatMap { prefix in
                try FileSystem.names(in: "\(folder)/\(prefix)").compactMap { BlobID(rawValue: $0) }
            }
        }
    }

    /// Removes unused blobs and files left by killed programs, if they are older than a day.
    func sweep(keeping used: Set<BlobID>, clock: StoreClock) throws {
        // A file is written before the row that refers to it, so a recent file may be needed although no row refers to
        // it.
        let now = clock.milliseconds()
        try rethrowing {
            for prefix in try FileSystem.names(in: folder) where prefix.utf8.count == 2 {
                try AtomicFile.sweep("\(folder)/\(prefix)", now: now)
            }
        }
        for id in try ids() where !used.contains(id) {
            try rethrowing {
                guard let entry = try FileSystem.entry(path(id)) else { return }
                if entry.isOlderThanADay(now) { remove(id) }
            }
        }
    }

    private func rethrowing<Result>(_ body: () throws -> Result) throws -> Result {
        try StoreProblem.rethrowing(at: folder, body)
    }
}

/// A record and the photo or picture that it uses.
struct PhotoUse {
    let recordID: RecordID
    /// The stored name of the file. The name may be invalid if another program has written it.
    let name: String

    var id: BlobID? { BlobID(rawValue: name) }

    /// Returns all uses of photos and pictures, or none if the database has no record tables.
    static func all(on connection: Connection) throws -> [PhotoUse] {
        guard try connection.hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'person'") else { return [] }
        let sql = """
            SELECT 'person', id, photo FROM person WHERE photo IS NOT NULL
            UNION ALL
            SELECT 'planet', id, picture FROM planet WHERE picture IS NOT NULL
            """
        return try connection.all(sql) { row in
            PhotoUse(recordID: RecordID(kind: try row[0], number: row[1]), name: row[2])
        }
    }

    /// Returns the sorted IDs of all photos and pictures that are used by current records or occur in the history.
    static func named(on connection: Connection) throws -> [BlobID] {
        try past(on: connection).union(all(on: connection).compactMap(\.id)).sorted { $0.rawValue < $1.rawValue }
    }

    private static func past(on connection: Connection) throws -> Set<BlobID> {
        guard try connection.hasRow("SELECT 1 FROM sqlite_schema WHERE name = 'person_past'") else { return [] }
        let sql = """
            SELECT photo FROM person_past WHERE photo IS NOT NULL
            UNION
            SELECT picture FROM planet_past WHERE picture IS NOT NULL
            """
        return Set(try connection.all(sql) { BlobID(rawValue: $0[0]) }.compactMap { $0 })
    }
}
