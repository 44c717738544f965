import Display
import Model
import Navigation
import Testing

@testable import Almanac

/// A capability that no responder has.
protocol MissingNavigator {}

@Suite("Navigators found through the responder chain")
struct ResponderChainTests {
    private let fixture = CoordinatorFixture()

    @Test func `The nearest responder with a capability is returned, and a missing capability is an error`() throws {
        let invocation = fixture.invocation
        #expect(try invocation.nearest((any WebPageNavigator).self) as? RecordingDelegate === fixture.delegate)
        let problem = #expect(throws: CommandProblem.self) { try invocation.nearest((any MissingNavigator).self) }
        #expect(problem?.explanation.what.description.contains("MissingNavigator") == true)
    }

    @Test func `A screen opens a record through the nearest navigator, in any flow and under any parent flow`()
        async throws
    {
        let screen = PageScreen("rows", Self.rows, [.showRecord("Show")])
        let parent = RecordingDelegate()
        for flows in [[fixture.groupsFlow as any Responder], [fixture.planetsFlow, parent]] {
            #expect(try await fixture.run("show 1", by: screen, on: screen, under: flows) == .stay)
        }
        #expect(fixture.delegate.events == ["didSelect persons/2"] && parent.events == ["didSelect persons/2"])
    }

    @Test func `Selecting a search result opens its record through the nearest navigator`() async throws {
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
