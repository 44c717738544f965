import Almanac
import Embedded

/// The articles of the documentation catalog, which are embedded in the program.
enum Documentation {
    private static let folder = "Sources/AlmanacCLI/Almanac.docc/"

    static var articles: [Article] {
        files.indices.compactMap { index in
            let path = String(cString: files[index].path)
            guard path.hasPrefix(folder), path.hasSuffix(".md") else { return nil }
            return Article(String(path.dropFirst(folder.count).dropLast(".md".count))) {
                let file = files[index]
                return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.size), as: UTF8.self)
            }
        }
    }

    private static var files: UnsafeBufferPointer<embedded_file> {
        UnsafeBufferPointer(start: embedded_files(), count: embedded_file_count())
    }
}
