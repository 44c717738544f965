import Localization
import Model
import Navigation

/// The commands that create, change, and relate records.
struct RecordCommands: Responder {
    let navigator: any RecordNavigator & NoteNavigator
    let groups: any GroupDataSource
    let resolver: RecordResolver
    let photo: PhotoCommand

    var commands: [Command] {
        [
            Command(
                "new", .argument("KIND", .newKind), .assignments, .editor, .dryRun,
                about: "Create a record; without fields, open the form",
                examples: [
                    "new person given=Leia family=Organa email.work=leia@alderaan.example birthday=--05-04",
                    "new group name='Rebel Alliance'", "new note topic=Plans text='Bring them back.'",
                ], details: RecordCommands.fields, effect: .changes
            ) { invocation, kind, words, usesEditor, _ in
                try await navigator.create(kind, words, usesEditor: usesEditor, in: invocation)
            },
            Command(
                "edit", .argument("ID", .record()), .assignments, .editor, .ifVersion, .dryRun,
                about: "Edit a record; without fields, open the form",
                examples: ["edit persons/7 title=Senator phone+=+1-555-0100 nickname="],
                details: RecordCommands.fields, effect: .changes
            ) { invocation, record, words, usesEditor, version, _ in
                let edit = { (id: RecordID) in
                    try await navigator.edit(
                        id, words, usesEditor: usesEditor, ifVersion: version, in: invocation)
                }
                // The form reads the record when it opens.
                guard !words.isEmpty || usesEditor else { return try await edit(try await resolver.address(record)) }
                return try await resolver.resolving(record, edit)
            },
            Command(BulkConfirmationPresenter.command) { invocation, records, agreed, confirmation in
                try await navigator.delete(
                    try await previews(records), with: try await previews(agreed), confirmation, in: invocation)
            },
            Command(
                "add", .some("PERSON", .record(.person)), .argument("GROUP", .record(.group), after: "to"), .dryRun,
                about: "Add persons to a group",
                examples: ["add persons/7 to groups/3"], effect: .changes
            ) { invocation, persons, group, _ in
                try await change(group, persons, isAdding: true, in: invocation.context)
            },
            Command(
                "remove", .some("PERSON", .record(.person)), .argument("GROUP", .record(.group), after: "from"),
                .dryRun,
                about: "Remove persons from a group", examples: ["remove persons/7 from groups/3"], effect: .changes
            ) { invocation, persons, group, _ in
                try await change(group, persons, isAdding: false, in: invocation.context)
            },
            Command(
                "note", .argument("ID", .record(.person, .group, .planet)), .optional("TOPIC", .text),
                .optional("TEXT", .text), .editor, .dryRun,
                about: "Add a note about a record; without text, open the form",
                examples: ["note persons/7 'Plans' 'Bring them back.'"],
                effect: .changes
            ) { invocation, record, topic, text, usesEditor, _ in
                try await navigator.addNote(
                    about: try await resolver.address(record), topic: topic, text: text, usesEditor: usesEditor,
                    in: invocation)
            },
            favorite("favorite", true, about: "Add a record to your favorites"),
            favorite("unfavorite", false, about: "Remove a record from your favorites"),
            photo.command,
        ]
    }

    private func favorite(_ name: String, _ isFavorite: Bool, about summary: Message) -> Command {
        Command(
            name, .argument("ID", .record()), .dryRun, about: summary, examples: ["\(name) planets/earth"],
            effect: .changes
        ) { invocation, record, _ in
            try await resolver.resolving(record) { try await navigator.setFavorite(isFavorite, $0, in: invocation) }
        }
    }

    /// The documentation of the assignment syntax.
    private static let fields: Message = """
        Use `field=value` to replace, `field+=value` to add, `field-=value` to remove, and `field=` to clear. A field \
        with several values takes a label after a dot: `phone.home=…`.

        - person: \(Person.fields.map(\.key).joined(separator: ", "))
        - group: \(Group.fields.map(\.key).joined(separator: ", "))
        - planet: \(Planet.fields.map(\.key).joined(separator: ", "))
        - note: \(Note.fields.map(\.key).joined(separator: ", "))
        """

    private func previews(_ words: [RecordArgument]) async throws -> [DeletionPreview] {
        var previews: [DeletionPreview] = []
        for word in words {
            previews.append(
                try await resolver.resolving(word) {
                    try await resolver.editor(for: $0.kind).deletionPreview(of: $0)
                })
        }
        return previews
    }

    private func change(
        _ group: RecordArgument, _ persons: [RecordArgument], isAdding: Bool, in context: CommandContext
    ) async throws -> NavigationAction {
        let group = try await resolver.reference(group)
        let persons = try await resolver.addresses(persons).compactMap { Person.ID($0) }
        guard let id = Group.ID(group.address) else { return .stay }
        let changed =
            isAdding
            ? try await groups.add(persons, to: id, in: context)
            : try await groups.remove(persons, from: id, in: context)
        let place = "\(group.name) (\(group.address))"
        let sentence: Message =
            switch (count(changed, "person"), isAdding) {
            case (let people?, true): "Added \(people) to \(place). Use “undo” to reverse this."
            case (let people?, false): "Removed \(people) from \(place). Use “undo” to reverse this."
            case (nil, true):
                Message(
                    persons.count, one: "Nothing changed: the person is already in \(place).",
                    other: "Nothing changed: all of these persons are already in \(place).")
            case (nil, false):
                Message(
                    persons.count, one: "Nothing changed: the person is not in \(place).",
                    other: "Nothing changed: none of these persons is in \(place).")
            }
        return .tell(.message(sentence))
    }
}

extension ValueParser where Value == Kind {
    fileprivate static var newKind: ValueParser {
        .choice { .notHere("Unknown kind “\($0)”.", next: "Use one of: \($1).") }
    }
}
