import Glibc

/// A file written atomically. The file is written and synced under a hidden temporary name, then renamed.
public struct AtomicFile: Sendable {
    /// The temporary path to write to, at which no file exists initially.
    public let path: String
    public let target: String

    public init(_ target: String) { self.init(target, Self.suffix) }

    /// Creates an atomic file that is written through an open ``File``. The lock of that file shows that its writer is
    /// still running.
    public init(locked target: String) { self.init(target, Self.lockedSuffix) }

    /// Creates an atomic file with a temporary path that the caller chooses.
    public init(_ path: String, target: String) {
        self.path = path
        self.target = target
    }

    private init(_ target: String, _ suffix: String) {
        self.target = target
        let number = String(UInt32.random(in: .min ... .max), radix: 36)
        path = "\(FileSystem.folder(of: target))/.\(FileSystem.name(of: target))." + number + suffix
    }

    // MARK: - Renaming

    /// Renames the file to its target.
    /// - Throws: `SystemError` (`EEXIST`) if the target exists.
    public func moveToTarget() throws(SystemError) {
        try moveToFreeName()
        do throws(SystemError) {
            try synchronizeName()
        } catch {
            // An unsynced name could disappear after a power failure. Remove it to make the failure definite.
            guard unlink(target) == 0 else { throw error }
            throw SystemError(code: error.code)
        }
    }

    /// Renames the file to its target, replacing an existing file. A folder replaces only an empty folder.
    public func replaceTarget() throws(SystemError) {
        try replaceName()
        try synchronizeName()
    }

    /// Renames the file to its target like `moveToTarget`, but does not sync the folder. After a power failure, the
    /// file may be missing.
    public func moveToFreeName() throws(SystemError) {
        try File.open(path).synchronize()
        try FileSystem.move(path, toFree: target)
    }

    /// Renames the file to its target like `replaceTarget`, but does not sync the folder. After a power failure, the
    /// former file may reappear.
    public func replaceName() throws(SystemError) {
        try File.open(path).synchronize()
        try FileSystem.rename(path, to: target)
    }

    private func synchronizeName() throws(SystemError) {
        do throws(SystemError) {
            try FileSystem.synchronizeFolder(of: target)
        } catch {
            var unconfirmed = error
            unconfirmed.isUnconfirmed = true
            throw unconfirmed
        }
    }

    public func discard() { FileSystem.remove(path) }

    // MARK: - Leftovers

    private static let suffix = ".almanac-making"
    private static let lockedSuffix = ".almanac-writing"

    /// Removes from a folder all temporary files and folders that were not created with `init(locked:)`, belong to the
    /// current user, and are more than a day old, including the WALs and journals of temporary databases.
    public static func sweep(_ folder: String, now milliseconds: Int64) throws(SystemError) {
        for name in try FileSystem.names(in: folder) where isLeftover(name) {
            let path = "\(folder)/\(name)"
            guard let entry = try FileSystem.entry(path), entry.owner == geteuid(), entry.isOlderThanADay(milliseconds)
            else { continue }
            if entry.sort == .file { FileSystem.remove(path) }
            if entry.sort == .folder { try FileSystem.removeTree(path) }
        }
    }

    private static func isLeftover(_ name: String) -> Bool {
        let log = ["-wal", "-shm", "-journal"].first(where: name.hasSuffix) ?? ""
        let parts = name.dropLast(log.count).split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 3 && parts[0].isEmpty && "." + parts[parts.count - 1] == suffix
            && UInt64(parts[parts.count - 2], radix: 36) != nil
    }

    /// Removes the current user’s temporary files in a folder that were created with `init(locked:)` and are no longer
    /// locked.
    public static func removeAbandoned(in folder: String) {
        for name in Folder(path: folder) where name.hasPrefix(".") { removeUnlocked("\(folder)/\(name)") }
    }

    /// Removes the current user’s temporary files of one target that were created with `init(locked:)` and are no
    /// longer locked.
    public static func removeAbandoned(of target: String) {
        let folder = FileSystem.folder(of: target)
        for name in Folder(path: folder) where self.target(ofLocked: name) == FileSystem.name(of: target) {
            removeUnlocked("\(folder)/\(name)")
        }
    }

    /// Returns the name of the target for the name of a locked temporary file, or `nil` for any other name.
    public static func target(ofLocked name: String) -> String? {
        guard name.hasPrefix("."), name.hasSuffix(lockedSuffix) else { return nil }
        let parts = name.dropFirst().dropLast(lockedSuffix.count)
        guard let dot = parts.lastIndex(of: "."), UInt64(parts[parts.index(after: dot)...], radix: 36) != nil else {
            return nil
        }
        return String(parts[..<dot])
    }

    private static func removeUnlocked(_ path: String) {
        guard path.hasSuffix(lockedSuffix), let file = try? File.open(path), let entry = try? file.entry else { return }
        if entry.sort == .file, entry.owner == geteuid(), file.lock() { FileSystem.remove(path) }
    }
}
