import Glibc
import Model
import TestSupport
import Testing

@testable import AlmanacCLI
@testable import Rendering
@testable import Sync
@testable import Terminal

@Suite("Server passwords", .childProcesses)
struct PasswordStoreTests {
    private let folder: TemporaryFolder
    private let store: PasswordStore
    private let origin = Origin(isSecure: true, host: "cloud.example.org")

    init() throws {
        folder = try TemporaryFolder()
        let traits = TerminalTraits.current(environment: [:])
        store = PasswordStore(
            environment: ["PATH": "/usr/bin:/bin"], traits: traits, isInteractive: false, signals: nil,
            indicator: ProgressIndicator(traits))
    }

    private func password(_ source: PasswordSource?, of user: String? = "leia") async throws -> String {
        try await store.password(of: ServerAccount(user: user, password: source), on: origin).text
    }

    private func file(_ text: String, mode: mode_t = 0o600) throws -> String {
        try folder.write(Array(text.utf8), to: "password")
        let path = folder.file("password")
        try #require(chmod(path, mode) == 0)
        return path
    }

    @Test(
        "The password is the first line of a file or of a command’s output",
        arguments: [
            ("secret", "secret"), ("secret\nlogin: leia\n", "secret"), ("größer & 100 %\r\n", "größer & 100 %"),
            (" leading and trailing \n", " leading and trailing "), ("日本\u{1F511}", "日本\u{1F511}"),
        ])
    func firstLine(_ text: String, _ expected: String) async throws {
        let path = try file(text)
        #expect(try await password(.command("cat '\(path)'")) == expected)
        #expect(try await password(.file(path: path)) == expected)
    }

    @Test(
        "The error for a failing password command names the command but does not show its output",
        arguments: [
            ("echo hunter2; exit 3", "It exited with status 3."),
            ("no-such-command-here", "It exited with status 127."),
            ("true", "The first line is empty."), ("echo; echo hunter2", "The first line is empty."),
            ("printf 'hunter2\\377'", "The first line is not UTF-8."), ("yes", "It contains more than 65,536 bytes."),
        ])
    func failingCommand(_ command: String, _ reason: String) async throws {
        let error = await #expect(throws: PasswordProblem.self) { try await password(.command(command)) }
        #expect(
            error?.description
                == "Cannot read the password from the command “\(command)”. \(reason) Run it in a shell to check it.")
    }

    @Test("A password file must be a regular file that only its owner can access")
    func files() async throws {
        for mode: mode_t in [0o640, 0o604, 0o620, 0o610, 0o666] {
            let path = try file("hunter2\n", mode: mode)
            let error = await #expect(throws: PasswordProblem.self) { try await password(.file(path: path)) }
            #expect(
                error?.description
                    == "The password file \(path) is accessible to other users. Run “chmod 600 FILE”.")
        }
        for (path, reason) in [
            (folder.path, "It is not a regular file."), ("/dev/null", "It is not a regular file."),
            (folder.file("missing"), "No such file or directory."), (try file(""), "The first line is empty."),
        ] {
            let error = await #expect(throws: PasswordProblem.self) { try await password(.file(path: path)) }
            #expect(error?.description == Self.unreadable(path, reason))
        }
        #expect(try await password(.file(path: file("read-only", mode: 0o400))) == "read-only")
    }

    @Test("A password file of another user is rejected", .enabled(if: geteuid() == 0, "needs root"))
    func otherOwner() async throws {
        let path = try file("hunter2\n")
        try #require(chown(path, 65_534, 65_534) == 0)
        let error = await #expect(throws: PasswordProblem.self) { try await password(.file(path: path)) }
        #expect(error?.description == Self.unreadable(path, "It belongs to another user."))
    }

    private static func unreadable(_ path: String, _ reason: String) -> String {
        """
        Cannot read the password from the file \(path). \(reason) Check the file. Its first line must contain the \
        password.
        """
    }

    @Test("A password is read once for each user and server until the server rejects it")
    func cache() async throws {
        let source = PasswordSource.command("echo run >>'\(folder.file("runs"))'; echo secret")
        let account = ServerAccount(user: "leia", password: source)
        func runs() throws -> Int { try folder.bytes("runs").count { $0 == 0x0A } }
        for _ in 1...3 { _ = try await store.password(of: account, on: origin) }
        #expect(try runs() == 1)
        _ = try await store.password(of: account, on: Origin(isSecure: true, host: "other.example.org"))
        #expect(try runs() == 2)
        _ = try await password(source, of: "han")
        #expect(try runs() == 3)
        await store.discardPassword(of: account, on: origin)
        _ = try await store.password(of: account, on: origin)
        #expect(try runs() == 4)
    }

    @Test("A session that is not interactive does not ask for a password, and the error names the options to use")
    func notInteractive() async throws {
        let error = await #expect(throws: PasswordProblem.self) { try await password(.prompt) }
        #expect(
            error?.description
                == """
                Cannot ask for the password of cloud.example.org: this session is not interactive. Run the command in \
                a terminal, or use --password-command or --password-file when you add the remote.
                """)
        #expect(error?.explanation.status == .wrongUsage)
    }

    @Test("The description of a password does not contain the password")
    func description() async throws {
        let secret = try await store.password(
            of: ServerAccount(user: "leia", password: .command("echo hunter2")), on: origin)
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains("hunter2"))
    }
}
