import FoundationEssentials
import SQLite
import TestSupport
import Testing

/// The export to a folder with one file per contact, a layout that khard and vdirsyncer use.
@Suite(.childProcesses)
struct FolderExportTests {
    private let home: Home
    private var folder: String { home.folder + "/contacts" }

    init() throws {
        home = try SeededHome.home()
        let cards = [("a-1", "Leia"), ("../b 2", "Han")].map { uid, name in
            "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(uid)\r\nN:;\(name);;;\r\nFN:\(name)\r\nEND:VCARD\r\n"
        }
        #expect(try home.run(["import", "-"], input: cards.joined()).status == 0)
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    @Test func `Each card is exported to a file named after its UID, and the folder can be imported`() throws {
        let ending = try home.almanac("export", "--to", folder + "/")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(try names() == ["%2E%2E%2Fb%202.vcf", "a-1.vcf"])
        let leia = try String(contentsOf: URL(filePath: folder + "/a-1.vcf"), encoding: .utf8)
        #expect(try home.almanac("export", "persons/1").output == leia)
        #expect(try home.almanac("import", folder, "--dry-run").output.contains("\nsame\t2\n"))
        let fresh = try SeededHome.home()
        #expect(try fresh.almanac("import", folder).status == 0)
        #expect(try fresh.almanac("persons", "--json").rows.count == 2)
    }

    @Test func `export replaces files in a folder only with --force and keeps other files`() throws {
        #expect(try home.almanac("export", "--to", folder + "/").status == 0)
        try Data("mine".utf8).write(to: URL(filePath: folder + "/notes.txt"))
        #expect(try home.almanac("edit", "persons/1", "nickname=Princess").status == 0)
        let refusal = try home.almanac("export", "--to", folder)
        #expect(refusal.status == 2 && refusal.errors.contains("The folder \(folder) is not empty."))
        #expect(try home.almanac("export", "--to", folder, "--force").status == 0)
        #expect(try names() == ["%2E%2E%2Fb%202.vcf", "a-1.vcf", "notes.txt"])
        #expect(
            try String(contentsOf: URL(filePath: folder + "/a-1.vcf"), encoding: .utf8).contains("NICKNAME:Princess"))
    }

    @Test func `export reports a failure to record the exported versions`() throws {
        let other = try Connection(at: home.store, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE; UPDATE person SET job_title = 'Pilot' WHERE id = 1")
        let ending = try home.almanac("export", "--as", "vcard-4.0", "--to", folder + "/")
        #expect(ending.status == 0 && ending.errors.contains("could not be recorded"), "\(ending.errors)")
        try other.execute("ROLLBACK")
        #expect(try home.almanac("export", "--as", "vcard-4.0", "--to", folder, "--force").errors == "")
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: home.store)
        #expect(try home.almanac("export", "--as", "vcard-3.0", "--to", folder, "--force").errors == "")
    }

    @Test func `A jCard export to a folder writes a file for each contact and group, but a CSV export fails`() throws {
        #expect(try home.almanac("new", "group", "name=Rebels").status == 0)
        #expect(try home.almanac("add", "persons/1", "to", "groups/1").status == 0)
        #expect(try home.almanac("export", "--group-cards", "--as", "jcard", "--to", folder + "/").status == 0)
        #expect(try names().count == 3 && names().allSatisfy { $0.hasSuffix(".jcard") })
        #expect(try home.almanac("import", folder, "--dry-run").output.contains("\nsame\t2\n"))
        let table = try home.almanac("export", "--as", "csv", "--to", folder)
        #expect(table.status == 2 && table.errors.contains("cannot be exported to a folder"))
        #expect(try home.almanac("export", "--as", "csv", "--to", folder + "-new/").status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder + "-new"))
    }

    @Test func `export reports an error if the folder cannot be created`() throws {
        try Data().write(to: URL(filePath: folder))
        let ending = try home.almanac("export", "--to", folder + "/")
        #expect(ending.status == 1 && ending.errors.contains("Cannot write "))
    }

    @Test func `A folder with the same name as a card file is reported before any file is replaced`() throws {
        #expect(try home.almanac("export", "--to", folder + "/").status == 0)
        let last = folder + "/a-1.vcf"
        try FileManager.default.removeItem(atPath: last)
        try FileManager.default.createDirectory(atPath: last, withIntermediateDirectories: false)
        #expect(try home.almanac("edit", "persons/2", "nickname=Solo").status == 0)
        let ending = try home.almanac("export", "--to", folder, "--force")
        #expect(ending.status == 1 && ending.errors.contains("a-1.vcf. Is a directory."))
        #expect(try names() == ["%2E%2E%2Fb%202.vcf", "a-1.vcf"])
        #expect(!String(decoding: try home.bytes(of: folder + "/%2E%2E%2Fb%202.vcf"), as: UTF8.self).contains("Solo"))
    }

    @Test(arguments: ["", "/", "//"])
    func `export ignores trailing slashes in a folder path`(slashes: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        #expect(try home.almanac("export", "--to", folder + slashes).status == 0)
        #expect(try names() == ["%2E%2E%2Fb%202.vcf", "a-1.vcf"])
        #expect(try home.almanac("export", "--to", folder + "-new//").status == 0)
        #expect(home.names(in: folder + "-new").sorted() == (try names()))
    }

    @Test func `An export removes leftovers of an export that was killed more than a day ago`() throws {
        for place in [home.folder + "/.contacts.1x.almanac-making", folder + "/.export.1x.almanac-making"] {
            try FileManager.default.createDirectory(atPath: place + "/x", withIntermediateDirectories: true)
        }
        let film = home.folder + "/.film.almanac-making-of"
        try FileManager.default.createDirectory(atPath: film, withIntermediateDirectories: false)
        #expect(try home.almanac("export", "--to", folder).status == 0)
        #expect(home.names(in: home.folder).contains(".contacts.1x.almanac-making"))
        for place in [home.folder + "/.contacts.1x.almanac-making", folder + "/.export.1x.almanac-making", film] {
            try FileManager.default.setAttributes([.modificationDate: Date() - 90_000], ofItemAtPath: place)
        }
        #expect(try home.almanac("export", "--to", folder, "--force").status == 0)
        #expect(try names() == ["%2E%2E%2Fb%202.vcf", "a-1.vcf"])
        #expect(home.names(in: home.folder).filter { $0.contains("almanac-making") } == [".film.almanac-making-of"])
    }

    @Test func `An export target may be a symbolic link to a folder, and hidden files are kept`() throws {
        let real = home.folder + "/real"
        try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
        try Data("blue".utf8).write(to: URL(filePath: real + "/.color"))
        try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: real)
        #expect(try home.almanac("export", "--to", folder).status == 0)
        #expect(try names() == ["%2E%2E%2Fb%202.vcf", ".color", "a-1.vcf"])
    }

    @Test func `An unquoted ~ in a -c line denotes the home folder`() throws {
        #expect(try home.almanac("-c", "export --to ~/contacts/", "-c", "export --to '~/x.vcf'").status == 1)
        #expect(try names() == ["%2E%2E%2Fb%202.vcf", "a-1.vcf"])
        #expect(!home.exists(home.folder + "/x.vcf"))
    }
}
