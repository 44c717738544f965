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

    func read(_ path: String, limit: Int) async throws -> [UInt8] {
        try FileProblem.unreadable(path) { () throws(FileFailure) in
            if path == "-" {
                try refuseTerminal()
                return try PrivateFile.readStandardInput(limit: limit)
            }
            guard let bytes = try PrivateFile.read(path, limit: limit) else {
                throw FileFailure(reason: "The file does not exist.")
            }
            return bytes
        }
    }

    private func refuseTerminal() throws(FileFailure) {
        if isatty(0) == 1 { throw FileFailure(reason: "It is a terminal. Use a file or a pipe.") }
    }

    func readLine(from descriptor: Int) async throws -> String {
        let name: Message = "descriptor \(descriptor)"
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4096 {
            let count = Glibc.read(Int32(clamping: descriptor), &byte, 1)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileProblem.unreadable(name, reason: FileFailure().reason) }
            if count == 0 || byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw FileProblem.unreadable(name, reason: "It is not UTF-8.")
        }
        return text
    }

    func open(_ path: String) async throws -> any ByteSource {
        guard path == "-" else {
            return try FileProblem.unreadable(path) { () throws(FileFailure) in try FileSource(path: path) }
        }
        try FileProblem.unreadable(path) { () throws(FileFailure) in
            try refuseTerminal()
            try PrivateFile.makeFolder(of: "\(folder)/input")
        }
        return try await FileSource(standardInputOf: folder)
    }

    func files(inFolder path: String) async throws -> [String]? {
        path != "-" && Self.isFolder(path) ? Self.files(below: path, as: "") : nil
    }

    /// Returns the files in a folder and its subfolders. Symbolic links to folders are not followed.
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

    func create(_ path: String, replacing: Bool) async throws -> any ByteTarget {
        if path == "-" { return StandardOutputTarget() }
        return try FileProblem.unwritable(path) { () throws(FileFailure) in
            try AtomicFileWriter(path, isReplacing: replacing)
        }
    }

    func write(_ bytes: [UInt8], to path: String) async throws {
        if path == "-" { return try StandardOutputTarget().write(bytes) }
        try FileProblem.unwritable(path) { () throws(FileFailure) in
            try PrivateFile.write(bytes, to: path, isReplacing: false)
        }
    }
}

enum FileProblem: UserFacingError {
    /// An input that cannot be read.
    ///
    /// - Parameter source: A path, or the name of another source.
    case unreadable(_ source: Message, reason: Message)
    case unwritable(path: String, reason: Message)

    var explanation: ErrorReport {
        switch self {
        case .unreadable(let source, let reason): ErrorReport(.failed, "Cannot read \(source).", why: reason)
        case .unwritable(let path, let reason):
            ErrorReport(.failed, "Cannot write \(path).", why: reason, next: "Choose another name.")
        }
    }

    static let standardInput: Message = "standard input"

    /// Runs the body and converts its error to `FileProblem.unreadable`.
    static func unreadable<Result>(_ path: String, _ body: () throws(FileFailure) -> Result) throws -> Result {
        do throws(FileFailure) {
            return try body()
        } catch {
            throw FileProblem.unreadable(path == "-" ? standardInput : "\(path)", reason: error.reason)
        }
    }

    /// Runs the body and converts its error to `FileProblem.unwritable`.
    static func unwritable<Result>(_ path: String, _ body: () throws(FileFailure) -> Result) throws -> Result {
        do throws(FileFailure) {
            return try body()
        } catch {
            throw FileProblem.unwritable(path: path, reason: error.reason)
        }
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
