import Interchange
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
        PlannedOperation("lists of persons") { try await list($0.store.persons, $0.persons[0].recordID, in: $0) },
        PlannedOperation("lists of groups") { try await list($0.store.groups, $0.group.recordID, in: $0) },
        PlannedOperation("lists of planets") { try await list($0.store.planets, $0.planet.recordID, in: $0) },
        PlannedOperation("a planetary system") { planned in
            for name in ["Sun", "Earth", "koi-351"] { _ = try await planned.store.planets.systems(of: name) }
        },
        PlannedOperation("lists of notes") { try await list($0.store.notes, $0.note.recordID, in: $0) },
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
            for (order, end) in RecordOrder<Person>.allCases.flatMap({ [($0, nil), ($0, planned.persons[9].recordID)] })
            {
                _ = try await planned.store.persons.list(ListRequest(.of(id.recordID), by: order, after: end, limit: 2))
            }
        },
        PlannedOperation("members of a planet group") { planned in
            var group = Group()
            (group.name, group.planets) = ("Near", "density > 1 or density is null")
            let id = try await planned.store.groups.add(group).id
            _ = try await planned.store.groups.record(id)
            _ = try await planned.store.planets.record(planned.planet.id)
            _ = try await planned.store.planets.list(ListRequest(.of(id.recordID), limit: 2))
        },
        PlannedOperation("birthdays and anniversaries") { try await occasions(matching: "", in: $0) },
        PlannedOperation("birthdays of a group", because: "The members of the group are sorted by day.") { planned in
            let span = YearlySpan(from: CivilDate(daysSince1970: 20_778))
            _ = try await planned.store.occasions.occasions(
                in: span, of: planned.group.id, matching: "", at: .beginning, limit: 3)
        },
        PlannedOperation("relations of a person") { planned in
            _ = try await planned.store.persons.relations(of: [planned.persons[0].id], limit: 3)
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
            let members = [planned.persons[0].recordID, planned.planet.recordID]
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
        _ source: some RecordDataSource<Content>, _ end: RecordID, in planned: RecordedStore
    ) async throws {
        let scopes: [ListScope] = [
            .usual, .all, .ungrouped, .of(planned.group.recordID), .of(planned.persons[0].recordID),
            .of(planned.planet.recordID),
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

extension PlannedOperation {
    static let search = [
        PlannedOperation("search") { planned in
            for text in ["leia organa", "s", "leia organ", "engineer müller", "555 1000", "flintstnoe", "nothing", "😀"]
            {
                _ = try await planned.store.search.find(text, at: .beginning, limit: 5)
                _ = try await planned.store.search.names(like: text, of: Set(Kind.allCases), limit: 5)
                _ = try await planned.store.search.names(beginningWith: text, of: [.person], limit: 5)
            }
        },
        PlannedOperation("matching recipients") { planned in
            for text in ["leia organa", "example", "555", "nobody"] {
                _ = try await planned.store.recipients.recipients(matching: text, limit: nil)
            }
        },
        PlannedOperation("all recipients", because: "All are requested.") {
            _ = try await $0.store.recipients.recipients(matching: "", limit: nil)
        },
        PlannedOperation("indexing changes by another program") { planned in
            try planned.folder.runAsOtherProgram(
                "UPDATE person SET family = 'Solo' WHERE id < 9; DELETE FROM note WHERE id < 3")
            try await Store.open(at: planned.store.location, mode: .readWrite).close()
        },
    ]

    static let duplicates = [
        PlannedOperation("merge") { planned in
            let persons = planned.persons
            try await planned.store.duplicates.merge(persons[1], into: persons[0], as: persons[0].content, in: .test)
            _ = try await planned.store.duplicates.reasons(persons[2].id, persons[3].id)
            _ = try await planned.store.duplicates.mergeTarget(of: persons[1].id)
            _ = try await planned.store.history.steps(about: persons[0].recordID, at: .beginning, limit: 2)
            let last = try await planned.store.history.steps(about: nil, at: .beginning, limit: 1).items.map(\.id)
            _ = try await planned.store.history.changes(of: persons[0].recordID, in: last)
        },
        PlannedOperation("duplicates") { planned in
            for start in [
                PageCursor.beginning, .after(DuplicateKey(rawValue: "m")), .before(DuplicateKey(rawValue: "z")),
            ] {
                _ = try await planned.store.duplicates.pairs(matching: "", at: start, limit: 2)
            }
        },
        PlannedOperation("import", because: "It looks for group cards that list new contacts.") { planned in
            let cards = (0..<3).map { number in
                """
                BEGIN:VCARD
                VERSION:3.0
                UID:planned-\(number)
                N:Organa;Leia;;;
                FN:Leia Organa
                EMAIL:person\(number)@example.org
                TEL:+1 555 100000\(number)
                CATEGORIES:Rebels
                NOTE:Bring them back.
                END:VCARD
                BEGIN:VCARD
                VERSION:4.0
                KIND:group
                FN:Rebels
                MEMBER:planned-\(number)
                END:VCARD

                """
            }
            for known in [DuplicatePolicy.keepBoth, .merge] {
                _ = try await planned.store.imports.importContacts(
                    [ContactStream(cards.joined())], onDuplicate: known)
            }
        },
    ]

    static let catalogs = [
        PlannedOperation(
            "import of a catalog",
            because: "It looks for bodies with new names, and for those that the catalog no longer contains."
        ) {
            planned in
            let rows = "name,mass_kg,source\n\(planned.planet.content.name),3,nea\nNew b,2,nea\n"
            _ = try await planned.store.imports.importCatalogs(
                [CatalogStream(catalog: Array(rows.utf8))])
        }
    ]

    static let history = [
        PlannedOperation("history") { planned in
            let history = planned.store.history
            let step = try await planned.step { try await planned.store.persons.delete([planned.persons[1].id]) }
            for address in [nil, planned.persons[0].recordID, planned.group.recordID, planned.planet.recordID] {
                _ = try await history.steps(about: address, at: .beginning, limit: 2)
                _ = try await history.steps(about: address, at: .after(step.id), limit: 2)
                _ = try await history.steps(about: address, at: .before(step.id), limit: 2)
            }
            _ = try await history.changes(of: step.id, at: .beginning, limit: 2)
            _ = try await history.changes(of: step.id, at: .after(planned.group.recordID), limit: 2)
            _ = try await history.changes(of: step.id, at: .before(planned.persons[1].recordID), limit: 2)
            _ = try await history.accountChanges(of: step.id)
            for address in [planned.persons[1].recordID, planned.group.recordID, planned.planet.recordID] {
                _ = try await history.changes(of: address, in: [step.id])
            }
            _ = try await history.nextUndo()
            _ = try await history.nextRedo()
            _ = try await planned.store.groups.record(planned.group.id, at: step.time)
            _ = try await planned.store.persons.record(planned.persons[1].id, at: planned.persons[1].created)
        },
        PlannedOperation("undo and redo") { planned in
            let edit = try await planned.step {
                _ = try await planned.store.persons.update(planned.persons[0].id, version: 1, to: Person())
                try await planned.store.persons.delete([planned.persons[1].id])
                try await planned.store.planets.delete([planned.planet.id])
            }
            _ = try await planned.store.history.undo(edit.id)
            _ = try await planned.store.history.redo(edit.id)
        },
        PlannedOperation("a refused undo") { planned in
            let edit = try await planned.step {
                try await planned.store.persons.update(planned.persons[0].id, version: 1, to: Person())
            }
            try await planned.store.persons.delete([planned.persons[0].id])
            do { _ = try await planned.store.history.undo(edit.id) } catch is HistoryProblem {}
        },
        PlannedOperation("trash") { planned in
            try await planned.store.groups.add([planned.planet.recordID], to: planned.group.id)
            try await planned.store.persons.delete([planned.persons[0].id, planned.persons[1].id])
            try await planned.store.groups.delete([planned.group.id])
            try await planned.store.planets.delete([planned.planet.id])
            try await planned.store.history.restore([planned.planet.recordID])
            _ = try await planned.store.history.trash(at: .beginning, limit: 2)
            for start in [PageCursor.after(planned.persons[1].recordID), .before(planned.persons[0].recordID)] {
                _ = try await planned.store.history.trash(at: start, limit: 2)
            }
            try await planned.store.history.restore([planned.persons[0].recordID, planned.group.recordID])
            try await planned.store.history.purge([planned.persons[1].recordID])
        },
    ]

    static let accounts = [
        PlannedOperation("accounts and drafts") { planned in
            let (accounts, drafts) = (planned.store.accounts, planned.store.drafts)
            let favorites = planned.store.favorites
            _ = try await accounts.accounts()
            _ = try await accounts.signUp(name: "Han", passphrase: nil, in: .test)
            try await accounts.addCard(Person(), of: planned.account.id, in: .test)
            try await accounts.verify(nil, of: planned.account.id)
            _ = try await accounts.lastSession()
            for address in [planned.persons[0].recordID, planned.note.recordID, planned.group.recordID] {
                try await favorites.setFavorite(true, address, of: planned.account.id)
                try await favorites.setFavorite(false, address, of: planned.account.id)
            }
            let favorite = planned.persons[0].recordID
            try await favorites.setFavorite(true, favorite, of: planned.account.id)
            for order in FavoriteOrder.allCases {
                for start in [PageCursor.beginning, .after(favorite), .before(favorite)] {
                    _ = try await favorites.favorites(
                        of: planned.account.id, nil, matching: "", by: order, at: start, limit: 2)
                }
            }
            _ = try await favorites.favorites(of: planned.account.id, among: planned.persons.map(\.recordID))
            for account in [nil, planned.account.id] {
                try await drafts.save(Draft(), at: "persons/1/edit", of: account)
                _ = try await drafts.draft(at: "persons/1/edit", of: account)
                _ = try await drafts.places(of: account)
                try await drafts.discard(at: "persons/1/edit", of: account)
            }
        },
        PlannedOperation("loading sample data") { planned in
            for isDryRun in [true, false] {
                try await planned.store.seeds.load(.named("flintstones"), isDryRun: isDryRun)
            }
            _ = try await planned.store.seeds.sets()
        },
    ]

    static let care = [
        PlannedOperation("opening") { planned in
            try await Store.open(at: planned.store.location, mode: .readWrite).close()
            try await Store.open(at: planned.store.location, mode: .readOnly).close()
            _ = try await planned.maintenance.migrations()
            _ = try await planned.maintenance.backups()
        },
        PlannedOperation("check", because: "It reads every row, which is its purpose.") {
            _ = try await $0.maintenance.check(.deep)
        },
        PlannedOperation("repair", because: "It checks every row first.") { planned in
            try planned.folder.runAsOtherProgram("DELETE FROM name_key WHERE key = 'leia organa'")
            _ = try await planned.maintenance.repair()
        },
        PlannedOperation("backup", because: "The copy is checked and counted.") { planned in
            _ = try await planned.maintenance.backup(to: planned.folder.file("backup.db"))
        },
        PlannedOperation("restore", because: "It makes a backup and replaces all data.") { planned in
            let backup = planned.folder.file("backup.db")
            _ = try await planned.maintenance.backup(to: backup)
            try await planned.store.persons.delete([planned.persons[0].id])
            _ = try await planned.maintenance.restore([planned.persons[0].recordID], from: backup)
            _ = try await planned.maintenance.restore(from: backup)
        },
        PlannedOperation("salvage", because: "It copies every readable row.") { planned in
            planned.store.close()
            _ = try await planned.maintenance.salvage(planned.store.location.path, to: planned.folder.file("saved.db"))
        },
        PlannedOperation("tidy", because: "The photos in use are read from all records and the whole history.") {
            try await $0.maintenance.cleanUp()
        },
    ]
}
