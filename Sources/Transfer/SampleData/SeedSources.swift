import Embedded
import FileIO
import Interchange
import Model

/// A reader of the sample data sets that are embedded in the program.
enum EmbeddedSeeds {
    static var names: [String] {
        var names: [String] = []
        for path in paths {
            let parts = path.split(separator: "/")
            if parts.count == 3, names.last != String(parts[1]) { names.append(String(parts[1])) }
        }
        return names
    }

    static func files(of set: String) -> [SeedFile] {
        embedded.filter { path(of: $0).hasPrefix("Seeds/\(set)/") }.map { file in
            SeedFile(
                path: String(path(of: file).dropFirst("Seeds/".count)),
                bytes: [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.size)))
        }
    }

    private static var paths: [String] {
        embedded.map(path).filter { $0.hasPrefix("Seeds/") }
    }

    private static var embedded: UnsafeBufferPointer<embedded_file> {
        UnsafeBufferPointer(start: embedded_files(), count: embedded_file_count())
    }

    private static func path(of file: embedded_file) -> String { String(cString: file.path) }
}

/// A reader of sample data sets in folders.
enum SeedFolder {
    static let fileLimit = 256 << 20

    static func files(at path: String) throws(SeedProblem) -> [SeedFile] {
        var files: [SeedFile] = []
        for name in try names(in: path) where name == "set.json" || name.hasSuffix(".csv") {
            files.append(try file(at: "\(path)/\(name)"))
        }
        return files
    }

    private static func names(in folder: String) throws(SeedProblem) -> [String] {
        do throws(SystemError) {
            return try FileSystem.names(in: folder)
        } catch {
            throw .badSet(path: folder, reason: error.reason)
        }
    }

    private static func file(at path: String) throws(SeedProblem) -> SeedFile {
        do throws(SystemError) {
            let bytes = try File.open(path).read(upTo: fileLimit)
            if bytes.count <= fileLimit { return SeedFile(path: path, bytes: bytes) }
        } catch {
            throw .badSet(path: path, reason: error.reason)
        }
        throw .badSet(path: path, reason: "It is larger than \(fileLimit) bytes.")
    }
}
