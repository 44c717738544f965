import Model
import Navigation
import Testing

@testable import Almanac

@Suite("The record coordinator with stub data sources")
struct RecordCoordinatorTests {
    private let fixture = CoordinatorFixture(.account(StubAccounts().leia.id))
    private let leia = RecordID(kind: .person, number: 1)

    @Test func `Creating a record from fields opens the new record`() async throws {
        let words = [FieldAssignment(key: "given", value: "Han")]
        let action = try await fixture.recordCoordinator.create(
            .person, RecordInput(words: words), in: fixture.invocation)
        #expect(action == .stay && fixture.delegate.events == ["didSelect persons/99"])
    }

    @Test func `Creating or editing a record without fields opens its form`() async throws {
        let coordinator = fixture.recordCoordinator
        _ = try await coordinator.create(.group, RecordInput(), in: fixture.invocation)
        _ = try await coordinator.edit(leia, RecordInput(), in: fixture.invocation)
        #expect(fixture.delegate.events == ["showForm group ", "showForm persons/1"])
    }

    @Test func `Adding a note without a topic opens the form for a note about the record`() async throws {
        _ = try await fixture.recordCoordinator.addNote(
            about: leia, topic: nil, text: nil, usesEditor: false, in: fixture.invocation)
        #expect(fixture.delegate.events == ["showForm note persons/1"])
    }

    @Test func `Deleting a record asks for confirmation first`() async throws {
        let coordinator = fixture.recordCoordinator
        let asked = try await coordinator.delete(leia, in: fixture.invocation)
        guard case .ask(let prompts) = asked else {
            Issue.record("The action is \(asked).")
            return
        }
        #expect(prompts.map(\.question.description) == ["Delete Leia (persons/1)?"])
        var confirmed = fixture.invocation
        confirmed.confirmation = .yes
        let deleted = try await coordinator.delete(leia, in: confirmed)
        #expect(deleted.description == "tell")
    }

    @Test func `Guests and signed-in users can change favorites, and signed-out users must sign in`() async throws {
        let signedOut = CoordinatorFixture(.signedOut)
        await #expect(throws: AccountProblem.self) {
            try await signedOut.recordCoordinator.setFavorite(true, leia, in: signedOut.invocation)
        }
        let guest = CoordinatorFixture(.guest)
        let action = try await fixture.recordCoordinator.setFavorite(true, leia, in: fixture.invocation)
        #expect(try await guest.recordCoordinator.setFavorite(true, leia, in: guest.invocation) == action)
        #expect(
            action == .tell(.message("Leia (persons/1) is now a favorite. Use “unfavorite persons/1” to reverse this."))
        )
    }
}
