import Glibc
import SQLite
import TestSupport
import Testing

/// Triggers that other programs add to the database, and views that they change.
@Suite("Triggers and views of other programs", .childProcesses)
struct ForeignTriggerTests {
    private func home(with trigger: String) throws -> Home {
        let home = try SeededHome.home("flintstones")
        try Connection(at: home.store, mode: .readWrite).execute(trigger)
        return home
    }

    @Test(.long("checks the database five times"))
    func `A trigger of another program is shown, and changes are rejected until it is accepted`() throws {
        let home = try home(
            with: "CREATE TRIGGER noted AFTER UPDATE ON person BEGIN UPDATE note SET topic = '\u{1B}[31m'; END")
        let refused = try home.almanac("edit", "persons/1", "nickname=N")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains("Cannot change data: the trigger noted on table person does not belong to Almanac.")
        )
        #expect(refused.errors.contains("“check --accept TRIGGER”"))
        let check = try home.almanac("check")
        #expect(check.status == 1 && check.errors.contains("noted on table person") && !check.errors.contains("\u{1B}"))
        #expect(check.errors.contains("UPDATE note SET topic"))

        if Soak.isOn { #expect(try home.almanac("check", "--accept", "noted", "--dry-run").status == 1) }
        let accepted = try home.almanac("check", "--accept", "noted")
        #expect(accepted.status == 0, "\(accepted.errors)")
        #expect(accepted.output.contains("UPDATE note SET topic") && !accepted.output.contains("\u{1B}"))
        #expect(try home.almanac("edit", "persons/1", "nickname=N").status == 0)
        guard Soak.isOn else { return }
        #expect(try home.almanac("check").status == 0)
        #expect(try home.almanac("check", "--accept", "noted").status == 3)
    }

    @Test func `A view whose query never ends is not read, check names the view, and check --fix restores it`() throws {
        let home = try home(
            with: """
                DROP VIEW note_subject;
                CREATE VIEW note_subject AS
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
                """)
        for words in [["show", "persons/1"], ["new", "person", "given=Leia"], ["backup", home.folder + "/b.db"]] {
            let ending = try home.run(words)
            #expect(ending.status == 1)
            #expect(ending.errors.contains("another program has changed note_subject"), "\(ending.errors)")
        }
        let check = try home.almanac("check")
        #expect(check.status == 1 && check.errors.contains("The view note_subject differs"), "\(check.errors)")
        #expect(try home.almanac("check", "--fix").output.contains("Recreated the view note_subject."))
        #expect(try home.almanac("show", "persons/1").status == 0)
    }

    @Test func `Ctrl-C interrupts a change whose accepted trigger never ends`() throws {
        let home = try home(
            with: """
                CREATE TRIGGER endless AFTER UPDATE ON person BEGIN
                    SELECT count(*) FROM (SELECT 1 UNION ALL SELECT 2) AS a, (
                        SELECT 1 FROM person AS b, person AS c, person AS d, person AS e, person AS f, person AS g,
                            person AS h, person AS i, person AS j, person AS k, person AS l, person AS m, person AS n);
                END
                """)
        #expect(try home.almanac("check", "--accept", "endless").status == 0)
        let before = try StoreContent(of: home.store)
        let child = try home.start("edit", "persons/1", "nickname=N")
        // While the trigger runs, the command holds the write lock.
        while try !isLocked(home.store) { usleep(10_000) }
        child.send(SIGINT)
        #expect(try child.finish().status == 130)
        #expect(try StoreContent(of: home.store) == before)
        #expect(try home.almanac("show", "persons/1").status == 0)
    }

    private func isLocked(_ path: String) throws -> Bool {
        let connection = try Connection(at: path, mode: .readWrite, busyLimit: .zero)
        do {
            try connection.execute("BEGIN IMMEDIATE; ROLLBACK")
            return false
        } catch  where error.code == .busy {
            return true
        }
    }
}
