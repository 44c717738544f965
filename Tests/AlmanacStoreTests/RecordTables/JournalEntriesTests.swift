import Interchange
import Model
import TestSupport
import Testing
@testable import AlmanacStore

/// Journal entries of three persons.
struct JournalEntriesTests {
    let store: TemporaryStore
    let persons: [Record<Person>]
    let entry: Record<Note>

    init() async throws {
        store = try await TemporaryStore()
        let names = ["Leia", "Luke", "Han"]
        let ids = try await store.persons.add(
            names.map { name in
                var person = Person()
                person.name.given = name
                return person
            })
        persons = try await store.persons.records(ids)
        var note = Note()
        (note.text, note.date, note.kind) = ("Dinner", CivilDate("2026-11-20"), "gift")
        (note.subject, note.persons) = (ids[0].recordID, [ids[1], ids[2]])
        entry = try await store.notes.add(note)
    }

    private func names(in note: Record<Note>) async throws -> [String] {
        let record = try await store.notes.record(note.id)
        return [record.links.subject?.name].compactMap(\.self) + record.links.persons.map(\.name)
    }

    private func entries(of person: Record<Person>) async throws -> [String] {
        try await store.persons.record(person.id).links.journal.first.map(\.name)
    }

    @Test func `Each person’s journal lists the latest entries first, and undated notes are listed separately`()
        async throws
    {
        var (later, note) = (Note(), Note())
        (later.text, later.date, later.subject) = ("Later", CivilDate("2026-11-21"), persons[1].recordID)
        (note.text, note.subject) = ("Undated", persons[1].recordID)
        _ = try await store.notes.add([later, note], in: .test)
        #expect(try await entries(of: persons[0]) == ["Dinner"])
        #expect(try await entries(of: persons[1]) == ["Later", "Dinner"])
        let luke = try await store.persons.record(persons[1].id)
        #expect(luke.links.notes.first.map(\.name) == ["Undated"] && luke.links.journal.count == .exactly(2))
        let list = try await store.notes.list(ListRequest(.of(luke.recordID), by: .date, isDescending: true)).items
        #expect(list.map(\.title) == ["Later", "Dinner", "Undated"])
    }

    @Test func `A restored person is linked to their former journal entries again`() async throws {
        try await store.persons.delete([persons[0].id, persons[1].id])
        #expect(try await names(in: entry) == ["Han"])
        try await store.history.restore([persons[1].recordID])
        #expect(try await names(in: entry) == ["Luke", "Han"])
        try await store.history.restore([persons[0].recordID])
        #expect(try await names(in: entry) == ["Leia", "Luke", "Han"])
        #expect(try await DatabaseMaintainer(of: store.store.location).check(.deep) == [])
    }

    @Test func `Search finds entries by the current names of all persons`() async throws {
        func found(_ text: String) async throws -> Bool {
            try await store.search.find(text, at: .beginning, limit: 9).matches.contains {
                $0.reference.id == entry.recordID
            }
        }
        #expect(try await found("luke"))
        var content = persons[1].content
        content.name.given = "Lucas"
        try await store.persons.update(persons[1], to: content, in: .test)
        #expect(try await found("lucas"))
        try await store.persons.delete([persons[1].id], in: CommandContext("delete", by: nil))
        #expect(try await !found("lucas"))
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
        #expect(try await found("lucas"))
        #expect(try await DatabaseMaintainer(of: store.store.location).check(.deep) == [])
    }

    @Test func `Merging two persons keeps the entries of both and lists the merged person only once`() async throws {
        try await store.duplicates.merge(
            persons[1], into: persons[0], as: persons[0].content, in: CommandContext("merge", by: nil))
        #expect(try await names(in: entry) == ["Leia", "Han"])
        try await store.duplicates.merge(
            persons[2], into: try await store.persons.record(persons[0].id), as: persons[0].content,
            in: CommandContext("merge", by: nil))
        #expect(try await names(in: entry) == ["Leia"])
        #expect(try await entries(of: persons[0]) == ["Dinner"])
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
        #expect(try await names(in: entry) == ["Leia", "Luke", "Han"])
    }

    @Test func `The history, undo, and the trash preserve all fields and persons of an entry`() async throws {
        let time = store.store.clock.now
        // Waiting gives the update a later time.
        while store.store.clock.now == time { await Task.yield() }
        var content = entry.content
        (content.persons, content.isDone, content.date) = ([persons[2].id], true, CivilDate("2026-11-22"))
        try await store.notes.update(entry, to: content, in: CommandContext("edit", by: nil))
        #expect(try await store.notes.record(entry.id, at: time).content == entry.content)
        #expect(try await store.notes.record(entry.id, at: time).links.persons.map(\.name) == ["Luke", "Han"])
        _ = try await store.history.undo(try #require(try await store.history.nextUndo()).id)
        #expect(try await store.notes.record(entry.id).content == entry.content)
        try await store.notes.delete([entry.id])
        try await store.history.restore([entry.recordID])
        #expect(try await store.notes.record(entry.id).content == entry.content)
    }

    @Test func `An entry restored from the backup of another database is linked to its persons by their UUIDs`()
        async throws
    {
        let backup = "\(store.folder)/backup.db"
        let maintainer = DatabaseMaintainer(of: store.store.location)
        _ = try await maintainer.backup(to: backup)
        let other = try await TemporaryStore()
        _ = try await other.persons.add(Person())
        let archived = try await store.persons.records(persons.map(\.id))
        let connection = try other.connection()
        for person in archived.dropLast().reversed() {
            let id = try await other.persons.add(person.content).id
            try connection.run("UPDATE person SET uuid = ?1 WHERE id = ?2", binding: person.uuid, id.rawValue)
        }
        let report = try await DatabaseMaintainer(of: other.store.location).restore([entry.recordID], from: backup)
        #expect(report.count == 1)
        let restored = try #require(try await other.notes.list(ListRequest()).items.first)
        #expect(restored.links.subject?.name == "Leia" && restored.links.persons.map(\.name) == ["Luke"])
    }

    @Test func `Entries in a full export omit persons who no longer exist`() async throws {
        try await store.persons.delete([persons[1].id])
        var archived: Note?
        var place: ArchivePosition? = .beginning
        while let from = place {
            let page = try await store.store.archive.items(from: from, limit: 99)
            for case .note(let note) in page.items { archived = note.content }
            place = page.next
        }
        var expected = entry.content
        expected.persons = [persons[2].id]
        #expect(archived == expected)
    }
}

/// The cost of the journal with many entries, half of which are about one person.
struct JournalGrowthTests {
    private static let (few, many) = (500, Soak.isOn ? 50_000 : 2_000)

    @Test(.long("50,000 entries"))
    func `Journal operations cost at most twice as much with many more entries`() async throws {
        let (small, large) = (try await Self.costs(of: Self.few), try await Self.costs(of: Self.many))
        for (title, cost) in large {
            let expected = try #require(small[title])
            #expect(
                cost <= 2 * expected, "\(title): \(expected) steps with \(Self.few) entries, \(cost) with \(Self.many)")
        }
    }

    /// Returns the virtual-machine steps of each operation.
    private static func costs(of count: Int) async throws -> [String: Int] {
        let recorded = try await RecordedStore(copying: RecordedStore.small.value)
        let (store, persons) = (recorded.store, recorded.persons)
        let first = try #require(CivilDate("2020-01-01"))
        let entries = (0..<count).map { number in
            var entry = Note()
            (entry.text, entry.kind) = (
                "Entry \(number)\(number < 10 ? " zebra" : "")", number.isMultiple(of: 3) ? "gift" : "met"
            )
            entry.date = CivilDate(daysSince1970: first.daysSince1970 + number % 2000)
            entry.subject = persons[number.isMultiple(of: 2) ? 0 : 1 + number % 49].recordID
            // Regardless of the count, 50 entries have persons in addition to their subject.
            if number < 50 { entry.persons = [persons[0].id, persons[50].id] }
            entry.reminder = number.isMultiple(of: 5) ? entry.date : nil
            entry.isDone = number < count - 50 ? true : nil
            return entry
        }
        for start in stride(from: 0, to: count, by: 5000) {
            _ = try await store.notes.add(Array(entries[start..<min(count, start + 5000)]), in: .test)
        }
        let due = try Filter("due is not null", of: .note)
        let dated = try Filter("date is not null", of: .note)
        let operations: [(String, @Sendable () async throws -> Void)] = [
            ("the page of a person", { _ = try await store.persons.record(persons[0].id) }),
            ("the page of another person", { _ = try await store.persons.record(persons[50].id) }),
            (
                "journal",
                { _ = try await store.notes.list(ListRequest(by: .date, isDescending: true, limit: 20, where: dated)) }
            ),
            (
                "journal of a person",
                {
                    _ = try await store.notes.list(
                        ListRequest(.of(persons[0].recordID), by: .date, isDescending: true, limit: 20, where: dated))
                }
            ),
            (
                "a later page of the journal of a person",
                {
                    _ = try await store.notes.list(
                        ListRequest(
                            .of(persons[0].recordID), by: .date, isDescending: true, after: RecordID("notes/100"),
                            limit: 20, where: dated))
                }
            ),
            (
                "journal of another person",
                {
                    _ = try await store.notes.list(
                        ListRequest(.of(persons[50].recordID), by: .date, isDescending: true, limit: 20, where: dated))
                }
            ),
            ("reminders", { _ = try await store.notes.list(ListRequest(by: .due, limit: 20, where: due)) }),
            ("find a rare word", { _ = try await store.search.find("entry zebra", at: .beginning, limit: 20) }),
            ("find a word of all entries", { _ = try await store.search.find("entry", at: .beginning, limit: 20) }),
            ("find a person", { _ = try await store.search.find(persons[50].title, at: .beginning, limit: 20) }),
        ]
        var costs: [String: Int] = [:]
        for (title, operation) in operations { costs[title] = try await recorded.watch.cost(operation) }
        return costs
    }
}
