import Localization
import Model
import Navigation

/// The coordinator of the persons flow: the list, a person, and the form.
struct PersonsFlowCoordinator: FlowCoordinator, PersonNavigator {
    let persons: any PersonDataSource
    let duplicates: any DuplicateDataSource
    let records: RecordFlowContext
    /// The commands for mail programs.
    let mail: any Responder
    /// The commands that import and export contacts.
    let transfer: any Responder
    let delegate: any RecordFlowDelegate

    private var context: FlowContext { records.context }
    private var editor: RecordEditor<Person> { RecordEditor(source: persons, resolver: records.resolver) }

    func screen(for location: RecordLocation<Person>) async throws -> any Screen {
        switch location {
        case .list(let state):
            return try await PageScreen(
                "persons", state: state, of: ListReader(persons, in: context), at: { .persons(.list($0)) },
                navigator: self)
        case .record(let id):
            let (person, remark) = try await find(id)
            return try await PageScreen(
                person, in: context, relatives: try await relatives(of: person), remark: remark, navigator: delegate,
                changes: records.changes, extraCommands: [homeCommand(of: person)])
        case .edit(let id): return try await records.forms.edit(try await persons.record(id), editor, delegate)
        case .new(let about): return try await records.forms.new(Person(), about: about, editor, delegate)
        }
    }

    func showList(_ state: ListState<Person>) -> NavigationAction { .push(.persons(.list(state))) }

    // MARK: - Commands

    var localCommands: [Command] { [.new(.person, by: records.changes)] }

    var sharedTopics: [Topic] { [Topic("Mail", mail.commands), Topic("Import and export", transfer.commands)] }

    private func homeCommand(of person: Record<Person>) -> Command {
        Command("planet", about: "Show the home planet of this person") { _ in
            guard let home = person.content.home else {
                throw CommandProblem.notHere(
                    "\(person.content.title) has no home planet.", next: "Use “edit planet=NAME” to set it.")
            }
            return delegate.didSelect(home.address)
        }
    }

    // MARK: - Reading

    /// Returns a person or, if the person was merged, the merge target with a remark about the merge.
    private func find(_ id: Person.ID) async throws -> (Record<Person>, remark: Message?) {
        do {
            return (try await persons.record(id), nil)
        } catch let problem as RecordProblem where problem == .notFound(id.address) {
            guard let mergeTarget = try await duplicates.mergeTarget(of: id), let there = Person.ID(mergeTarget.address)
            else {
                throw problem
            }
            return (try await persons.record(there), "\(id.address) was merged into \(mergeTarget.address).")
        }
    }

    /// Returns the persons who are named unambiguously in the first 20 relations of a person.
    private func relatives(of person: Record<Person>) async throws -> [RecordReference] {
        var relatives: [RecordReference] = []
        for relation in person.relations.prefix(Self.relativesLimit) {
            let named = try await persons.named(relation.value)
            if named.count == 1, named[0].address != person.address { relatives += named }
        }
        return relatives.unique
    }

    private static let relativesLimit = 20
}
