import Almanac
import FileIO
import Glibc
import Interchange
import Localization
import Model
import Rendering
import Text

/// An object that opens local files. The path `-` means standard input or output.
struct LocalFiles: FileAccess {
    /// The folder for copies of standard input.
    let folder: String
    /// Whether standard input contains the commands.
    let readsCommands: Bool

    func read(_ path: String, limit: Int) async throws -> [UInt8] {
        try FileProblem.unreadable(path) { () throws(FileFailure) in
            if path == "-" {
                try checkStandardInput()
                return try PrivateFile.readStandardInput(limit: limit)
            }
            return try PrivateFile.readExisting(path, limit: limit)
        }
    }

    private func checkStandardInput() throws(FileFailure) {
        if readsCommands { throw FileFailure(reason: "It contains the commands. Use a file.") }
        if isatty(0) == 1 { throw FileFailure(reason: "It is a terminal. Use a file or a pipe.") }
    }

    func absolutePath(_ path: String) -> String {
        path == "-" || path.hasPrefix("/") ? path : "\(FileSystem.currentFolder)/\(path)"
    }

    func canonicalPath(_ path: String) -> String {
        FileSystem.pathWithoutLinks(path) ?? absolutePath(path)
    }

    func readLine(from descriptor: Int) async throws -> String {
        let name: Message = "descriptor \(descriptor)"
        let source = Int32(clamping: descriptor)
        if isatty(source) == 1 {
            throw FileProblem.unreadable(name, reason: "It is a terminal. Use a file or a pipe.")
        }
        var line: [UInt8] = []
        do throws(SystemError) {
            while line.count <= Self.maximumLine, let byte = try File.read(1, from: source).first, byte != .lineFeed {
                line.append(byte)
            }
        } catch {
            throw FileProblem.unreadable(name, reason: FileFailure(error).reason)
        }
        guard line.count <= Self.maximumLine else {
            throw FileProblem.unreadable(name, reason: "The line is longer than \(Self.maximumLine) bytes.")
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw FileProblem.unreadable(name, reason: "It is not UTF-8.")
        }
        return text
    }

    private static let maximumLine = 4096

    func open(_ path: String) async throws -> any ByteSource {
        guard path == "-" else {
            return try ReopenedSource(path: path)
        }
        try FileProblem.unreadable(path) { () throws(FileFailure) in
            try checkStandardInput()
            try PrivateFile.makeFolder(folder)
        }
        return try await FileSource(standardInputOf: folder).unpacked()
    }

    func files(inFolder path: String) async throws -> [String]? {
        path != "-" && Self.isFolder(path) ? Self.files(below: path, as: "") : nil
    }

    /// Returns the files in a folder and its subfolders, except hidden files and folders. Symbolic links to folders are
    /// not followed.
    private static func files(below path: String, as prefix: String) -> [String] {
        // A link to a folder could form a cycle.
        Folder(path: path).filter { !$0.hasPrefix(".") }.flatMap { name in
            isFolder("\(path)/\(name)", followsLinks: false)
                ? files(below: "\(path)/\(name)", as: prefix + name + "/") : [prefix + name]
        }
    }

    static func isFolder(_ path: String, followsLinks: Bool = true) -> Bool {
        var information = stat()
        let status = followsLinks ? stat(path, &information) : lstat(path, &information)
        return status == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    func folder(_ path: String) async throws -> (any FileFolder)? {
        path != "-" && Self.isFolder(path) || path.hasSuffix("/") ? LocalFolder(path) : nil
    }

    func create(_ path: String, replacing: Bool, _ permissions: FilePermissions) async throws -> any ByteTarget {
        if path == "-" { return StandardOutputTarget() }
        guard replacing || access(path, F_OK) != 0 else { throw FileExistsProblem(path: path) }
        return try FileProblem.unwritable(path) { () throws(FileFailure) in
            let target = try AtomicFileWriter.target(of: path)
            return switch permissions {
            case .personal: try AtomicFileWriter(target, isReplacing: replacing)
            case .shared: try AtomicFileWriter(target, isReplacing: replacing, mode: StartupUmask.fileMode)
            }
        }
    }
}

/// An error in reading or writing a file.
struct FileProblem: ByteSourceProblem {
    let explanation: ErrorReport

    static let standardInput: Message = "standard input"

    /// Returns the problem of an input that cannot be read.
    ///
    /// - Parameter source: A path, or the name of another source.
    static func unreadable(_ source: Message, reason: Message) -> FileProblem {
        FileProblem(explanation: ErrorReport(.failed, "Cannot read \(source).", why: reason))
    }

    /// Runs the body and converts its error to the problem of an unreadable file.
    static func unreadable<Success>(_ path: String, _ body: () throws(FileFailure) -> Success) throws -> Success {
        try Result(catching: body).mapError {
            FileProblem.unreadable(path == "-" ? standardInput : "\(path)", reason: $0.reason)
        }.get()
    }

    /// Runs the body and converts its error to the problem of an unwritable file.
    static func unwritable<Success>(_ path: String, _ body: () throws(FileFailure) -> Success) throws -> Success {
        try Result(catching: body).mapError {
            FileProblem(explanation: StoreProblem.cannotWrite(path: path, reason: $0.reason).explanation)
        }.get()
    }
}

/// A target that writes to standard output. If standard output is a terminal, control characters are escaped.
struct StandardOutputTarget: ByteTarget {
    func write(_ bytes: [UInt8]) throws {
        let output = Output.standardOutput()
        if isatty(STDOUT_FILENO) == 1 {
            try output.write(VisibleText.lines(String(decoding: bytes, as: UTF8.self)))
        } else {
            try output.write(bytes: bytes)
        }
        try output.flush()
    }

    func finish() throws {}
    func discard() {}
}

/// A local folder for exported files. The files are first written to a hidden folder, next to a new folder or inside an
/// existing folder, and moved when all of them are complete.
struct LocalFolder: FileFolder {
    private let path: String
    private let isNew: Bool
    private let temporary: AtomicFile

    init(_ path: String) {
        let end = path.lastIndex { $0 != "/" } ?? path.startIndex
        self.path = String(path[...end])
        isNew = access(self.path, F_OK) != 0
        temporary = AtomicFile(isNew ? self.path : "\(self.path)/export")
        // Remove the temporary files of interrupted exports.
        for folder in [self.path, FileSystem.folder(of: self.path)] {
            try? AtomicFile.sweep(folder, now: Int64(time(nil)) * 1000)
        }
        AtomicFile.removeAbandoned(in: self.path)
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
                let existing = try FileSystem.entry("\(path)/\(name)")
                if existing?.sort == .folder { throw SystemError(code: EISDIR) }
                if existing != nil, !replacing { throw SystemError(code: EEXIST) }
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
