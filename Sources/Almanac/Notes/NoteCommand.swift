import Localization
import Model
import Navigation

/// The command that adds a note about a record.
struct NoteCommand: Sendable {
    let changes: any RecordChanger
    let resolver: RecordResolver
    let bulk: BulkChanges

    private static let declaration = CommandDeclaration(
        "note",
        .record(
            [.person, .group, .planet], [Parameter("TEXT", .text, .any)], .text),
        .personSelection, Argument.option("--topic", "TOPIC", "Set the topic of the note", .text), .editor,
        about: "Add a note about a record; without text, open the form",
        examples: [
            "note 'Leia Organa' Prefers tea.", "note persons/7 'Bring them back.' --topic Plans",
            "note --where 'city = Berlin' Met in Berlin.",
        ],
        details: """
            On the page of a record and in a filtered list, all words are the text, unless the first one is an ID or a row \
            number.

            \(RecordSelection.details)
            """, effect: .confirmedChanges)

    var command: Command { Command(Self.declaration, run: run) }

    @Sendable private func run(
        _ invocation: Invocation, named: NamedRecord<String>, filter: PersonSelection?, topic: String?, usesEditor: Bool
    ) async throws -> NavigationAction {
        let words = named.rest.joined(separator: " ")
        let text = words.trimmed.isEmpty ? nil : words
        let selection = try RecordSelection([named.record].compactMap(\.self), filter, of: "note", in: invocation)
        guard case .named(let records) = selection, let record = records.first else {
            guard let text, !usesEditor else {
                throw CommandProblem.notHere("A note requires text.", next: "Use “note --where FILTER TEXT”.")
            }
            let request = BulkChanges.Request(
                selection: selection,
                line: {
                    Self.declaration.line(named, selection.persons?.confirmed($0), topic, false, confirmation: .yes)
                })
            return try await bulk.addNotes(request, topic: topic, text: text, in: invocation)
        }
        return try await changes.addNote(
            about: try await resolver.id(record), topic: topic, text: text, usesEditor: usesEditor, in: invocation)
    }
}
