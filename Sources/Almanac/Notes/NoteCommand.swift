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
            [.person, .group, .planet], [Parameter("TOPIC", .text, .optional), Parameter("TEXT", .text, .any)],
            .text),
        .personSelection, .editor, about: "Add a note about a record; without text, open the form",
        examples: ["note persons/7 'Plans' 'Bring them back.'", "note --where 'city = Berlin' Visit 'Met in Berlin.'"],
        details: RecordSelection.details, effect: .confirmedChanges)

    var command: Command { Command(Self.declaration, run: run) }

    @Sendable private func run(
        _ invocation: Invocation, named: NamedRecord<String>, filter: PersonSelection?, usesEditor: Bool
    ) async throws -> NavigationAction {
        let words = named.rest.dropFirst()
        let (topic, text) = (named.rest.first, words.isEmpty ? nil : words.joined(separator: " "))
        let selection = try RecordSelection([named.record].compactMap(\.self), filter, of: "note", in: invocation)
        guard case .named(let records) = selection, let record = records.first else {
            guard let topic, let text, !usesEditor else {
                throw CommandProblem.notHere(
                    "A note requires a topic and text.", next: "Use “note --where FILTER TOPIC TEXT”.")
            }
            let request = BulkChanges.Request(
                selection: selection,
                line: { Self.declaration.line(named, selection.persons?.confirmed($0), false, confirmation: .yes) })
            return try await bulk.addNotes(request, topic: topic, text: text, in: invocation)
        }
        return try await changes.addNote(
            about: try await resolver.address(record), topic: topic, text: text, usesEditor: usesEditor, in: invocation)
    }
}
