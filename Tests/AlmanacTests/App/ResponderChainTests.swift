import Display
import Model
import Navigation
import Testing

@testable import Almanac

@Suite("Navigators found through the responder chain")
struct ResponderChainTests {
    private let fixture = CoordinatorFixture()

    @Test func `The nearest responder with a capability answers, and its absence is an error`() throws {
        let invocation = fixture.invocation
        #expect(try invocation.nearest((any WebPageNavigator).self) as? RecordingDelegate === fixture.delegate)
        let problem = #expect(throws: CommandProblem.self) { try invocation.nearest((any ImportNavigator).self) }
        #expect(problem?.explanation.what.description.contains("ImportNavigator") == true)
    }

    @Test func `A list of favorites has the same rows and ways out under any other flow and parent`() async throws {
        let list = try await fixture.favoritesPresenter.screen(for: FavoritesState())
        let other = RecordingDelegate()
        for flows in [[], [fixture.groupsFlow as any Responder], [other, fixture.planetsFlow]] {
            #expect(list.commands.map(\.name).contains("show"))
            let scene = Scene(screen: list, flows: flows, app: fixture.delegate, breadcrumbs: [])
            #expect(scene.screen.page == list.page && scene.chain.count == flows.count + 2)
        }
    }

    @Test func `Search results open the record with the nearest navigator`() async throws {
        let loader = SearchResultLoader(search: EmptyDataSource(), context: fixture.favoritesPresenter.context)
        let results = try await PageScreen.searchResults(Query("leia"), loader)
        let show = try #require(results.commands.first { $0.name == "show" })
        #expect(show.effect == .reads)
        let home = try await fixture.run("show 1", on: PageScreen("rows", Self.rows, [.showRecord("Show")]))
        #expect(home == .stay && fixture.delegate.events == ["didSelect persons/2"])
    }

    private static var rows: Page {
        let row = Row(address: "persons/2", [Field("name", "Name", .text("Luke"))])
        return Page("rows", [.table(Table("rows", columns: [Column("name", "Name")], rows: [row], firstNumber: 1))])
    }
}
