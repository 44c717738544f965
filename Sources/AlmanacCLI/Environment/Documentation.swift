import Almanac
import Embedded

/// The articles of the documentation catalog, which are embedded in the program.
enum Documentation {
    private static let folder = "Sources/AlmanacCLI/Almanac.docc/"

    static var articles: [Article] {
        UnsafeBufferPointer(start: embedded_files(), count: embedded_file_count()).compactMap { file in
            let path = String(cString: file.path)
            guard path.hasPrefix(folder), path.hasSuffix(".md") else { return nil }
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.size)
            return Article(
                String(path.dropFirst(folder.count).dropLast(".md".count)),
                source: String(decoding: bytes, as: UTF8.self))
        }
    }
}
