import Glibc

/// A file that appears under its name whole and on the disk, or not at all; until then it lies hidden beside that name.
struct FileInTheMaking {
    /// Where to write it; nothing is there yet.
    let path: String
    let target: String

    init(_ target: String) {
        self.target = target
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        path = "\(FileSystem.folder(of: target))/.\(FileSystem.name(of: target)).\(number)\(Self.suffix)"
    }

    /// Gives it its name, or fails with EEXIST when something has that.
    func becomeTarget() throws(SystemError) {
        try File.open(path).synchronize()
        if link(path, target) != 0 {
            let error = SystemError()
            // On a file system without links the name is looked up first.
            guard error.forbidsLinks, try FileSystem.entry(target) == nil else { throw error }
            return try replaceTarget()
        }
        discard()
        do throws(SystemError) {
            try confirmName()
        } catch {
            // Nothing is to be relied on that a power failure could take away.
            guard unlink(target) == 0 else { throw error }
            throw SystemError(code: error.code)
        }
    }

    /// Gives it its name, instead of the file that has that; a folder takes the place of an empty one only.
    func replaceTarget() throws(SystemError) {
        try File.open(path).synchronize()
        guard rename(path, target) == 0 else { throw SystemError() }
        try confirmName()
    }

    private func confirmName() throws(SystemError) {
        do throws(SystemError) {
            try File.open(FileSystem.folder(of: target)).synchronize()
        } catch {
            var unconfirmed = error
            unconfirmed.isUnconfirmed = true
            throw unconfirmed
        }
    }

    func discard() {
        FileSystem.remove(path)
        for log in StoreLocation(path).companions { FileSystem.remove(log) }
    }

    // MARK: - What an interrupted program left

    private static let suffix = ".almanac-making"

    /// Removes those in a folder that are older than a day, with what SQLite left beside them: their makers are gone.
    static func sweep(_ folder: String, now milliseconds: Int64) throws(SystemError) {
        for name in try FileSystem.names(in: folder) where name.hasPrefix(".") && name.contains(suffix) {
            let path = "\(folder)/\(name)"
            guard let entry = try FileSystem.entry(path), entry.isOlderThanADay(milliseconds) else { continue }
            if entry.sort == .file { FileSystem.remove(path) }
            if entry.sort == .folder { try FileSystem.removeTree(path) }
        }
    }
}
