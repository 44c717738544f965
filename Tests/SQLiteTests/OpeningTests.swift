import Glibc
import SQLite
import TestSupport
import Testing

/// Opening and creating database files, and rejecting other files.
@Suite struct OpeningTests {
    let folder: TemporaryFolder
    let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.sqlite")
    }

    private func makeDatabase() throws {
        try Connection(at: path, mode: .createNew).execute("CREATE TABLE planet (name TEXT) STRICT")
    }

    private func refusal(_ mode: OpenMode, at path: String? = nil) throws -> SQLiteError {
        try sqliteError { _ = try Connection(at: path ?? self.path, mode: mode) }
    }

    @Test(arguments: [OpenMode.readOnly, .readWrite, .immutable])
    func `Opening a missing file in a mode that cannot create it fails and leaves the folder empty`(_ mode: OpenMode)
        throws
    {
        #expect(try refusal(mode).code == .cantOpen)
        #expect(try folder.names() == [])
    }

    @Test func `The error for a path that cannot be used states the path and the reason`() throws {
        let none = try refusal(.create, at: folder.file("none/a.sqlite"))
        #expect(none.message == "cannot use the folder \(folder.path)/none/: No such file or directory")
        let name = String(repeating: "a", count: 300)
        let long = try refusal(.create, at: folder.file(name))
        #expect(long.message.hasSuffix("/\(name): File name too long"))
        #expect((none.code, long.code) == (.cantOpen, .cantOpen))
    }

    @Test(arguments: [OpenMode.create, .createNew, .temporary])
    func `A created file is accessible only to its owner`(_ mode: OpenMode) throws {
        _ = try Connection(at: path, mode: mode)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func `Creating a new file fails if the file exists`() throws {
        try makeDatabase()
        let before = try bytes(of: path)
        for mode in [OpenMode.createNew, .temporary] {
            #expect(try refusal(mode).message.hasSuffix("already exists"))
        }
        #expect(try bytes(of: path) == before)
        #expect(try Connection(at: path, mode: .create).texts("SELECT name FROM sqlite_schema") == ["planet"])
    }

    @Test func `A temporary database has no journal file, and failed transactions are rolled back`() throws {
        let connection = try Connection(at: path, mode: .temporary)
        try connection.execute("CREATE TABLE planet (name TEXT) STRICT; INSERT INTO planet VALUES ('Mars')")
        let refusal = try sqliteError {
            try connection.transaction {
                try connection.run("UPDATE planet SET name = 'Venus'")
                #expect(try folder.names() == ["a.sqlite"])
                try connection.run("INSERT INTO planet VALUES (x'00')")
            }
        }
        #expect(refusal.code == .constraint)
        #expect(try connection.texts("SELECT name FROM planet") == ["Mars"])
    }

    @Test(arguments: [OpenMode.readOnly, .immutable])
    func `A file opened for reading cannot be written to`(_ mode: OpenMode) throws {
        try makeDatabase()
        let connection = try Connection(at: path, mode: mode)
        #expect(try connection.texts("SELECT name FROM sqlite_schema") == ["planet"])
        #expect(try sqliteError { try connection.run("DELETE FROM planet") }.code == .readOnly)
    }

    @Test(arguments: [OpenMode.readOnly, .readWrite, .create])
    func `A file of another type is rejected and not changed`(_ mode: OpenMode) throws {
        let text = Array("BEGIN:VCARD\r\nVERSION:4.0\r\n".utf8) + [UInt8](repeating: 65, count: 5000)
        try write(text, to: path)
        #expect(try refusal(mode).code == .notADatabase)
        #expect(try bytes(of: path) == text)
        #expect(try folder.names() == ["a.sqlite"])
    }

    @Test(arguments: [OpenMode.readOnly, .readWrite, .create, .createNew, .temporary, .immutable])
    func `A symbolic link to a file is rejected`(_ mode: OpenMode) throws {
        try makeDatabase()
        let link = folder.file("link")
        try #require(symlink(path, link) == 0)
        #expect(try refusal(mode, at: link).code == .cantOpen)
    }

    @Test func `Opening a dangling link does not create a file`() throws {
        try #require(symlink(folder.file("elsewhere"), path) == 0)
        #expect(try refusal(.create).code == .cantOpen)
        #expect(try folder.names() == ["a.sqlite"])
    }

    @Test func `A symbolic link in the folder part of a path is followed`() throws {
        try makeDatabase()
        let link = folder.file("link")
        try #require(symlink(folder.path, link) == 0)
        let connection = try Connection(at: link + "/a.sqlite", mode: .readOnly)
        #expect(connection.path == path)
    }

    @Test(arguments: ["", "a\0b", "no such folder/x"])
    func `An invalid path is rejected`(_ path: String) throws {
        #expect(try refusal(.create, at: path).code == .cantOpen)
    }

    @Test func `A path to a folder is rejected`() throws {
        #expect(try refusal(.readWrite, at: folder.path).code == .cantOpen)
    }

    @Test(arguments: ["a?b#c%20d.sqlite", "file:x.sqlite", ":memory:", "naïve 星.sqlite"])
    func `Special characters in a file name are used literally`(_ name: String) throws {
        try Connection(at: folder.file(name), mode: .createNew).execute("CREATE TABLE planet (name TEXT) STRICT")
        #expect(try folder.names() == [name])
        for mode in [OpenMode.readWrite, .immutable] {
            let connection = try Connection(at: folder.file(name), mode: mode)
            #expect(try connection.texts("SELECT name FROM sqlite_schema") == ["planet"])
        }
    }

    @Test(arguments: [
        ("foreign_keys", 1), ("trusted_schema", 0), ("cell_size_check", 1), ("recursive_triggers", 1),
    ])
    func `Connections to files and in-memory databases use strict settings`(_ pragma: String, _ value: Int) throws {
        try makeDatabase()
        for mode in [OpenMode.readOnly, .readWrite] {
            #expect(try Connection(at: path, mode: mode).integer("PRAGMA \(pragma)") == value)
        }
        #expect(try Connection.inMemory().integer("PRAGMA \(pragma)") == value)
    }

    @Test func `Writable connections sync all changes, including the removal of a journal`() throws {
        try makeDatabase()
        for connection in [try Connection(at: path, mode: .readWrite), try .inMemory()] {
            #expect(try connection.integer("PRAGMA synchronous") == 3)
        }
    }

    @Test(arguments: [
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema",
        "SELECT load_extension('anything')",
    ])
    func `D29 Writing to the schema table and loading extensions are rejected`(_ script: String) throws {
        try makeDatabase()
        let connection = try Connection(at: path, mode: .readWrite)
        #expect(throws: SQLiteError.self) { try connection.execute(script) }
    }

    @Test func `The file header stores the application ID and the schema version`() throws {
        let connection = try Connection(at: path, mode: .createNew)
        try connection.setApplicationID(.min)
        try connection.setUserVersion(.max)
        let other = try Connection(at: path, mode: .readOnly)
        #expect(try other.applicationID == .min)
        #expect(try other.userVersion == .max)
    }
}
