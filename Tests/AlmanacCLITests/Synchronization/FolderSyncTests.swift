import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Text

@Suite("Synchronization with a folder", .childProcesses)
struct FolderSyncTests {
    private static let leia = "BEGIN:VCARD\nVERSION:3.0\nUID:x\nN:Organa;Leia\nFN:Leia Organa\nEND:VCARD\n"

    private let folder: TemporaryFolder
    private let home: Home

    init() throws {
        folder = try TemporaryFolder()
        home = try SeededHome.home("flintstones")
        try home.addRemote("shared", folder)
    }

    /// Returns another database with the same remote.
    private func otherHome() throws -> Home {
        let other = try SeededHome.home()
        try other.addRemote("shared", folder)
        return other
    }

    private func sync(_ homes: Home..., status: Int32 = 0) throws {
        for home in homes {
            let ending = try home.almanac("sync")
            #expect(ending.status == status, "\(ending.output)\(ending.errors)")
        }
    }

    private func files() throws -> [String: [UInt8]] {
        try Dictionary(uniqueKeysWithValues: folder.names().map { ($0, try folder.bytes($0)) })
    }

    private func title(_ home: Home) throws -> String? { try home.contacts["Fred Flintstone"]?["title"]?.string }

    @Test("A folder cannot be added twice, even by another path")
    func sameFolder() throws {
        symlink(folder.path, folder.file("link"))
        let name = folder.path.split(separator: "/").last ?? ""
        for path in [folder.path + "/", "\(folder.path)/../\(name)", folder.file("link")] {
            let ending = try home.almanac("remote", "add", "again", path)
            let error = "The remote shared already uses this address book."
            #expect(ending.status == 1 && ending.errors.hasPrefix(error), "\(path): \(ending)")
        }
    }

    @Test("Edits, additions, and deletions in two databases are applied to both")
    func twoDatabases() throws {
        let other = try otherHome()
        try sync(home, other)
        let contacts = try home.contacts
        #expect(contacts.count == 8)
        #expect(try other.contacts == contacts)

        try home.almanac("edit", "Fred Flintstone", "title=Foreman")
        try home.almanac("delete", "Dino Flintstone", "--yes")
        try other.almanac("edit", "Fred Flintstone", "phone.home=+1-555-0142")
        try other.almanac("new", "person", "given=Leia", "family=Organa", "email.work=leia@alderaan.example")
        try sync(home, other, home)
        let merged = try home.contacts
        #expect(try other.contacts == merged)
        #expect(merged["Fred Flintstone"]?["title"]?.string == "Foreman")
        #expect(merged["Fred Flintstone"]?["phones"]?.array?.first?["value"]?.string == "+1-555-0142")
        #expect(merged["Leia Organa"] != nil && merged["Dino Flintstone"] == nil)
        #expect(try other.almanac("trash", "--json").output.contains("Dino Flintstone"))

        let (before, steps) = (try files(), try home.stepCount)
        try sync(home, other)
        #expect(try files() == before)
        #expect(try home.stepCount == steps)
    }

    @Test("sync exits with status 4 until a conflict is resolved, and the decision is applied to the other database")
    func conflict() throws {
        let other = try otherHome()
        try sync(home, other)
        try home.almanac("edit", "Fred Flintstone", "title=Foreman")
        try other.almanac("edit", "Fred Flintstone", "title=Director")
        try sync(home)
        for _ in 1...2 { try sync(other, status: 4) }
        #expect(try title(other) == "Foreman")
        let conflicts = try other.almanac("conflicts", "--json").rows
        #expect(conflicts.count == 1)
        let number = try #require(conflicts.first?["number"]?.integer)
        #expect(try other.almanac("resolve", "\(number)", "--keep", "mine").status == 0)
        try sync(other, home)
        #expect(try title(home) == "Director")
        #expect(try other.almanac("conflicts", "--json").rows.isEmpty)
    }

    @Test("A dry run changes neither the database nor the folder")
    func dryRun() throws {
        try sync(home)
        let name = try #require(
            folder.names().first { name in
                try name.hasSuffix(".vcf") && !String(decoding: folder.bytes(name), as: UTF8.self).contains("FN:Fred")
            })
        try folder.write(Array(Self.leia.utf8), to: "x.vcf")
        try FileManager.default.removeItem(atPath: folder.file(name))
        try home.almanac("edit", "Fred Flintstone", "title=Foreman")
        let (before, contacts, steps) = (try files(), try home.contacts, try home.stepCount)
        let ending = try home.almanac("sync", "--dry-run", "--table")
        #expect(ending.status == 0)
        for text in ["Leia Organa", "Title", "Dino-crane operator", "Foreman"] {
            #expect(ending.output.contains(text), "\(ending.output)")
        }
        #expect(try files() == before && home.contacts == contacts && home.stepCount == steps)
    }

    @Test("Many deletions require confirmation and are undone in one step")
    func deletions() throws {
        let cards = (1...15).map { "BEGIN:VCARD\nVERSION:3.0\nUID:c\($0)\nN:Clone;\($0)\nFN:\($0) Clone\nEND:VCARD\n" }
        try home.write(cards.joined(), to: "clones.vcf")
        try home.almanac("import", home.folder + "/clones.vcf")
        try sync(home)
        #expect(try home.contacts.count == 23)
        for number in 1...12 { try FileManager.default.removeItem(atPath: folder.file("c\(number).vcf")) }
        let stopped = try home.almanac("sync")
        #expect(stopped.status == 4)
        #expect(stopped.errors.contains("--allow-removals"), "\(stopped)")
        #expect(try home.contacts.count == 23)
        #expect(try home.almanac("sync", "--allow-removals").status == 0)
        #expect(try home.contacts.count == 11)

        #expect(try home.almanac("undo", "--yes").status == 0)
        #expect(try home.contacts.count == 23)
        try sync(home)
        #expect(try folder.names().count { $0.wholeMatch(of: /c\d+\.vcf/) != nil } == 15)
    }

    @Test("A contact received from one remote reaches all others in the same run, and the next run writes nothing")
    func severalRemotes() throws {
        let second = try TemporaryFolder()
        try home.addRemote("zoo", second)
        try sync(home)
        try second.write(Array(Self.leia.utf8), to: "x.vcf")
        let steps = try home.stepCount
        let rows = try home.almanac("sync", "--json").rows
        #expect(rows.map { $0["sent"]?["created"]?.integer } == [1, 0])
        #expect(try folder.names().contains("x.vcf"))
        #expect(try home.stepCount == steps + 1)
        let before = try files()
        try sync(home)
        #expect(try files() == before)
        #expect(try home.stepCount == steps + 1)
    }

    @Test("A remote that fails does not stop the others, and the exit status is 1")
    func missingFolder() throws {
        let second = try TemporaryFolder()
        try home.addRemote("another", second)
        try FileManager.default.removeItem(atPath: folder.path)
        try second.write(Array(Self.leia.utf8), to: "x.vcf")
        try sync(home, status: 1)
        #expect(try home.contacts["Leia Organa"] != nil)
        #expect(try home.almanac("sync", "another").status == 0)
    }

    @Test("Declining the first synchronization does not print “Nothing was changed”", arguments: ["\u{3}", "\u{4}"])
    func declinedPreview(key: String) throws {
        let home = try SeededHome.home("flintstones")
        let terminal = try home.terminal(running: ["--no-pager", "remote", "add", "cards", folder.path])
        #expect(terminal.wait { $0.text.contains("Synchronize cards now?") && !$0.isCooked })
        terminal.type(key)
        #expect(terminal.finish() == (key == "\u{3}" ? 130 : 4))
        #expect(!terminal.text.contains("Nothing was changed"), "\(terminal.text)")
        #expect(try home.almanac("remotes", "--json").rows.count == 1)
    }
}
