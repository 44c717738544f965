import FileIO
import Glibc
import TestSupport
import Testing

@Suite struct AtomicFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `A file appears under its name only when it is complete`() throws {
        let making = AtomicFile(folder.file("a"))
        let file = try File.create(making.path)
        try file.write([1, 2, 3])
        #expect(try folder.names() == [FileSystem.name(of: making.path)])
        try making.moveToTarget()
        #expect(try folder.names() == ["a"])
        #expect(try File.open(folder.file("a")).read(upTo: 9) == [1, 2, 3])
        #expect(try FileSystem.entry(folder.file("a"))?.permissions == 0o600)
    }

    @Test(arguments: [false, true])
    func `An existing target is replaced or causes an error, as requested`(isConfirmed: Bool) throws {
        try folder.write([1], to: "a")
        let making = AtomicFile(folder.file("a"))
        try File.create(making.path).write([2])
        #expect(throws: SystemError(code: EEXIST)) {
            try isConfirmed ? making.moveToTarget() : making.moveToFreeName()
        }
        #expect(try File.open(folder.file("a")).read(upTo: 9) == [1])
        try isConfirmed ? making.replaceTarget() : making.replaceName()
        #expect(try File.open(folder.file("a")).read(upTo: 9) == [2])
        #expect(try folder.names() == ["a"])
    }

    @Test(arguments: ["a", "folder/a", "a b"])
    func `Temporary files of running writers are kept, and abandoned files are removed`(name: String) throws {
        try FileSystem.makeFolder(folder.file("folder"))
        let target = folder.file(name)
        let (left, held) = (AtomicFile(locked: target), AtomicFile(locked: target))
        let other = AtomicFile(locked: target + ".other")
        for made in [left, other] { try File.create(made.path).write([1]) }
        let writer = try File.create(held.path)

        AtomicFile.removeAbandoned(of: target)
        #expect(try FileSystem.entry(left.path) == nil)
        #expect(try FileSystem.entry(held.path) != nil)
        #expect(try FileSystem.entry(other.path) != nil)

        AtomicFile.removeAbandoned(in: FileSystem.folder(of: target))
        #expect(try FileSystem.entry(other.path) == nil)
        #expect(try FileSystem.entry(held.path) != nil)
        try writer.write([1])
        try held.moveToTarget()
        #expect(try FileSystem.entry(target) != nil)
    }

    // SQLite does not hold this kind of lock on its files, so unlocked files may still be in use.
    @Test func `Unlocked temporary files are removed after a day`() throws {
        let making = AtomicFile(folder.file("store.db"))
        try File.create(making.path).write([1])
        AtomicFile.removeAbandoned(of: making.target)
        AtomicFile.removeAbandoned(in: folder.path)
        let written = Int64(try #require(try FileSystem.entry(making.path)).modified / .milliseconds(1))
        try AtomicFile.sweep(folder.path, now: written + 80_000_000)
        #expect(try FileSystem.entry(making.path) != nil)
        try AtomicFile.sweep(folder.path, now: written + 90_000_000)
        #expect(try FileSystem.entry(making.path) == nil)
    }
}
