import Model
import SQLite
import TestSupport

@testable import AlmanacStore

/// A database operation whose query plans and costs are checked.
struct PlannedOperation: Sendable, CustomStringConvertible {
    let title: String
    /// The reason why the operation may read all records, or `nil` if it may not.
    var reason: String?
    let body: @Sendable (RecordedStore) async throws -> Void

    init(
        _ title: String, because reason: String? = nil, _ body: @escaping @Sendable (RecordedStore) async throws -> Void
    ) {
        self.title = title
        self.reason = reason
        self.body = body
    }

    var description: String { title }

    static let all = records + search + duplicates + catalogs + history + accounts + care

    // MARK: - Records

    private static let records = [
        PlannedOperation("lists of persons") { try await list($0.store.persons, $0.persons[0].address, in: $0) },
        PlannedOperation("lists of groups") { try await list($0.store.groups, $0.group.address, in: $0) },
        PlannedOperation("lists of planets") { try await list($0.store.planets, $0.planet.address, in: $0) },
        PlannedOperation("a planetary system") { planned in
            for name in ["Sun", "Earth", "koi-351"] { _ = try await planned.store.planets.systems(of: name) }
        },
        PlannedOperation("lists of notes") { try await list($0.store.notes, $0.note.address, in: $0) },
        PlannedOperation(
            "filtered lists", because: "A filter may not have an index; the list is read by the index of its order."
        ) { planned in
            let births = try Filter("birthday is null and group = x", of: .person)
            let zone = try Filter("in hz and name ~ kepler and note is null", of: .planet)
            _ = try await planned.store.persons.list(ListRequest(where: births))
            _ = try await planned.store.groups.list(ListRequest(where: try Filter("members > 1", of: .group)))
            _ = try await planned.store.planets.list(ListRequest(where: zone))
            _ = try await planned.store.notes.list(ListRequest(where: try Filter("person = x", of: .note)))
            _ = try await planned.store.planets.explain(ListRequest(where: zone))
        },
        PlannedOperation("members of a smart group") { planned in
            var group = Group()
            group.name = "Smart"
            group.search = "example"
            let id = try await planned.store.groups.add(group).id
            _ = try await planned.store.groups.record(id)
            _ = try await planned.store.persons.record(planned.persons[0].id)
            for (order, end) in RecordOrder<Person>.allCases.flatMap({ [($0, nil), ($0, planned.persons[9].address)] })
            {
                _ = try await planned.store.persons.list(ListRequest(.of(id.address), by: order, after: end, limit: 2))
            }
        },
        PlannedOperation("members of a planet group") { planned in
            var group = Group()
            (group.name, group.planets) = ("Near", "density > 1 or density is null")
            let id = try await planned.store.groups.add(group).id
            _ = try await planned.store.groups.record(id)
            _ = try await planned.store.planets.record(planned.planet.id)
            _ = try await planned.store.planets.list(ListRequest(.of(id.address), limit: 2))
        },
        PlannedOperation("birthdays and anniversaries") { try await occasions(matching: "", in: $0) },
        PlannedOperation("birthdays of a group", because: "The members of the group are sorted by day.") { planned in
            let span = YearlySpan(from: CivilDate(daysSince1970: 20_778))
            _ = try await planned.store.occasions.occasions(
                in: span, of: planned.group.id, matching: "", at: .beginning, limit: 3)
        },
        PlannedOperation("relations that name a person") { planned in
            _ = try await planned.store.persons.relations(naming: planned.persons[0].content.title, limit: 3)
        },
        PlannedOperation(
            "narrowed birthdays and anniversaries",
            because: "All persons that match a text are sorted by day."
        ) { try await occasions(matching: "example", in: $0) },
        PlannedOperation("add") { planned in
            _ = try await planned.store.persons.add(.full(home: planned.planet.id))
            _ = try await planned.store.persons.add([.full(home: planned.planet.id), Person()])
            _ = try await planned.store.planets.add(.example)
            _ = try await planned.store.notes.add(.example)
            _ = try await planned.store.groups.add(.example)
        },
        PlannedOperation("edit") { planned in
            _ = try await planned.store.persons.update(
                planned.persons[0].id, version: 1, to: .full(home: planned.planet.id))
            _ = try await planned.store.groups.update(planned.group.id, version: planned.group.version, to: Group())
            _ = try await planned.store.planets.update(planned.planet.id, version: 1, to: Planet())
            _ = try await planned.store.notes.update(planned.note.id, version: 1, to: Note())
            let members = [planned.persons[0].address, planned.planet.address]
            try await planned.store.groups.add(members, to: planned.group.id)
            _ = try await planned.store.planets.record(planned.planet.id)
            try await planned.store.groups.remove(members, from: planned.group.id)
        },
        PlannedOperation("delete") { planned in
            try await planned.store.persons.delete([planned.persons[0].id])
            try await planned.store.groups.delete([planned.group.id])
            try await planned.store.planets.delete([planned.planet.id])
            try await planned.store.notes.delete([planned.note.id])
        },
        PlannedOperation(
            "counts of a list", because: "SQLite stores no row counts; only `count` needs one."
        ) {
            _ = try await $0.store.persons.count(.all)
        },
    ]

    private static func occasions(matching text: String, in planned: RecordedStore) async throws {
        let source = planned.store.occasions
        for days in [nil, 30, 300] {
            let span = YearlySpan(from: CivilDate(daysSince1970: 20_778), days: days)
            let last = try await source.occasions(in: span, at: .beginning, limit: 3).items.last?.id
            for start in [PageCursor.beginning] + (last.map { [.after($0), .before($0)] } ?? []) {
                _ = try await source.occasions(in: span, matching: text, at: start, limit: 3)
            }
        }
    }

    private static func list<Content>(
        _ source: RecordStore<Content>, _ end: RecordID, in planned: RecordedStore
    ) async throws {
        let scopes: [ListScope] = [
            .usual, .all, .ungrouped, .of(planned.group.address), .of(planned.persons[0].address),
            .of(planned.planet.address),
            .favorites(planned.account.id),
        ]
        for (scope, order) in scopes.flatMap({ scope in RecordOrder<Content>.allCases.map { (scope, $0) } }) {
            for isDescending in [false, true] {
                for listing in [
                    ListRequest(scope, by: order, isDescending: isDescending, limit: 2),
                    ListRequest(scope, by: order, isDescending: isDescending, after: end, limit: 2),
                    ListRequest(scope, by: order, isDescending: isDescending, before: end, limit: 2),
                ] {
                    do { _ = try await source.list(listing) } catch RecordProblem.notFound {}
                }
            }
        }
        do { _ = try await source.count(before: end, in: ListRequest()) } catch RecordProblem.notFound {}
        _ = try await source.named("Leia")
        _ = try await source.record(TypedRecordID(rawValue: 1), at: StoreClock.system.now)
    }
}
