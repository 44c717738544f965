import Navigation
import Testing

@testable import Almanac

@Suite("Navigators of commands with a recording delegate")
struct CommandNavigatorTests {
    private let fixture = CoordinatorFixture(.account(StubAccounts().leia.id))

    @Test(arguments: [
        ("history", "showSteps"), ("history persons/1", "showSteps persons/1"), ("history 5", "showChanges 5"),
        ("trash", "showTrash"), ("duplicates", "showPairs"), ("account", "showCard"),
        ("signup Han", "signUp Han"), ("login Leia", "signIn Leia"),
    ])
    func `Each command calls only its own navigator`(line: String, event: String) async throws {
        var actions: [NavigationAction] = []
        for responder in fixture.navigatingCommands {
            if let action = try await fixture.run(line, by: responder, on: HomeScreen()) { actions.append(action) }
        }
        #expect(actions.count == 1 && fixture.delegate.events == [event])
    }
}
