import Localization
import Model
import Navigation

/// Making, changing and tying records together, by address from anywhere.
struct RecordCommands: Responder {
    let navigator: any RecordNavigator & NoteNavigator
    let groups: any GroupDataSource
    let directory: RecordResolver
    let photo: PhotoCommand

    var commands: [Command] {
        [
            Command(
                "new", .argument("KIND", .newKind), .assignments, .editor, .dryRun,
                about: "a person, group, planet or note; without fields the form",
                examples: [
                    "new person given=Leia family=Organa email.work=leia@alderaan.example birthday=--05-04",
                    "new group name='Rebel Alliance'", "new note topic=Plans text='Bring them back.'",
                ], details: RecordCommands.fields, effect: .changes
            ) { invocation, kind, words, usesEditor, _ in
                try await navigator.create(kind, words, usesEditor: usesEditor, in: invocation)
            },
            Command(
                "edit", .argument("ID", .record()), .assignments, .editor, .ifVersion, .dryRun,
                about: "a record; without fields the form",
                examples: ["edit persons/7 title=Senator phone+=+1-555-0100 nickname="],
                details: RecordCommands.fields, effect: .changes
            ) { invocation, record, words, usesEditor, version, _ in
                let edit = { (id: RecordID) in
                    try await navigator.edit(
                        id, words, usesEditor: usesEditor, ifVersion: version, in: invocation)
                }
                // A form opens later, and reads the record then.
                guard !words.isEmpty || usesEditor else { return try await edit(try await directory.address(record)) }
                return try await directory.resolving(record, edit)
            },
            Command(BulkConfirmationPresenter.command) { invocation, records, agreed, confirmation in
                try await navigator.delete(
                    try await previews(records), with: try await previews(agreed), confirmation, in: invocation)
            },
            Command(
                "add", .some("PERSON", .record(.person)), .group(behind: "to"), .dryRun, about: "persons to a group",
                examples: ["add persons/7 to groups/3"], effect: .changes
            ) { invocation, persons, group, _ in
                try await change(group, persons, isAdding: true, in: invocation.context)
            },
            Command(
                "remove", .some("PERSON", .record(.person)), .group(behind: "from"), .dryRun,
                about: "persons from a group", examples: ["remove persons/7 from groups/3"], effect: .changes
            ) { invocation, persons, group, _ in
                try await change(group, persons, isAdding: false, in: invocation.context)
            },
            Command(
                "note", .argument("ID", .record(.person, .group, .planet)), .optional("TOPIC", .text),
                .optional("TEXT", .text), .editor, .dryRun, about: "about a record; without a text the form",
                examples: ["note persons/7 'Plans' 'Bring them back.'"],
                effect: .changes
            ) { invocation, record, topic, text, usesEditor, _ in
                try await navigator.addNote(
                    about: try await directory.address(record), topic: topic, text: text, usesEditor: usesEditor,
                    in: invocation)
            },
            Command(
                "favorite", .argument("ID", .record()), .dryRun,
                about: "keep a record among the favorites", examples: ["favorite planets/earth"], effect: .changes
            ) { invocation, record, _ in
                try await directory.resolving(record) {
                    try await navigator.setFavorite(true, $0, in: invocation)
                }
            },
            Command(
                "unfavorite", .argument("ID", .record()), .dryRun,
                about: "take a record out of the favorites", examples: ["unfavorite planets/earth"], effect: .changes
            ) { invocation, record, _ in
                try await directory.resolving(record) {
                    try await navigator.setFavorite(false, $0, in: invocation)
                }
            },
            photo.command,
        ]
    }

    /// What can stand before the equals sign.
    private static let fields: Message = """
        `field=value` replaces, `field+=value` adds, `field-=value` removes, `field=` clears; where there are several values, a \
        label stands behind a dot: `phone.home=…`.

        - person: \(Person.fields.map(\.key).joined(separator: ", "))
        - group: \(Group.fields.map(\.key).joined(separator: ", "))
        - planet: \(Planet.fields.map(\.key).joined(separator: ", "))
        - note: \(Note.fields.map(\.key).joined(separator: ", "))
        """

    private func previews(_ words: [RecordWord]) async throws -> [DeletionPreview] {
        var previews: [DeletionPreview] = []
        for word in words {
            previews.append(
                try await directory.resolving(word) {
                    try await directory.editor(for: $0.kind).deletionPreview(of: $0)
                })
        }
        return previews
    }

    /// `add A B to G`, `remove A from G`.
    private func change(
        _ group: RecordWord, _ persons: [RecordWord], isAdding: Bool, in context: CommandContext
    ) async throws -> NavigationAction {
        let group = try await directory.reference(group)
        let persons = try await directory.addresses(persons).compactMap { Person.ID($0) }
        guard let id = Group.ID(group.address) else { return .stay }
        let changed =
            isAdding
            ? try await groups.add(persons, to: id, in: context)
            : try await groups.remove(persons, from: id, in: context)
        let place = "\(group.name) (\(group.address))"
        switch (count(changed, "person"), isAdding) {
        case (let people?, true): return .tell(.message("Added \(people) to \(place). “undo” takes that back."))
        case (let people?, false): return .tell(.message("Removed \(people) from \(place). “undo” takes that back."))
        case (nil, true):
            let sentence = Message(
                persons.count, one: "Nothing changed: that person is in \(place) already.",
                other: "Nothing changed: they are all in \(place) already.")
            return .tell(.message(sentence))
        case (nil, false):
            let sentence = Message(
                persons.count, one: "Nothing changed: that person was not in \(place).",
                other: "Nothing changed: none of them was in \(place).")
            return .tell(.message(sentence))
        }
    }
}

extension Argument where Value == RecordWord {
    fileprivate static func group(behind keyword: String) -> Argument {
        argument(
            "GROUP", .record(.group), behind: keyword,
            orThrow: .notHere(
                "The word “\(keyword)” is missing.", next: "Write the persons, then “\(keyword)” and the group."))
    }
}

extension ValueParser where Value == Kind {
    fileprivate static var newKind: ValueParser {
        .choice { .notHere("There is no kind “\($0)”.", next: "There are: \($1).") }
    }
}
