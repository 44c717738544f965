import FileIO
import Glibc
import Model

/// Photos and pictures as files named by the SHA-256 of their bytes: `ab/abcdef…`.
///
/// A file appears whole or not at all and never changes, so any number of readers need no lock; the actor is the
/// barrier that lets one writer in at a time.
public actor PersistentDataStore: BlobDataSource {
    nonisolated let folder: String

    public init(folder: String) {
        self.folder = folder
    }

    /// - Throws: `BlobProblem`, by a case each: a file that is gone, one that is damaged, one that cannot be read.
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
            throw BlobProblem.unwritable(reason: "Its name could not be made.")
        }
        if context.isDryRun { return id }
        // A file that is there and whole stays; a damaged one is replaced.
        if isWhole(id) {
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

    /// Whether it has a file; ``isWhole(_:)`` tells whether that is what was stored, for which it reads it.
    nonisolated func holds(_ id: BlobID) -> Bool { (try? FileSystem.entry(path(id)))?.sort == .file }

    package nonisolated func isWhole(_ id: BlobID) -> Bool { (try? load(id)) != nil }

    package nonisolated func save(_ bytes: [UInt8], as id: BlobID) throws(SystemError) {
        let path = path(id)
        try FileSystem.makeFolder(FileSystem.folder(of: path))
        let making = AtomicFile(path)
        do {
            try File.create(making.path).write(bytes)
            try making.replaceTarget()
        } catch {
            making.discard()
            throw error
        }
    }

    /// Takes away what nobody names.
    package nonisolated func remove(_ id: BlobID) {
        FileSystem.remove(path(id))
    }

    nonisolated func path(_ id: BlobID) -> String {
        "\(folder)/\(id.rawValue.prefix(2))/\(id.rawValue)"
    }
}

extension BlobProblem {
    /// A photo that could not be written.
    package init(_ error: SystemError) { self = .unwritable(reason: error.isFull ? "The disk is full." : error.reason) }
}

extension PersistentDataStore {
    /// Takes over a sound photo of another store; a sound one that is here stays. Returns its size.
    /// - Parameter isShared: as one more name of the same file, where the file system allows it.
    /// - Throws: `BlobProblem` for one that is not sound there, `SystemError` where it cannot be written here.
    nonisolated func adopt(_ id: BlobID, from other: PersistentDataStore, isShared: Bool = false) throws -> Int {
        if let present = try? load(id) { return present.count }
        let bytes = try other.load(id)
        FileSystem.remove(path(id))
        guard isShared else {
            try save(bytes, as: id)
            return bytes.count
        }
        try FileSystem.makeFolder(FileSystem.folder(of: path(id)))
        if link(other.path(id), path(id)) == 0 {
            try FileSystem.synchronizeFolder(of: path(id))
        } else {
            let error = SystemError()
            guard error.forbidsLinks || error.code == EEXIST else { throw error }
            try save(bytes, as: id)
        }
        return bytes.count
    }

    /// Takes over every file of another store as it is, sound or not.
    nonisolated func adoptAll(of other: PersistentDataStore) throws {
        for id in try other.ids() {
            try FileSystem.makeFolder(FileSystem.folder(of: path(id)))
            if link(other.path(id), path(id)) == 0 || errno == EEXIST { continue }
            let error = SystemError()
            guard error.forbidsLinks else { throw error }
            try save(try File.open(other.path(id)).read(upTo: BlobID.maximumBytes), as: id)
        }
    }
}

extension PersistentDataStore {
    /// The names of all blobs, sorted.
    nonisolated func ids() throws -> [BlobID] {
        try explained {
            try FileSystem.names(in: folder).filter { $0.utf8.count == 2 }.flatMap { prefix in
                try FileSystem.names(in: "\(folder)/\(prefix)").compactMap { BlobID(rawValue: $0) }
            }
        }
    }

    /// Removes what interrupted writers left, and the blobs that are not among these; both only when older than a day,
    /// since a file is written before the row that will name it.
    func sweep(keeping used: Set<BlobID>, clock: StoreClock) throws {
        let now = clock.milliseconds()
        try explained {
            for prefix in try FileSystem.names(in: folder) where prefix.utf8.count == 2 {
                try AtomicFile.sweep("\(folder)/\(prefix)", now: now)
            }
        }
        for id in try ids() where !used.contains(id) {
            try explained {
                guard let entry = try FileSystem.entry(path(id)) else { return }
                if entry.isOlderThanADay(now) { FileSystem.remove(path(id)) }
            }
        }
    }

    nonisolated private func explained<Result>(_ body: () throws -> Result) throws -> Result {
        try StoreProblem.explained(at: folder, body)
    }
}
