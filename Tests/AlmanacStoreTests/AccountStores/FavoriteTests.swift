import Model
import TestSupport
import Testing

@testable import AlmanacStore

struct FavoriteTests {
    let folder: TemporaryFolder
    let favorites: FavoriteStore
    let leia: Account
    let han: Account

    init() async throws {
        folder = try TemporaryFolder()
        let store = try await folder.newStore()
        let accounts = AccountStore(database: store.database, clock: TestClock().store, cost: 1)
        favorites = FavoriteStore(database: store.database, clock: TestClock().store)
        leia = try await accounts.add(name: "Leia", passphrase: nil)
        han = try await accounts.add(name: "Han", passphrase: nil)
        try folder.runAsOtherProgram(
            """
            INSERT INTO planet (id, name, display_name) VALUES (1, 'Alderaan', 'Alderaan');
            INSERT INTO person (id, given, display_name) VALUES (1, 'Luke', 'Luke'), (2, 'Ben', 'Ben');
            INSERT INTO people_group (id, name, display_name) VALUES (1, 'Jedi', 'Jedi');
            INSERT INTO note (id, topic, display_name) VALUES (1, 'Plans', 'Plans');
            """)
    }

    private func address(_ kind: Kind, _ number: Int64 = 1) -> RecordID { RecordID(kind: kind, number: number) }

    @Test(
        "Records of every kind can be favorites, and favorites are listed in the order they were added",
        arguments: [
            [Kind.person, .group, .planet, .note], [.note, .planet, .group, .person],
        ])
    func order(kinds: [Kind]) async throws {
        for kind in kinds { try await favorites.setFavorite(true, address(kind), of: leia.id) }
        #expect(try await favorites.favorites(of: leia.id).map(\.id.kind) == kinds)
        #expect(try await favorites.favorites(of: leia.id).allSatisfy { !$0.name.isEmpty })
    }

    @Test("Favorites can be paged in both directions in every order", arguments: FavoriteOrder.allCases)
    func pages(order: FavoriteOrder) async throws {
        try folder.runAsOtherProgram(
            "UPDATE person SET sort_key = lower(display_name); UPDATE people_group SET sort_key = lower(display_name)")
        let added = [address(.group), address(.person, 2), address(.person)]
        for address in added { try await favorites.setFavorite(true, address, of: leia.id) }
        let all = order == .added ? added : [added[1], added[0], added[2]]
        func page(_ start: PageCursor<RecordID>, limit: Int) async throws -> ResultPage<RecordID> {
            let page = try await favorites.favorites(
                of: leia.id, nil, matching: "", by: order, at: start, limit: limit)
            return ResultPage(page.items.map(\.id), hasMore: page.hasMore)
        }
        #expect(try await page(.beginning, limit: 2) == ResultPage(Array(all[..<2]), hasMore: true))
        #expect(try await page(.after(all[1]), limit: 2) == ResultPage([all[2]], hasMore: false))
        #expect(try await page(.before(all[2]), limit: 1) == ResultPage([all[1]], hasMore: true))
        #expect(try await page(.before(all[2]), limit: 2) == ResultPage(Array(all[..<2]), hasMore: false))
        await #expect(throws: RecordProblem.notFound(address(.planet))) {
            try await page(.after(address(.planet)), limit: 2)
        }
    }

    @Test("Favorites can be limited to one kind of record and to names that match a search text")
    func filters() async throws {
        for address in [address(.person), address(.person, 2), address(.note)] {
            try await favorites.setFavorite(true, address, of: leia.id)
        }
        func names(_ kind: Kind?, _ text: String) async throws -> [String] {
            let page = try await favorites.favorites(
                of: leia.id, kind, matching: text, by: .added, at: .beginning, limit: 5)
            return page.items.map(\.name)
        }
        #expect(try await names(.person, "") == ["Luke", "Ben"])
        #expect(try await names(.group, "") == [])
        #expect(try await names(nil, "pl") == ["Plans"])
        #expect(try await names(.person, "pl") == [])
    }

    @Test("Adding or removing a favorite is idempotent, and removal reverses the addition", arguments: Kind.allCases)
    func laws(kind: Kind) async throws {
        try await favorites.setFavorite(true, address(kind), of: leia.id)
        try await favorites.setFavorite(true, address(kind), of: leia.id)
        #expect(try await favorites.favorites(of: leia.id).count == 1)
        try await favorites.setFavorite(false, address(kind), of: leia.id)
        try await favorites.setFavorite(false, address(kind), of: leia.id)
        #expect(try await favorites.favorites(of: leia.id).isEmpty)
    }

    @Test("A favorite restored by undo keeps its position")
    func restored() async throws {
        let store = try await TemporaryStore()
        let account = try await store.accounts.add(name: "Leia", passphrase: nil).id
        var (jedi, rebels) = (Group.example, Group.example)
        (jedi.name, rebels.name) = ("Jedi", "Rebels")
        let ids = [try await store.groups.add(jedi).id, try await store.groups.add(rebels).id]
        func command() -> CommandContext { CommandContext("command", by: account) }
        try await store.favorites.setFavorite(true, ids[0].recordID, of: account, in: command())
        try await store.groups.delete([ids[0]], in: command())
        let deletion = try #require(try await store.history.steps(about: nil, at: .beginning, limit: 1).items.first)
        try await store.favorites.setFavorite(true, ids[1].recordID, of: account, in: command())
        _ = try await store.history.undo(deletion.id, in: command())
        let names = try await store.favorites.favorites(of: account).map(\.name)
        #expect(names == ["Jedi", "Rebels"])
    }

    @Test("Guests and accounts have separate favorites, in order of addition")
    func guests() async throws {
        for kind in [Kind.note, .person, .planet, .person] {
            try await favorites.setFavorite(true, address(kind), of: nil)
        }
        try await favorites.setFavorite(true, address(.person), of: leia.id)
        #expect(try await favorites.favorites(of: nil).map(\.id.kind) == [.note, .person, .planet])
        #expect(try await favorites.favorites(of: leia.id).map(\.id) == [address(.person)])
        let all = Kind.allCases.map { address($0) }
        #expect(
            try await favorites.favorites(of: nil, among: all) == [address(.note), address(.person), address(.planet)])
        let page = try await favorites.favorites(
            of: nil, nil, matching: "", by: .name, at: .after(address(.person)), limit: 9)
        #expect(page.items.map(\.name) == ["Plans"])
        try await favorites.setFavorite(false, address(.person), of: nil)
        #expect(try await favorites.favorites(of: nil).count == 2)
        #expect(try await favorites.favorites(of: leia.id).count == 1)
    }

    @Test("The favorites of guests are recorded in the history and restored together with a deleted record")
    func guestHistory() async throws {
        let store = try await TemporaryStore()
        let ids = try await store.persons.add(
            [Person(), Person()].map { person in
                var person = person
                person.name.given = "Ann"
                return person
            }, in: CommandContext("new", by: nil))
        let command = CommandContext("favorite", by: nil)
        try await store.favorites.setFavorite(true, ids[1].recordID, of: nil, in: command)
        let step = try #require(try await store.history.nextUndo())
        _ = try await store.history.undo(step.id, in: CommandContext("undo", by: nil))
        #expect(try await store.favorites.favorites(of: nil) == [])
        _ = try await store.history.redo(step.id, in: CommandContext("redo", by: nil))
        #expect(try await store.favorites.favorites(of: nil).count == 1)
        try await store.persons.delete([ids[1]], in: CommandContext("delete", by: nil))
        let deletion = try #require(try await store.history.nextUndo())
        _ = try await store.history.undo(deletion.id, in: CommandContext("undo", by: nil))
        #expect(try await store.favorites.favorites(of: nil).map(\.id) == [ids[1].recordID])
    }

    @Test("Each account has its own favorites")
    func separate() async throws {
        try await favorites.setFavorite(true, address(.person), of: leia.id)
        try await favorites.setFavorite(true, address(.person, 2), of: han.id)
        let both = [address(.person), address(.person, 2), address(.planet)]
        #expect(try await favorites.favorites(of: leia.id, among: both) == [address(.person)])
        #expect(try await favorites.favorites(of: han.id, among: both) == [address(.person, 2)])
        #expect(try await favorites.favorites(of: leia.id, among: []) == [])
    }

    @Test("A record of another kind with the same number as a favorite is not a favorite")
    func kinds() async throws {
        try await favorites.setFavorite(true, address(.group), of: leia.id)
        #expect(
            try await favorites.favorites(of: leia.id, among: Kind.allCases.map { address($0) }) == [address(.group)])
    }

    @Test("A missing record cannot be a favorite, and a deleted record is no longer a favorite")
    func existence() async throws {
        await #expect(throws: RecordProblem.notFound(address(.person, 9))) {
            try await favorites.setFavorite(true, address(.person, 9), of: leia.id)
        }
        try await favorites.setFavorite(true, address(.person), of: leia.id)
        try folder.runAsOtherProgram("DELETE FROM person WHERE id = 1")
        #expect(try await favorites.favorites(of: leia.id).isEmpty)
    }
}
