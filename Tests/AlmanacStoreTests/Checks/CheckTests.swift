import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

/// The findings of `check` for databases damaged in different ways.
struct CheckTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    @Test("A check of an intact database reports no findings and does not change the database")
    func clean() async throws {
        let before = try place.folder.bytes("store.db")
        #expect(try await place.maintenance.check(.deep) == [])
        #expect(try place.folder.bytes("store.db") == before)
    }

    @Test("D10 damaged-page: an overwritten page of a table is reported")
    func damagedPage() async throws {
        try place.overwrite(pageOf: "person", from: 100, with: 0xEE)
        try await place.expect(.quick, .damagedPage, "SQLite reports")
    }

    @Test("broken-index: an index that lacks a row of its table is reported only by the deep check")
    func brokenIndex() async throws {
        try place.breakIndex()
        #expect(try await place.maintenance.check(.quick).allSatisfy { $0.name != .brokenIndex })
        try await place.expect(.deep, .brokenIndex, "missing from index person_by_given")
    }

    @Test("D17 orphan: rows that refer to missing rows are reported")
    func orphans() async throws {
        try place.folder.runAsOtherProgram(
            """
            PRAGMA foreign_keys = OFF;
            UPDATE person SET home_id = 99 WHERE id = 1;
            INSERT INTO person_email VALUES (77, 0, 'home', 'who@example.org');
            """)
        try await place.expect(.quick, .orphan, "Row 1 in table person refers to a missing row in table planet.")
        try await place.expect(.quick, .orphan, "A row in table person_email refers to a missing row in table person.")
    }

    @Test("D19 bad-text: text with a NUL is reported")
    func nul() async throws {
        try place.folder.runAsOtherProgram("UPDATE person SET family = 'Or' || char(0) || 'gana' WHERE id = 1")
        try await place.expect(
            .quick, .badText, "The row in table person with id 1 contains a NUL character at byte 2 in family.")
    }

    @Test("D20, D21 bad-text: invalid UTF-8 and lone surrogates are reported", arguments: ["FFFE41", "EDA080"])
    func notUTF8(_ bytes: String) async throws {
        try place.folder.runAsOtherProgram(
            "UPDATE person_email SET value = CAST(x'\(bytes)' AS TEXT) WHERE person_id = 1")
        try await place.expect(
            .quick, .badText,
            "The row in table person_email with person_id 1, position 0 contains invalid UTF-8 in value.")
    }

    @Test("D20 bad-value: an invalid date and an unknown planet type are reported")
    func badValues() async throws {
        try place.folder.runAsOtherProgram(
            """
            PRAGMA ignore_check_constraints = ON;
            UPDATE person SET birthday = '1977-99-99' WHERE id = 1;
            INSERT INTO planet (name, type) VALUES ('Nibiru', 'teapot');
            """)
        try await place.expect(.quick, .badValue, "Invalid birthday of persons/1: “1977-99-99”.")
        try await place.expect(.quick, .badValue, "CHECK constraint failed in planet")
    }

    @Test("D20 A list omits an invalid birthday and still contains the names of all persons")
    func badValuesInAList() async throws {
        try place.folder.runAsOtherProgram("UPDATE person SET birthday = '1977-99-99' WHERE id = 1")
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        let persons = try await store.persons.list(ListRequest()).items
        #expect(persons.count == 40)
        #expect(persons.allSatisfy { $0.content.birthday == nil && !$0.content.name.given.isEmpty })
    }

    @Test("D16 migration-changed: a migration whose checksum differs is reported")
    func migrations() async throws {
        try place.folder.runAsOtherProgram("UPDATE migration SET checksum = 'x' WHERE name = 'search'")
        try await place.expect(
            .quick, .migrationChanged, "Migration 18 (search) does not match the database.")
    }

    @Test("schema-changed: a missing index, an additional table, and a changed view are reported")
    func schema() async throws {
        try place.folder.runAsOtherProgram(
            """
            DROP INDEX person_by_given;
            CREATE TABLE shopping (item TEXT);
            DROP VIEW resident;
            CREATE VIEW resident AS SELECT 1 AS planet_id;
            """)
        try await place.expect(.quick, .schemaChanged, "The index person_by_given is missing.")
        try await place.expect(.quick, .schemaChanged, "The table shopping does not belong to Almanac.")
        try await place.expect(.quick, .schemaChanged, "The view resident differs from its migration.")
    }

    @Test("search-missing, search-stale, search-extra: a search index that differs from the records is reported")
    func search() async throws {
        let documents = try [1, 2, 1000].map { number in
            try #require(DocumentID(RecordID(kind: .person, number: number))).rawValue
        }
        try place.folder.runAsOtherProgram(
            """
            DELETE FROM search WHERE rowid = \(documents[0]);
            UPDATE search SET words = 'x' WHERE rowid = \(documents[1]);
            INSERT INTO search (rowid, words) VALUES (\(documents[2]), 'nobody');
            DELETE FROM misspelling WHERE word = 'leia';
            INSERT INTO misspelling VALUES ('nbd', 'nobody');
            """)
        try await place.expect(.deep, .searchMissing, "(persons/1)")
        try await place.expect(.deep, .searchStale, "(persons/2)")
        try await place.expect(.deep, .searchMissing, "The misspellings of Leia 3")
        try await place.expect(.deep, .searchExtra, "persons/1000")
        try await place.expect(.deep, .searchExtra, "the word “nobody”")
    }

    @Test("D24 foreign-log: another database’s WAL is neither read nor checkpointed")
    func foreignLog() async throws {
        let bytes = try place.folder.bytes("store.db")
        try await place.putForeignLog()
        let log = try place.folder.bytes("store.db-wal")
        try await place.expect(.quick, .foreignLog, "store.db-wal does not match the database. It was not read.")
        #expect(place.folder.problem() == .foreignLog(path: place.folder.location.path))
        #expect(try place.folder.bytes("store.db") == bytes)
        #expect(try place.folder.bytes("store.db-wal") == log)
    }

    @Test("D24 The WAL of another version of the database file is reported and not applied")
    func logOfTwin() async throws {
        try await place.putBesideLogOfTwin(isChanged: true)
        let (bytes, log) = try (place.folder.bytes("store.db"), place.folder.bytes("store.db-wal"))
        #expect(place.folder.problem() == .foreignLog(path: place.folder.location.path))
        try await place.expect(.quick, .foreignLog, "store.db-wal does not match the database. It was not read.")
        #expect(try place.folder.bytes("store.db") == bytes)
        #expect(try place.folder.bytes("store.db-wal") == log)
    }

    @Test("A matching WAL is applied, even if the database file was copied after the WAL")
    func logOfItsOwn() async throws {
        try await place.putBesideLogOfTwin(isChanged: false)
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        #expect(try await store.persons.count(.all) == 70)
    }

    @Test("A copy of the database and its WAL includes a restore that is only in the WAL")
    func restoreInTheLog() async throws {
        let backup = place.folder.file("b.db")
        _ = try await place.maintenance.backup(to: backup)
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        var person = Person()
        person.name.given = "Han"
        _ = try await store.persons.add(person)
        store.close()
        let reader = try Connection(at: place.folder.location.path, mode: .readWrite)
        try reader.execute("BEGIN")
        #expect(try reader.first("SELECT count(*) FROM person") { $0[0] as Int } == 41)
        _ = try await place.maintenance.restore(from: backup)
        let copy = try TemporaryFolder()
        try copy.write(try place.folder.bytes("store.db-wal"), to: "store.db-wal")
        try copy.write(try place.folder.bytes("store.db"), to: "store.db")
        for name in ["store.db", "store.db-wal"] { chmod(copy.file(name), 0o600) }
        let copied = try await Store.open(at: copy.location, mode: .readWrite)
        defer { copied.close() }
        #expect(try await copied.persons.count(.all) == 40)
    }

    @Test("F1 exposed: files and folders accessible to other users are reported")
    func modes() async throws {
        chmod(place.folder.location.path, 0o644)
        chmod(place.folder.location.photos, 0o755)
        try await place.expect(.quick, .exposed, "store.db is accessible to other users (mode 0644).")
        try await place.expect(.quick, .exposed, "store.db.photos is accessible to other users (mode 0755).")
    }

    @Test("F6, F7 photo-missing, photo-changed, photo-unused: missing, damaged, and unused photos are reported")
    func photos() async throws {
        let blobs = place.blobs
        let (gone, changed) = (try #require(place.photos[0]), try #require(place.photos[1]))
        let unused = try await blobs.store([7])
        unlink(blobs.path(gone))
        unlink(blobs.path(changed))
        try File.create(blobs.path(changed)).write([9])
        try await place.expect(.quick, .photoMissing, "The photo of persons/1 is missing: \(gone.rawValue).")
        #expect(try await place.maintenance.check(.quick).allSatisfy { $0.name != .photoChanged })
        try await place.expect(
            .deep, .photoChanged, "The photo of persons/2 is damaged: \(changed.rawValue).")
        #expect(try await place.maintenance.check(.deep).allSatisfy { $0.name != .photoUnused })
        let tomorrow = StoreClock.system.milliseconds() + 25 * 3600 * 1000
        let clock = StoreClock(milliseconds: { tomorrow }, sleep: { _ in })
        let findings = try await DatabaseMaintainer(of: place.folder.location, clock: clock).check(.deep)
        #expect(findings.contains(Finding(.photoUnused, "The photo \(unused.rawValue) is not used by any record.")))
    }

    @Test("F6 photo-missing: an invalid photo name is reported")
    func impossiblePhoto() async throws {
        try place.folder.runAsOtherProgram(
            "UPDATE person SET photo = '\(String(repeating: "../x", count: 16))' WHERE id = 1")
        try await place.expect(.quick, .photoMissing, "persons/1 has an invalid photo name")
    }

    @Test("history-gap: a removed step is reported")
    func gap() async throws {
        try place.folder.runAsOtherProgram(
            """
            PRAGMA foreign_keys = OFF;
            DROP TRIGGER step_never_deleted;
            DELETE FROM step WHERE id = (SELECT min(id) FROM step);
            """)
        try await place.expect(.deep, .historyGap, "Missing history steps: 1.")
    }

    @Test("history-differs: a changed byte in text without an index is reported only by the deep check")
    func flippedByte() async throws {
        try place.flip("the plans of the Death Star", to: "the plans of the Death Stab")
        let findings = try await place.maintenance.check(.quick)
        #expect(findings == [])
        try await place.expect(.deep, .historyDiffers, "notes/1 differs from its last recorded state: text of note.")
    }

    @Test("A row whose last recorded values were lost is not reported as deleted")
    func lostValues() async throws {
        try place.folder.runAsOtherProgram("UPDATE person SET job_title = 'Princess' WHERE id = 7")
        try place.folder.runAsOtherProgram(
            """
            DROP TRIGGER person_past_delete_refused;
            DELETE FROM person_past WHERE is_new = 1 AND change_id = (SELECT max(change_id) FROM person_past);
            """)
        let findings = try await place.maintenance.check(.deep)
        #expect(!findings.contains { $0.name == .historyDiffers }, "\(findings)")
    }

    @Test("Changes by other programs and a changed order of groups are not reported as damage")
    func changedFromOutside() async throws {
        try place.folder.runAsOtherProgram(
            """
            PRAGMA recursive_triggers = OFF;
            UPDATE person SET given = 'Out' WHERE id = 2;
            UPDATE note SET text = 'Gone.';
            """)
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        var second = Group()
        second.name = "Aldhani"
        let (first, last) = (try await store.groups.list(ListRequest()).items[0], try await store.groups.add(second))
        _ = try await store.groups.add([Person.ID(rawValue: 1)], to: last.id)
        second.name = "Zygerria"
        _ = try await store.groups.update(last.id, version: last.version, to: second)
        second.name = "Aaa"
        _ = try await store.groups.update(first.id, version: first.version, to: second)
        store.close()
        #expect(try await place.maintenance.check(.deep) == [])
    }

    @Test("schema-changed: a missing search index table is reported")
    func lostSearchTable() async throws {
        try place.folder.runAsOtherProgram("DROP TABLE search_name")
        try await place.expect(.deep, .schemaChanged, "The table search_name is missing.")
    }

    @Test("A database with pending migrations is not checked")
    func pending() async throws {
        let old = try TemporaryFolder()
        try old.makeStore([.stars])
        await #expect(throws: StoreProblem.notMigrated(path: old.location.path)) {
            try await DatabaseMaintainer(of: old.location, migrator: .test([.stars, .colors])).check(.deep)
        }
    }

    @Test("The purged card of an account is not reported as a difference")
    func purgedCard() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        defer { store.close() }
        _ = try await store.accounts.add(name: "Leia", passphrase: nil)
        for person in 1...2 {
            try await store.database.writing { try $0.execute("UPDATE account SET person_id = \(person)") }
        }
        try await store.persons.delete([Record.ID(rawValue: 2)])
        try await store.history.purge([RecordID(kind: .person, number: 2)])
        #expect(try await place.maintenance.check(.deep) == [])
    }
}

/// A cost test that counts steps of SQLite’s virtual machine instead of measuring time.
@Suite("Growth of check costs")
struct CheckGrowthTests {
    @Test(arguments: [false, true])
    func `The cost of checking a group’s history is linear in its member count, even if every membership differs`(
        areDifferent: Bool
    )
        async throws
    {
        let series = try await GrowthSeries(from: 60) { size in
            let store = try await TemporaryStore()
            let persons = try await store.persons.add(Array(repeating: Person(), count: size))
            let group = try await store.groups.add(.example)
            _ = try await store.groups.add(persons, to: group.id)
            if areDifferent {
                let connection = try store.connection()
                try connection.execute("DROP TRIGGER membership_update_recorded")
                try connection.execute("UPDATE membership SET position = position + 1000000")
            }
            return try StatementLog(on: store) { connection in
                let findings = try HistoryCheck().findings(in: connection)
                #expect(findings.count == (areDifferent ? size : 0))
            }.cost.steps
        }
        #expect(series.exponent < 1.2, "\(series)")
    }
}

/// Stored text that Almanac parses, changed by another program.
struct StoredTextTests {
    let place: DamagedStore

    init() async throws { place = try await DamagedStore() }

    @Test func `An unreadable draft is reported, and a repair saves its text in a note`() async throws {
        let drafts = ["{", "", #"["given"]"#, #"[{"key":"given","label":"","operation":"guess","value":"Han"}]"#]
            .enumerated().map { (place: "persons/\($0.offset + 1)/edit", words: $0.element) }
        for draft in drafts {
            try place.folder.runAsOtherProgram(
                "INSERT INTO draft (place, words) VALUES ('\(draft.place)', '\(draft.words)')")
        }
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        for draft in drafts {
            await #expect(throws: StoreProblem.unreadableDraft(place: draft.place)) {
                _ = try await store.drafts.draft(at: draft.place, of: nil)
            }
            try await place.expect(
                .quick, .unreadableDraft, "The draft of \(draft.place) cannot be read: “\(draft.words)”.")
        }
        let report = try await place.maintenance.repair()
        #expect(report.left == [])
        #expect(report.repaired.contains { $0.contains("of unreadable drafts to notes/2") }, "\(report.repaired)")
        for draft in drafts { #expect(try await store.drafts.draft(at: draft.place, of: nil) == nil) }
        store.close()
    }

    @Test func `A readable draft is not reported`() async throws {
        let store = try await Store.open(at: place.folder.location, mode: .readWrite)
        let draft = Draft(words: [FieldAssignment(key: "given", value: "Han")])
        try await store.drafts.save(draft, at: "persons/1/edit", of: nil)
        store.close()
        #expect(try await place.maintenance.check(.quick) == [])
    }

    @Test(arguments: [
        (
            [
                "location = 'book'", "location = 'https:///book'", "location = 'https://a b/'",
                "password_source = 'command', password_location = NULL",
                "password_source = 'file', password_location = ''",
                "permitted_origins = 'https://a.example' || char(10) || 'file:///etc'", "location = '/srv/book'",
            ], true
        ),
        (
            [
                "location = '/srv/book', permitted_origins = ''", "permitted_origins = ''",
                "password_source = 'prompt'", "location = 'http://localhost:5232/'",
            ], false
        ),
    ])
    func `An unreadable remote is reported, and a repair saves its text in a note`(
        changes: [String], isUnreadable: Bool
    ) async throws {
        for (number, change) in changes.enumerated() {
            try place.folder.runAsOtherProgram(
                """
                INSERT INTO remote (
                    name, location, contents, is_read_only, is_default, permitted_origins, accepts_version_4,
                    rejects_writes, batch_size, generation, has_group_cards, last_change, is_complete)
                VALUES (
                    'home \(number)', 'https://a.example/book-\(number)/', 'all', 0, 0, 'https://a.example', 0, 0, 1, 0,
                    0, 0, 0);
                UPDATE remote SET \(change) WHERE name = 'home \(number)'
                """)
        }
        let findings = try await place.maintenance.check(.quick)
        let expected = isUnreadable ? changes.map { _ in Finding.Name.unreadableRemote } : []
        #expect(findings.map(\.name) == expected, "\(findings)")
        guard isUnreadable else { return }
        let report = try await place.maintenance.repair()
        #expect(report.left == [])
        #expect(report.repaired.contains { $0.contains("of unreadable remotes to notes/2") }, "\(report.repaired)")
    }

    @Test(arguments: [
        "person_filter = 'given =='", "search = 'fred', person_filter = 'given =='", "planet_filter = 'mass >'",
    ])
    func `A repair saves the invalid filter of a smart group in a note and clears the group’s search and filters`(
        _ change: String
    )
        async throws
    {
        try place.folder.runAsOtherProgram("UPDATE people_group SET \(change) WHERE id = 1")
        let filter = change.contains("mass") ? "mass >" : "given =="
        try await place.expect(.quick, .unreadableFilter, "Invalid filter of groups/1: “\(filter)”.")
        let report = try await place.maintenance.repair()
        #expect(report.left == [])
        #expect(report.repaired.contains { $0.contains("of invalid filters to notes/2") }, "\(report.repaired)")
        let connection = try Connection(at: place.folder.location.path, mode: .readOnly)
        #expect(
            try connection.first("SELECT text FROM note WHERE id = 2") { $0[0] as String }?.contains(filter) == true)
        #expect(
            try connection.first("SELECT coalesce(search, person_filter, planet_filter) FROM people_group WHERE id = 1")
            {
                $0[0] as String?
            } == .some(nil))
    }
}
