import Model
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Birthdays and anniversaries")
struct OccasionTests {
    /// A database with 150 persons. Tests only read it.
    private static let populated: Task<(TemporaryStore, [Person], [Person.ID]), any Error> = Task {
        let store = try await TemporaryStore()
        let leap = try #require(PartialDate("--02-29"))
        var persons = Population(150).persons
        persons[17].birthday = leap
        persons[18].anniversary = leap
        // Some dates are in the future.
        for (index, date) in ["2026-12-01", "2027-01-05", "2028-02-29", "2028-06-01", "2033-11-25"].enumerated() {
            persons[20 + index].birthday = PartialDate(date)
            persons[30 + index].anniversary = PartialDate(date)
        }
        return (store, persons, try await store.persons.add(persons))
    }

    @Test(
        "Occasions are sorted by day and can be paged in both directions",
        arguments: [("2026-11-21", nil), ("2026-12-30", 30), ("2028-02-29", 0), ("2027-03-01", 0), ("2027-01-01", 364)]
            as [(String, Int?)])
    func order(today: String, days: Int?) async throws {
        let (store, persons, ids) = try await Self.populated.value
        let first = try #require(PartialDate(today).flatMap { CivilDate($0) })
        var expected: [Occasion.ID: CivilDate] = [:]
        for (id, person) in zip(ids, persons) {
            for (kind, date) in [(Occasion.Kind.birthday, person.birthday), (.anniversary, person.anniversary)] {
                let next = date?.next(from: first)
                if let next, next.daysSince1970 - first.daysSince1970 <= days ?? 400 {
                    expected[Occasion.ID(kind, of: id)] = next
                }
            }
        }
        var found: [Occasion] = []
        var page = ResultPage<Occasion>([], hasMore: true)
        while page.hasMore {
            page = try await store.store.occasions.occasions(
                in: YearlySpan(from: first, days: days), at: found.last.map { .after($0.id) } ?? .beginning, limit: 7)
            found += page.items
        }
        #expect(Set(found.map(\.id)).count == found.count)
        #expect(Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.next(from: first)) }) == expected)
        #expect(found.map { $0.next(from: first) } == found.map { $0.next(from: first) }.sorted())

        // Listing backward returns the same occasions.
        var backwards: [Occasion] = found.suffix(1)
        var before = ResultPage<Occasion>([], hasMore: !found.isEmpty)
        while before.hasMore, let end = backwards.first {
            before = try await store.store.occasions.occasions(
                in: YearlySpan(from: first, days: days), at: .before(end.id), limit: 7)
            backwards = before.items + backwards
        }
        #expect(backwards == found)
    }

    @Test("Invalid dates from other programs are omitted, and a page after a missing person’s occasion is rejected")
    func strangers() async throws {
        let store = try await TemporaryStore()
        var person = Person()
        person.name.given = "Leia"
        _ = try await store.persons.add(person)
        try store.connection().execute("UPDATE person SET birthday = '1977-02-31'")
        let span = YearlySpan(from: CivilDate(daysSince1970: 20_778))
        #expect(try await store.store.occasions.occasions(in: span, at: .beginning, limit: 5).items == [])
        await #expect(throws: RecordProblem.notFound(RecordID(kind: .person, number: 99))) {
            try await store.store.occasions.occasions(
                in: span, at: .after(Occasion.ID(.birthday, of: Person.ID(rawValue: 99))), limit: 5)
        }
    }
}
