import FileIO
import FoundationEssentials
import Glibc
import TestSupport

/// A model of a disk that is certain to keep only synced changes: the data of a file after `fsync` of the file, and the
/// names in a folder after `fsync` of the folder.
///
/// Everything else may be stored or lost, in any order, and a write may be stored in part.
final class DiskModel {
    /// The initial content of the disk.
    struct Content {
        fileprivate struct Entry {
            let path: String
            let inode: UInt64
            /// The data of a file, or `nil` for a folder.
            let bytes: [UInt8]?
        }

        fileprivate let path: String
        /// The folders and files. Folders precede their contents.
        fileprivate let entries: [Entry]

        init(of home: Home) throws {
            path = home.folder
            let inner = try FileManager.default.subpathsOfDirectory(atPath: path).sorted().map {
                "\(home.folder)/\($0)"
            }
            entries = try ([path] + inner).map { entry in
                let isFolder = try FileSystem.entry(entry)?.sort == .folder
                return Entry(
                    path: entry, inode: try Self.inode(entry), bytes: isFolder ? nil : try home.bytes(of: entry))
            }
        }

        private static func inode(_ path: String) throws -> UInt64 {
            var status = stat()
            guard lstat(path, &status) == 0 else { throw SystemError() }
            return UInt64(status.st_ino)
        }
    }

    private let root = Folder()
    private let path: String
    private var nodes: [UInt64: Node] = [:]

    /// Creates the model of a disk on which everything is synced.
    init(_ content: Content) {
        path = content.path
        for entry in content.entries {
            if entry.path == path {
                nodes[entry.inode] = .folder(root)
            } else {
                name(entry.path, entry.bytes.map { .file(File($0)) } ?? .folder(Folder()), inode: entry.inode)
            }
        }
        for case .folder(let folder) in nodes.values { folder.synchronize() }
    }

    /// Applies a call. The effects of a call are not synced until a sync call for the same file or folder.
    func apply(_ call: RecordedCall) {
        switch call.kind {
        case .create: name(call.path, .file(File([])), inode: call.inode)
        case .mkdir: name(call.path, .folder(Folder()), inode: call.inode)
        case .write: file(call)?.unsynced.append(.write(call.bytes, at: call.offset))
        case .truncate: file(call)?.unsynced.append(.truncate(call.offset))
        case .sync:
            switch nodes[call.inode] {
            case .file(let file): file.synchronize()
            case .folder(let folder): folder.synchronize()
            case nil: break
            }
        case .link: name(call.target, nodes[call.inode], inode: call.inode)
        case .unlink: folder(of: call.path)?.change([FileSystem.name(of: call.path): nil])
        case .rename:
            guard let old = folder(of: call.path), let new = folder(of: call.target) else { return }
            let (removed, added) = (FileSystem.name(of: call.path), FileSystem.name(of: call.target))
            if old === new {
                old.change([removed: nil, added: nodes[call.inode]])
            } else {
                old.change([removed: nil])
                new.change([added: nodes[call.inode]])
            }
        }
    }

    private func name(_ path: String, _ node: Node?, inode: UInt64) {
        nodes[inode] = node
        folder(of: path)?.change([FileSystem.name(of: path): node])
    }

    private func file(_ call: RecordedCall) -> File? {
        if case .file(let file) = nodes[call.inode] { file } else { nil }
    }

    private func folder(of entry: String) -> Folder? {
        let names = FileSystem.folder(of: entry).dropFirst(path.count).split(separator: "/")
        return names.reduce(root) { folder, name in
            if case .folder(let inner) = folder?.names[String(name)] { inner } else { nil }
        }
    }

    /// Writes the content that remains after a power failure.
    func writeRemains(to home: Home, chance: inout SeededGenerator) throws {
        let loss = Loss(chance: &chance)
        try write(root, to: home.folder, loss, &chance)
    }

    private func write(_ folder: Folder, to path: String, _ loss: Loss, _ chance: inout SeededGenerator) throws {
        let remains = folder.remains(loss, &chance)
        for (name, node) in remains.sorted(by: { $0.key < $1.key }) {
            switch node {
            case .file(let file):
                let target = try FileIO.File.create("\(path)/\(name)")
                try target.write(file.remains(loss, &chance))
            case .folder(let inner):
                guard mkdir("\(path)/\(name)", 0o700) == 0 else { throw SystemError() }
                try write(inner, to: "\(path)/\(name)", loss, &chance)
            }
        }
    }
}

extension DiskModel {
    private enum Node {
        case file(File)
        case folder(Folder)
    }

    /// The extent of the loss in a power failure. If each change were lost with the same probability, long runs of stored
    /// or lost changes would be too rare.
    private struct Loss {
        /// The expected number of stored changes out of four.
        let stored: Int
        let isTorn: Bool

        init(chance: inout SeededGenerator) {
            stored = chance.number(below: 5)
            isTorn = chance.happens(oneIn: 2)
        }

        func keeps(_ chance: inout SeededGenerator) -> Bool { chance.number(below: 4) < stored }
    }

    private final class File {
        enum Change {
            case write([UInt8], at: Int)
            case truncate(Int)
        }

        private var synced: [UInt8]
        var unsynced: [Change] = []
        private static let sector = 512

        init(_ bytes: [UInt8]) { synced = bytes }

        func synchronize() {
            for change in unsynced { Self.make(change, in: &synced) }
            unsynced = []
        }

        func remains(_ loss: Loss, _ chance: inout SeededGenerator) -> [UInt8] {
            var bytes = synced
            for change in unsynced {
                if loss.keeps(&chance) {
                    Self.make(change, in: &bytes)
                } else if case .write(let new, let offset) = change {
                    let end = offset + new.count
                    // The size of a file can be stored without its data.
                    if chance.happens(oneIn: 2), bytes.count < end { Self.make(.truncate(end), in: &bytes) }
                    guard loss.isTorn else { continue }
                    for start in stride(from: 0, to: new.count, by: Self.sector) where loss.keeps(&chance) {
                        let part = Array(new[start..<min(start + Self.sector, new.count)])
                        Self.make(.write(part, at: offset + start), in: &bytes)
                    }
                }
            }
            return bytes
        }

        private static func make(_ change: Change, in bytes: inout [UInt8]) {
            switch change {
            case .truncate(let size) where size < bytes.count: bytes.removeLast(bytes.count - size)
            case .truncate(let size): bytes += [UInt8](repeating: 0, count: size - bytes.count)
            case .write(let new, let offset):
                let end = offset + new.count
                if bytes.count < end { make(.truncate(end), in: &bytes) }
                bytes.replaceSubrange(offset..<end, with: new)
            }
        }
    }

    private final class Folder {
        private(set) var names: [String: Node] = [:]
        private var synced: [String: Node] = [:]
        /// The changes to names since the last sync. Each change is stored completely or not at all.
        private var unsynced: [[String: Node?]] = []

        func change(_ change: [String: Node?]) {
            unsynced.append(change)
            Self.make(change, in: &names)
        }

        func synchronize() {
            synced = names
            unsynced = []
        }

        func remains(_ loss: Loss, _ chance: inout SeededGenerator) -> [String: Node] {
            var remains = synced
            for change in unsynced where loss.keeps(&chance) { Self.make(change, in: &remains) }
            return remains
        }

        private static func make(_ change: [String: Node?], in names: inout [String: Node]) {
            for (name, node) in change { names[name] = node }
        }
    }
}
