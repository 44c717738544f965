import FileIO
import Glibc
import TestSupport
import Testing

@Suite struct FileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
    func `Reading stops one byte after the limit`(limit: Int) throws {
        let bytes = (0..<200_001).map { UInt8(truncatingIfNeeded: $0) }
        try folder.write(bytes, to: "a")
        #expect(try File.open(folder.file("a")).read(upTo: limit) == Array(bytes.prefix(limit + 1)))
    }

    @Test func `The free space of a file system that does not report sizes is unknown`() {
        #expect(FileSystem.freeBytes(in: "/proc") == nil)
        #expect(!FileSystem.isFull("/proc/version"))
    }

    @Test func `A held lock is detected, but only on the locked file`() throws {
        for name in ["a", "b"] { try folder.write([1], to: name) }
        let descriptor = open(folder.file("a"), O_RDWR)
        defer { close(descriptor) }
        #expect(try !FileSystem.isLocked(folder.file("a")))
        try #require(lockf(descriptor, F_TLOCK, 0) == 0)
        #expect(try FileSystem.isLocked(folder.file("a")))
        #expect(try !FileSystem.isLocked(folder.file("b")) && !FileSystem.isLocked(folder.file("c")))
        try #require(lockf(descriptor, F_ULOCK, 0) == 0)
        #expect(try !FileSystem.isLocked(folder.file("a")))
    }

    @Test func `Reading at an offset does not change the current position`() throws {
        try folder.write([1, 2, 3, 4, 5], to: "a")
        let file = try File.open(folder.file("a"))
        #expect(try (file.read(2, at: 3), file.read(9, at: 1), file.read(1, at: 5)) == ([4, 5], [2, 3, 4, 5], []))
        #expect(try file.read(2) == [1, 2])
    }

    @Test func `Reading returns up to the requested number of bytes, and no bytes at the end`() throws {
        try folder.write([1, 2, 3, 4, 5], to: "a")
        let file = try File.open(folder.file("a"))
        #expect(try (0..<4).map { _ in try file.read(2) } == [[1, 2], [3, 4], [5], []])
        file.rewind()
        #expect(try file.read(9) == [1, 2, 3, 4, 5])
    }

    @Test func `Symbolic links are followed only on request`() throws {
        try folder.write([1], to: "a")
        symlink(folder.file("a"), folder.file("link"))
        #expect(throws: SystemError(code: ELOOP)) { _ = try File.open(folder.file("link")).read(1) }
        #expect(try File.open(folder.file("link"), followsLinks: true).read(1) == [1])
    }

    @Test func `A folder that cannot be created is an error, and an existing folder is not`() throws {
        #expect(throws: SystemError.self) { try FileSystem.makeFolder("/proc/no/folder") }
        #expect(throws: Never.self) { try FileSystem.makeFolder("/proc") }
    }

    @Test func `A folder is created with its parents, accessible only to its owner`() throws {
        try FileSystem.makeFolder(folder.file("a/b/c"))
        for name in ["a", "a/b", "a/b/c"] {
            let entry = try #require(try FileSystem.entry(folder.file(name)))
            #expect(entry.sort == .folder && entry.permissions == 0o700)
        }
        try folder.write([], to: "file")
        #expect(throws: SystemError(code: ENOTDIR)) { try FileSystem.makeFolder(folder.file("file/a")) }
    }

    @Test func `The parent of a file or folder may be a link to a folder`() throws {
        try FileSystem.makeFolder(folder.file("real"))
        symlink(folder.file("real"), folder.file("link"))
        try FileSystem.makeFolder(folder.file("link/a"))
        let making = AtomicFile(folder.file("link/b"))
        try File.create(making.path).write([1])
        try making.moveToTarget()
        #expect(try FileSystem.names(in: folder.file("real")) == ["a", "b"])
    }

    @Test func `The names in a folder are sorted, and a missing folder has no names`() throws {
        for name in ["b", "a", ".c"] { try folder.write([], to: name) }
        #expect(try FileSystem.names(in: folder.path) == [".c", "a", "b"])
        #expect(try FileSystem.names(in: folder.file("none")) == [])
        #expect(throws: SystemError(code: ENOTDIR)) { try FileSystem.names(in: folder.file("a")) }
    }
}
