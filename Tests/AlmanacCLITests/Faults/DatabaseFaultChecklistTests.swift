import Glibc
import SQLite
import TestSupport
import Testing

/// Checks of the section “Database” in `Tests/Checklist.md`.
@Suite("Checklist: database", .childProcesses)
struct DatabaseFaultChecklistTests {
    @Test(
        "D2 A change on a full disk fails without effect, but records can still be read",
        .enabled(if: TemporaryFilesystem.canMount, TemporaryFilesystem.reason))
    func fullDisk() throws {
        let home = try Home()
        let medium = try TemporaryFilesystem(in: home, options: "size=2m")
        let store = medium.folder + "/almanac.db"
        try home.almanac("--database", store, "seed", "flintstones")
        let before = try StoreContent(of: store)
        let session = try TerminalSession(home, ["--database", store], until: "almanac ›")
        try home.write([UInt8](repeating: 1, count: medium.freeBytes), to: "medium/ballast")
        try session.enter("edit persons/1 nickname=Freddy", until: "The disk is full")
        try session.enter("show persons/1", until: "Twinkletoes")
        let ending = try home.almanac("--database", store, "new", "person", "given=Leia")
        #expect(ending.status == 1)
        #expect(ending.errors.hasPrefix("The disk is full"), "\(ending.errors)")
        unlink(medium.folder + "/ballast")
        try session.enter("persons", until: "Barney Rubble")
        #expect(session.quit() == 0)
        try home.write([UInt8](repeating: 1, count: medium.freeBytes), to: "medium/ballast")
        let reading = try home.almanac("--database", store, "persons")
        #expect(reading.status == 0 && reading.lines.count == 8, "\(reading.errors)")
        let starting = try home.almanac("--database", store, "new", "person", "given=Leia")
        #expect(starting.status == 1 && starting.errors.hasPrefix("The disk is full"), "\(starting.errors)")
        unlink(medium.folder + "/ballast")
        #expect(try StoreContent(of: store) == before)
        #expect(try home.almanac("--database", store, "new", "person", "given=Leia").status == 0)
        #expect(try home.almanac("--database", store, "check").status == 0)
    }

    @Test(
        "D2 A program started on a full disk can read and reports why it cannot write",
        .long("runs every command twice"))
    func startOnFullDisk() throws {
        let home = try HomeFixture.home(.bedrock)
        let reading = [["persons"], ["show", "persons/1"], ["find", "fred"], ["groups"], ["history"], ["trash"]]
        let expected = try reading.map { try home.run($0).output }
        let before = try StoreContent(of: home.store)
        let plan = try FaultPlan(for: home)
        try plan.set(Fault(call: .write, first: 1, lasts: true, kind: .full))
        for _ in 1...(Soak.isOn ? 2 : 1) {
            for (words, output) in zip(reading, expected) {
                let ending = try home.run(words, with: plan.environment)
                #expect(ending.status == 0, "\(words): \(ending.errors)")
                #expect(ending.output == output)
            }
            let ending = try home.almanac("new", "person", "given=Leia", with: plan.environment)
            #expect(ending.status == 1)
            #expect(ending.errors.hasPrefix("The disk is full. Nothing was changed."), "\(ending.errors)")
        }
        #expect(try home.run(reading[0], with: plan.environment).output == expected[0])
        #expect(plan.calls.contains { $0.call == .write })
        try plan.set(nil)
        #expect(try StoreContent(of: home.store) == before)
        #expect(try home.almanac("new", "person", "given=Leia").status == 0)
        #expect(try home.almanac("check").status == 0)
    }

    @Test(
        "D5 A database on a read-only medium can be read, and changes are rejected with an error",
        .enabled(if: TemporaryFilesystem.canMount, TemporaryFilesystem.reason))
    func readOnlyMedium() throws {
        let home = try Home()
        let medium = try TemporaryFilesystem(in: home, options: "size=2m")
        let store = medium.folder + "/almanac.db"
        try home.almanac("--database", store, "seed", "flintstones")
        try medium.forbidWriting()
        #expect(try home.almanac("--database", store, "persons").lines.count == 8)
        let ending = try home.almanac("--database", store, "new", "person", "given=Leia")
        #expect(ending.status == 1)
        #expect(ending.errors.contains("is read-only"), "\(ending.errors)")
    }

    @Test("D9 The draft is kept if the record is deleted during the edit")
    func deletedDuringEdit() throws {
        let home = try HomeFixture.home(.bedrock)
        let session = try TerminalSession(home, ["open", "persons/1/edit"], until: "Given name:")
        try session.enter(":review", until: "edit ›")
        try session.enter("nickname=Freddy", until: "edit * ›")
        try home.almanac("delete", "persons/1", "--yes")
        try session.enter("save", until: "persons/1 was deleted during the edit.")
        let drafts = try Connection(at: home.store, mode: .readWrite).all("SELECT words FROM draft") { $0[0] as String }
        #expect(drafts.contains { $0.contains("Freddy") })
        #expect(session.quit() == 0)
        #expect(try home.almanac("show", "persons/1").status == 3)

        try home.almanac("restore", "persons/1")
        let again = try TerminalSession(home, ["open", "persons/1/edit"], until: "edit")
        try again.enter(":review", until: "Freddy")
        #expect(again.quit() == 0)
    }

    @Test("D25 A transaction that runs out of memory does not change the database")
    func memory() throws {
        let home = try HomeFixture.home(.bedrock)
        let before = try StoreContent(of: home.store)
        let ending = try ChildProcess.run(BuiltProgram.seededBugs, ["starved", home.store])
        #expect(ending.output.hasPrefix("out of memory"), "\(ending.output)")
        #expect(try StoreContent(of: home.store) == before)
        #expect(try home.almanac("check").status == 0)
    }

    @Test("D26 The error for exceeding the file size limit names “ulimit -f”, and the database is not changed")
    func fileSizeLimit() throws {
        let home = try HomeFixture.home(.bedrock)
        let before = try StoreContent(of: home.store)
        let ending = try home.shell("ulimit -f 600; almanac seed congress")
        #expect(ending.status == 1)
        #expect(ending.errors.contains("Nothing was changed."), "\(ending.errors)")
        #expect(ending.errors.contains("ulimit -f"))
        #expect(try StoreContent(of: home.store) == before)
        #expect(try home.almanac("check").status == 0)
    }

    @Test("D27, D28 Search text with pattern characters or operators does not cause an error")
    func searches() throws {
        let home = try HomeFixture.home(.bedrock)
        let operators = [
            String(repeating: "%", count: 60_000), "\"", "\"fred", "fred OR wilma", "name:fred", "NEAR(fred wilma)",
            "-fred", "^fred", "fred*", "*", "(((", "'", "a AND NOT b", "{a b}: c", "fred + wilma", ";", "--", "\u{1}",
        ]
        for text in operators {
            let ending = try home.almanac("find", "--", text)
            #expect(ending.status == 0, "\(text.prefix(20)): \(ending.errors)")
            #expect(ending.errors == "", "\(text.prefix(20))")
        }
        #expect(try home.almanac("find", "fred*").output.contains("Fred Flintstone"))
    }

    @Test("D29 check reports unknown triggers and views, and a trigger cannot load an extension")
    func hostileSchema() throws {
        let home = try HomeFixture.home(.bedrock)
        try Connection(at: home.store, mode: .readWrite).execute(
            """
            CREATE TRIGGER evil AFTER UPDATE ON person BEGIN SELECT load_extension('/tmp/evil'); END;
            CREATE VIEW evil_view AS SELECT load_extension('/tmp/evil');
            """)
        #expect(try home.almanac("persons").lines.count == 8)
        let check = try home.almanac("check")
        #expect(check.status == 1)
        #expect(check.errors.contains("evil") && check.errors.contains("evil_view"), "\(check.errors)")
        let before = try StoreContent(of: home.store)
        let ending = try home.almanac("edit", "persons/1", "nickname=Freddy")
        #expect(ending.status == 1)
        #expect(try StoreContent(of: home.store) == before)
    }

    @Test("D30 SQL in the input is not executed")
    func injections() throws {
        let home = try HomeFixture.home(.bedrock)
        let before = try StoreContent(of: home.store)
        let lines = [
            ["show", "persons/1; DROP TABLE person"], ["show", "1 OR 1=1"],
            ["delete", "persons/1' OR '1'='1", "--yes"],
            ["persons", "--sort", "name; DROP TABLE person"], ["persons", "--after", "persons/1) --"],
            ["find", "'; DELETE FROM person; --"], ["show", "x' UNION SELECT passphrase_hash FROM account --"],
            ["seed", "x'; DROP TABLE person; --"], ["open", "persons/1;DROP TABLE person"],
        ]
        for words in lines {
            let ending = try home.run(words)
            #expect(!(ending.errors + ending.output).contains("SQL"), "\(words): \(ending.errors)")
        }
        #expect(try StoreContent(of: home.store) == before)
        let name = "'); DROP TABLE person; --"
        try home.almanac("edit", "persons/1", "nickname=\(name)")
        #expect(try home.almanac("show", "persons/1", "--json").json["nickname"]?.string == name)
        #expect(try home.almanac("check").status == 0)
    }
}
