import FileIO
import Glibc
import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

/// Values that can result only from other programs or from damage.
@Suite("Values of other programs")
struct ForeignDataTests {
    let store: TemporaryStore
    let file: Connection

    init() async throws {
        store = try await TemporaryStore()
        try await SampleRecords.settle(in: store.store)
        file = try store.connection()
        try file.execute("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
    }

    @Test("Invalid values in all columns of a record hide neither the record nor the list", arguments: Kind.allCases)
    func columns(kind: Kind) async throws {
        let own: Set = ["id", "uuid", "created", "modified", "version", "display_name", "sort_key"]
        let columns: [(name: String, type: String)] = try file.all(
            "SELECT name, type FROM pragma_table_info(?1)", binding: kind.table
        ) { (name: $0[0], type: $0[1]) }
        for value in ["'garbage'", "-9", "9e300", "''", "NULL"] {
            for (name, type) in columns where !own.contains(name) {
                // Strict tables reject values of other types.
                let isAccepted = type == "TEXT" || !value.hasPrefix("'")
                if !isAccepted { continue }
                try? file.execute("UPDATE \(kind.table) SET \(name) = \(value) WHERE id = 1")
            }
            try await expectRecords(kind, "\(value)")
        }
    }

    private func expectRecords(_ kind: Kind, _ comment: Comment) async throws {
        switch kind {
        case .person:
            #expect(try await store.persons.list(ListRequest()).items.count == 5, comment)
            _ = try await store.persons.record(Person.ID(rawValue: 1))
        case .planet:
            #expect(try await store.planets.list(ListRequest()).items.count == 4, comment)
            _ = try await store.planets.record(Planet.ID(rawValue: 1))
        case .group:
            #expect(try await store.groups.list(ListRequest()).items.count == 2, comment)
            _ = try await store.groups.record(Group.ID(rawValue: 1))
        case .note:
            #expect(try await store.notes.list(ListRequest()).items.count == 2, comment)
            _ = try await store.notes.record(Note.ID(rawValue: 1))
        }
    }

    @Test("Index rows of records that do not exist are ignored")
    func staleIndex() async throws {
        try file.execute(
            """
            INSERT INTO name_key VALUES ('leia organa', 'person', 999), ('leia organa', 'planet', -1),
                ('leia organa', 'note', 9223372036854775807), ('leia organ', 'person', 998);
            INSERT INTO misspelling (form, word) VALUES ('leja', 'nobody');
            """)
        for text in ["leia organa", "leia", "leja"] {
            let found = try await store.search.find(text, at: .beginning, limit: 9).matches.map(\.reference.id)
            #expect(found.first == RecordID(kind: .person, number: 1), "\(text)")
        }
        let all = Set(Kind.allCases)
        #expect(try await store.search.names(like: "leia organa", of: all, limit: 9).map(\.name) == ["Leia Organa"])
        #expect(
            try await store.search.names(beginningWith: "leia", of: all, limit: 9).references.map(\.name)
                == ["Leia Organa"])
    }

    @Test("An index row of an unknown kind is reported, and other searches succeed")
    func unknownKind() async throws {
        try file.execute("INSERT INTO name_key VALUES ('han solo', 'robot', 1)")
        await #expect(throws: StoreProblem.self) {
            _ = try await store.search.find("han solo", at: .beginning, limit: 9)
        }
        #expect(try await store.search.find("leia", at: .beginning, limit: 9).total > 0)
    }

    @Test(
        "A pending index entry for an unknown kind or record does not prevent changes",
        arguments: ["('person', 999)", "('planet', -1)", "('robot', 1)", "('person', 9223372036854775807)"])
    func pending(row: String) async throws {
        try file.execute("INSERT INTO search_pending VALUES \(row)")
        var person = Person()
        person.name.given = "Chewbacca"
        _ = try await store.persons.add(person)
        #expect(try await store.search.find("chewbacca", at: .beginning, limit: 9).total == 1)
    }

    @Test(
        "Reading a draft with damaged assignments is an error, and the draft can be replaced",
        arguments: [
            "", "nonsense", "[", #"["x"]"#, #"[{"key":"given","operation":"="}]"#,
            #"[{"key":"given","operation":"?","value":"x"}]"#, #"[{"key":"given","operation":"=","value":7}]"#,
            #"[{"key":7,"operation":"=","value":"x"}]"#, #"[{"key":"given","label":7,"operation":"=","value":"x"}]"#,
        ])
    func drafts(words: String) async throws {
        let draft = Draft(words: [FieldAssignment(key: "given", value: "Leia")])
        try await store.store.drafts.save(draft, at: "persons/new", of: nil)
        try file.run("UPDATE draft SET words = ?1") { $0[1] = words }
        await #expect(throws: StoreProblem.self) {
            _ = try await store.store.drafts.draft(at: "persons/new", of: nil)
        }
        #expect(try await store.store.drafts.places(of: nil) == ["persons/new"])
        try await store.store.drafts.save(draft, at: "persons/new", of: nil)
        #expect(try await store.store.drafts.draft(at: "persons/new", of: nil) == draft)
    }

    @Test(
        "A draft is empty if its assignments lack keys",
        arguments: ["[]", "{}", "[{}]", #"[{"value":"x"}]"#, #"[null]"#])
    func emptyDraft(words: String) async throws {
        try await store.store.drafts.save(Draft(version: 3), at: "persons/1/edit", of: nil)
        try file.run("UPDATE draft SET words = ?1") { $0[1] = words }
        #expect(try await store.store.drafts.draft(at: "persons/1/edit", of: nil) == Draft(version: 3))
    }

    @Test(
        "A smart group with an invalid filter is empty, and other groups keep their members",
        arguments: ["", " ", "mass >", "shoe = 9", "(((", "name = '", "\u{FFFD}"])
    func filters(text: String) async throws {
        var group = Group()
        (group.name, group.planets) = ("Light", "mass > 1")
        let id = try await store.groups.add(group).id
        (group.name, group.planets, group.filter) = ("Named", nil, "given = leia")
        let other = try await store.groups.add(group).id
        try file.run("UPDATE people_group SET planet_filter = ?1 WHERE id = ?2") { ($0[1], $0[2]) = (text, id) }
        #expect(try await store.groups.record(id).links.members == .none)
        #expect(try await store.groups.record(other).links.members.first.map(\.name) == ["Leia Organa"])
        #expect(try await store.groups.list(ListRequest()).items.count == 4)
        #expect(try await store.planets.record(Planet.ID(rawValue: 1)).links.smartGroups == [])
        await #expect(throws: RecordProblem.self) { _ = try await store.planets.list(ListRequest(.of(id.recordID))) }
    }

    @Test("The positions of list values can be any integers", arguments: [Int64.min, -1, 7, .max - 1, .max])
    func positions(position: Int64) async throws {
        try file.run("UPDATE person_email SET position = ?1") { $0[1] = position }
        let leia = try await store.persons.record(Person.ID(rawValue: 1))
        #expect(leia.content.emails.count == 1)
        var person = leia.content
        person.emails = [Labeled("", "leia@hoth.example")]
        let changed = try await store.persons.update(leia.id, version: leia.version, to: person)
        #expect(changed.content.emails == person.emails)
        person.emails = []
        #expect(try await store.persons.update(leia.id, version: changed.version, to: person).content.emails == [])
    }

    @Test(
        "Only valid dates with a month and a day are occasions",
        arguments: [
            ("--12-01", 1), ("1977-12-01", 1), ("1977-13-01", 0), ("--02-30", 0), ("1977-12", 0), ("x-12-01", 0),
            ("", 0),
        ])
    func occasions(date: String, count: Int) async throws {
        try file.run("UPDATE person SET birthday = ?1 WHERE id = 1") { $0[1] = date }
        let first = try #require(CivilDate("2026-01-01"))
        let span = YearlySpan(from: first, days: 365)
        #expect(try await store.store.occasions.occasions(in: span, at: .beginning, limit: 9).items.count == count)
    }
}

/// Files next to the database that other programs or damage have changed.
@Suite("Files of other programs")
struct ForeignFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let now = Timestamp(rawValue: "2026-11-21T03:18:00.000Z")

    @Test(
        "Invalid lines in the verification log, and lines dated in the future, are ignored",
        arguments: [
            ("a.db 2026-11-21T03:18:00.000Z", true), ("a.db 2026-11-21T03:18:00.001Z", false), ("a.db", false),
            ("a.db 2026-11-21", false), ("a.db soon", false), ("", false), ("  a.db  2026-11-20T03:18:00.000Z ", true),
        ])
    func verifications(line: String, isRead: Bool) throws {
        try folder.write(
            Array("\u{0}\nx\n\(line)\nfailed 2026-11-20T00:00:00.000Z No space left.\n".utf8), to: "verifications")
        let log = VerificationLog(in: folder.path, at: Self.now)
        #expect(log.verifications.keys.sorted() == (isRead ? ["a.db"] : []))
        #expect(log.failure?.reason == "No space left.")
    }

    @Test("The verification log is written sorted, with one line for each backup and the last failure")
    func writtenLog() throws {
        var log = VerificationLog(in: folder.path, at: Self.now)
        #expect(log.verifications.isEmpty && log.failure == nil)
        log.verifications = [
            "b.db": BackupVerification(time: Self.now, problem: "One.\nTwo\r\n three."),
            "a.db": BackupVerification(time: Self.now, problem: nil),
        ]
        log.failure = BackupFailure(time: Self.now, reason: "No space.")
        try log.write(in: folder.path)
        let time = Self.now.rawValue
        #expect(
            String(decoding: try folder.bytes("verifications"), as: UTF8.self)
                == "a.db \(time)\nb.db \(time) One. Two  three.\nfailed \(time) No space.\n")
        #expect(try folder.names() == ["verifications"])
        let read = VerificationLog(in: folder.path, at: Self.now)
        #expect(read.verifications["a.db"] == log.verifications["a.db"] && read.failure == log.failure)
        #expect(read.verifications["b.db"]?.problem == "One. Two  three.")
    }

    @Test("A backup gets the next unused name, and a failure is reported until a later backup is intact")
    func newPlaces() throws {
        let path = folder.file("store.db.backups")
        let backups = BackupFolder(path: path, clock: StoreClock(milliseconds: { 1_000 }, sleep: { _ in }))
        var names: [String] = []
        for (reason, isWhole) in [(.daily, true), (.daily, true), (.import, false)] as [(BackupReason, Bool)] {
            let place = try backups.newPlace(for: reason, isWhole: isWhole)
            names.append(String(place.path.dropFirst(path.count + 1)))
            try folder.write([], to: "store.db.backups/\(names[names.count - 1])")
        }
        #expect(
            names == [
                "1970-01-01T000001.000Z-daily.db", "1970-01-01T000001.001Z-daily.db",
                "1970-01-01T000001.000Z-import-damaged.db",
            ])
        let found = try backups.backups()
        #expect(found.map(\.path) == [names[1], names[2], names[0]].map { "\(path)/\($0)" })
        #expect(found.map(\.reason) == [.daily, .import, .daily] && found.map(\.isWhole) == [true, false, true])
        for (milliseconds, isCounted) in [(999, false), (1_000, false), (1_001, true)] as [(Int64, Bool)] {
            let clock = StoreClock(milliseconds: { 2_000 }, sleep: { _ in })
            let failure = BackupFailure(time: Timestamp(millisecondsSince1970: milliseconds), reason: "Full.")
            try BackupFolder(path: path, clock: clock).updateLog { $0.failure = failure }
            #expect(BackupFolder(path: path, clock: clock).failure == (isCounted ? failure : nil), "\(milliseconds)")
        }
    }

    @Test(
        "A photo manifest with an invalid line is rejected",
        arguments: [("", true), (" 7", true), ("7 7", false), ("x", false), ("7", false), ("-", false)])
    func manifest(text: String, isValid: Bool) throws {
        let id = String(repeating: "0", count: 64)
        let line = text.isEmpty ? "" : text == "7" ? String(id.dropLast()) + " 7\n" : "\(id) \(text)\n"
        try folder.write(Array(line.utf8), to: "manifest")
        #expect(((try? PhotoManifest(in: folder.path)) != nil) == isValid)
    }

    @Test("A photo manifest lists the photos sorted by name, and a missing manifest is not an error")
    func writtenManifest() throws {
        #expect(try PhotoManifest(in: folder.path) == nil)
        let names = ["b", "a"].map { String(repeating: $0, count: 64) }
        let ids = try names.map { try #require(BlobID(rawValue: $0)) }
        try PhotoManifest([ids[0]: 7, ids[1]: 0]).write(in: folder.path)
        let text = String(decoding: try folder.bytes("manifest"), as: UTF8.self)
        #expect(text == "\(names[1]) 0\n\(names[0]) 7\n")
        #expect(try PhotoManifest(in: folder.path)?.sizes == [ids[0]: 7, ids[1]: 0])
    }

    @Test("A state file is written only if its lines change, and is read only if no other user can change it")
    func stateFiles() throws {
        let file = StateFile(path: folder.file("state/lines"))
        #expect(try file.lines() == [])
        try file.update { _ in }
        #expect(try folder.names(in: "state") == [])
        try file.update { $0 += ["a", "b"] }
        #expect(try folder.bytes("state/lines") == Array("a\nb\n".utf8) && file.lines() == ["a", "b"])
        #expect(try folder.permissions("state/lines") == 0o600 && folder.permissions("state") == 0o700)
        let written = try FileSystem.entry(folder.file("state/lines"))?.version
        try file.update { $0 = $0.filter { !$0.isEmpty } }
        #expect(try FileSystem.entry(folder.file("state/lines"))?.version == written)
        for mode in [0o620, 0o602] as [mode_t] {
            chmod(folder.file("state/lines"), mode)
            #expect(throws: SystemError(code: EACCES)) { try file.lines() }
            #expect(throws: SystemError(code: EACCES)) { try file.update { $0 = [] } }
        }
        #expect(throws: SystemError(code: EACCES)) { try StateFile(path: folder.file("state")).lines() }
        let none = StateFile(path: nil)
        #expect(try none.lines() == [])
        #expect(throws: SystemError(code: ENOENT)) { try none.update { $0 = ["a"] } }
    }

    @Test(
        "Only files with a valid backup name are listed as backups",
        arguments: [
            ("2026-11-21T061200.123Z-daily.db", true), ("2026-11-21T061200.123Z-daily-damaged.db", true),
            ("2026-11-21T061200.123Z-.db", false), ("2026-11-21T061200.123Z-shopping.db", false),
            ("2026-11-21T061200.123Z_daily.db", false), ("2026-11-31T061200.123Z-daily.db", false),
            ("2026-11-21T061200.123Z-daily", false), ("2026-11-21T061200.123Zdaily.db", false), (".db", false),
        ])
    func backups(name: String, isBackup: Bool) throws {
        try folder.write([], to: name)
        let backups = try BackupFolder(path: folder.path, clock: .system).backups()
        #expect(backups.count == (isBackup ? 1 : 0))
        #expect(backups.first.map { $0.time.rawValue == "2026-11-21T06:12:00.123Z" } != false)
    }

    @Test(
        "A row of a damaged schema table is used if it describes a table or an index and is the first with its name",
        arguments: [
            ([.text("table"), .text("a"), .text("a"), .integer(2), .text("CREATE TABLE a (x, y)")], ["x", "y"]),
            ([.text("index"), .text("a"), .text("a"), .integer(2), .null], []),
            ([.text("view"), .text("a"), .text("a"), .integer(2), .null], nil),
            ([.text("table"), .null, .text("a"), .integer(2), .null], nil),
            ([.text("table"), .text("a"), .text("a"), .integer(1), .null], nil),
            ([.text("table"), .text("a"), .text("a"), .integer(-2), .null], nil),
            ([.text("table"), .text("a"), .text("a"), .integer(1 << 31), .null], nil),
            ([.text("table"), .text("a"), .text("a"), .null, .null], nil),
            ([.text("table"), .text("a"), .text("a"), .integer(2)], nil),
            ([.text("table"), .text("a"), .text("a"), .integer(2), .text("x"), .null], nil),
            ([.text("table"), .text("a"), .text("a"), .integer(2), .text("CREATE TABLE a (x")], []),
        ] as [([StoredValue], [String]?)])
    func schemaRows(row: [StoredValue], columns: [String]?) {
        var schema = DamagedSchema()
        schema.add(row)
        #expect(schema.trees.map { $0.columns ?? [] } == (columns.map { [$0] } ?? []))
        schema.add([.text("table"), .text("a"), .text("a"), .integer(3), .text("CREATE TABLE a (z)")])
        #expect(schema.trees.map(\.root) == [columns == nil ? 3 : 2])
    }
}
