import FileIO
import Glibc
import Model

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
