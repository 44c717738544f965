import Model
import Navigation

/// A delegate that receives the events of the groups flow that lead to other flows.
protocol GroupsFlowDelegate: RecordNavigator, NoteNavigator {}

/// The coordinator of the groups flow: the list, a group, the form, and the list for selecting the person whose groups
/// are shown.
struct GroupsFlowCoordinator: FlowCoordinator {
    let groups: any GroupDataSource
    let persons: any PersonDataSource
    let context: FlowContext
    let forms: FormMaker
    let delegate: any GroupsFlowDelegate

    static let memberSelection = "select a person"

    func screen(for location: GroupsLocation) async throws -> any Screen {
        switch location {
        case .records(let location): return try await recordScreen(for: location)
        case .of(let state):
            return try await PageScreen(
                Self.memberSelection, state: state, of: ListReader(persons, in: context), at: { .groups(.of($0)) },
                didSelect: { .push(.groups(.ofPerson($0, ListState()))) })
        case .ofPerson(let id, let state):
            let person = try await persons.record(id)
            return try await PageScreen(
                "groups of \(person.content.title)", state: state,
                of: ListReader(groups, of: .of(id.address), in: context),
                at: { .groups(.ofPerson(id, $0)) }, didSelect: { .open($0.address.path) })
        }
    }

    var commands: [Command] {
        [
            Command("of", about: "Select a person to list their groups") { _ in
                .open(Path(.groups(.standard), .groups(.of(ListState()))))
            }
        ]
    }

    private func recordScreen(for location: RecordLocation<Group>) async throws -> any Screen {
        switch location {
        case .list(let state):
            return try await PageScreen(
                "groups", state: state, of: ListReader(groups, in: context), at: { .groups(.records(.list($0))) },
                didSelect: { .push(.groups(.records(.record($0)))) })
        case .record(let id):
            return try await PageScreen(try await groups.record(id), in: context, navigator: delegate)
        case .edit(let id): return try await forms.edit(try await groups.record(id), source: groups, delegate: delegate)
        case .new(let about): return try await forms.new(Group(), about: about, source: groups, delegate: delegate)
        }
    }
}
