import Model
import Navigation
import Testing

@testable import Almanac

@Suite("The history flow coordinator with stub data sources")
struct HistoryFlowCoordinatorTests {
    private let fixture = CoordinatorFixture()
    private var flow: HistoryFlowCoordinator { fixture.historyFlow }
    private let leia = RecordID(kind: .person, number: 1)
    private let step = Step.ID(rawValue: 5)

    @Test func `Selecting a step in the history opens it`() async throws {
        let history = try await flow.screen(for: .standard)
        #expect(try await fixture.run("show 5", on: history) == .push(.history(.step(step, ChangesState()))))
    }

    @Test func `A step shows the records that it changed`() async throws {
        let screen = try await flow.screen(for: .step(step, ChangesState()))
        #expect(screen.page.title.description == "Step 5: new person")
        #expect(screen.page.tables.first?.rows.map(\.address) == ["persons/1"])
    }

    @Test func `The history page of a record has the record’s ID, and selecting a step opens the step`()
        async throws
    {
        let screen = try await flow.screen(for: .record(leia, HistoryState()))
        #expect(screen.page.address == "persons/1")
        #expect(try await fixture.run("show 5", on: screen) == .push(.history(.step(step, ChangesState()))))
    }

    @Test func `Selecting a row in the trash opens the history of the deleted record`() async throws {
        let trash = try await flow.trash(TrashState())
        #expect(try await fixture.run("show 1", on: trash) == .push(.history(.record(leia, HistoryState()))))
    }

    @Test func `The shared commands open the history and the trash`() async throws {
        let home = HomeScreen()
        #expect(try await fixture.run("history", by: flow, on: home) == .push(.history(.standard)))
        #expect(try await fixture.run("trash", by: flow, on: home) == .push(.trash(TrashState())))
        let ofLeia = try await fixture.run("history persons/1", by: flow, on: home)
        #expect(ofLeia == .push(.history(.record(leia, HistoryState()))))
    }

    @Test func `history --limit also applies to the changes in a step`() async throws {
        let route = Route.history(.step(step, ChangesState(limit: 2)))
        #expect(try await fixture.run("history 5 --limit 2", by: flow, on: HomeScreen()) == .push(route))
        #expect(Path("history/5?limit=2") == Path(route))
    }

    @Test func `Navigators return the actions that open the history, a step, and the trash`() {
        #expect(flow.showSteps(HistoryState()) == .push(.history(.standard)))
        #expect(flow.showSteps(of: leia, HistoryState()) == .push(.history(.record(leia, HistoryState()))))
        #expect(flow.didSelect(step) == .push(.history(.step(step, ChangesState()))))
        #expect(flow.showTrash(TrashState()) == .push(.trash(TrashState())))
    }
}
