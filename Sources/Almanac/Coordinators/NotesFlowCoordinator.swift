import Model
import Navigation

/// The coordinator of the notes flow: the list, a note, and the form.
struct NotesFlowCoordinator: FlowCoordinator, NoteNavigator {
    let notes: any NoteDataSource
    let records: RecordFlowContext
    let delegate: any RecordFlowDelegate

    private var context: FlowContext { records.context }
    private var editor: RecordEditor<Note> { RecordEditor(source: notes, resolver: records.resolver) }

    func screen(for location: RecordLocation<Note>) async throws -> any Screen {
        switch location {
        case .list(let state):
            return try await PageScreen(
                "notes", state: state,
                of: ListReader(notes, ownedBy: try await records.owner(of: state), in: context),
                at: { .notes(.list($0)) },
                navigator: self)
        case .record(let id):
            let note = try await notes.record(id)
            return try await PageScreen(
                note, in: context, navigator: delegate, changes: records.changes,
                extraCommands: note.links.subject.map { [subjectCommand($0)] } ?? [])
        case .edit(let id): return try await records.forms.edit(try await notes.record(id), editor, delegate)
        case .new(let about):
            var note = Note()
            note.subject = about
            return try await records.forms.new(note, about: about, editor, delegate)
        }
    }

    func showList(_ state: ListState<Note>) -> NavigationAction { .push(.notes(.list(state))) }

    // MARK: - Commands

    var localCommands: [Command] { [.new(.note, by: records.changes)] }

    var sharedTopics: [Topic] {
        [
            Topic(
                "Notes", [NoteCommand(changes: records.changes, resolver: records.resolver, bulk: records.bulk).command]
            )
        ]
    }

    private func subjectCommand(_ subject: RecordReference) -> Command {
        Command("about", about: "Show \(subject.name), the subject of this note") { _ in
            delegate.didSelect(subject.address)
        }
    }
}
