import FoundationEssentials
import TestSupport
import Testing

private enum Vdirsyncer {
    static let path = "/usr/bin/vdirsyncer"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)
}

/// Synchronization with a server by way of a folder of vdirsyncer, as for servers that Almanac does not support.
@Suite(
    "Synchronization through vdirsyncer", .childProcesses,
    .enabled(if: CardDAVServer.Program.radicale.isInstalled, "needs radicale"),
    .enabled(if: Vdirsyncer.isInstalled, "needs vdirsyncer"))
struct VdirsyncerTests {
    private let server: CardDAVServer
    private let folder: TemporaryFolder
    private let home: Home
    /// A database that is synchronized with the server.
    private let phone: Home

    init() throws {
        server = try CardDAVServer(.radicale)
        folder = try TemporaryFolder()
        home = try SeededHome.home("flintstones")
        phone = try SeededHome.home()
        try FileManager.default.createDirectory(
            atPath: folder.file("contacts"), withIntermediateDirectories: false)
        let configuration = """
            [general]
            status_path = "\(folder.file("status"))"
            [pair contacts]
            a = "folder"
            b = "server"
            collections = ["contacts"]
            [storage folder]
            type = "filesystem"
            path = "\(folder.path)"
            fileext = ".vcf"
            [storage server]
            type = "carddav"
            url = "\(server.url)"
            username = "\(CardDAVServer.user)"
            password.fetch = ["command", "cat", "\(try phone.passwordFile())"]
            """
        try folder.write(Array(configuration.utf8), to: "config")
        try vdirsyncer("discover")
        let added = try home.almanac("remote", "add", "google", folder.file("contacts"))
        #expect(added.status == 0, "\(added.errors)")
        try phone.add(server)
    }

    private func vdirsyncer(_ command: String) throws {
        let ending = try home.run(["--config", folder.file("config"), command], of: Vdirsyncer.path)
        guard ending.status == 0 else { throw ChildProcess.Failure(description: ending.output + ending.errors) }
    }

    private func sync(_ home: Home) throws {
        let ending = try home.almanac("sync")
        #expect(ending.status == 0, "\(ending.errors)")
    }

    @Test("Edits, additions, and deletions on either side are applied on the other side")
    func bothSides() throws {
        try sync(home)
        try vdirsyncer("sync")
        try sync(phone)
        #expect(try phone.contacts == home.contacts)

        try phone.almanac("edit", "Fred Flintstone", "phone.home=+1-555-0142")
        try phone.almanac("delete", "Dino Flintstone", "--yes")
        try home.almanac("edit", "Fred Flintstone", "title=Foreman")
        try home.almanac("new", "person", "given=Leia", "family=Organa", "email.work=leia@alderaan.example")
        try sync(phone)
        try vdirsyncer("sync")
        try sync(home)
        try vdirsyncer("sync")
        try sync(phone)
        let contacts = try home.contacts
        #expect(contacts["Fred Flintstone"]?["phones"]?.array?.first?["value"]?.string == "+1-555-0142")
        #expect(contacts["Fred Flintstone"]?["title"]?.string == "Foreman")
        #expect(contacts["Leia Organa"] != nil && contacts["Dino Flintstone"] == nil)
        #expect(try phone.contacts == contacts)
    }
}
