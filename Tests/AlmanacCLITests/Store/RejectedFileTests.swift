import FoundationEssentials
import Glibc
import SQLite
import TestSupport
import Testing

@Suite("Rejected database files", .childProcesses)
struct RejectedFileTests {
    /// A file that Almanac must not open as its database, with the expected error.
    enum RejectedFile: CaseIterable {
        case empty, text, foreign, newer, link

        var words: String {
            switch self {
            case .empty: "is an empty file, not a database"
            case .text: "is not an SQLite database"
            case .foreign: "belongs to another application"
            case .newer: "requires a newer version of Almanac"
            case .link: "It is a symbolic link"
            }
        }
    }

    @Test(
        "D11, D12, D13, D14, F2 An unsupported database file is rejected with a specific error and not changed",
        arguments: RejectedFile.allCases, [["persons"], ["new", "person", "given=Leia"], ["check"], ["migrate"]])
    func specificErrors(_ otherProgram: RejectedFile, _ words: [String]) throws {
        let home = try Home()
        let path = try home.put(otherProgram)
        let before = try home.bytes(of: path)
        let ending = try home.run(["--database", path] + words)
        #expect(ending.status == 1)
        #expect(ending.errors.contains(otherProgram.words), "\(ending.errors)")
        #expect(ending.lines.isEmpty)
        #expect(try home.bytes(of: path) == before)
        #expect(["-wal", "-shm", "-journal"].allSatisfy { !home.exists(path + $0) })
    }

    private static let canBecomeSomebody = geteuid() == 0 && access("/usr/bin/setpriv", X_OK) == 0

    @Test(
        "D5 A read-only database in a read-only folder can be read but not changed",
        .enabled(if: canBecomeSomebody, "needs root and setpriv to run as another user"))
    func readOnlyFolder() throws {
        let home = try Home()
        let folder = home.folder + "/shared"
        let path = folder + "/almanac.db"
        try home.write("", to: "shared/keep")
        chown(folder, 65_534, 65_534)
        chmod(home.folder, 0o755)
        let nobody = UnprivilegedUser(home: home, folder: folder)
        let program = try home.copyOfProgram()
        let made = try nobody.run(program, ["--database", path, "new", "person", "given=Leia"])
        try #require(made.status == 0, "\(made.errors)")
        chmod(path, 0o400)
        chmod(folder, 0o500)
        let before = try home.bytes(of: path)
        let read = try nobody.run(program, ["--database", path, "persons"])
        #expect(read.status == 0)
        #expect(read.output.hasPrefix("Leia\t"))
        let refused = try nobody.run(program, ["--database", path, "new", "person", "given=Luke"])
        #expect(refused.status == 1)
        #expect(refused.errors.contains("\(path) is read-only."))
        #expect(try home.bytes(of: path) == before)
    }

    @Test func `An error is reported if the database folder cannot be created`() throws {
        let home = try Home()
        let file = try home.write("", to: "file")
        let ending = try home.almanac("--database", file + "/almanac.db", "new", "person", "given=Leia")
        #expect(ending.status == 1)
        #expect(ending.errors.contains(file))
        #expect(ending.errors.split(separator: "\n").count == 1)
    }
}

extension Home {
    private static let database = Result {
        let home = try SeededHome.home()
        return try home.bytes(of: home.store)
    }

    fileprivate func put(_ otherProgram: RejectedFileTests.RejectedFile) throws -> String {
        let path = folder + "/strange.db"
        switch otherProgram {
        case .empty: try write("", to: "strange.db")
        case .text: try write("Dear diary, this is not a database at all.\n", to: "strange.db")
        case .foreign: try Connection(at: path, mode: .createNew).execute("CREATE TABLE recipe (name TEXT)")
        case .newer:
            try write(Self.database.get(), to: "strange.db")
            let connection = try Connection(at: path, mode: .readWrite)
            try connection.execute(
                "UPDATE migration SET version = 9999 WHERE version = (SELECT max(version) FROM migration)")
            try connection.execute("PRAGMA user_version = 9999")
        case .link:
            try write(Self.database.get(), to: "real.db")
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder + "/real.db")
        }
        chmod(path, 0o600)
        return path
    }
}

private struct UnprivilegedUser {
    let home: Home
    let folder: String

    func run(_ program: String, _ words: [String]) throws -> ChildProcess.Ending {
        try ChildProcess.run(
            "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", program] + words,
            environment: home.environment.merging(["HOME": folder]) { $1 })
    }
}
