import Glibc
import SQLite
import TestSupport
import Testing

/// Remotes that another user or program has written to the database.
@Suite("Approval of remotes", .childProcesses)
struct RemoteApprovalTests {
    private let home: Home
    private let server: ScriptedServer
    private var secret: String { home.folder + "/secret" }
    private var trace: String { home.folder + "/pwned" }

    init() throws {
        home = try SeededHome.home("flintstones")
        server = try ScriptedServer { _ in .response(404) }
        try home.write("hunter2\n", to: "secret")
        chmod(home.folder + "/secret", 0o600)
    }

    /// Adds the remote `work` as another program would.
    private func insert(
        at location: String? = nil, user: String? = nil, _ source: String? = nil, _ place: String? = nil,
        in database: String? = nil
    ) throws {
        let origin = "http://127.0.0.1:\(server.port)"
        try Connection(at: database ?? home.store, mode: .readWrite).run(
            """
            INSERT INTO remote (
                name, location, contents, is_read_only, is_default, user_name, password_source, password_location,
                permitted_origins, accepts_version_4, rejects_writes, batch_size, generation, has_group_cards,
                last_change, is_complete)
            VALUES ('work', ?1, 'all', 0, 0, ?2, ?3, ?4, ?5, 0, 0, 10, 0, 0, 0, 0)
            """, binding: location ?? origin + "/book/", user, source, place, origin)
    }

    private func change(_ assignment: String) throws {
        try Connection(at: home.store, mode: .readWrite).execute("UPDATE remote SET \(assignment)")
    }

    private func expectRefusal(of words: [String], in database: String? = nil, with variables: [String: String] = [:])
        throws
    {
        let options = database.map { ["--database", $0] } ?? []
        let ending = try home.run(options + words, with: variables)
        #expect(ending.status == 2, "\(words): \(ending)")
        #expect(ending.errors.contains("Use “remote approve NAME”"), "\(ending.errors)")
    }

    // MARK: - Without an approval

    @Test(
        "Before approval, no command runs a program, reads a file, or contacts a server for another program’s remote",
        .long("every command in its own process"))
    func untrusted() throws {
        let folder = try TemporaryFolder()
        try home.addRemote("home", folder)
        for (user, source, place) in [("leia", "command", "touch '\(trace)'"), (nil, "file", secret)] {
            try insert(user: user, source, place)
            for words in [["sync"], ["sync", "--dry-run"], ["sync", "--quiet"], ["sync", "work"]] {
                try expectRefusal(of: words)
            }
            let others = [
                "remotes", "sync status", "conflicts", "check", "undo", "redo", "remote approve work --dry-run",
                "remote default work", "complete 'almanac sync ' ''", "resolve 1 --keep mine",
                "remote add work2 http://127.0.0.1:\(server.port)/book/ --dry-run --no-such-option",
            ]
            if Soak.isOn {
                for line in others { try home.shell("almanac \(line)") }
            } else {
                let ending = try home.run(["--keep-going"] + others.flatMap { ["-c", $0] })
                #expect(ending.errors.contains("-c:\(others.count): remote add work2"), "\(ending.errors)")
            }
            #expect(!home.exists(trace) && server.requests.isEmpty, "\(server.lines)")
            #expect(try home.almanac("remote", "approve", "work").status == 2)
            #expect(!home.exists(trace) && server.requests.isEmpty, "\(server.lines)")
            #expect(try home.almanac("remote", "remove", "work").status == 0)
        }
        // After approval, the same remotes run the command, read the file, and connect to the server.
        try insert(user: "leia", "command", "touch '\(trace)'; echo x")
        #expect(try home.almanac("remote", "approve", "work", "--yes").status == 0)
        #expect(try home.almanac("sync", "work").status == 1)
        #expect(home.exists(trace) && !server.requests.isEmpty)
        try change("user_name = NULL, password_source = 'file', password_location = '\(secret)' WHERE name = 'work'")
        try expectRefusal(of: ["sync", "work"])
        #expect(try home.almanac("remote", "approve", "work", "--yes").status == 0)
        #expect(try home.almanac("sync", "work").status == 1)
        #expect(server.requests.last?.fields["authorization"] == "Bearer hunter2")
    }

    @Test("A folder that another program has added as a remote is not written to before approval")
    func untrustedFolder() throws {
        let folder = try TemporaryFolder()
        try insert(at: folder.path)
        try expectRefusal(of: ["sync"])
        #expect(try folder.names().isEmpty)
        #expect(try home.almanac("backups", "--json").rows.isEmpty)
        #expect(try home.almanac("remote", "approve", "work", "--yes").status == 0)
        #expect(try home.almanac("sync").status == 0)
        #expect(try folder.names().count == 8)
    }

    @Test("A change to an approved remote requires another approval unless the change is reversed")
    func changes() throws {
        try insert(user: "leia", "command", "echo x")
        #expect(try home.almanac("remote", "approve", "work", "--yes").status == 0)
        let isApproved = { try home.almanac("remotes", "--json").rows.first?["isApproved"]?.bool }
        #expect(try isApproved() == true)
        try change("name = 'work'")
        let saved = try Connection(at: home.store, mode: .readWrite)
        try saved.execute("CREATE TEMP TABLE saved AS SELECT * FROM remote")
        let changes = [
            "password_location = 'touch pwned'", "password_source = 'file', password_location = '\(secret)'",
            "location = '\(home.folder)'", "location = 'http://127.0.0.1:\(server.port)/other/'",
            "authority_file = '/tmp/ca.pem'",
            "permitted_origins = permitted_origins || char(10) || 'https://a.example'",
        ]
        for assignment in changes {
            try change(assignment)
            #expect(try isApproved() == false, "\(assignment)")
            try expectRefusal(of: ["sync", "--dry-run"])
            try saved.execute("DELETE FROM remote; INSERT INTO remote SELECT * FROM saved")
            #expect(try isApproved() == true, "\(assignment)")
        }
        #expect(server.requests.isEmpty)
    }

    @Test("Remotes in a backup of another user or in a moved database require approval")
    func restored() throws {
        let folder = try TemporaryFolder()
        try home.addRemote("work", folder)
        #expect(try home.almanac("sync", "--dry-run").status == 0)
        let other = try SeededHome.home("flintstones")
        try insert(user: "leia", "command", "touch '\(trace)'", in: other.store)
        let backup = home.folder + "/backup.db"
        #expect(try other.almanac("backup", backup).status == 0)
        #expect(try home.almanac("restore", backup, "--yes").status == 0)
        try expectRefusal(of: ["sync"])
        #expect(!home.exists(trace) && server.requests.isEmpty)

        let moved = try Home(copying: home)
        try moved.almanac("remote", "remove", "work")
        try moved.addRemote("own", folder)
        #expect(try moved.almanac("sync", "--dry-run").status == 0)
        #expect(try moved.shell("mkdir -m 700 ~/new; mv ~/.local/share/almanac/almanac.db ~/new/").status == 0)
        let ending = try moved.almanac("--database", moved.folder + "/new/almanac.db", "sync")
        #expect(ending.status == 2, "\(ending)")
        #expect(try folder.names().isEmpty)
    }

    // MARK: - The state folder

    @Test(
        "If the state folder cannot be written, approval fails, and the error states that nothing was approved",
        arguments: [["XDG_STATE_HOME": "/proc/none"], ["HOME": "/proc/none"]])
    func unwritable(variables: [String: String]) throws {
        let folder = try TemporaryFolder()
        try insert(at: folder.path)
        let approval = try home.run(
            ["--database", home.store, "remote", "approve", "work", "--yes"], with: variables)
        #expect(approval.status == 1, "\(approval)")
        #expect(approval.errors.contains("Nothing was approved."), "\(approval.errors)")
        let addition = try home.run(
            ["--database", home.store, "remote", "add", "own", home.folder], with: variables)
        #expect(addition.status == 1 && addition.errors.contains("Nothing was approved."), "\(addition)")
        #expect(try home.almanac("remotes", "--json").rows.compactMap { $0["name"]?.string } == ["work"])
        try expectRefusal(of: ["sync"], in: home.store, with: variables)
        #expect(try folder.names().isEmpty)
    }

    // MARK: - At a terminal

    @Test("At a terminal, sync shows the command without control characters and asks for approval")
    func question() throws {
        try insert(user: "leia", "command", "touch '\(trace)' # \u{1B}[8mhidden\u{202E}\nUser  nobody")
        let terminal = try home.terminal(running: ["--no-pager", "sync"], columns: 120)
        #expect(terminal.wait(for: "Approve the remote work?"), "\(terminal.screen.text)")
        #expect(terminal.text.contains("touch '\(trace)'"))
        #expect(!terminal.text.contains("\u{1B}[8m") && !terminal.text.contains("\u{202E}"))
        #expect(!terminal.screen.text.split(separator: "\n").contains { $0.hasPrefix("User  nobody") })
        #expect(!home.exists(trace))
        terminal.type("yes\r")
        #expect(terminal.finish() == 0, "\(terminal.screen.text)")
        #expect(try home.almanac("remotes", "--json").rows.first?["isApproved"]?.bool == true)
        #expect(!home.exists(trace))
    }

    @Test("Declining the approval leaves the remote unapproved")
    func declined() throws {
        try insert(user: "leia", "command", "touch '\(trace)'")
        let terminal = try home.terminal(running: ["--no-pager", "remote", "approve", "work"], columns: 120)
        #expect(terminal.wait(for: "Approve the remote work?"), "\(terminal.screen.text)")
        terminal.type("no\r")
        #expect(terminal.finish() == 4, "\(terminal.screen.text)")
        try expectRefusal(of: ["sync"])
        #expect(!home.exists(trace))
    }
}
