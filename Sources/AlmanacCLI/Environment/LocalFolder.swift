import Files
import Glibc
import Interchange

/// A folder of this machine: its files lie in a hidden one until all are written, beside it if it is new, or else in it.
struct LocalFolder: FileFolder {
    private let path: String
    private let isNew: Bool
    private let making: FileInTheMaking

    init(_ path: String) {
        let name = path.hasSuffix("/") ? String(path.dropLast()) : path
        self.path = name
        isNew = access(path, F_OK) != 0
        making = FileInTheMaking(isNew ? name : "\(name)/export")
        // What killed programs have left.
        try? FileInTheMaking.sweep(FileSystem.folder(of: making.path), now: Int64(time(nil)) * 1000)
    }

    var isEmpty: Bool { !Folder(path: path).contains { !$0.hasPrefix(".") } }

    func put(_ bytes: [UInt8], as name: String) throws {
        try explained(name) { () throws(SystemError) in
            try FileSystem.makeFolder(making.path)
            let file = try File.create("\(making.path)/\(name)")
            try file.write(bytes)
            try file.synchronize()
        }
    }

    func finish(replacing: Bool) throws {
        let names = (try? FileSystem.names(in: making.path)) ?? []
        if names.isEmpty { return }
        if isNew { return try explained("") { () throws(SystemError) in try making.replaceName() } }
        for name in names {
            try explained(name) { () throws(SystemError) in
                let present = try FileSystem.entry("\(path)/\(name)")
                if let present, !replacing || present.sort == .folder { throw SystemError(code: EEXIST) }
            }
        }
        for name in names {
            try explained(name) { () throws(SystemError) in
                try FileSystem.rename("\(making.path)/\(name)", to: "\(path)/\(name)")
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
