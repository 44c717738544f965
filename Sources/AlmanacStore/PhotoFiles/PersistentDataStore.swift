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
