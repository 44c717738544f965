import Model
import TestSupport
import Testing

@Suite("Records round-trip through the database")
struct RoundTripTests {
    @Test func `Generated persons round-trip`() async throws {
        let store = try await TemporaryStore()
        for person in Population(60).persons {
            let record = try await store.persons.add(person)
            #expect(record.content == person)
            #expect(record.version == 1)
            #expect(try await store.persons.record(record.id) == record)
        }
    }

    @Test func `Every field of a person is stored`() async throws {
        let store = try await TemporaryStore()
        let home = try await store.planets.add(.example)
        let person = Person.full(home: home.id)
        let record = try await store.persons.add(person)

        #expect(Person.fields.filter { $0.read(person).isEmpty }.map(\.key) == [], "The example omits a field.")
        #expect(record.content == person)
        #expect(record.links.home == home.reference)
        #expect(try await store.planets.record(home.id).links.residents.first == [record.reference])
    }

    @Test func `Every field of a planet is stored`() async throws {
        let store = try await TemporaryStore()
        let record = try await store.planets.add(.example)

        #expect(Planet.fields.filter { $0.read(.example).isEmpty }.map(\.key) == [], "The example omits a field.")
        #expect(record.content == .example)
    }

    @Test(arguments: [Kind.person, .group, .planet])
    func `A note links to its subject and is listed in the scope of the subject`(kind: Kind) async throws {
        let store = try await TemporaryStore()
        let subject = try await store.addExample(of: kind)
        var note = Note()
        note.topic = "Plans"
        note.text = "# The station\n\n- *one* weakness"
        note.subject = subject.address
        let record = try await store.notes.add(note)

        #expect(record.content == note)
        #expect(record.links.subject == subject)
        #expect(try await store.notes.list(ListRequest(.of(subject.address))).items == [record])
    }

    @Test func `A group lists its members in the order they were added`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(5))
        let group = try await store.groups.add(.example)
        let order = [3, 0, 4].map { persons[$0] }

        #expect(try await store.groups.add(order.map(\.id), to: group.id) == 3)
        #expect(try await store.groups.add([persons[0].id, persons[1].id], to: group.id) == 1)
        #expect(try await store.groups.record(group.id).links.members.first == (order + [persons[1]]).map(\.reference))
        #expect(try await store.groups.remove([persons[0].id, persons[2].id], from: group.id) == 1)
        #expect(try await store.groups.record(group.id).links.members.first == [3, 4, 1].map { persons[$0].reference })
    }

    @Test func `Records are returned in the requested order, and missing records are omitted`() async throws {
        let store = try await TemporaryStore()
        let persons = try await store.settled(Population(4))
        let ids = [persons[2].id, Person.ID(rawValue: 99), persons[0].id]
        #expect(try await store.persons.records(ids).map(\.id) == [persons[2].id, persons[0].id])
    }
}
