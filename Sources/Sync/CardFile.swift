import FileIO
import Glibc

/// A file with one card in a folder that other programs also write.
///
/// A change that this program has not read is not overwritten: files are replaced by exchanging names, and the replaced
/// content is checked afterward. A change since the last check can be lost only on file systems that cannot exchange
/// names.
struct CardFile {
    static let suffix = ".vcf"
    private static let maximumBytes = 64_000_000

    let path: String

    /// Creates a value for a file, or returns `nil` if the name does not denote a visible file in the folder.
    init?(_ folder: String, _ name: String) {
        guard !name.isEmpty, !name.hasPrefix("."), !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
        else { return nil }
        path = "\(folder)/\(name)"
    }

    private init(path: String) { self.path = path }

    /// Returns whether a file with this name contains a card. Hidden files and files with other extensions are ignored.
    static func isCard(_ name: String) -> Bool { !name.hasPrefix(".") && name.lowercased().hasSuffix(suffix) }

    /// Returns whether a file is a copy that Syncthing or Nextcloud made after changes in two places.
    static func isConflictCopy(_ name: String) -> Bool {
        name.contains(".sync-conflict-") || name.contains("conflicted copy")
    }

    /// Reads the file.
    /// - Returns: The content, with a stamp if the file did not change while it was read, or `nil` if the file does not
    ///   exist.
    func read() throws(SystemError) -> (bytes: [UInt8], stamp: FileStamp?)? {
        do throws(SystemError) {
            let file = try File.open(path)
            let before = FileStamp(try file.entry)
            let bytes = try file.read(upTo: Self.maximumBytes)
            guard bytes.count <= Self.maximumBytes else { throw SystemError(code: EFBIG) }
            return (bytes, FileStamp(try file.entry) == before ? before : nil)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Creates the file.
    /// - Throws: ``RemoteProblem/preconditionFailed`` if the file exists.
    func create(_ text: [UInt8]) throws {
        let new = AtomicFile(path)
        do throws(SystemError) {
            try Self.write(text, to: new.path)
            try new.moveToTarget()
        } catch {
            new.discard()
            throw error.code == EEXIST ? RemoteProblem.preconditionFailed : error
        }
    }

    /// Removes the file.
    /// - Throws: ``RemoteProblem/preconditionFailed`` if the file does not have the ETag.
    func remove(ifMatch tag: ETag) throws {
        let hidden = CardFile(path: AtomicFile(path).path)
        try FileSystem.rename(path, to: hidden.path)
        guard try hidden.read().map({ ETag(ofFile: $0.bytes) }) == tag else {
            try hidden.reappear(as: path)
            throw RemoteProblem.preconditionFailed
        }
        FileSystem.remove(hidden.path)
        try FileSystem.synchronizeFolder(of: path)
    }

    /// Moves a hidden file to a visible name. If a new file already has that name, the hidden file becomes a conflict
    /// copy.
    fileprivate func reappear(as name: String) throws(SystemError) {
        do throws(SystemError) {
            try FileSystem.move(path, toFree: name)
        } catch {
            guard error.code == EEXIST else { throw error }
            let number = String(UInt32.random(in: .min ... .max), radix: 36)
            try FileSystem.move(
                path, toFree: "\(name.dropLast(Self.suffix.count)).sync-conflict-\(number)\(Self.suffix)")
        }
    }

    fileprivate static func write(_ text: [UInt8], to path: String) throws(SystemError) {
        let file = try File.create(path)
        try file.write(text)
        try file.synchronize()
    }
}

/// A new version of a file, written next to it under a hidden name.
struct CardFileReplacement {
    private let file: CardFile
    private let text: [UInt8]
    private let tag: ETag
    private let new: AtomicFile

    /// Writes the new version.
    /// - Throws: ``RemoteProblem/preconditionFailed`` if the file does not have the ETag.
    init(of file: CardFile, with text: [UInt8], ifMatch tag: ETag) throws {
        (self.file, self.text, self.tag, new) = (file, text, tag, AtomicFile(file.path))
        try check()
        do {
            try CardFile.write(text, to: new.path)
            if let entry = try FileSystem.entry(file.path) {
                try FileSystem.setPermissions(entry.permissions, of: new.path)
            }
            try check()
        } catch {
            new.discard()
            throw error
        }
    }

    private func check() throws {
        guard try file.read().map({ ETag(ofFile: $0.bytes) }) == tag else { throw RemoteProblem.preconditionFailed }
    }

    /// Replaces the file with the new version.
    /// - Throws: ``RemoteProblem/preconditionFailed`` if another program has changed the file since the check.
    func commit() throws {
        do throws(SystemError) {
            try FileSystem.exchange(new.path, file.path)
        } catch {
            guard error.forbidsExchange else {
                new.discard()
                throw error.isMissing ? RemoteProblem.preconditionFailed : error
            }
            // Without an exchange, a change since the last check would be lost. The time since then is very short.
            return try new.replaceTarget()
        }
        guard let old = CardFile(hidden: new), try old.read().map({ ETag(ofFile: $0.bytes) }) == tag else {
            try undo()
            throw RemoteProblem.preconditionFailed
        }
        new.discard()
        try FileSystem.synchronizeFolder(of: file.path)
    }

    /// Restores the other program’s version. If that program has written a further version meanwhile, both are kept.
    private func undo() throws {
        try FileSystem.exchange(new.path, file.path)
        guard let swapped = CardFile(hidden: new), try swapped.read()?.bytes != text else { return new.discard() }
        try swapped.reappear(as: file.path)
    }
}

extension CardFile {
    fileprivate init?(hidden: AtomicFile) { self.init(path: hidden.path) }
}
