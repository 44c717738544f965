import TestSupport

/// A home folder for one program, with its own database.
struct CommandHome {
    private let folder: TemporaryFolder
    private let program: String

    init(for program: String) throws {
        self.program = program
        folder = try TemporaryFolder()
    }

    func path(of name: String) -> String { folder.file(name) }

    func write(_ text: String, to name: String) throws { try folder.write(Array(text.utf8), to: name) }

    /// Runs a command. In an argument that begins with `FOLDER/`, `FOLDER` is replaced with the path of the folder.
    /// - Returns: The elapsed time in seconds, or `nil` if the command failed.
    func run(_ words: [String], input: String = "") throws -> Double? {
        let words = words.map { $0.hasPrefix("FOLDER/") ? folder.file(String($0.dropFirst(7))) : $0 }
        var ending: ChildProcess.Ending?
        let time = try ContinuousClock().measure {
            ending = try ChildProcess.run(
                program, words, input: input,
                environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"],
                timeout: .seconds(3600))
        }
        return ending?.status == 0 ? time / .seconds(1) : nil
    }

    /// Runs commands as input lines of one process. Each command that makes changes adds a step to the history.
    func run(lines: [String]) throws { _ = try run([], input: lines.joined(separator: "\n") + "\n") }
}
