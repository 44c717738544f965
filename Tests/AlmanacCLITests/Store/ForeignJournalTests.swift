import Glibc
import SQLite
import TestSupport
import Testing

/// The rollback journals of other programs and of killed commands.
@Suite("Rollback journals next to the database", .childProcesses)
struct ForeignJournalTests {
    /// The commands that open the database. `STORE` is its path, and `FILE`, `BACKUP`, and `CARD` are the paths of a
    /// new file, a backup, and a vCard file.
    private static let commands = [
        "persons", "show persons/1", "find fred", "query fred", "history", "favorites", "export", "backups",
        "backups --daily", "complete -- 'almanac show persons/'", "check", "check --deep", "check --fix", "migrate",
        "migrate status", "new person given=Leia", "edit persons/1 nickname=F", "delete persons/1 --yes", "undo --yes",
        "seed solar", "signup Leia", "import CARD", "backup FILE", "salvage STORE FILE", "restore BACKUP --yes",
        "restore BACKUP persons/1",
    ]
    private static let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Han\r\nN:;Han;;;\r\nEND:VCARD\r\n"

    private static let snapshot = Result {
        let home = try SeededHome.home("flintstones")
        try home.write(card, to: "han.vcf")
        try #require(try home.almanac("backup", home.folder + "/backup.db").status == 0)
        return try HomeSnapshot(of: home)
    }

    private func home() throws -> Home { try Home(as: Self.snapshot.get()) }

    private func line(_ command: String, _ home: Home) -> String {
        let paths = ["STORE": home.store, "FILE": "~/new.db", "BACKUP": "~/backup.db", "CARD": "~/han.vcf"]
        return "almanac " + paths.reduce(command) { $0.replacing($1.key, with: $1.value) }
    }

    @Test(
        "A journal that names another file does not cause that file to be deleted", .long("every command"),
        arguments: Soak.sample(commands, 12))
    func foreignJournal(command: String) throws {
        let home = try home()
        let victim = try home.write("keep", to: "victim")
        try SuperJournal.put(nextTo: home.store, naming: victim)
        let ending = try home.shell(line(command, home))
        #expect(home.exists(victim))
        guard !["backups", "complete", "check", "salvage", "restore"].contains(where: command.hasPrefix) else { return }
        #expect(ending.status == 1)
        #expect(ending.errors.contains("\(home.store)-journal does not belong to the database."), "\(ending.errors)")
    }

    @Test("check reports a journal that names another file, check --fix moves it aside, and the data is intact")
    func repair() throws {
        let home = try home()
        let victim = try home.write("keep", to: "victim")
        try SuperJournal.put(nextTo: home.store, naming: victim)
        let journal = try home.bytes(of: home.store + "-journal")
        let check = try home.almanac("check")
        #expect(check.status == 1 && check.errors.contains("almanac.db-journal does not belong to the database."))
        let repair = try home.almanac("check", "--fix")
        #expect(repair.status == 0 && repair.output.contains("Moved the foreign journal to "), "\(repair.errors)")
        #expect(home.exists(victim) && !home.exists(home.store + "-journal"))
        let moved = try #require(home.names(in: home.store + ".backups").first { $0.hasSuffix("-journal") })
        #expect(try home.bytes(of: "\(home.store).backups/\(moved)") == journal)
        #expect(try home.almanac("show", "persons/1").output.contains("Fred"))
        #expect(try home.almanac("check", "--deep").status == 0)
    }

    @Test("A backup next to a journal that names another file is not restored")
    func backup() throws {
        let home = try home()
        let victim = try home.write("keep", to: "victim")
        let backup = home.folder + "/backup.db"
        try SuperJournal.put(nextTo: backup, naming: victim)
        for words in [["restore", backup, "--yes"], ["restore", backup, "persons/1"]] {
            let ending = try home.run(words)
            #expect(ending.status == 1)
            #expect(ending.errors.contains("\(backup)-journal does not belong to the database."), "\(ending.errors)")
        }
        #expect(home.exists(victim))
        #expect(try home.almanac("salvage", backup, home.folder + "/new.db").status == 0)
        #expect(home.exists(victim))
    }

    @Test(
        "Any later command applies a killed command’s journal", .long("every command"),
        arguments: Soak.sample(commands, 8))
    func ownJournal(command: String) throws {
        let home = try home()
        let writer = try Connection(at: home.store, mode: .readWrite)
        _ = try writer.first("PRAGMA journal_mode = DELETE") { $0[0] as String }
        try writer.execute("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE person SET nickname = 'Nobody'")
        let killed = try ["", "-journal"].map { ($0, try home.bytes(of: home.store + $0)) }
        try writer.execute("ROLLBACK")
        try #require(killed[1].1.count > 512)
        for (suffix, bytes) in killed {
            try home.write(bytes, to: "killed.db" + suffix)
            chmod(home.folder + "/killed.db" + suffix, 0o600)
        }
        let killedStore = home.folder + "/killed.db"
        let line = line(command.replacing("STORE", with: killedStore), home)
        let ending = try home.shell(line, with: ["ALMANAC_DATABASE": killedStore])
        #expect(!ending.errors.contains("journal"), "\(ending.errors)")
        let persons = try home.almanac("export", "--as", "json", with: ["ALMANAC_DATABASE": killedStore])
        #expect(persons.status == 0 && !persons.output.contains("Nobody"), "\(persons.errors)")
    }
}
