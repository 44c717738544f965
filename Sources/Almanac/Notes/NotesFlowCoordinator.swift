import Display
import Localization
import Model
import Navigation

/// A delegate that opens the subjects of notes, and is notified of saved notes.
protocol NotesFlowDelegate: PersonNavigator, GroupNavigator, PlanetNavigator, FormDelegate {}

/// The coordinator of the notes flow: the list, a note, and the form.
struct NotesFlowCoordinator: FlowCoordinator, NoteNavigator, ListNavigator {
    let notes: any NoteDataSource
    let records: RecordFlowContext
    let recipients: any RecipientDataSource
    let files: any FileAccess
    let clock: Clock
    let calendar: CalendarFile
    let delegate: any NotesFlowDelegate

    let start = RecordLocation<Note>.standard

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
            let rows = RowNavigators(persons: delegate, groups: delegate, planets: delegate)
            return try await PageScreen(
                note, in: context, extraCommands: note.links.subject.map { [subjectCommand($0, rows)] } ?? [],
                rows: rows)
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
                "Notes",
                [NoteCommand(changes: records.changes, resolver: records.resolver, bulk: records.bulk).command]),
            Topic("Journal", journal.commands),
        ]
    }

    private func subjectCommand(_ subject: RecordReference, _ rows: RowNavigators) -> Command {
        Command("about", about: "Show \(subject.name), the subject of this note") { _ in rows.didSelect(subject.id) }
    }

    private var journal: JournalCommands {
        JournalCommands(
            notes: notes, resolver: records.resolver, clock: clock,
            mail: MailLog(
                notes: notes, recipients: recipients, files: files, context: context, navigator: self),
            file: calendar, navigator: self, people: delegate)
    }
}

extension Note: Presentable {
    static let columns = [
        Column("name", "Topic", isIdentifying: true), Column("about", "About"), Column("modified", "Changed"), .id,
    ]
    static func derived(from note: Record<Note>) -> [Field] {
        [Field("due", "Due", .day(orNone: note.content.due), for: .programs)]
    }

    static var namedLists: [NamedFilter] { [journal, reminders] }

    /// The list of notes with a date.
    static let journal = NamedFilter(
        name: "journal", condition: "date is not null",
        placeholder: "No journal entries yet. Use “log NAME TEXT” to add one.")

    /// The list of notes with a reminder that is not done.
    static let reminders = NamedFilter(
        name: "reminders", condition: "due is not null",
        placeholder: "No reminders. Use “log NAME TEXT --remind 2w” to add one.")

    /// The kinds of record that a note can be about.
    static let subjectKinds: [Model.Kind] = [.person, .group, .planet]

    static let placeholder: Message = "No notes yet. Use “note ID TEXT” to add one."

    static let page = fields.inPageOrder()

    static func referred(by note: Record<Note>) -> Model.RecordReference? { note.links.subject }
    static func persons(of note: Record<Note>) -> [Model.RecordReference] { note.links.persons }

    static func related(to note: Record<Note>) -> [RelatedRecords] {
        [
            RelatedRecords("about", "About", note.links.subject.map { [$0] } ?? []),
            RelatedRecords("with", "With", note.links.persons),
        ]
    }

    static func footnote(of note: Record<Note>) -> Message? {
        guard note.content.isPrivate else { return nil }
        guard note.content.date == nil else {
            return "This journal entry is private: exported and synchronized contacts omit it."
        }
        return """
            This note is private because of its kind: exported and synchronized contacts omit it. Use \
            “edit \(note.recordID.description) date=today” to add it to the journal.
            """
    }

    static func consequences(ofDeleting note: Record<Note>) -> [Message] { [] }
}

/// The command that adds a note about a record.
struct NoteCommand: Sendable {
    let changes: any RecordChanger
    let resolver: RecordResolver
    let bulk: BulkChanges

    private static let declaration = CommandDeclaration(
        "note",
        .record(
            Note.subjectKinds, [Parameter("TEXT", .text, .any)], .text),
        .listSelection, Argument.option("--topic", "TOPIC", "Set the topic of the note", .text), .editor,
        about: "Add a note about a record; without text, open the form",
        examples: [
            "note 'Leia Organa' Prefers tea.", "note persons/7 'Bring them back.' --topic Plans",
            "note --where 'city = Berlin' Met in Berlin.",
        ],
        details: """
            On the page of a record, in a filtered list, and in search results, all words are the text, unless the \
            first one is an ID or a row number.

            \(RecordSelection.details)
            """, effect: .confirmedChanges)

    var command: Command { Command(Self.declaration, run: run) }

    @Sendable private func run(
        _ invocation: Invocation, named: NamedRecord<String>, list: ListSelection?, topic: String?, usesEditor: Bool
    ) async throws -> NavigationAction {
        let words = named.rest.joined(separator: " ")
        let text = words.trimmed.isEmpty ? nil : words
        let selection = try RecordSelection(
            [named.record].compactMap(\.self), list, of: "note", among: Note.subjectKinds, in: invocation)
        guard case .named(let records) = selection, let record = records.first else {
            guard let text, !usesEditor else {
                throw CommandProblem.notHere("A note requires text.", next: "Use “note --where FILTER TEXT”.")
            }
            let request = BulkChanges.Request(
                selection: selection,
                line: {
                    Self.declaration.line(named, selection.list?.confirmed($0), topic, false, confirmation: .yes)
                })
            return try await bulk.addNotes(request, topic: topic, text: text, in: invocation)
        }
        return try await changes.addNote(
            about: try await resolver.id(record), topic: topic, text: text, usesEditor: usesEditor, in: invocation)
    }
}
