import FileIO
import Glibc
import TestSupport
import Testing

struct LeftoverTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Creates a file with a modification time, given in seconds since 1970.
    private func create(_ name: String, changed seconds: Int) throws {
        try folder.write([1], to: name)
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, folder.file(name), [time, time], 0) == 0)
    }

    @Test(arguments: [(-1, true), (0, true), (1, false)] as [(Int64, Bool)])
    func `A temporary file is removed when it is more than a day old`(milliseconds: Int64, isKept: Bool) throws {
        try create(".a.1.almanac-making", changed: 1_000_000)
        try AtomicFile.sweep(folder.path, now: (1_000_000 + 86_400) * 1000 + milliseconds)
        #expect(try folder.names().isEmpty != isKept)
    }

    @Test(arguments: [
        (".a.1z.almanac-making", true), (".a.b.1.almanac-making", true), (".a.1.almanac-making-wal", true),
        (".a.1.almanac-making-shm", true), (".a.1.almanac-making-journal", true), (".a.almanac-making", false),
        ("a.1.almanac-making", false), (".a.?.almanac-making", false), (".a..almanac-making", false),
        (".a.1.almanac-making.x", false), (".a.1.almanac-making-log", false), (".a.1.almanac-writing", false),
        ("x.a.1.almanac-making", false),
    ])
    func `Only unlocked temporary files and their helper files are removed`(name: String, isRemoved: Bool) throws {
        try create(name, changed: 0)
        try AtomicFile.sweep(folder.path, now: 1_000_000_000)
        #expect(try folder.names().isEmpty == isRemoved)
    }

    @Test(
        arguments: [
            (".a.1z.almanac-writing", "a"), (".a.b.1.almanac-writing", "a.b"), (".a.almanac-writing", nil),
            ("a.1.almanac-writing", nil), (".a.?.almanac-writing", nil), (".a.1.almanac-making", nil),
            (".a..almanac-writing", nil), (".almanac-writing", nil),
        ] as [(String, String?)])
    func `The name of a locked temporary file contains the name of its target`(name: String, target: String?) {
        #expect(AtomicFile.target(ofLocked: name) == target)
    }
}
