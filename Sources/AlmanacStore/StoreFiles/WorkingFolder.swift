import FileIO
import Glibc
import Model

/// A hidden folder for a database and its photos before they are moved to their target. The folder is removed with this
/// object.
///
/// The folder is locked, so other programs can recognize and remove the folder of a killed program.
final class WorkingFolder {
    /// The database in this folder, with its photos.
    let draft: StoreLocation
    private let target: StoreLocation
    private let folder: LockedFolder
    private var path: String { folder.path }

    private struct LockedFolder: ~Copyable {
        let path: String
        let lock: File
    }

    /// Creates the folder, and removes the folders of killed programs.
    /// - Parameter target: A database in the parent folder.
    init(nextTo target: StoreLocation) throws {
        guard try FileSystem.entry(target.folder) != nil else { throw SystemError(code: ENOENT) }
        Self.removeAbandoned(in: target.folder)
        folder = try Self.make(for: target)
        draft = StoreLocation("\(folder.path)/database")
        self.target = target
    }

    /// Creates the folder for a new database.
    /// - Throws: `StoreProblem.fileExists` if the database or its photos exist.
    convenience init(forNew target: StoreLocation) throws {
        try self.init(nextTo: target)
        for existing in [target.path, target.photos] where try FileSystem.entry(existing) != nil {
            throw StoreProblem.fileExists(path: existing)
        }
    }

    deinit { try? FileSystem.removeTree(path) }

    private static func make(for target: StoreLocation) throws(SystemError) -> LockedFolder {
        while true {
            let path = AtomicFile(locked: target.path).path
            try FileSystem.makeFolder(path, isConfirmed: false, isShared: target.isShared)
            do throws(SystemError) {
                let file = try File.open(path)
                if !file.isLockedElsewhere, try FileSystem.entry(path) != nil {
                    return LockedFolder(path: path, lock: file)
                }
            } catch  where error.code == ENOENT {
                // Before the folder was locked, another program removed it as the folder of a killed program.
            }
        }
    }

    // MARK: - Target

    /// The suffixes of the logs that a copy of a damaged database can contain.
    static let logs = ["-wal", "-journal"]

    /// Moves any photos and logs, and then the database, to the target, so that the target is complete as soon as the
    /// database appears there. If there are logs, there must be a photo folder.
    func moveToTarget() throws {
        let hasPhotos = try FileSystem.entry(draft.photos) != nil
        let logs = try Self.logs.filter { try FileSystem.entry(draft.path + $0) != nil }
        if draft.isShared { try FileSystem.setPermissions(0o660, of: draft.path) }
        if hasPhotos { try movePhotos(with: logs) }
        var moved: [String] = []
        do throws(SystemError) {
            for log in logs {
                try AtomicFile(draft.path + log, target: target.path + log).moveToTarget()
                moved.append(log)
            }
            try AtomicFile(draft.path, target: target.path).moveToTarget()
        } catch {
            // If only the confirmation by the disk is missing, the database exists and needs its photos.
            if hasPhotos, try !error.isUnconfirmed || FileSystem.entry(target.path) == nil {
                try Self.moveBack(target, moved, to: path)
            }
            throw error.code == EEXIST ? StoreProblem.fileExists(path: target.path) : error
        }
        if hasPhotos { FileSystem.remove(Self.mark(in: target.photos)) }
    }

    private func movePhotos(with logs: [String]) throws(SystemError) {
        let mark = try File.create(Self.mark(in: draft.photos), isShared: draft.isShared)
        try mark.write(Array(([FileSystem.name(of: path)] + logs).joined(separator: "\n").utf8))
        try mark.synchronize()
        try folder.lock.synchronize()
        do throws(SystemError) {
            try AtomicFile(draft.photos, target: target.photos).replaceTarget()
        } catch  where error.isUnconfirmed {
            // The photos were moved, but the disk did not confirm their name.
            try FileSystem.rename(target.photos, to: draft.photos)
            throw SystemError(code: error.code)
        }
    }

    /// Returns the path of the file in a photo folder that names the working folder and its logs. The file exists from
    /// before the photos are moved until after the database is moved.
    private static func mark(in photos: String) -> String { "\(photos)/unfinished" }

    /// Moves the photos and the specified logs of a target without a database back to the working folder.
    private static func moveBack(_ target: StoreLocation, _ logs: [String], to path: String) throws(SystemError) {
        for log in logs where try FileSystem.entry(target.path + log) != nil {
            try FileSystem.rename(target.path + log, to: "\(path)/database\(log)")
        }
        try FileSystem.rename(target.photos, to: "\(path)/database.photos")
    }

    // MARK: - Abandoned folders

    /// Removes the folders of killed programs, with the photos that those programs have already moved.
    static func removeAbandoned(in folder: String) {
        for name in Folder(path: folder) {
            guard let target = AtomicFile.target(ofLocked: name), let file = try? File.open("\(folder)/\(name)"),
                let entry = try? file.entry, entry.sort == .folder, entry.owner == geteuid(), file.lock()
            else { continue }
            try? remove("\(folder)/\(name)", of: StoreLocation("\(folder)/\(target)"))
        }
    }

    /// Removes an abandoned folder. The photos at the target are those of the abandoned folder if the file in their
    /// folder names it and its database was not moved.
    private static func remove(_ path: String, of target: StoreLocation) throws {
        // A database that was moved is no longer in the working folder, or briefly has two names.
        let mark = mark(in: target.photos)
        let lines = (try? File.open(mark).read(upTo: 2 * Int(NAME_MAX)))?.split(separator: UInt8(ascii: "\n")) ?? []
        if let name = lines.first, name.elementsEqual(FileSystem.name(of: path).utf8) {
            if try FileSystem.entry("\(path)/database")?.links == 1, try FileSystem.entry(target.path) == nil {
                // A log that is still in the working folder was not moved.
                let moved = try logs.filter { log in
                    try lines.dropFirst().contains { $0.elementsEqual(log.utf8) }
                        && FileSystem.entry("\(path)/database\(log)") == nil
                }
                try moveBack(target, moved, to: path)
            } else {
                FileSystem.remove(mark)
            }
        }
        try FileSystem.removeTree(path)
    }
}
