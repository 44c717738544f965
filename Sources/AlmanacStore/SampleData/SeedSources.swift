import FileIO
import Interchange
import Model

/// A reader of the sample data sets that are embedded in the program.
enum EmbeddedSampleData {
    static var names: [String] {
        let paths = EmbeddedFile.all.map { $0.path.split(separator: "/") }
        return paths.filter { $0.count == 3 && $0[0] == "Seeds" }.map { String($0[1]) }.unique
    }

    static func files(of set: String) -> [SeedFile] {
        EmbeddedFile.all.filter { $0.path.hasPrefix("Seeds/\(set)/") }.map { file in
            SeedFile(path: String(file.path.dropFirst("Seeds/".count)), bytes: file.bytes)
        }
    }
}

/// A reader of sample data sets in folders.
enum SeedFolder {
    static let fileLimit = 256 << 20

    static func files(at folder: String) throws(SeedProblem) -> [SeedFile] {
        let names = try reading(folder) { () throws(SystemError) in try FileSystem.names(in: folder) }
        var files: [SeedFile] = []
        for name in names where name == "set.json" || name.hasSuffix(".csv") {
            let path = "\(folder)/\(name)"
            let bytes = try reading(path) { () throws(SystemError) in try File.open(path).read(upTo: fileLimit) }
            guard bytes.count <= fileLimit else {
                throw .badSet(path: path, reason: "It is larger than \(fileLimit) bytes.")
            }
            files.append(SeedFile(path: path, bytes: bytes))
        }
        return files
    }

    private static func reading<Result>(
        _ path: String, _ read: () throws(SystemError) -> Result
    ) throws(SeedProblem) -> Result {
        do throws(SystemError) {
            return try read()
        } catch {
            throw .badSet(path: path, reason: error.reason)
        }
    }
}
