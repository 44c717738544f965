import AlmanacStore
import Model

/// The records of the standard test database.
///
///     persons/1 Leia Organa, of Alderaan    groups/1 Rebel Alliance: Leia, Luke    planets/1 Earth
///     persons/2 Luke Skywalker              groups/2 Smugglers: Han                planets/2 Mars, with a web page
///     persons/3 Han Solo                                                           planets/3 Alderaan, fictional
///     persons/4 Luke Skywalker, namesake    notes/1 Plans, about Leia              planets/4 Moon, orbiting Earth
///     persons/5 Mara Jade                   notes/2 Milk, without a subject
public enum SampleRecords {
    public static func settle(in store: Store) async throws {
        for (name, type, parent) in [
            ("Earth", PlanetType.planet, "Sun"), ("Mars", .planet, "Sun"), ("Alderaan", .fictional, ""),
            ("Moon", .moon, "Earth"),
        ] {
            var planet = Planet()
            planet.name = name
            planet.type = type
            planet.parent = parent
            if name == "Mars" { planet.url = "https://mars.example/" }
            _ = try await store.planets.add(planet)
        }
        for (given, family) in [
            ("Leia", "Organa"), ("Luke", "Skywalker"), ("Han", "Solo"), ("Luke", "Skywalker"), ("Mara", "Jade"),
        ] {
            var person = Person()
            person.name.given = given
            person.name.family = family
            if given == "Leia" {
                person.home = Planet.ID(rawValue: 3)
                person.emails = [Labeled("work", "leia@alderaan.example")]
                person.birthday = PartialDate("--12-01")
            }
            _ = try await store.persons.add(person)
        }
        try await gather(in: store)
        try await write(in: store)
    }

    private static func gather(in store: Store) async throws {
        for (name, members) in [("Rebel Alliance", [1, 2]), ("Smugglers", [3])] as [(String, [Int64])] {
            var group = Group()
            group.name = name
            let id = try await store.groups.add(group).id
            _ = try await store.groups.add(members.map(Person.ID.init), to: id)
        }
    }

    private static func write(in store: Store) async throws {
        for (topic, subject) in [("Plans", RecordID("persons/1")), ("Milk", nil)] {
            var note = Note()
            note.topic = topic
            note.text = "Bring them back."
            note.subject = subject
            _ = try await store.notes.add(note)
        }
    }
}
