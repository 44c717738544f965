import FileIO
import Glibc
import Interchange

/// A local folder that files are exported to. The files are first written to a hidden folder, which is next to a new
/// folder or inside an existing folder. They are moved when all files are complete.
struct LocalFolder: FileFolder {
    private let path: String
    private let isNew: Bool
    private let temporary: AtomicFile

    init(_ path: String) {
        let end = path.lastIndex { $0 != "/" } ?? path.startIndex
        self.path = String(path[...end])
        isNew = access(self.path, F_OK) != 0
        temporary = AtomicFile(isNew ? self.path : "\(self.path)/export")
        removeLeftovers()
    }

    /// Removes the temporary files of interrupted exports.
    private func removeLeftovers() {
        for folder in [path, FileSystem.folder(of: path)] {
            try? AtomicFile.sweep(folder, now: Int64(time(nil)) * 1000)
        }
        AtomicFile.removeAbandoned(in: path)
    }

    var isEmpty: Bool { !Folder(path: path).contains { !$0.hasPrefix(".") } }

    func put(_ bytes: [UInt8], as name: String) throws {
        try writing(name) { () throws(SystemError) in
            try FileSystem.makeFolder(temporary.path, isConfirmed: false)
            let file = try File.create("\(temporary.path)/\(name)")
            try file.write(bytes)
            try file.synchronize()
        }
    }

    func finish(replacing: Bool) throws {
        let names = try writing("") { () throws(SystemError) in
            let names = try FileSystem.names(in: temporary.path)
            if isNew, !names.isEmpty { try temporary.replaceName() }
            return names
        }
        if isNew { return }
        for name in names {
            try writing(name) { () throws(SystemError) in
                let present = try FileSystem.entry("\(path)/\(name)")
                if present?.sort == .folder { throw SystemError(code: EISDIR) }
                if present != nil, !replacing { throw SystemError(code: EEXIST) }
            }
        }
        for name in names {
            try writing(name) { () throws(SystemError) in
                let (source, target) = ("\(temporary.path)/\(name)", "\(path)/\(name)")
                try replacing ? FileSystem.rename(source, to: target) : FileSystem.move(source, toFree: target)
            }
        }
        FileSystem.removeFolder(temporary.path)
    }

    func discard() { try? FileSystem.removeTree(temporary.path) }

    /// Runs the body and converts its error to an error that names the file.
    private func writing<Result>(_ name: String, _ body: () throws(SystemError) -> Result) throws -> Result {
        try FileProblem.unwritable("\(path)/\(name)") { () throws(FileFailure) in try FileFailure.wrapping(body) }
    }
}
