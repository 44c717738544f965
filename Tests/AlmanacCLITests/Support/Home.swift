import FoundationEssentials
import Glibc
import TestSupport

/// A temporary home folder for the built program: `try Home().almanac("persons", "--json")`.
final class Home: Sendable {
    let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "almanac-home-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    convenience init(as snapshot: HomeSnapshot) throws {
        try self.init()
        try snapshot.copy(to: self)
    }

    convenience init(copying other: Home) throws { try self.init(as: HomeSnapshot(of: other)) }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The default path of the database.
    var store: String { folder + "/.local/share/almanac/almanac.db" }

    /// The environment of programs. The daily backup is disabled, because it would run during the test.
    var environment: [String: String] {
        [
            "HOME": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "ALMANAC_DAILY_BACKUP": "never",
        ]
    }

    /// Runs the program without a terminal and waits for it to exit.
    @discardableResult
    func almanac(
        _ words: String..., input: String = "", with variables: [String: String] = [:],
        output: ChildProcess.Destination = .collected
    ) throws -> ChildProcess.Ending {
        try run(words, input: input, with: variables, output: output)
    }

    @discardableResult
    func run(
        _ words: [String], of program: String = BuiltProgram.almanac, input: String = "",
        with variables: [String: String] = [:], output: ChildProcess.Destination = .collected
    ) throws -> ChildProcess.Ending {
        try ChildProcess.run(
            program, words, input: input,
            environment: environment.merging(variables) { _, given in given }, output: output)
    }

    /// Starts the program without waiting for it to exit.
    func start(_ words: String...) throws -> ChildProcess {
        try ChildProcess(BuiltProgram.almanac, words, environment: environment)
    }

    /// Starts the program on a new terminal.
    func terminal(
        _ words: String..., columns: Int = 80, rows: Int = 40, with variables: [String: String] = [:]
    ) throws -> PseudoTerminal {
        try terminal(running: words, columns: columns, rows: rows, with: variables)
    }

    func terminal(
        running words: [String], columns: Int = 80, rows: Int = 40, with variables: [String: String] = [:]
    ) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        try terminal.start(
            BuiltProgram.almanac, words, environment: environment.merging(variables) { _, given in given })
        terminal.owner = self
        return terminal
    }

    /// Runs a command line in Bash with `almanac` on the search path.
    @discardableResult
    func shell(_ line: String, with variables: [String: String] = [:]) throws -> ChildProcess.Ending {
        let path = String(BuiltProgram.almanac.dropLast("/almanac".count))
        return try ChildProcess.run(
            "/bin/bash", ["-c", line],
            environment: environment.merging(["PATH": "\(path):/usr/bin:/bin"]) { $1 }.merging(variables) { $1 })
    }

    // MARK: - Files

    /// Copies the program to a separate folder and returns the path of the copy.
    func copyOfProgram() throws -> String {
        let path = folder + "/moved/almanac"
        try FileManager.default.createDirectory(atPath: folder + "/moved", withIntermediateDirectories: true)
        // A separate process copies the file, because a file that this process has open for writing cannot be executed.
        _ = try ChildProcess.run("/bin/cp", [BuiltProgram.almanac, path])
        chmod(folder + "/moved", 0o755)
        chmod(path, 0o755)
        return path
    }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    @discardableResult
    func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = folder + "/" + name
        let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    func names(in folder: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// Returns the permission bits of a file, or `nil` if the file does not exist.
    func permissions(of path: String) -> UInt32? {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_mode & 0o777 : nil
    }
}
