import TestSupport

/// A home with the Flintstones, a note about Fred, and a shell script as the editor.
struct EditorFixture {
    let home: Home
    /// The ID of the note.
    let note: String

    init() throws {
        home = try HomeFixture.home(.bedrock)
        let made = try home.almanac("note", "persons/1", "Dig deeper.", "--topic", "Plans", "--json").json
        guard let note = made["id"]?.string else { throw ChildProcess.Failure(description: "There is no note.") }
        self.note = note
    }

    var folder: String { home.folder + "/.local/state/almanac/editing" }

    /// Returns environment variables that make a script the editor, which receives the edited file as `$1`.
    func editor(_ script: String) throws -> [String: String] {
        let path = try home.write(script + "\n", to: "my tools/editor.sh")
        return ["EDITOR": "/bin/sh '\(path)'", "ALMANAC": BuiltProgram.almanac]
    }

    /// Runs a command with `--editor` on a terminal and waits for it to exit.
    func edit(
        _ words: [String], with variables: [String: String], typing keys: String = ""
    ) throws -> (status: Int32?, screen: String) {
        let terminal = try PseudoTerminal(columns: 200, rows: 60)
        try terminal.start(
            BuiltProgram.almanac, words + ["--editor"],
            environment: home.environment.merging(variables) { _, given in given })
        if !keys.isEmpty { terminal.type(keys) }
        let status = terminal.finish()
        return (status, terminal.screen.text)
    }

    /// Returns a string from the JSON of a record, or `nil` if the record has no string with this key.
    func value(_ key: String, of address: String) throws -> String? {
        try home.almanac("show", address, "--json").json[key]?.string
    }

    func trace(_ name: String) -> String {
        (try? String(decoding: home.bytes(of: home.folder + "/" + name), as: UTF8.self)) ?? ""
    }

    /// The paths of the files left in the folder for edited files.
    var leftBehind: [String] {
        home.names(in: folder).flatMap { name in home.names(in: "\(folder)/\(name)").map { "\(folder)/\(name)/\($0)" } }
    }
}
