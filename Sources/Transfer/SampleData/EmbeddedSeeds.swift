import Embedded
import Interchange

/// The seed sets inside the binary.
enum EmbeddedSeeds {
    /// Their names, in the order in which they are embedded.
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
