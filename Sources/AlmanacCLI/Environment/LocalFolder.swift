import FileIO
import Glibc
import Interchange

/// A folder of this machine. Until all are written its files lie in a hidden one: beside it if it is new, else in it.
struct LocalFolder: FileFolder {
    private let path: String
    private let isNew: Bool
    private let making: AtomicFile

    init(_ path: String) {
        let end = path.lastIndex { $0 != "/" } ?? path.startIndex
        self.path = String(path[...end])
        isNew = access(self.path, F_OK) != 0
        making = AtomicFile(isNew ? self.path : "\(self.path)/export")
        sweep()
    }

    /// Removes what killed programs have left.
    private func sweep() {
        for folder in [path, FileSystem.folder(of: path)] {
            try? AtomicFile.sweep(folder, now: Int64(time(nil)) * 1000)
        }
        AtomicFile.removeAbandoned(in: path)
    }

    var isEmpty: Bool { !Folder(path: path).contains { !$0.hasPrefix(".") } }

    func put(_ bytes: [UInt8], as name: String) throws {
        try explained(name) { () throws(SystemError) in
            try FileSystem.makeFolder(making.path, isConfirmed: false)
            let file = try File.create("\(making.path)/\(name)")
            try file.write(bytes)
            try file.synchronize()
        }
    }

    func finish(replacing: Bool) throws {
        var names: [String] = []
        try explained("") { () throws(SystemError) in
            names = try FileSystem.names(in: making.path)
            if isNew, !names.isEmpty { try making.replaceName() }
        }
        if isNew { return }
        for name in names {
            try explained(name) { () throws(SystemError) in
                let present = try FileSystem.entry("\(path)/\(name)")
                if present?.sort == .folder { throw SystemError(code: EISDIR) }
                if present != nil, !replacing { throw SystemError(code: EEXIST) }
            }
        }
        for name in names {
            try explained(name) { () throws(SystemError) in
                let (made, place) = ("\(making.path)/\(name)", "\(path)/\(name)")
                try replacing ? FileSystem.rename(made, to: place) : FileSystem.move(made, toFree: place)
            }
        }
        FileSystem.removeFolder(making.path)
    }

    func discard() { try? FileSystem.removeTree(making.path) }

    private func explained(_ name: String, _ body: () throws(SystemError) -> Void) throws {
        do throws(SystemError) {
            try body()
        } catch {
            throw FileProblem.unwritable(path: "\(path)/\(name)", reason: PrivateFile.Unusable(error).reason)
        }
    }
}
