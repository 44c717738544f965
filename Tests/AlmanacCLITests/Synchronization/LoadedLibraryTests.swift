import TestSupport
import Testing

@Suite("Loaded libraries", .childProcesses)
struct LoadedLibraryTests {
    /// Returns the log lines about the libraries that a command loads in addition to those that the program is linked
    /// with.
    private func libraries(loadedBy words: [String], in home: Home) throws -> [String] {
        let log = home.folder + "/libraries"
        let ending = try home.run(words, with: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": log])
        #expect(ending.status == 0, "\(ending.errors)")
        let lines = try home.names(in: home.folder).filter { $0.hasPrefix("libraries.") }.flatMap { name in
            try String(decoding: home.bytes(of: "\(home.folder)/\(name)"), as: UTF8.self).split(separator: "\n")
        }
        #expect(lines.contains { $0.contains("calling init:") })
        return lines.filter { $0.contains("dynamically loaded by") }.map(String.init)
    }

    @Test(
        "A command that does not contact a server loads only the libraries that the program is linked with",
        arguments: [
            "version", "help", "persons", "find fred", "show persons/1", "edit persons/1 title=Foreman", "sync",
            "sync status", "remotes", "conflicts",
        ])
    func noServer(_ line: String) throws {
        let folder = try TemporaryFolder()
        let home = try SeededHome.home("flintstones")
        try home.addRemote("shared", folder)
        #expect(try libraries(loadedBy: line.split(separator: " ").map(String.init), in: home) == [])
    }

    @Test(
        "Synchronization with a server loads libcurl and libexpat",
        .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"))
    func server() throws {
        let server = try CardDAVServer(.radicale)
        let home = try SeededHome.home()
        try home.add(server)
        let loaded = try libraries(loadedBy: ["sync"], in: home)
        for name in ["libcurl.so.4", "libexpat.so.1"] {
            #expect(loaded.contains { $0.contains(name) }, "\(loaded)")
        }
    }
}
