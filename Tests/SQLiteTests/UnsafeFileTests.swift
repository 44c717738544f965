import Glibc
import SQLite
import TestSupport
import Testing

/// Rejecting files that would make SQLite lose changes or delete other files.
@Suite struct UnsafeFileTests {
    let folder: TemporaryFolder
    let path: String
    let victim: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.sqlite")
        victim = folder.file("victim")
        try Connection(at: path, mode: .createNew).execute("CREATE TABLE planet (name TEXT) STRICT")
        try folder.write(Array("keep".utf8), to: "victim")
    }

    private func refusal(_ mode: OpenMode) throws -> Int32 {
        try sqliteError { _ = try Connection(at: path, mode: mode) }.extendedCode
    }

    @Test(arguments: [OpenMode.readOnly, .readWrite, .create])
    func `A journal that names a super-journal is rejected, and no file is changed`(mode: OpenMode) throws {
        try SuperJournal.put(nextTo: path, naming: victim)
        let journal = try folder.bytes("a.sqlite-journal")
        #expect(try refusal(mode) == SQLiteError.foreignJournal)
        #expect(try folder.names() == ["a.sqlite", "a.sqlite-journal", "victim"])
        #expect(try folder.bytes("a.sqlite-journal") == journal)
        // SQLite ignores the journal of an immutable file.
        #expect(try Connection(at: path, mode: .immutable).texts("SELECT name FROM sqlite_schema") == ["planet"])
    }

    @Test func `A super-journal is not deleted if the journal appears after the file was opened`() throws {
        let connection = try Connection(at: path, mode: .readWrite)
        try SuperJournal.put(nextTo: path, naming: victim)
        _ = try? connection.texts("SELECT name FROM sqlite_schema")
        #expect(try folder.names().contains("victim"))
    }

    @Test func `Only the end of a journal is read, and a length that SQLite would ignore is also rejected`() throws {
        let end = SuperJournal.end(naming: victim)
        func isRejected(_ bytes: [UInt8]) throws -> Bool {
            try folder.write(bytes, to: "a.sqlite-journal")
            return RollbackJournal.namesSuperJournal(nextTo: path)
        }
        #expect(try isRejected(end))
        #expect(try isRejected([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0] + end.suffix(8)))
        #expect(try !isRejected(end + [0]))
        #expect(try !isRejected([0, 0, 0, 0, 0, 0, 0, 0] + end.suffix(8)))
        #expect(try !isRejected(Array(end.suffix(15))))
        #expect(try !isRejected([]))
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"])
    func `A file with two hard links is rejected until the other link is removed`(suffix: String) throws {
        if !suffix.isEmpty { try folder.write([], to: "a.sqlite" + suffix) }
        #expect(link(path + suffix, folder.file("other")) == 0)
        for mode in [OpenMode.readOnly, .readWrite] { #expect(try refusal(mode) == SQLiteError.severalNames) }
        #expect(try Set(folder.names()) == ["a.sqlite", "a.sqlite" + suffix, "other", "victim"])
        unlink(folder.file("other"))
        unlink(path + suffix)
        if !suffix.isEmpty { _ = try Connection(at: path, mode: .readWrite) }
    }

    @Test func `A folder whose path is not UTF-8 is rejected`() throws {
        let name = folder.path.utf8CString.dropLast() + [0x2F, CChar(bitPattern: 0xE9), 0]
        #expect(mkdir(Array(name), 0o700) == 0 && symlink(Array(name), folder.file("link")) == 0)
        defer { rmdir(Array(name)) }
        let error = try sqliteError { _ = try Connection(at: folder.file("link/b.sqlite"), mode: .create) }
        #expect(error.extendedCode == SQLiteError.folderNotUTF8)
    }
}
