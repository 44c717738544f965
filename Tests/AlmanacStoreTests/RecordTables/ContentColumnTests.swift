import Interchange
import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("The database, filters, sort orders, search, and history support every declared field")
struct DeclaredFieldTests {
    @Test func `Every field of persons is supported`() async throws {
        try await isKnown(Person.table, .full(home: Planet.ID(rawValue: 1)))
    }
    @Test func `Every field of groups is supported`() async throws { try await isKnown(Group.table, .example) }
    @Test func `Every field of planets is supported`() async throws { try await isKnown(Planet.table, .example) }
    @Test func `Every field of notes is supported`() async throws { try await isKnown(Note.table, .example) }

    private func isKnown<Content>(_ table: RecordTable<Content>, _ example: Content) async throws {
        let store = try await TemporaryStore()
        let columns = try await store.store.database.reading { connection in
            try connection.all(
                """
                SELECT owner.name, own.name
                FROM pragma_table_list AS owner CROSS JOIN pragma_table_xinfo(owner.name) AS own
                WHERE owner.schema = 'main'
                """
            ) { "\($0[0] as String).\($0[1] as String)" }
        }
        let texts = example.searchTexts(of: table.searchedFields).map(\.field)
        for field in Content.fields {
            for column in field.columns {
                // All uncertainties are in one column.
                let isSeveral = [.labeled, .several].contains(field.shape) && column != "uncertainties"
                let (owner, name) = isSeveral ? ("\(Content.kind)_\(column)", nil) : (table.name, column)
                #expect(columns.contains("\(owner).\(name ?? "position")"), "\(field.key) has no column.")
                let recorded = RecordedField(of: name, in: owner, kind: Content.kind)
                #expect(
                    recorded?.key == field.key && recorded?.title == field.title,
                    "\(field.key) is missing from the history.")
            }
            for filter in field.filters {
                let known = FilterField.all(of: Content.kind)
                #expect(known.contains { $0.name == filter.name && $0.key == filter.key }, "\(filter.name)")
                #expect(table.filterColumns[filter.name] != nil, "\(filter.name) has no filter column.")
            }
            if let declared = field.order {
                let name = try #require(field.filters.first?.name, "An order has the name of its filter.")
                let order = try #require(RecordOrder<Content>(rawValue: name), "\(name)")
                // An order without its own column would fall back to the name.
                if case .value = declared { #expect(!OrderColumn(order).key.hasSuffix(".sort_key"), "\(name)") }
            }
            if field.search != nil, !field.read(example).isEmpty {
                #expect(texts.contains(field.key), "\(field.key) is not searched.")
            }
        }
    }
}

@Suite("Languages in filters, search, edits, and the history")
struct LanguageFieldTests {
    private let store: TemporaryStore
    private let id: Person.ID

    /// Adds a person whom an earlier version imported, with a language as a custom field.
    init() async throws {
        store = try await TemporaryStore()
        var person = Person()
        (person.name.given, person.cardLanguage) = ("Ann", nil)
        person.card = [
            "BEGIN:VCARD", "VERSION:4.0", "FN:Ann", "N:;Ann;;;", "LANGUAGE:fr", "LANG;TYPE=work:de-CH", "END:VCARD",
        ]
        person.customFields = [Labeled("language", "de-CH"), Labeled("hobby", "chess")]
        id = try await store.persons.add(person).id
        try store.connection().run("UPDATE person SET card_version = 0")
    }

    private func edit(_ words: FieldAssignment...) async throws -> Person {
        let record = try await store.persons.record(id)
        var content = record.content
        try Person.fields.apply(words, to: &content)
        try await store.persons.update(record, to: content, in: CommandContext("edit \(id.recordID)", by: nil))
        return try await store.persons.record(id).content
    }

    private func found(_ filter: String) async throws -> [Person.ID] {
        try await store.persons.list(ListRequest(where: Filter(filter, of: .person))).items.map(\.id)
    }

    @Test("An edit moves a language out of the custom fields, and filters and search find it")
    func completing() async throws {
        let person = try await edit(FieldAssignment(key: "title", value: "Pilot"))
        #expect(person.languages == [Labeled("work", "de-CH")] && person.cardLanguage == "fr")
        #expect(person.customFields == [Labeled("hobby", "chess")])
        #expect(try await found("language = de-ch") == [id])
        #expect(try await found("cardLanguage = fr") == [id])
        #expect(try await found("language = en") == [])
        #expect(try await store.search.find("de-CH", at: .beginning, limit: 9).matches.first?.field == "language")
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("A name that an earlier version read from a formatted name is read again, and the migration stores it")
    func formerName() async throws {
        var person = Person()
        (person.name.given, person.name.family, person.formattedName) = ("山田", "太郎", "山田 太郎")
        person.messengers = [Labeled("https", "//t.example/taro")]
        person.card = ["BEGIN:VCARD", "VERSION:4.0", "FN:山田 太郎", "IMPP:https://t.example/taro", "END:VCARD"]
        let former = try await store.persons.add(person).id
        let connection = try store.connection()
        try connection.run("UPDATE person SET card_version = 1")
        func check(_ person: Person) {
            #expect(person.name.family == "山田" && person.name.given == "太郎" && person.formattedName == "")
            #expect(person.messengers == [Labeled("", "https://t.example/taro")])
        }
        check(try await store.persons.record(former).content)
        try connection.execute("BEGIN IMMEDIATE")
        try CardVersionMigration(connection: connection).run(at: Timestamp(secondsSince1970: 0))
        try connection.execute("COMMIT")
        check(try await store.persons.record(former).content)
        #expect(try await found("family = 山田 and version = 2") == [former])
        #expect(try connection.hasRow("SELECT 1 FROM person_messenger WHERE value = 'https://t.example/taro'"))
        let step = try #require(try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first)
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.record(former).content.name.family == "太郎")
    }

    @Test("Languages can be added and removed, and undo restores the former values")
    func undo() async throws {
        var person = try await edit(FieldAssignment(key: "language", label: "home", operation: .add, value: "rm"))
        #expect(person.languages == [Labeled("work", "de-CH"), Labeled("home", "rm")])
        person = try await edit(
            FieldAssignment(key: "language", label: "work", value: ""), FieldAssignment(key: "cardLanguage", value: ""))
        #expect(person.languages == [Labeled("home", "rm")] && person.cardLanguage == "")
        _ = try await edit(FieldAssignment(key: "title", value: "Pilot"))
        #expect(try await store.persons.record(id).content.cardLanguage == "")
        for _ in 1...3 { _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id) }
        #expect(try store.connection().hasRow("SELECT 1 FROM person WHERE card_version = 0 AND card_language IS NULL"))
        person = try await store.persons.record(id).content
        #expect(person.languages == [Labeled("work", "de-CH")] && person.cardLanguage == "fr")
        #expect(person.customFields == [Labeled("hobby", "chess")])
    }
}

@Suite("Online profiles in filters, search, and edits")
struct OnlineProfileTests {
    private static let lines = [
        "BEGIN:VCARD", "VERSION:4.0", "FN:Mom", "N:A;Ann;;;", "SOCIALPROFILE;SERVICE-TYPE=xing:https://x.example/ann",
        "PHOTO:https://x.example/a.png", "END:VCARD",
    ]

    private let store: TemporaryStore
    private let id: Person.ID

    /// Adds a person whom an earlier version imported, whose profiles and formatted name are only on the card.
    init() async throws {
        store = try await TemporaryStore()
        var person = Person()
        (person.name.given, person.name.family, person.formattedName) = ("Ann", "A", nil)
        person.card = Self.lines
        id = try await store.persons.add(person).id
        try store.connection().run("UPDATE person SET card_version = 0")
    }

    private func edit(_ change: (inout Person) -> Void) async throws -> Person {
        let record = try await store.persons.record(id)
        var content = record.content
        change(&content)
        try await store.persons.update(record, to: content, in: CommandContext("edit \(id.recordID)", by: nil))
        return try await store.persons.record(id).content
    }

    private func exported(_ person: Person) -> [String] {
        var card = ContactCard()
        card.person = person
        var writer = CardWriter(.asItCame(otherwise: .v40))
        _ = writer.write(card)
        return String(decoding: writer.drain(), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    @Test("An edit copies the card’s profiles and formatted name to the fields")
    func completing() async throws {
        #expect(try await exported(store.persons.record(id).content) == Self.lines)
        let person = try await edit { $0.jobTitle = "Pilot" }
        #expect(person.profiles.map(\.label) == ["xing", "picture"] && person.formattedName == "Mom")
        #expect(exported(person).filter { $0 != "TITLE:Pilot" } == Self.lines)
        let filter = try Filter("profile ~ x.example/ann", of: .person)
        #expect(try await store.persons.list(ListRequest(where: filter)).items.map(\.id) == [id])
        #expect(try await store.search.find("x.example", at: .beginning, limit: 9).matches.first?.field == "profile")
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test("Adding a profile to a person with profiles only on the card keeps those profiles")
    func adding() async throws {
        let new = Labeled("mastodon", "https://x.example/@ann")
        let person = try await edit { $0.profiles.append(new) }
        #expect(person.profiles.map(\.label) == ["xing", "picture", "mastodon"])
        let line = "SOCIALPROFILE;SERVICE-TYPE=mastodon:https://x.example/@ann"
        #expect(exported(person).filter { $0 != line } == Self.lines)
    }

    @Test("Removing all profiles also removes those on the card, and undo restores them")
    func removing() async throws {
        _ = try await edit { $0.jobTitle = "Pilot" }
        let person = try await edit { $0.profiles = [] }
        let lines = Self.lines.filter { !$0.contains("x.example") }
        #expect(person.profiles == [] && exported(person).filter { $0 != "TITLE:Pilot" } == lines)
        _ = try await edit { $0.jobTitle = "" }
        #expect(try await exported(store.persons.record(id).content) == lines)
        for _ in 1...2 { _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id) }
        let restored = try await store.persons.record(id).content
        #expect(restored.profiles.map(\.label) == ["xing", "picture"])
        #expect(exported(restored).filter { $0 != "TITLE:Pilot" } == Self.lines)
    }
}

@Suite("Pronouns in filters, sorted lists, search, and the history")
struct PronounsTests {
    private static func store() async throws -> TemporaryStore {
        let store = try await TemporaryStore()
        for pronouns in ["they/them", "", "She/Her", "he/him"] {
            var person = Person()
            (person.name.given, person.pronouns) = ("A", pronouns)
            _ = try await store.persons.add(person)
        }
        return store
    }

    @Test(arguments: [("pronouns = \"she/her\"", [3]), ("pronouns ~ them", [1]), ("pronouns is null", [2])])
    func `Persons can be filtered by their pronouns`(filter: String, numbers: [Int64]) async throws {
        let store = try await Self.store()
        let found = try await store.persons.list(ListRequest(where: try Filter(filter, of: .person))).items
        #expect(found.map(\.id.rawValue) == numbers)
    }

    @Test func `Persons can be sorted by their pronouns`() async throws {
        let store = try await Self.store()
        let order = try #require(RecordOrder<Person>(named: "pronouns"))
        for (isDescending, numbers) in [(false, [4, 3, 1, 2]), (true, [1, 3, 4, 2])] {
            let listing = ListRequest(by: order, isDescending: isDescending)
            #expect(try await store.persons.list(listing).items.map(\.id.rawValue) == numbers.map(Int64.init))
        }
    }

    @Test func `Persons can be found by their pronouns`() async throws {
        let store = try await Self.store()
        let matches = try await store.search.find("them", at: .beginning, limit: 9)
        #expect(matches.matches.map(\.reference.id.number) == [1] && matches.matches.first?.field == "pronouns")
    }

    @Test func `Changes to pronouns are recorded and can be undone`() async throws {
        let store = try await Self.store()
        let person = try await store.persons.record(Person.ID(rawValue: 1))
        var content = person.content
        content.pronouns = "xe/xir"
        try await store.persons.update(person, to: content, in: CommandContext("edit persons/1", by: nil))
        let step = try #require(
            try await store.history.steps(about: person.recordID, at: .beginning, limit: 1).items.first)
        let change = try #require(try await store.history.changes(of: step.id, at: .beginning, limit: 1).items.first)
        #expect(change.fields.map(\.title) == ["Pronouns"])
        #expect(change.fields.first?.old == "they/them" && change.fields.first?.new == "xe/xir")
        _ = try await store.history.undo(step.id)
        #expect(try await store.persons.record(person.id).pronouns == "they/them")
    }
}

@Suite("Contact reminders in the database, filters, sort orders, and the history")
struct ReminderFieldTests {
    /// Reminders with the date on which the next contact is due: empty for a contact that is due immediately, or `nil`
    /// if no interval is set.
    private static let reminders: [(contact: String?, last: String?, due: String?)] = [
        ("30d", "2026-11-01", "2026-12-01"), ("1m", "2026-01-31", "2026-02-28"), ("2w", nil, ""),
        (nil, "2026-11-20", nil), ("1y", "2025-12-31", "2026-12-31"), (nil, nil, nil),
        ("3m", "2026-08-21", "2026-11-21"),
    ]

    private let store: TemporaryStore
    private let ids: [Person.ID]

    init() async throws {
        store = try await TemporaryStore()
        let persons = Self.reminders.enumerated().map { number, reminder in
            var person = Person()
            person.name.given = "P\(number)"
            (person.contact, person.lastContact) = (
                reminder.contact.flatMap { TimeSpan($0) }, reminder.last.flatMap { CivilDate($0) }
            )
            return person
        }
        ids = try await store.persons.add(persons, in: CommandContext("new", by: nil))
    }

    private func names(
        _ filter: String, by order: RecordOrder<Person> = .name, isDescending: Bool = false
    ) async throws -> String {
        let listing = ListRequest<Person>(
            .all, by: order, isDescending: isDescending, where: try Filter(filter, of: .person))
        return try await store.persons.list(listing).items.map(\.name.given).joined(separator: " ")
    }

    private func due() throws -> [String?] {
        try store.connection().all("SELECT due_key FROM person ORDER BY id") { $0[0] }
    }

    @Test func `The due date is stored with the interval and the date of the last contact`() async throws {
        #expect(try due() == Self.reminders.map(\.due))
        for (id, reminder) in zip(ids, Self.reminders) {
            let person = try await store.persons.record(id)
            #expect(person.contact?.description == reminder.contact.flatMap { TimeSpan($0) }?.description)
            #expect(person.lastContact?.description == reminder.last)
        }
    }

    @Test(arguments: [
        ("contact < 60d", "P0 P1 P2"), ("contact = 1m", "P0 P1"), ("contact >= 3m", "P4 P6"),
        ("contact is null", "P3 P5"),
        ("contact between 2w and 1m", "P0 P1 P2"), ("has contact and lastContact is null", "P2"),
        ("lastContact < 2026-01-01", "P4"), ("lastContact = 2026-11", "P0 P3"), ("lastcontact > 2026-11-19", "P3"),
        ("due <= 2026-11-21", "P1 P2 P6"), ("due = 2026-12", "P0 P4"), ("due < 2027", "P0 P1 P2 P4 P6"),
        ("not due <= 2026-11-21", "P0 P4"), ("due is null", "P3 P5"), ("has due", "P0 P1 P2 P4 P6"),
        ("due < 1000-01-01", "P2"), ("due > 1000-01-01", "P0 P1 P4 P6"),
    ])
    func `Filters select persons by contact interval, last contact, and due date`(filter: String, found: String)
        async throws
    {
        #expect(try await names(filter) == found)
    }

    @Test func `Persons are sorted by due date or last contact, and those without a value come last`() async throws {
        #expect(try await names("version > 0", by: .due) == "P2 P1 P6 P0 P4 P3 P5")
        #expect(try await names("has due", by: .due, isDescending: true) == "P4 P0 P6 P1 P2")
        let last = try #require(RecordOrder<Person>(rawValue: "lastContact"))
        #expect(try await names("version > 0", by: last) == "P4 P1 P6 P0 P3 P2 P5")
    }

    @Test func `A period has the same length in SQL and in Swift`() async throws {
        for text in ["1d", "13d", "5w", "1m", "2m", "7m", "11m", "1y", "99y", "1199m"] {
            let span = try #require(TimeSpan(text))
            var person = Person()
            (person.name.given, person.contact) = ("Q", span)
            let id = try await store.persons.add(person).id
            for (condition, count) in [("=", 1), ("<", 0), (">", 0)] {
                let filter = try Filter("given = Q and contact \(condition) \(span.averageDays)d", of: .person)
                #expect(try await store.persons.count(.all, matching: "", where: filter) == count, "\(text)")
            }
            try await store.persons.delete([id])
        }
    }

    @Test func `Counting or listing due contacts uses an index`() async throws {
        let filter = try Filter("due <= 2026-11-21", of: .person)
        let log = try StatementLog(on: store) { connection in
            #expect(try Person.table.count(.all, where: filter, in: connection) == 3)
            _ = try Person.table.list(ListRequest(by: .due, where: filter), in: connection)
        }
        #expect(try log.fullScans() == [])
    }

    @Test func `The due date follows changes by other programs, undo, and redo`() async throws {
        let other = try store.connection()
        try other.execute("UPDATE person SET contact = '1w', last_contact = '2026-01-01' WHERE id = 6")
        try await store.search.catchUp()
        #expect(try due()[5] == "2026-01-08")
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
        try await store.search.catchUp()
        #expect(try due()[5] == nil)
        _ = try await store.history.redo(try #require(try await store.history.nextRedo()).id)
        try await store.search.catchUp()
        #expect(try due()[5] == "2026-01-08")
        #expect(throws: SQLiteError.self) { try other.execute("UPDATE person SET contact = 'soon' WHERE id = 6") }
        #expect(throws: SQLiteError.self) { try other.execute("UPDATE person SET last_contact = '2026' WHERE id = 6") }
    }

    @Test func `A note about a person with a contact interval sets the date of the last contact in the same step`()
        async throws
    {
        let day = try #require(CivilDate("2026-11-21"))
        let notes = ids.map { id in
            var note = Note()
            (note.topic, note.subject) = ("Call", id.recordID)
            return note
        }
        try await Conventions.$current.withValue(Conventions(today: { day })) {
            _ = try await store.notes.add(notes, in: CommandContext("note", by: nil))
        }
        let persons = try await store.persons.records(ids)
        let expected = Self.reminders.map { $0.contact == nil ? $0.last : "2026-11-21" }
        #expect(persons.map { $0.lastContact?.description } == expected)
        #expect(try due()[2] == "2026-12-05")
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
        #expect(try await store.persons.records(ids).map { $0.lastContact?.description } == Self.reminders.map(\.last))
        #expect(try await store.notes.count(.all) == 0)
    }
}
