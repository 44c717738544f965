import Almanac
import FileIO
import Glibc
import Interchange
import Localization
import Model

/// The files of this machine; `-` is standard input or output.
struct LocalFiles: FileAccess {
    /// Where what comes from the standard input is put aside.
    let folder: String

    func read(_ path: String, limit: Int) async throws -> [UInt8] {
        do throws(PrivateFile.Unusable) {
            if path == "-" {
                try refuseTerminal()
                return try PrivateFile.readStandardInput(limit: limit)
            }
            guard let bytes = try PrivateFile.read(path, limit: limit) else {
                throw PrivateFile.Unusable(reason: "There is no such file.")
            }
            return bytes
        } catch {
            throw FileProblem.unreadable(path == "-" ? "Standard input" : "\(path)", reason: error.reason)
        }
    }

    /// Nobody waits for a file that somebody would have to type.
    private func refuseTerminal() throws(PrivateFile.Unusable) {
        if isatty(0) == 1 { throw PrivateFile.Unusable(reason: "It is a terminal: name a file, or pipe one in.") }
    }

    func readLine(from descriptor: Int) async throws -> String {
        let name: Message = "Descriptor \(descriptor)"
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4096 {
            let count = Glibc.read(Int32(clamping: descriptor), &byte, 1)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw FileProblem.unreadable(name, reason: PrivateFile.Unusable().reason)
            }
            if count == 0 || byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        guard let text = String(validating: line, as: UTF8.self) else {
            throw FileProblem.unreadable(name, reason: "It is not UTF-8.")
        }
        return text
    }

    func open(_ path: String) async throws -> any ByteSource {
        do {
            if path == "-" {
                try refuseTerminal()
                try PrivateFile.makeFolder(of: "\(folder)/input")
                return try await FileSource(standardInputOf: folder)
            }
            return try FileSource(path: path)
        } catch let unusable as PrivateFile.Unusable {
            throw FileProblem.unreadable(path == "-" ? "Standard input" : "\(path)", reason: unusable.reason)
        }
    }

    func files(inFolder path: String) async throws -> [String]? {
        var information = stat()
        guard path != "-", stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else { return nil }
        return Self.files(below: path, as: "")
    }

    /// Links to folders are not followed: one may lead back.
    private static func files(below path: String, as prefix: String) -> [String] {
        var files: [String] = []
        for name in Folder(path: path) {
            if name.hasPrefix(".") { continue }
            var information = stat()
            if lstat("\(path)/\(name)", &information) == 0, information.st_mode & S_IFMT == S_IFDIR {
                files += Self.files(below: "\(path)/\(name)", as: prefix + name + "/")
            } else {
                files.append(prefix + name)
            }
        }
        return files
    }

    func folder(_ path: String) async throws -> (any FileFolder)? {
        var information = stat()
        let isFolder = path != "-" && stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
        return isFolder || path.hasSuffix("/") ? LocalFolder(path) : nil
    }

    func create(_ path: String, replacing: Bool) async throws -> any ByteTarget {
        if path == "-" { return StandardOutputTarget() }
        do throws(PrivateFile.Unusable) {
            return try AtomicFileWriter(path, isReplacing: replacing)
        } catch {
            throw FileProblem.unwritable(path: path, reason: error.reason)
        }
    }

    func write(_ bytes: [UInt8], to path: String) async throws {
        if path == "-" { return try StandardOutputTarget().write(bytes) }
        do throws(PrivateFile.Unusable) {
            try PrivateFile.write(bytes, to: path, isReplacing: false)
        } catch {
            throw FileProblem.unwritable(path: path, reason: error.reason)
        }
    }
}

enum FileProblem: UserFacingError {
    /// A file by its path, or another source by what it is called.
    case unreadable(Message, reason: Message)
    case unwritable(path: String, reason: Message)

    var explanation: ErrorReport {
        switch self {
        case .unreadable(let name, let reason): ErrorReport(.failed, "\(name) cannot be read.", why: reason)
        case .unwritable(let path, let reason):
            ErrorReport(.failed, "\(path) cannot be written.", why: reason, next: "Choose another name.")
        }
    }
}
