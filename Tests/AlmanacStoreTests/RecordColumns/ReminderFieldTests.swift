import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Contact reminders in the database, filters, sort orders, and the history")
struct ReminderFieldTests {
    /// Reminders with the date on which the next contact is due: an empty text for a contact that is due immediately.
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
    func `A filter finds the matching persons`(filter: String, found: String) async throws {
        #expect(try await names(filter) == found)
    }

    @Test func `Persons are sorted by due date or last contact, and those without a date come last`() async throws {
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

    @Test func `Counting due contacts uses an index`() async throws {
        let filter = try Filter("due <= 2026-11-21", of: .person)
        let log = try StatementLog(on: store) { connection in
            #expect(try Tables.persons.count(.all, where: filter, in: connection) == 3)
            _ = try Tables.persons.list(ListRequest(by: .due, where: filter), in: connection)
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
            (note.topic, note.subject) = ("Call", id.address)
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
