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

    @Test func `Reading returns up to the requested number of bytes, and no bytes at the end of the file`() throws {
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

    @Test func `Creating a folder succeeds if it already exists and throws an error if it cannot be created`() throws {
        #expect(throws: SystemError.self) { try FileSystem.makeFolder("/proc/no/folder") }
        #expect(throws: Never.self) { try FileSystem.makeFolder("/proc") }
    }

    @Test func `A folder and its parents are created with access only for their owner`() throws {
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

    @Test func `The names in a folder are sorted, and a missing folder is treated as empty`() throws {
        for name in ["b", "a", ".c"] { try folder.write([], to: name) }
        #expect(try FileSystem.names(in: folder.path) == [".c", "a", "b"])
        #expect(try FileSystem.names(in: folder.file("none")) == [])
        #expect(throws: SystemError(code: ENOTDIR)) { try FileSystem.names(in: folder.file("a")) }
    }

    // MARK: - Names and permissions

    @Test(arguments: [
        ("/a/b", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b", "a", "b"), ("/", "/", ""), ("/a/", "/a", ""),
        ("", ".", ""),
    ])
    func `A path is split into a folder and a name`(path: String, parent: String, name: String) {
        #expect(FileSystem.folder(of: path) == parent && FileSystem.name(of: path) == name)
    }

    @Test(
        arguments: [
            (0o777, 0o700, 0o700), (0o600, 0o700, 0o600), (0o2770, 0o770, 0o2770), (0o2775, 0o770, 0o2770),
            (0o1777, 0o700, 0o700), (0o1700, 0o700, 0o1700), (0o710, 0o700, 0o700), (0o701, 0o700, 0o700),
        ] as [(mode_t, mode_t, mode_t)])
    func `Permissions that are not allowed are removed`(mode: mode_t, allowed: mode_t, expected: mode_t) throws {
        try FileSystem.makeFolder(folder.file("a"))
        chmod(folder.file("a"), mode)
        try FileSystem.restrict(folder.file("a"), to: allowed)
        #expect(try folder.permissions("a") == expected)
        #expect(throws: Never.self) { try FileSystem.restrict(folder.file("missing"), to: allowed) }
    }

    @Test(
        arguments: [
            (0o2770, true), (0o770, false), (0o2771, false), (0o2774, false), (0o2760, false), (0o2750, false),
            (0o3770, true),
        ] as [(mode_t, Bool)])
    func `A folder is shared if only its group has full access and new files inherit it`(
        mode: mode_t, isShared: Bool
    ) throws {
        chmod(folder.path, mode)
        #expect(FileSystem.isShared(folder: folder.path) == isShared)
        try folder.write([], to: "file")
        chmod(folder.file("file"), 0o2770)
        #expect(!FileSystem.isShared(folder: folder.file("file")) && !FileSystem.isShared(folder: folder.file("none")))
        try FileSystem.makeFolder(folder.file("a/b"), isShared: true)
        #expect(try folder.permissions("a") == 0o2770 && folder.permissions("a/b") == 0o2770)
    }

    @Test(
        arguments: [(0o600, true), (0o644, true), (0o620, false), (0o602, false), (0o755, true)] as [(mode_t, Bool)])
    func `A file is protected if no other user can change it`(mode: mode_t, isProtected: Bool) throws {
        try folder.write([], to: "a")
        chmod(folder.file("a"), mode)
        #expect(try FileSystem.entry(folder.file("a"))?.isProtected == isProtected)
    }

    @Test func `An entry contains the properties of its file, and a change to the file changes the version`() throws {
        try folder.write([1, 2], to: "a")
        link(folder.file("a"), folder.file("b"))
        symlink("a", folder.file("link"))
        mkfifo(folder.file("pipe"), 0o600)
        let times = [timespec(tv_sec: 7, tv_nsec: 9), timespec(tv_sec: 5, tv_nsec: 3)]
        #expect(utimensat(AT_FDCWD, folder.file("a"), times, 0) == 0)
        let entry = try #require(try FileSystem.entry(folder.file("a")))
        #expect(entry.sort == .file && entry.bytes == 2 && entry.links == 2 && entry.owner == geteuid())
        #expect(entry.modified == .seconds(5) + .nanoseconds(3) && entry.changed > entry.modified)
        #expect(try FileSystem.entry(folder.file("b"))?.version == entry.version)
        #expect(try FileSystem.entry(folder.file("link"))?.sort == .link)
        #expect(try FileSystem.entry(folder.file("pipe"))?.sort == .other)
        #expect(try FileSystem.entry(folder.path)?.sort == .folder)
        FileSystem.touch(folder.file("a"))
        let later = try #require(try FileSystem.entry(folder.file("b")))
        #expect(later.modified > entry.modified && later.version != entry.version && later.inode == entry.inode)
    }

    // MARK: - Moves

    @Test func `A file is moved only to a free name, and two names can be exchanged`() throws {
        for (index, name) in ["a", "b"].enumerated() { try folder.write([UInt8(index)], to: name) }
        #expect(throws: SystemError(code: EEXIST)) { try FileSystem.move(folder.file("a"), toFree: folder.file("b")) }
        #expect(throws: SystemError(code: ENOENT)) { try FileSystem.move(folder.file("x"), toFree: folder.file("y")) }
        try FileSystem.move(folder.file("a"), toFree: folder.file("c"))
        #expect(try folder.names() == ["b", "c"])
        try FileSystem.exchange(folder.file("b"), folder.file("c"))
        #expect(try folder.bytes("b") == [0] && folder.bytes("c") == [1])
        #expect(throws: SystemError(code: ENOENT)) { try FileSystem.exchange(folder.file("b"), folder.file("x")) }
        try FileSystem.rename(folder.file("b"), to: folder.file("c"))
        #expect(try folder.names() == ["c"] && folder.bytes("c") == [0])
        #expect(throws: SystemError(code: ENOENT)) { try FileSystem.rename(folder.file("b"), to: folder.file("c")) }
        #expect(throws: SystemError(code: ENOENT)) { try FileSystem.setPermissions(0o600, of: folder.file("b")) }
    }

    @Test func `A folder is removed with its contents, and links in it are not followed`() throws {
        let outside = try TemporaryFolder()
        try outside.write([1], to: "kept")
        try FileSystem.makeFolder(folder.file("a/b/c"))
        try folder.write([1], to: "a/b/file")
        symlink(outside.path, folder.file("a/link"))
        try FileSystem.removeTree(folder.file("a"))
        #expect(try folder.names().isEmpty && outside.names() == ["kept"])
        #expect(throws: Never.self) { try FileSystem.removeTree(folder.file("none")) }
    }

    @Test func `System errors are classified by their code`() {
        let codes = [
            ENOENT, EACCES, EPERM, EROFS, ENOSPC, EDQUOT, EFBIG, EINVAL, ENOSYS, EOPNOTSUPP, EXDEV, EMLINK, EIO,
        ]
        func those(_ property: (SystemError) -> Bool) -> [Int32] { codes.filter { property(SystemError(code: $0)) } }
        #expect(those(\.isMissing) == [ENOENT] && those(\.isDenied) == [EACCES, EPERM, EROFS])
        #expect(those(\.isFull) == [ENOSPC, EDQUOT, EFBIG])
        #expect(those(\.forbidsExchange) == [EINVAL, ENOSYS, EOPNOTSUPP])
        #expect(those(\.forbidsLinks) == [EPERM, ENOSYS, EOPNOTSUPP, EXDEV, EMLINK])
        #expect(!SystemError(code: EIO).isUnconfirmed)
    }
}
