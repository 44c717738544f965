import Model

@testable import AlmanacStore

extension ScaleCosts {
    /// Measures a group of all persons, changes to the group, and changes to one membership.
    mutating func measureEverybody() async throws {
        for place in places { try await Self.gather(in: place.store) }
        try await measure("show a group of everybody") { try await $0.store.groups.record(Self.everybody(in: $0)) }
        try await measure("list a group of everybody") { try await $0.store.groups.list(ListRequest()) }
        try await measure("a page of its members from the middle") {
            let group = try await Self.everybody(in: $0).address
            return try await $0.store.persons.list(ListRequest(.of(group), by: .member, after: $0.middle.address))
        }
        try await measure("rename it") { place in
            let group = try await place.store.groups.record(Self.everybody(in: place))
            var content = group.content
            content.summary += "."
            _ = try await place.store.groups.update(group.id, version: group.version, to: content)
        }
        try await measure("remove one from it, and add one to it") { place in
            let group = try await Self.everybody(in: place)
            _ = try await place.store.groups.remove([place.middle.id], from: group)
            _ = try await place.store.groups.add([place.middle.id], to: group)
        }
    }

    private static func everybody(in place: MeasuredStore) async throws -> Group.ID {
        let found = try await place.store.groups.named(name).first.flatMap { Group.ID($0.address) }
        guard let found else { throw RecordProblem.notFound(RecordID(kind: .group, number: 1)) }
        return found
    }

    private static let name = "Everybody there is"

    private static func gather(in store: Store) async throws {
        var group = Group()
        group.name = name
        let id = try await store.groups.add(group).id
        try await store.database.writing { connection in
            try connection.run("INSERT INTO membership SELECT ?1, id, id FROM person") { $0[1] = id }
            // Members become searchable when the index is updated, which is not measured here.
            try connection.run("DELETE FROM search_pending")
        }
    }
}
