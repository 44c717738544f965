import Glibc
import TestSupport
import Testing

@Suite("Connections to a server", .childProcesses)
struct ServerConnectionTests {
    private let home: Home

    init() throws { home = try SeededHome.home() }

    @Test(
        "A server certificate is verified with the authority given by --ca-file",
        .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"),
        .enabled(if: TestAuthority.isInstalled, "needs openssl"))
    func encrypted() throws {
        let authority = try TestAuthority()
        let server = try CardDAVServer(.radicale, identity: authority.identity)
        let password = try home.passwordFile()
        func add(_ options: String...) throws -> ChildProcess.Ending {
            try home.run(
                ["remote", "add", "home", server.bookURL, "--user", "leia", "--password-file", password] + options)
        }
        let untrusted = try add()
        #expect(untrusted.status == 1 && untrusted.errors.contains("--ca-file"), "\(untrusted)")
        #expect(try add("--ca-file", authority.otherFile).status == 1)
        #expect(try add("--ca-file", authority.file).status == 0)
        #expect(try home.almanac("sync").status == 0)
        // Another user could replace the authority with one of their own.
        chmod(authority.file, 0o664)
        let unprotected = try home.almanac("sync")
        #expect(unprotected.status == 1 && unprotected.errors.contains("Other users can change the file."))
    }

    @Test("Ctrl-C ends the search for address books on a server that does not respond")
    func silentServer() throws {
        let silent = try ScriptedServer { _ in .stall }
        defer { silent.stop() }
        let child = try home.start("remote", "add", "home", "http://127.0.0.1:\(silent.port)/")
        while silent.requests.isEmpty { usleep(10_000) }
        child.send(SIGINT)
        #expect(try child.finish().status == 130)
        #expect(try home.almanac("remotes", "--json").rows.isEmpty)
    }
}
