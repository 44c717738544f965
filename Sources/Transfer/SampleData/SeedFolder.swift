import FileIO
import Interchange
import Model

/// A seed set of the user's own: a folder of small files.
enum SeedFolder {
    /// In bytes; a file is read whole.
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
        throw .badSet(path: path, reason: "It has more than \(fileLimit) bytes.")
    }
}
