import Model

@testable import AlmanacStore

/// The content of all records that a card can have.
struct RecordContents: Equatable {
    let persons: [Person]
    let groups: [Group]
    let notes: [Note]
    /// The memberships, each as a group ID and a person ID.
    let members: [[Int64]]

    init(of store: Store) async throws {
        (persons, groups, notes, members) = try await store.database.reading { connection in
            let ids = try ["person", "people_group", "note"].map { table in
                try connection.all("SELECT id FROM \(table) ORDER BY id") { $0[0] as Int64 }
            }
            return (
                try Person.table.fetch(ids[0], from: connection).map(\.content),
                try Group.table.fetch(ids[1], from: connection).map(\.content),
                try Note.table.fetch(ids[2], from: connection).map(\.content),
                try connection.all("SELECT group_id, person_id FROM membership ORDER BY 1, 2") { [$0[0], $0[1]] }
            )
        }
    }

    /// The values of the contacts by name, without the lines of their cards.
    var values: [String: [String]] {
        Dictionary(
            persons.map { person in
                let fields = Person.fields.map { field in
                    "\(field.key): \(Set(field.read(person).map { "\($0)" }).sorted())"
                }
                return (person.title, fields + ["photo: \(person.photo?.rawValue ?? "")"])
            }
        ) { $0 + $1 }
    }
}
