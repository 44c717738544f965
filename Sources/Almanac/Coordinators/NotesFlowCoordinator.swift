import Model
import Navigation

/// The coordinator of the notes flow: the list, a note, and the form.
struct NotesFlowCoordinator: FlowCoordinator {
    let notes: any NoteDataSource
    let context: FlowContext
    let forms: FormMaker
    let delegate: any RecordNavigator & NoteNavigator

    func screen(for location: RecordLocation<Note>) async throws -> any Screen {
        switch location {
        case .list(let state):
            return try await PageScreen(
                "notes", state: state, of: ListReader(notes, in: context), at: { .notes(.list($0)) },
                didSelect: { .push(.notes(.record($0))) })
        case .record(let id):
            let note = try await notes.record(id)
            return try await PageScreen(
                note, in: context, navigator: delegate,
                extraCommands: note.links.subject.map { [subjectCommand($0)] } ?? [])
        case .edit(let id): return try await forms.edit(try await notes.record(id), source: notes, delegate: delegate)
        case .new(let about):
            var note = Note()
            note.subject = about
            return try await forms.new(note, about: about, source: notes, delegate: delegate)
        }
    }

    private func subjectCommand(_ subject: RecordReference) -> Command {
        Command("about", about: "Show \(subject.name), the subject of this note") { _ in
            delegate.didSelect(subject.address)
        }
    }
}
