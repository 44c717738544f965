import FileIO
import TestSupport

/// A home folder for the built program, with many persons in its database.
final class ProgramHome {
    private let folder: TemporaryFolder
    let names: [String]

    static let almanac = BuiltProgram.almanac
    static let sqlite = "/usr/bin/sqlite3"

    init(persons count: Int) throws {
        folder = try TemporaryFolder()
        let given = ["Ada", "Leia", "Józef", "Grace", "Émile", "Fred", "Wilma", "Łukasz"]
        names = (0..<count).map { "\(given[$0 % given.count]) Person\(1_000_000 + $0 * 7919 % 1_000_003)" }
        let rows = names.enumerated().map { index, name in
            "p\(index),\(name.replacing(" ", with: ",")),p\(index)@example.org"
        }
        try write("key,given,family,email.work\n" + rows.joined(separator: "\n") + "\n", to: "set/persons.csv")
        let set = """
            {"name": "set", "title": "A set", "summary": "Persons.", "license": "none", "source": "made up"}

            """
        try write(set, to: "set/set.json")
        try run("seed", folder.file("set"))
        try run("signup", "Tester")
    }

    private var store: String { folder.file(".local/share/almanac/almanac.db") }

    private var environment: [String: String] {
        ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"]
    }

    func write(_ text: String, to name: String) throws {
        try FileSystem.makeFolder(FileSystem.folder(of: folder.file(name)))
        try folder.write(Array(text.utf8), to: name)
    }

    // MARK: - Times

    /// Runs a command and measures its duration.
    @discardableResult
    func run(_ words: String...) throws -> Duration { try run(Self.almanac, words) }

    func query(_ sql: String) throws -> Duration { try run(Self.sqlite, [store, sql]) }

    @discardableResult
    func run(_ program: String, _ words: [String]) throws -> Duration {
        var ending: ChildProcess.Ending?
        let time = try ContinuousClock().measure {
            ending = try ChildProcess.run(program, words, environment: environment)
        }
        guard let ending, ending.status == 0 else { throw Failure(words: words, output: ending?.errors ?? "") }
        return time
    }

    /// Measures the time from starting the program on a terminal until a given text appears.
    func start(_ words: String..., until text: String) throws -> Duration {
        let terminal = try PseudoTerminal()
        let time = try ContinuousClock().measure {
            try terminal.start(Self.almanac, words, environment: environment)
            guard terminal.wait(until: { $0.text.contains(text) }) else {
                throw Failure(words: words, output: terminal.text)
            }
        }
        return time
    }

    /// Measures the time from typing keys at the prompt until a given text appears.
    func press(_ keys: String, until text: String) throws -> Duration {
        let terminal = try PseudoTerminal()
        try terminal.start(Self.almanac, ["--no-animation"], environment: environment)
        guard terminal.wait(until: { $0.text.contains("almanac ›") }) else {
            throw Failure(words: [], output: terminal.text)
        }
        return try ContinuousClock().measure {
            terminal.type(keys)
            guard terminal.wait(until: { $0.text.contains(text) }) else {
                throw Failure(words: [keys], output: terminal.text)
            }
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let words: [String]
        let output: String

        var description: String { "\(words) failed: \(output.suffix(200).debugDescription)" }
    }
}
