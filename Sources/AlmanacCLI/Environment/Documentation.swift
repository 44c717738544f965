import Almanac
import FileIO

/// The articles of the documentation catalog, which are embedded in the program.
enum Documentation {
    private static let folder = "Sources/AlmanacCLI/Almanac.docc/"

    static var articles: [Article] {
        EmbeddedFile.all.map(\.path).filter { $0.hasPrefix(folder) && $0.hasSuffix(".md") }.map { path in
            Article(String(path.dropFirst(folder.count).dropLast(".md".count))) {
                EmbeddedFile.at(path)?.text ?? ""
            }
        }
    }
}
