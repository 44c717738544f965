import Model
import Navigation

/// The command that adds a note about a record.
struct NoteCommand: Sendable {
    let changes: any RecordChanger
    let resolver: RecordResolver

    var command: Command {
        Command(
            "note", .argument("ID", .record(.person, .group, .planet)), .optional("TOPIC", .text),
            .optional("TEXT", .text), .editor, .dryRun,
            about: "Add a note about a record; without text, open the form",
            examples: ["note persons/7 'Plans' 'Bring them back.'"],
            effect: .changes
        ) { invocation, record, topic, text, usesEditor, _ in
            try await changes.addNote(
                about: try await resolver.address(record), topic: topic, text: text, usesEditor: usesEditor,
                in: invocation)
        }
    }
}
