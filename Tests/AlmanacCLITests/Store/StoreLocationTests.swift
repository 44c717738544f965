import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Text

@Suite("Location of the database", .childProcesses)
struct StoreLocationTests {
    @Test func `The database is in the data folder and accessible only to its owner`() throws {
        let home = try Home()
        let session = try TerminalSession(home, until: "almanac ›")
        #expect(home.permissions(of: home.store) == 0o600)
        #expect(home.permissions(of: home.folder + "/.local/share/almanac") == 0o700)
        for companion in ["-wal", "-shm"] { #expect(home.permissions(of: home.store + companion) == 0o600) }
        session.terminal.type("\u{4}")
    }

    @Test func `The password database determines the home folder if $HOME is empty`() throws {
        let home = try Home()
        let user = try home.shell("getent passwd $(id -u) | cut -d: -f6").output.prefix { $0 != "\n" }
        let paths = try home.almanac("paths", "--json", with: ["HOME": ""]).json
        #expect(paths["store"]?.string == "\(user)/.local/share/almanac/almanac.db")
    }

    @Test func `A slash at the end of $HOME is ignored`() throws {
        let home = try Home()
        let paths = try home.almanac("paths", "--json", with: ["HOME": home.folder + "/"]).json
        #expect(paths["store"]?.string == home.store)
    }

    @Test func `new and seed create only hidden files and folders in the home folder`() throws {
        let home = try Home()
        try home.almanac("new", "person", "given=Leia")
        try home.almanac("seed", "flintstones")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder).filter { !$0.hasPrefix(".") } == [])
    }

    @Test func `check, backups, and salvage do not create a missing database, but restore does`() throws {
        let home = try Home()
        for words in [["check"], ["backups"], ["salvage", "\(home.folder)/none.db"]] {
            try home.run(words)
            #expect(!home.exists(home.store), "\(words)")
        }
        #expect(try home.almanac("check").status == 1)
        let other = try Home()
        try other.almanac("new", "person", "given=Leia")
        #expect(try home.almanac("restore", other.store, "--yes").status == 0)
        #expect(try home.almanac("persons", "--json").json.names == ["Leia"])
    }

    @Test func `Files are stored in the XDG folders if the XDG variables contain absolute paths`() throws {
        let home = try Home()
        let folders = ["DATA": "/d", "STATE": "/s", "CONFIG": "/c"].reduce(into: [:]) { folders, folder in
            folders["XDG_\(folder.key)_HOME"] = home.folder + folder.value
        }
        let paths = try home.almanac("paths", "--json", with: folders).json
        #expect(paths["store"]?.string == home.folder + "/d/almanac/almanac.db")
        #expect(paths["configuration"]?.string == home.folder + "/c/almanac/config")
        #expect(paths["history"]?.string == home.folder + "/s/almanac/history")
        try home.almanac("new", "person", "given=Leia", with: folders)
        #expect(home.exists(home.folder + "/d/almanac/almanac.db"))
        #expect(!home.exists(home.store))
        // Relative paths are ignored.
        let odd = try home.almanac("paths", "--json", with: ["XDG_DATA_HOME": "relative"]).json
        #expect(odd["store"]?.string == home.store)
    }

    @Test func `--database overrides ALMANAC_DATABASE, which overrides the data folder`() throws {
        let home = try Home()
        let (named, chosen) = (home.folder + "/named.db", home.folder + "/chosen.db")
        let variables = ["ALMANAC_DATABASE": named]
        try home.almanac("new", "person", "given=Named", with: variables)
        try home.almanac("--database", chosen, "new", "person", "given=Chosen", with: variables)
        try home.almanac("new", "person", "given=Usual")
        #expect(try home.almanac("persons", "--json", with: variables).json.names == ["Named"])
        #expect(try home.almanac("persons", "--json", "--database=\(chosen)", with: variables).json.names == ["Chosen"])
        #expect(try home.almanac("persons", "--json", with: ["ALMANAC_DATABASE": ""]).json.names == ["Usual"])
        #expect(home.permissions(of: named) == 0o600)
    }

    @Test(arguments: [["new", "person", "given=Leia"], ["seed", "flintstones"], ["signup", "Leia"]])
    func `A command that adds data creates a missing database at the path of --database`(_ words: [String]) throws {
        let home = try Home()
        #expect(try home.run(["--database", home.folder + "/new.db"] + words).status == 0)
        #expect(home.exists(home.folder + "/new.db"))
    }

    @Test func `add-email creates a missing database at the path of --database`() throws {
        let home = try Home()
        let message = "From: Leia Organa <leia@example.org>\n\nText\n"
        #expect(
            try home.run(["--database", home.folder + "/new.db", "add-email", "--yes"], input: message).status == 0)
        #expect(home.exists(home.folder + "/new.db"))
    }

    @Test(arguments: [
        ["persons"], ["find", "leia"], ["show", "persons/1"], ["check"], ["backup", "/tmp/never.db"],
        ["migrate", "status"],
        ["edit", "persons/1", "given=L"], ["delete", "persons/1", "--yes"], ["favorites"],
    ])
    func `--database with a missing file is an error for commands that do not add data`(_ words: [String]) throws {
        let home = try Home()
        let path = home.folder + "/typo.db"
        let ending = try home.run(["--database", path] + words)
        #expect(ending.status == 1)
        #expect(
            ending.errors
                == "There is no database at \(path). Check the path, or use “almanac --database FILE” to create a database.\n"
        )
        #expect(!home.exists(path))
    }

    @Test func `The interactive prompt creates a missing database at the path of --database`() throws {
        let home = try Home()
        let path = home.folder + "/new.db"
        let session = try TerminalSession(home, ["--database", path], until: "almanac ›")
        #expect(home.permissions(of: path) == 0o600)
        session.terminal.type("\u{4}")
    }

    @Test func `Databases and imported files may have a modification time after the year 2262`() throws {
        let home = try Home()
        try home.almanac("new", "person", "given=Leia")
        let card = try home.write("BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Han\r\nN:;Han;;;\r\nEND:VCARD\r\n", to: "han.vcf")
        for path in [card, home.store] {
            let year2300 = timespec(tv_sec: 10_413_792_000, tv_nsec: 0)
            try #require(utimensat(AT_FDCWD, path, [year2300, year2300], 0) == 0)
        }
        #expect(try home.almanac("persons").status == 0)
        #expect(try home.almanac("import", card).status == 0)
        #expect(try home.almanac("backup", home.folder + "/backup.db").status == 0)
    }

    @Test func `Commands that do not access data do not create a database`() throws {
        let home = try Home()
        for words in [["help"], ["version"], ["paths"], ["--version"], ["--help"], ["help", "edit"]] {
            #expect(try home.run(words).status == 0)
        }
        #expect(!home.exists(home.store))
    }
}
