import Embedded
import FoundationEssentials
import Testing

@Suite struct EmbeddedFilesTests {
    static let top = URL(filePath: #filePath).appending(path: "../../..").standardized

    static let embedded = UnsafeBufferPointer(start: embedded_files(), count: embedded_file_count()).map { file in
        (path: String(cString: file.path), bytes: Array(UnsafeBufferPointer(start: file.bytes, count: file.size)))
    }

    @Test func `All migrations, sample data, and articles are embedded exactly once`() throws {
        let files = FileManager.default
        let folders = ["Migrations", "Seeds", "Sources/AlmanacCLI/Almanac.docc"].filter {
            files.fileExists(atPath: Self.top.appending(path: $0).path)
        }
        let onDisk = try folders.flatMap { folder in
            try files.subpathsOfDirectory(atPath: Self.top.appending(path: folder).path).map { "\(folder)/\($0)" }
        }
        .filter { path in
            var isFolder = false
            return files.fileExists(atPath: Self.top.appending(path: path).path, isDirectory: &isFolder) && !isFolder
                && !path.hasSuffix("/Almanac.md")
        }
        #expect(Self.embedded.map(\.path).sorted() == onDisk.sorted())
    }

    @Test(arguments: embedded.map(\.path))
    func `An embedded file has the same bytes as its source`(path: String) throws {
        let source = try Data(contentsOf: Self.top.appending(path: path))
        #expect(Self.embedded.first { $0.path == path }?.bytes == Array(source))
    }

    @Test func `Migrations are embedded in order`() {
        let migrations = Self.embedded.map(\.path).filter { $0.hasPrefix("Migrations/") }
        #expect(migrations == migrations.sorted())
    }
}
