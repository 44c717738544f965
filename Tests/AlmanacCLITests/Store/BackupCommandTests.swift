import FoundationEssentials
import Glibc
import SQLite
import TestSupport
import Testing
import Text

@Suite("Backup and restore", .childProcesses)
struct BackupCommandTests {
    @Test func `Restoring a backup restores deleted persons and backs up the replaced database`() throws {
        let home = try SeededHome.home("flintstones")
        let before = try home.almanac("persons", "--json").json
        let path = home.folder + "/copy.db"
        #expect(try home.almanac("backup", path).status == 0)
        try home.almanac("delete", "persons/1", "persons/2", "--yes")
        let asked = try home.almanac("restore", path)
        #expect(asked.status == 2)
        #expect(asked.errors.contains("Use --yes."))
        let report = try home.almanac("restore", path, "--yes", "--json")
        #expect(report.status == 0, "\(report.errors)")
        #expect(try report.json["persons"]?.integer == 8)
        #expect(try home.almanac("persons", "--json").json == before)
        let kept = try #require(try report.json["before"]?.string)
        #expect(try home.almanac("--database", kept, "persons", "--json").rows.count == 6)
        #expect(try home.almanac("backups", "--json").rows.map { $0["path"]?.string } == [kept])
        #expect(try home.almanac("check", "--deep").status == 0)
    }

    @Test func `restore reports that a photo is missing from a backup unless the current database contains the photo`()
        throws
    {
        let home = try SeededHome.home("flintstones")
        try home.write(Array("GIF89a\u{1}\u{0}\u{1}\u{0}".utf8), to: "face.gif")
        try home.almanac("photo", "persons/1", home.folder + "/face.gif")
        let path = home.folder + "/copy.db"
        try home.almanac("backup", path)
        try Connection(at: path, mode: .readWrite).execute("DROP TABLE sqlar")
        let asked = try home.almanac("restore", path).errors
        #expect(asked.contains("Replace all current data with") && !asked.contains("photo"))
        _ = try home.shell("rm -r \(home.store).photos")
        let sentence = "1 photo is missing from \(path). Use “check” after restoring to find the affected record."
        #expect(try home.almanac("restore", path).errors.contains(sentence))
        #expect(try home.almanac("restore", path, "--dry-run", "--format", "table").output.contains(sentence))
        let restored = try home.almanac("restore", path, "--yes", "--format", "table")
        #expect(restored.status == 5 && restored.output.contains(sentence), "\(restored)")
        let report = try home.almanac("restore", path, "--yes", "--json").json
        #expect(report["photos"]?.integer == 0 && report["photosMissing"]?.integer == 1)
    }

    @Test func `A backup with a photo can be restored in another home folder, without --yes if there is no data yet`()
        throws
    {
        let home = try SeededHome.home("flintstones")
        try home.write(Array("GIF89a\u{1}\u{0}\u{1}\u{0}".utf8), to: "face.gif")
        try home.almanac("photo", "persons/1", home.folder + "/face.gif")
        try home.almanac("backup", home.folder + "/copy.db")
        let other = try Home()
        try other.write(try home.bytes(of: home.folder + "/copy.db"), to: "copy.db")
        let restored = try other.shell("cd '\(other.folder)' && almanac restore copy.db")
        #expect(restored.status == 0, "\(restored)")
        #expect(try other.almanac("persons", "--json").rows.count == 8)
        #expect(try other.almanac("photo", "persons/1", "--save", other.folder + "/saved.gif").status == 0)
        #expect(try other.bytes(of: other.folder + "/saved.gif") == home.bytes(of: home.folder + "/face.gif"))
        #expect(try other.almanac("restore", other.folder + "/copy.db").status == 2)
    }

    @Test func `Missing folders and files are reported with a hint about the path`() throws {
        let home = try SeededHome.home("flintstones")
        let (missing, copy) = (home.folder + "/missing/x.db", home.folder + "/copy.db")
        let reason = "The system reports: No such file or directory."
        let unwritable = "Cannot write \(missing). \(reason) Check the path and the disk, or choose another file.\n"
        let unknown = "There is no database at \(missing). Check the path, or use “backups”"
        #expect(try home.almanac("backup", missing).errors == unwritable)
        try home.almanac("backup", copy)
        #expect(try home.almanac("salvage", copy, missing).errors == unwritable)
        #expect(try home.almanac("salvage", missing, home.folder + "/new.db").errors.hasPrefix(unknown))
        #expect(try home.almanac("restore", missing, "--yes").errors.hasPrefix(unknown))
    }

    @Test func `A missing database can be restored from a backup`() throws {
        let home = try SeededHome.home("flintstones")
        let path = home.folder + "/copy.db"
        try home.almanac("backup", path)
        unlink(home.store)
        #expect(try home.almanac("restore", path, "--yes").status == 0)
        #expect(try home.almanac("persons", "--json").rows.count == 8)
    }

    @Test func `A single record can be restored from a backup`() throws {
        let home = try SeededHome.home("flintstones")
        let path = home.folder + "/copy.db"
        try home.almanac("backup", path)
        let before = try home.almanac("show", "persons/3", "--json").json
        try home.almanac("delete", "persons/3", "--yes")
        let restored = try home.almanac("restore", path, "persons/3")
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(restored.output.contains("(persons/3). Use “undo” to reverse this."))
        let after = try home.almanac("show", "persons/3", "--json").json
        for key in ["name", "uuid", "emails", "groups", "planet"] { #expect(after[key] == before[key], "\(key)") }
        #expect(try home.almanac("restore", path, "persons/99").status == 3)
        #expect(try home.almanac("restore", path, "fred").status == 2)
    }

    @Test func `A backup is made when a large data set is loaded, but not for a small data set or a dry run`() throws {
        let home = try SeededHome.home("flintstones")
        #expect(try home.almanac("backups", "--json").rows.isEmpty)
        try home.almanac("seed", "swapi", "--dry-run")
        #expect(try home.almanac("backups", "--json").rows.isEmpty)
        try home.almanac("seed", "swapi")
        #expect(try home.almanac("backups", "--json").rows.compactMap { $0["reason"]?.string } == ["import"])
    }

    @Test func `An import without changes does not leave a backup`() throws {
        let home = try SeededHome.home("flintstones")
        let card = try home.write("BEGIN:VCARD\nVERSION:3.0\nFN:Leia\nEND:VCARD\n", to: "card.vcf")
        for _ in 1...3 { #expect(try home.almanac("import", card).status == 0) }
        #expect(try home.almanac("backups", "--json").rows.count == 1)
    }

    @Test func `Ending a session makes the daily backup`() throws {
        let home = try SeededHome.home("flintstones")
        try home.almanac("signup", "Leia")
        #expect(try home.almanac("backups", "--json").rows.isEmpty)
        for _ in 1...2 {
            let session = try TerminalSession(home, until: "almanac ›", with: ["ALMANAC_DAILY_BACKUP": ""])
            #expect(session.quit() == 0)
        }
        #expect(try home.almanac("backups", "--json").rows.compactMap { $0["reason"]?.string } == ["daily"])
        #expect(home.permissions(of: home.store + ".backups") == 0o700)
    }

    @Test func `check --fix repairs damage, and salvage recovers all persons of the repaired database`() throws {
        let home = try SeededHome.home("flintstones")
        let connection = try Connection(at: home.store, mode: .readWrite)
        try connection.execute("DROP INDEX note_by_person; DELETE FROM search")
        let fixed = try home.almanac("check", "--fix")
        #expect(fixed.status == 0, "\(fixed.errors)")
        #expect(fixed.output.contains("Recreated the index note_by_person."))
        #expect(fixed.output.contains("No problems remain."))
        #expect(try home.almanac("check", "--deep").status == 0)

        let saved = home.folder + "/.local/share/almanac/almanac.salvaged.db"
        #expect(try home.almanac("salvage", home.store).output.contains("/almanac.salvaged.db"))
        #expect(
            try home.almanac("--database", saved, "persons", "--json").json == home.almanac("persons", "--json").json)
    }

    @Test func `salvage changes neither the source database nor its WAL`() throws {
        let home = try SeededHome.home("flintstones")
        let writer = try Connection(at: home.store, mode: .readWrite)
        try writer.execute("UPDATE person SET job_title = 'Pilot'")
        let damaged = home.folder + "/damaged.db"
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: home.store + suffix, toPath: damaged + suffix)
        }
        let before = ["", "-wal"].map { FileManager.default.contents(atPath: damaged + $0) }
        let ending = try home.almanac("--database", damaged, "salvage", damaged, home.folder + "/saved.db")
        #expect(ending.status == 0, "\(ending.errors)")
        #expect(["", "-wal"].map { FileManager.default.contents(atPath: damaged + $0) } == before)
        withExtendedLifetime(writer) {}
    }

    @Test("D26 Reaching the file size limit is reported as an error, and no persons are added")
    func fileLimit() throws {
        let home = try SeededHome.home("flintstones")
        let ending = try home.shell("ulimit -f 700; almanac seed congress")
        #expect(ending.status == 1)
        #expect(ending.errors.contains("File size limit reached."), "\(ending.errors)")
        #expect(try home.almanac("check", "--deep").status == 0)
        #expect(try home.almanac("persons", "--json").rows.count == 8)
    }
}
