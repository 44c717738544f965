import FoundationEssentials
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// A database of Almanac 0.1, created by migrations that no longer exist.
struct FormerDatabaseTests {
    let folder: TemporaryFolder
    private let maintainer: DatabaseMaintainer

    init() throws {
        folder = try TemporaryFolder()
        try folder.putFormerDatabase()
        maintainer = DatabaseMaintainer(of: folder.location)
    }

    @Test("An Almanac 0.1 database is backed up and migrated to the current schema with its records and history")
    func whole() async throws {
        let pending = try await maintainer.migrations().filter { $0.applied == nil }.map(\.version)
        #expect(pending == Migration.embedded.map(\.version).filter { $0 > 21 })
        try await Store.open(at: folder.location, mode: .readWrite).close()
        #expect(try await maintainer.check(.deep) == [])
        #expect(try await maintainer.backups().map(\.reason) == (pending.isEmpty ? [] : [.migration]))
        #expect(try await maintainer.migrations().allSatisfy { $0.applied != nil })
        try await expectRecords()
    }

    private func expectRecords() async throws {
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        let fred = try await store.persons.record(Person.ID(rawValue: 1))
        #expect(fred.content.title == "Fred Flintstone")
        #expect(fred.content.jobTitle == "Crane operator" && fred.content.department == "Quarry")
        #expect(fred.links.home?.name == "Bedrock")
        #expect(try await store.blobs.load(try #require(fred.photo)).suffix(14) == Array("second picture".utf8))
        #expect(fred.links.smartGroups.map(\.name) == ["Flintstones"])
        let steps = try await store.history.steps(about: fred.recordID, at: .beginning, limit: 50).items
        #expect(steps.map(\.id.rawValue) == [31, 13, 12, 11, 10, 9, 1])
        let past = try await store.persons.record(fred.id, at: try #require(steps.last).time)
        #expect(past.content.jobTitle == "Dino-crane operator" && past.content.department == "" && past.photo == nil)
        let trash = try await store.history.trash(at: .beginning, limit: 9).items
        #expect(trash.map(\.record.name) == ["Barney Rubble", "Hoth", "Lucas Skywalker"])
        #expect(try await store.duplicates.mergeTarget(of: Person.ID(rawValue: 11))?.name == "Luke Skywalker")
        let found = try await store.search.find("red five", at: .beginning, limit: 5).matches
        #expect(found.map(\.reference.name) == ["Luke Skywalker"])
        #expect(try await store.accounts.accounts().map(\.name) == ["Tester"])
    }

    @Test(
        "Migration restores a changed trigger and moves pronouns and genders to new fields in a step that can be undone"
    )
    func fieldsOfCards() async throws {
        func notes() throws -> Int? {
            try Connection(at: folder.location.path, mode: .readOnly).first("SELECT count(*) FROM note") { $0[0] }
        }
        do {
            let former = try Connection(at: folder.location.path, mode: .readWrite)
            try former.execute(
                """
                INSERT INTO person_card VALUES
                    (1, 90, 'ORG:Slate' || char(10) || 'Pronouns;LANGUAGE=en:they/them\\, or xe' || char(10) || 'NOTE:x'),
                    (2, 90, 'PRONOUNSX:no' || char(10) || 'NOTE:PRONOUNS:no'),
                    (3, 90, 'PRONOUNSX:no' || char(10) || 'item1.PRONOUNS;X="a:b":she');
                INSERT INTO person_field VALUES (1, 90, 'gender', 'O;it is'), (2, 90, 'gender', 'a word'), (2, 91, 'gender', 'F');
                DROP TRIGGER person_update_recorded;
                CREATE TRIGGER person_update_recorded AFTER UPDATE ON person BEGIN DELETE FROM note; END;
                """)
        }
        let before = try notes()
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        let persons = try await store.persons.records((1...3).map { Person.ID(rawValue: $0) }).map(\.content)
        #expect(try before != 0 && notes() == before)
        #expect(persons.map(\.pronouns) == ["they/them, or xe", "", "she"])
        #expect(persons.map { $0.gender?.description } == ["O;it is", "F", nil])
        #expect(persons.map { $0.customFields.filter { $0.label == "gender" }.map(\.value) } == [[], ["a word"], []])
        let step = try #require(try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first)
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.record(Person.ID(rawValue: 1)).content.pronouns == "")
        #expect(try await maintainer.check(.deep) == [])
    }

    @Test("Migration copies values found only on cards to the matching fields, in a step that can be undone")
    func completion() async throws {
        let ann = [
            "BEGIN:VCARD", "VERSION:4.0", "FN:Mom", "N:A;Ann;;;", "LANGUAGE:fr", "LANG;PREF=2:de",
            "LANG;PREF=1;TYPE=work:en",
            "SOCIALPROFILE;SERVICE-TYPE=xing:https://x.example/ann", "END:VCARD",
        ]
        let bea = ["BEGIN:VCARD", "VERSION:3.0", "FN:Bea B", "N:B;Bea;;;", "END:VCARD"]
        do {
            let former = try Connection(at: folder.location.path, mode: .readWrite)
            try former.execute(
                """
                INSERT INTO present_step (time, command, token, role)
                VALUES ('2026-11-24T10:00:00.000Z', 'import old.vcf', 7, 'edit');
                INSERT INTO person (id, given, family) VALUES (90, 'Ann', 'A'), (91, 'Bea', 'B'), (92, 'Cid', 'C');
                INSERT INTO person_card VALUES
                    (90, 0, replace('\(ann.joined(separator: "|"))', '|', char(10))),
                    (91, 0, replace('\(bea.joined(separator: "|"))', '|', char(10)));
                INSERT INTO person_field VALUES
                    (90, 0, 'language', 'de'), (90, 1, 'hobby', 'chess'), (90, 2, 'language', 'en'), (92, 0, 'language', 'rm');
                DELETE FROM present_step;
                """)
        }
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        func persons() async throws -> [Record<Person>] {
            try await store.persons.records((90...92).map { Person.ID(rawValue: $0) })
        }
        let completed = try await persons()
        #expect(completed.map(\.content.formattedName) == ["Mom", nil, ""] && completed.map(\.version) == [2, 1, 2])
        #expect(
            completed.map(\.content.languages) == [
                [Labeled("work", "en"), Labeled("", "de")], [], [Labeled("", "rm")],
            ])
        #expect(completed[0].content.profiles == [Labeled("xing", "https://x.example/ann")])
        #expect(completed.map(\.content.cardLanguage) == ["fr", nil, ""])
        #expect(completed.map(\.content.customFields) == [[Labeled("hobby", "chess")], [], []])
        #expect(try await store.search.find("Mom", at: .beginning, limit: 9).matches.map(\.reference.name) == ["Ann A"])
        let filter = try Filter("language = en", of: .person)
        #expect(try await store.persons.list(ListRequest(where: filter)).items.map(\.id.rawValue) == [90])

        let steps = try await store.history.steps(about: nil, at: .beginning, limit: 2).items
        #expect(
            steps.map(\.origin) == [.command("migrate", by: nil), .command("import old.vcf", by: nil)]
                && steps[0].records == 2)
        let past = try await store.persons.record(completed[0].id, at: steps[1].time).content
        #expect(past.formattedName == nil && past.customFields.count == 3 && past.languages == [])
        #expect(try await maintainer.check(.deep) == [])
        await #expect(throws: HistoryProblem.self) { try await store.history.undo(steps[1].id) }
        _ = try await store.history.undo(steps[0].id)
        let undone = try await persons()
        #expect(
            undone.map(\.content.customFields.count) == [3, 0, 1] && undone.allSatisfy { $0.content.languages == [] })
        _ = try await store.history.redo(steps[0].id)
        #expect(try await persons().map(\.content) == completed.map(\.content))
        #expect(try await maintainer.check(.deep) == [])
        #expect(try await store.history.nextUndo()?.id == steps[1].id)
        for step in steps { _ = try await store.history.undo(step.id) }
        #expect(try await persons() == [])
    }

    @Test("After migration, a deleted record can be restored, and steps without purged records can be undone")
    func undo() async throws {
        let store = try await Store.open(at: folder.location, mode: .readWrite)
        defer { store.close() }
        try await store.history.restore([RecordID(kind: .planet, number: 2)])
        #expect(try await store.planets.record(Planet.ID(rawValue: 2)).content.title == "Hoth")
        _ = try await store.history.undo(Step.ID(rawValue: 32))
        // Step 22 is already undone, and steps 26 to 28 changed a purged record.
        for step in [31, 30, 29, 25, 24] + (1...19).reversed() {
            _ = try await store.history.undo(Step.ID(rawValue: Int64(step)))
        }
        for kind in Kind.allCases {
            let rows = try Connection(at: folder.location.path, mode: .readOnly)
                .first("SELECT count(*) FROM \(kind.table)") { $0[0] as Int }
            #expect(rows == 0, "\(kind)")
        }
        _ = try await store.history.redo(Step.ID(rawValue: 1))
        #expect(try await store.persons.list(ListRequest()).items.count == 8)
        #expect(try await maintainer.check(.deep) == [])
    }

    @Test(
        "Changes to a column that a one-line migration adds are recorded and can be undone"
    )
    func newColumn() async throws {
        let line = "ALTER TABLE person ADD COLUMN motto TEXT NOT NULL DEFAULT ''"
        let latest = try #require(Migration.embedded.last)
        let migrations = Migration.embedded + [Migration(version: latest.version + 1, name: "motto", sql: line)]
        let new = try TemporaryFolder()
        try await new.putNewDatabase()
        try new.makeStore(migrations)
        let database = try folder.open(.readWrite, migrations)
        defer { database.close() }
        try await SearchStore(database: database).catchUp()
        let former = DatabaseMaintainer(of: folder.location, migrator: .test(migrations))
        #expect(try await former.backups().map(\.reason) == [.migration])
        #expect(try objects(of: folder) == objects(of: new))

        try folder.runAsOtherProgram("UPDATE person SET motto = 'Yabba dabba doo' WHERE id = 1")
        let history = HistoryStore(database: database, clock: .system)
        func mottos() throws -> [String] {
            try Connection(at: folder.location.path, mode: .readOnly).all("SELECT motto FROM person WHERE id IN (1, 4)")
            {
                $0[0]
            }
        }
        let last = try await history.steps(about: nil, at: .beginning, limit: 1).items[0].id
        // The change belongs to the same step as the previous change by another program.
        #expect(last == Step.ID(rawValue: 31))
        _ = try await history.undo(last)
        #expect(try mottos() == [""])
        _ = try await history.redo(last)
        #expect(try mottos() == ["Yabba dabba doo"])
        // A record from before the migration is restored with the default value.
        _ = try await history.undo(Step.ID(rawValue: 25))
        #expect(try mottos() == ["Yabba dabba doo", ""])
        let fred = Person.ID(rawValue: 1)
        let (first, past) = try await database.reading { connection in
            let step = try StepReader(connection).step(Step.ID(rawValue: 9))
            let past = try connection.all("SELECT DISTINCT motto FROM person_past ORDER BY motto") { $0[0] as String? }
            return (try Person.table.record(fred, at: step.time, in: connection), past)
        }
        #expect(first.content.jobTitle == "Operator")
        #expect(past == ["", "Yabba dabba doo"])
        #expect(try await former.check(.deep) == [])
    }

    @Test("A database older than migration 21 is rejected and not changed")
    func unfinished() async throws {
        try folder.runAsOtherProgram("DELETE FROM migration WHERE version > 12; PRAGMA user_version = 12")
        let before = try folder.bytes("store.db")
        let problem = StoreProblem.tooOld(path: folder.location.path, version: 12, oldest: 21)
        #expect(folder.problem() == problem)
        #expect(problem.description.contains("It has schema version 12"))
        await #expect(throws: problem) { try await maintainer.check(.quick) }
        await #expect(throws: problem) { try await maintainer.migrations() }
        #expect(try folder.bytes("store.db") == before)
    }

    @Test("A modified migration list is detected in an Almanac 0.1 database")
    func edited() async throws {
        try folder.runAsOtherProgram("UPDATE migration SET checksum = 'x' WHERE version = 5")
        #expect(folder.problem() == .migrationChanged(version: 5, name: "history"))
        try folder.runAsOtherProgram("DELETE FROM migration WHERE version = 3")
        #expect(folder.problem() == .migrationMissing(version: 3))
    }

    @Test(
        "A database restored from a database with another schema version can be opened again before a checkpoint",
        .long("restores in both directions"), arguments: Soak.sample([true, false], 1))
    func restored(intoNew: Bool) async throws {
        let other = try TemporaryFolder()
        try await other.putNewDatabase()
        let (target, source) = intoNew ? (other, folder) : (folder, other)
        let bytes = try source.bytes("store.db")
        let store = try await Store.open(at: target.location, mode: .readWrite)
        defer { store.close() }
        _ = try await DatabaseMaintainer(of: target.location).restore(from: source.location.path)
        #expect(try source.bytes("store.db") == bytes)
        let killed = try TemporaryFolder()
        for name in ["store.db", "store.db-wal"] { try killed.write(try target.bytes(name), to: name) }
        let reopened = try await Store.open(at: killed.location, mode: .readWrite)
        #expect(try await reopened.persons.list(ListRequest()).items.count == (intoNew ? 9 : 0))
        #expect(try await DatabaseMaintainer(of: target.location).check(.deep) == [])
    }

    @Test("An Almanac 0.1 database can be salvaged with its history")
    func salvaged() async throws {
        let target = StoreLocation(folder.file("saved.db"))
        let report = try await maintainer.salvage(folder.location.path, to: target.path)
        #expect(report.repaired == [] && report.photos == 2)
        #expect(try await DatabaseMaintainer(of: target).check(.deep) == [])
    }

    @Test("Apart from recreated objects, an Almanac 0.1 database has the schema that migrations up to 21 create")
    func schema() throws {
        let file = try Connection(at: folder.location.path, mode: .readOnly)
        let model = try Connection.inMemory()
        try Migrator.test(Migration.embedded.filter { $0.version <= 21 }).apply(to: model)
        // Migration 40 recreates the table of past accounts and its triggers, and migrations 45 and 46 replace generated
        // triggers.
        let generated = RecordedTables.names.flatMap {
            RecordingTriggers.names(of: $0) + RecordingTriggers.formerNames(of: $0)
        }
        let remade = Set(
            generated.map { "trigger \($0)" } + HistoryViews.all.map { "\($0.type.lowercased()) \($0.name)" }
                + ["table account_past"])
        let isRemade = { (name: String) in remade.contains(name) }
        #expect(
            try objects(of: file).filter { !isRemade($0.key) } == objects(of: model).filter { !isRemade($0.key) })
    }

    private func objects(of folder: TemporaryFolder) throws -> [String: SQLTokens] {
        try objects(of: Connection(at: folder.location.path, mode: .readOnly))
    }

    private func objects(of connection: Connection) throws -> [String: SQLTokens] {
        let objects = try connection.all(
            "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'"
        ) { ($0[0] as String, SQLTokens($0[1])) }
        return Dictionary(objects) { $1 }
    }
}
