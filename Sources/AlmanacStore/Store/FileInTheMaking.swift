import Glibc

/// A file that appears under its name whole and on the disk, or not at all; until then it lies hidden beside that name.
struct FileInTheMaking {
    /// Where to write it.
    let path: String
    let target: String

    /// Makes it, empty, for its owner only.
    init(_ target: String) throws(SystemError) {
        self.target = target
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        path = "\(FileSystem.folder(of: target))/.\(FileSystem.name(of: target)).\(number)\(Self.suffix)"
        _ = try File.create(path)
    }

    /// Puts it in the place of whatever has the name.
    func replaceTarget() throws(SystemError) {
        try File.open(path).synchronize()
        guard rename(path, target) == 0 else { throw SystemError() }
        try File.open(FileSystem.folder(of: target)).synchronize()
    }

    /// Gives it its name, or fails with EEXIST when that is taken.
    func becomeTarget() throws(SystemError) {
        try File.open(path).synchronize()
        guard link(path, target) == 0 else { throw SystemError() }
        discard()
        try File.open(FileSystem.folder(of: target)).synchronize()
    }

    func discard() {
        FileSystem.remove(path)
    }

    // MARK: - What an interrupted program left

    private static let suffix = ".making"

    /// Removes those in a folder that are older than a day: whoever made them is gone.
    static func sweep(_ folder: String, now: Int) throws(SystemError) {
        for name in try FileSystem.names(in: folder) where name.hasPrefix(".") && name.hasSuffix(suffix) {
            let path = "\(folder)/\(name)"
            guard let entry = try FileSystem.entry(path), entry.sort == .file else { continue }
            if now - entry.secondsSince1970 > 86_400 { FileSystem.remove(path) }
        }
    }
}
