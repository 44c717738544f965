import Localization
import Model
import Navigation

/// The commands that create and change records of any kind.
struct RecordCommands: Responder {
    let changes: any RecordChanger
    let resolver: RecordResolver
    let bulk: BulkChanges
    let photo: PhotoCommand

    var commands: [Command] {
        [
            Command(
                "new", .argument("KIND", .newKind), .assignments, .editor, .force, .dryRun,
                about: "Create a record; without fields, open the form",
                examples: [
                    "new person given=Leia family=Organa email.work=leia@alderaan.example birthday=--05-04",
                    "new group name='Rebel Alliance'", "new note topic=Plans text='Bring them back.'",
                ], details: RecordCommands.fields, effect: .changes
            ) { invocation, kind, words, usesEditor, isForced, _ in
                try await changes.create(
                    kind, RecordInput(words: words, usesEditor: usesEditor, isForced: isForced), in: invocation)
            },
            Command(Self.editDeclaration, run: edit),
            Command(BulkConfirmationPresenter.command, run: delete),
            favorite("favorite", true, about: "Add a record to your favorites"),
            favorite("unfavorite", false, about: "Remove a record from your favorites"),
            photo.command,
        ]
    }

    private static let editDeclaration = CommandDeclaration(
        "edit", .record(Kind.allCases, [Parameter("FIELD=VALUE", .fieldsOfNamed, .any)], .assignment(.fieldsOfNamed)),
        .personSelection, .editor, .force, .ifVersion, .confirmation,
        about: "Edit a record; without fields, open the form",
        examples: [
            "edit persons/7 title=Senator phone+=+1-555-0100 nickname=",
            "edit persons/7 address.home='345 Cave Stone Road, 70777 Bedrock'",
            "edit --where 'city = Bedrock' title=Senator",
        ],
        details: "\(fields)\n\n\(RecordSelection.details)", effect: .changes)

    @Sendable private func edit(
        _ invocation: Invocation, named: NamedRecord<FieldAssignment>, filter: PersonSelection?, usesEditor: Bool,
        isForced: Bool, version: Int?, confirmation: Confirmation
    ) async throws -> NavigationAction {
        let input = RecordInput(words: named.rest, usesEditor: usesEditor, isForced: isForced, version: version)
        let selection = try RecordSelection([named.record].compactMap(\.self), filter, of: "edit")
        guard case .named(let records) = selection, let record = records.first else {
            guard !input.words.isEmpty, !usesEditor, version == nil else {
                throw CommandProblem.notHere(
                    "Multiple records can only be edited with field=value.", next: "Remove the other options.")
            }
            let request = BulkChanges.Request(
                selection: selection, confirmation: confirmation,
                line: { Self.editDeclaration.line(named, filter?.confirmed($0), false, isForced, nil, .yes) })
            return try await bulk.edit(request, input, in: invocation)
        }
        let edit = { (id: RecordID) in try await changes.edit(id, input, in: invocation) }
        // The form reads the record when it opens, and shows its name before anything is changed.
        guard !input.words.isEmpty || usesEditor else {
            var record = record
            record.acceptsPart = true
            return try await edit(try await resolver.address(record))
        }
        return try await resolver.resolving(record, edit)
    }

    @Sendable private func delete(
        _ invocation: Invocation, records: [RecordArgument], agreed: [RecordArgument], filter: PersonSelection?,
        confirmation: Confirmation
    ) async throws -> NavigationAction {
        let selection = try RecordSelection(records, filter, of: "delete")
        guard selection.isBulk else {
            return try await changes.delete(
                try await previews(records), with: try await previews(agreed), confirmation, in: invocation)
        }
        guard agreed.isEmpty else {
            throw CommandProblem.notHere("“with” requires IDs.", next: "Remove “with”, or use IDs instead of --where.")
        }
        let request = BulkChanges.Request(
            selection: selection, confirmation: confirmation,
            line: { BulkConfirmationPresenter.command.line(records, [], filter?.confirmed($0), .yes) })
        return try await bulk.delete(request, in: invocation)
    }

    private func favorite(_ name: String, _ isFavorite: Bool, about summary: Message) -> Command {
        Command(
            name, .argument("ID", .record()), .dryRun, about: summary, examples: ["\(name) planets/earth"],
            effect: .changes
        ) { invocation, record, _ in
            try await resolver.resolving(record) { try await changes.setFavorite(isFavorite, $0, in: invocation) }
        }
    }

    /// The documentation of the assignment syntax.
    private static let fields: Message = """
        Use `field=value` to replace, `field+=value` to add, `field-=value` to remove, and `field=` to clear. A field \
        with several values takes a label after a dot: `phone.home=…`. A part of an address follows the label: \
        `address.home.city=…`. Dates can be written as “6 May 1980”. Unusual values, such as an email address without \
        “@”, are saved only with `--force`.

        - person: \(Person.enteredFields.map(\.key).joined(separator: ", "))
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
}

extension ValueParser where Value == Kind {
    fileprivate static var newKind: ValueParser {
        .choice { .notHere("Unknown kind “\($0)”.", next: "Use one of: \($1).") }
    }
}

extension Command {
    /// Returns a command that creates a record of one kind.
    static func new(_ kind: Kind, by changes: any RecordChanger) -> Command {
        Command(
            "new", .assignments(of: kind), .editor, .force, .dryRun,
            about: "Create a \(kind.rawValue); without fields, open the form", effect: .changes
        ) { invocation, words, usesEditor, isForced, _ in
            try await changes.create(
                kind, RecordInput(words: words, usesEditor: usesEditor, isForced: isForced), in: invocation)
        }
    }
}
