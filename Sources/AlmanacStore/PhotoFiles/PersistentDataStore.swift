import FileIO
import Glibc
import Model
import SQLite

/// A store of photos and pictures in files named after their SHA-256, such as `ab/abcdef…`.
///
/// Files are written atomically and never change, so readers need no lock. The actor serializes writers.
public actor PersistentDataStore: BlobDataSource {
    nonisolated let folder: String

    public init(folder: String) {
        self.folder = folder
    }

    /// Reads the bytes of a photo or picture.
    /// - Throws: `BlobProblem` if the file is missing, damaged, or unreadable.
    @concurrent
    public func read(_ id: BlobID) async throws -> [UInt8] {
        try load(id)
    }

    @concurrent
    public func contains(_ id: BlobID) async -> Bool { holds(id) }

    public func write(_ bytes: [UInt8], in context: CommandContext) throws -> BlobID {
        guard bytes.count <= BlobID.maximumBytes else {
            throw BlobProblem.tooLarge(bytes: bytes.count, limit: BlobID.maximumBytes)
        }
        guard let id = BlobID(rawValue: SHA256.hex(of: bytes)) else {
            throw BlobProblem.unwritable(reason: "Its hash cannot be computed.")
        }
        if context.isDryRun { return id }
        // An intact file is kept; a damaged one is replaced.
        if isIntact(id) {
            FileSystem.touch(path(id))
            return id
        }
        do {
            try save(bytes, as: id)
        } catch {
            throw BlobProblem(error)
        }
        return id
    }

    // MARK: - Files

    package nonisolated func load(_ id: BlobID) throws(BlobProblem) -> [UInt8] {
        let bytes: [UInt8]
        do {
            bytes = try File.open(path(id)).read(upTo: BlobID.maximumBytes)
        } catch  where error.code == ENOENT {
            throw .missing(id)
        } catch {
            throw .unreadable(id, reason: error.reason)
        }
        guard SHA256.hex(of: bytes) == id.rawValue else { throw .changed(id) }
        return bytes
    }

    /// Returns whether the file exists. ``isIntact(_:)`` also verifies its content.
    nonisolated func holds(_ id: BlobID) -> Bool { (try? FileSystem.entry(path(id)))?.sort == .file }

    package nonisolated func isIntact(_ id: BlobID) -> Bool { (try? load(id)) != nil }

    package nonisolated func save(_ bytes: [UInt8], as id: BlobID) throws(SystemError) {
        let path = path(id)
        try FileSystem.makeFolder(FileSystem.folder(of: path))
        let temporary = AtomicFile(path)
        do {
            try File.create(temporary.path).write(bytes)
            try temporary.replaceTarget()
        } catch {
            temporary.discard()
            throw error
        }
    }

    package nonisolated func remove(_ id: BlobID) {
        FileSystem.remove(path(id))
    }

    nonisolated func path(_ id: BlobID) -> String {
        "\(folder)/\(id.rawValue.prefix(2))/\(id.rawValue)"
    }
}

extension BlobProblem {
    /// Creates the error for a failed write.
    package init(_ error: SystemError) { self = .unwritable(reason: error.isFull ? "The disk is full." : error.reason) }
}

extension PersistentDataStore {
    /// Copies an intact photo from another store, unless this store has an intact copy.
    /// - Parameter isShared: Whether to create a hard link if the file system allows it.
    /// - Returns: The size of the photo.
    /// - Throws: `BlobProblem` if the photo is not intact in the other store, or `SystemError` if it cannot be written
    ///   to this store.
    nonisolated func adopt(_ id: BlobID, from other: PersistentDataStore, isShared: Bool = false) throws -> Int {
        if let present = try? load(id) { return present.count }
        let bytes = try other.load(id)
        FileSystem.remove(path(id))
        if try isShared && link(id, of: other) {
            try FileSystem.synchronizeFolder(of: path(id))
        } else {
            try save(bytes, as: id)
        }
        return bytes.count
    }

    /// Copies the photos that are intact in another store. `check` reports the others.
    /// - Parameter shared: A store whose intact photos are linked instead of copied.
    /// - Returns: The size of each given photo that is now intact in this store.
    nonisolated func adopt(
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
    nonisolated func adoptAll(of other: PersistentDataStore) throws {
        for id in try other.ids() {
            if try holds(id) || link(id, of: other) { continue }
            try save(try File.open(other.path(id)).read(upTo: BlobID.maximumBytes), as: id)
        }
    }

    /// Creates a hard link to a file of another store.
    /// - Returns: `false` if the file system does not allow the link or the file exists.
    nonisolated private func link(_ id: BlobID, of other: PersistentDataStore) throws(SystemError) -> Bool {
        try FileSystem.makeFolder(FileSystem.folder(of: path(id)))
        if Glibc.link(other.path(id), path(id)) == 0 { return true }
        let error = SystemError()
        guard error.forbidsLinks || error.code == EEXIST else { throw error }
        return false
    }
}

extension PersistentDataStore {
    /// Returns the IDs of all blobs, sorted.
    nonisolated func ids() throws -> [BlobID] {
        try rethrowing {
            try FileSystem.names(in: folder).filter { $0.utf8.count == 2 }.flatMap { prefix in
                try FileSystem.names(in: "\(folder)/\(prefix)").compactMap { BlobID(rawValue: $0) }
            }
        }
    }

    // A file is written before the row that refers to it.
    /// Removes unused blobs and the leftovers of interrupted writers if they are older than a day.
    func sweep(keeping used: Set<BlobID>, clock: StoreClock) throws {
        let now = clock.milliseconds()
        try rethrowing {
            for prefix in try FileSystem.names(in: folder) where prefix.utf8.count == 2 {
                try AtomicFile.sweep("\(folder)/\(prefix)", now: now)
            }
        }
        for id in try ids() where !used.contains(id) {
            try rethrowing {
                guard let entry = try FileSystem.entry(path(id)) else { return }
                if entry.isOlderThanADay(now) { FileSystem.remove(path(id)) }
            }
        }
    }

    nonisolated private func rethrowing<Result>(_ body: () throws -> Result) throws -> Result {
        try StoreProblem.rethrowing(at: folder, body)
    }
}
