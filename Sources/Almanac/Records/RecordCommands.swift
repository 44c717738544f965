import Interchange
import Localization
import Model
import Navigation

/// The commands that create, change, and delete records of any kind.
struct RecordCommands: Responder {
    let changes: any RecordChanger
    let resolver: RecordResolver
    let bulk: BulkChanges
    let photo: PhotoCommand

    var commands: [Command] {
        [
            Command(
                "new", .argument("KIND", .newKind), .any("FIELD=VALUE", .newRecordWord), .editor, .force,
                about: "Create a record; without fields, open the form",
                examples: [
                    "new person given=Leia family=Organa email.work=leia@alderaan.example birthday=--05-04",
                    "new person Leia Organa +1-555-0100", "new person Acme GmbH", "new group name='Rebel Alliance'",
                    "new note topic=Plans text='Bring them back.'",
                ], details: RecordCommands.fields, effect: .changes
            ) { invocation, kind, words, usesEditor, isForced in
                let words = try NewRecordWord.assignments(words, of: kind)
                return try await changes.create(
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
        "edit", aliases: ["e"],
        .record(Kind.allCases, [Parameter("FIELD=VALUE", .fieldsOfNamed, .any)], .assignment(.fieldsOfNamed)),
        .listSelection, .editor, .force,
        Argument.flag("--all", "Replace all values of a field that has several"), .ifVersion,
        about: "Edit a record; without fields, open the form",
        examples: [
            "edit persons/7 title=Senator phone+=+1-555-0100 nickname=",
            "edit persons/7 address.home='345 Cave Stone Road, 70777 Bedrock'",
            "edit --where 'city = Bedrock' title=Senator",
        ],
        details: "\(fields)\n\n\(RecordSelection.details)", effect: .confirmedChanges)

    static func line(editing id: RecordID, _ input: RecordInput) -> String {
        editDeclaration.line(
            NamedRecord(record: RecordArgument(id), rest: input.words), nil, input.usesEditor, input.isForced,
            input.replacesAll, input.version)
    }

    @Sendable private func edit(
        _ invocation: Invocation, named: NamedRecord<FieldAssignment>, list: ListSelection?, usesEditor: Bool,
        isForced: Bool, replacesAll: Bool, version: Int?
    ) async throws -> NavigationAction {
        let input = RecordInput(
            words: named.rest, usesEditor: usesEditor, isForced: isForced, replacesAll: replacesAll, version: version)
        let selection = try RecordSelection([named.record].compactMap(\.self), list, of: "edit", in: invocation)
        guard case .named(let records) = selection, let record = records.first else {
            guard !input.words.isEmpty, !usesEditor, version == nil else {
                throw CommandProblem.notHere(
                    "Multiple records can only be edited with field=value.", next: "Remove the other options.")
            }
            let request = BulkChanges.Request(
                selection: selection,
                line: {
                    Self.editDeclaration.line(
                        named, selection.list?.confirmed($0), false, isForced, replacesAll, nil, confirmation: .yes)
                })
            return try await bulk.edit(request, input, in: invocation)
        }
        let edit = { (id: RecordID) in try await changes.edit(id, input, in: invocation) }
        // Part of a name is accepted, because the form shows the record’s name before anything is changed.
        guard !input.words.isEmpty || usesEditor else {
            var record = record
            record.acceptsPart = true
            return try await edit(try await resolver.id(record))
        }
        return try await resolver.resolving(record, edit)
    }

    @Sendable private func delete(
        _ invocation: Invocation, records: [RecordArgument], agreed: [RecordArgument], list: ListSelection?
    ) async throws -> NavigationAction {
        let selection = try RecordSelection(records, list, of: "delete", in: invocation)
        guard selection.isBulk else {
            return try await changes.delete(
                try await previews(records), with: try await previews(agreed), in: invocation)
        }
        guard agreed.isEmpty else {
            throw CommandProblem.notHere(
                "“with” requires IDs.", next: "Remove “with”, or specify all records by ID.")
        }
        let request = BulkChanges.Request(
            selection: selection,
            line: {
                BulkConfirmationPresenter.command.line(
                    records, [], selection.list?.confirmed($0), confirmation: .yes)
            })
        return try await bulk.delete(request, in: invocation)
    }

    private func favorite(_ name: String, _ isFavorite: Bool, about summary: Message) -> Command {
        Command(
            name, .argument("ID", .record()), about: summary, examples: ["\(name) planets/earth"],
            effect: .changes
        ) { invocation, record in
            try await resolver.resolving(record) { try await changes.setFavorite(isFavorite, $0, in: invocation) }
        }
    }

    /// The documentation of the assignment syntax.
    private static let fields: Message = """
        Use `field=value` to replace, `field+=value` to add, `field-=value` to remove, and `field=` to clear. A field \
        with several values takes a label after a dot: `phone.home=…`. Replacing several values with one requires \
        `--all`: `phone=… --all`. A part of a postal address follows the label: \
        `address.home.city=…`. Dates can be written as “6 May 1980”. Unusual values, such as an email address without \
        “@”, are saved only with `--force`. For a new record, words before the fields are its name. For a \
        person, they can also be a company, phone numbers, and email addresses.

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

/// A word after `new KIND`.
private enum NewRecordWord: Sendable, CustomStringConvertible {
    case assignment(FieldAssignment)
    /// A word of the name or, for a person, a phone number or an email address.
    case plain(String)

    init(_ word: String) { self = FieldAssignment(word).map { .assignment($0) } ?? .plain(word) }

    var description: String {
        switch self {
        case .assignment(let assignment): assignment.description
        case .plain(let word): word
        }
    }

    /// Returns the assignments. Plain words at the beginning are the name and, for a person, a phone number and email
    /// addresses.
    ///
    /// - Throws: `CommandProblem` if a plain word contains “=”, names a field, or follows an assignment.
    static func assignments(_ words: [NewRecordWord], of kind: Kind) throws -> [FieldAssignment] {
        var (plain, assignments) = ([String](), [FieldAssignment]())
        for word in words {
            switch word {
            case .assignment(let assignment): assignments.append(assignment)
            case .plain(let word):
                let isField = FieldHint.all(of: kind).contains { $0.answers(to: word) }
                guard assignments.isEmpty, !isField, !word.contains("=") else { throw CommandProblem.notAField(word) }
                plain.append(word)
            }
        }
        guard kind == .person else { return name(plain, of: kind) + assignments }
        return Person(typed: plain.joined(separator: " ")).assignments(adding: true) + assignments
    }

    private static func name(_ words: [String], of kind: Kind) -> [FieldAssignment] {
        words.isEmpty
            ? [] : [FieldAssignment(key: kind == .note ? "topic" : "name", value: words.joined(separator: " "))]
    }
}

extension ValueParser where Value == NewRecordWord {
    fileprivate static var newRecordWord: ValueParser {
        ValueParser(.fieldsOfNamed, parse: { word, _ in NewRecordWord(word) }, describe: \.description)
    }
}

extension ValueParser where Value == Kind {
    /// A parser for the name of a kind in the singular or plural.
    fileprivate static var newKind: ValueParser {
        let choice = ValueParser.choice { word, kinds in
            let isValue = word.first?.isLowercase != true || FieldAssignment(word) != nil
            let example: Message = isValue ? ", as in “new person \(ShellWords.quote(word)) …”" : ""
            return .notHere("Unknown kind “\(word)”.", next: "Use one of: \(kinds)\(example).")
        }
        return ValueParser(
            choice.kind, parse: { word, invocation in try Kind(named: word) ?? choice.parse(word, invocation) },
            describe: \.rawValue)
    }
}

extension Command {
    /// Returns a command that creates a record of one kind.
    static func new(_ kind: Kind, by changes: any RecordChanger) -> Command {
        Command(
            "new", .assignments(of: kind), .editor, .force,
            about: "Create a \(kind.rawValue); without fields, open the form", effect: .changes
        ) { invocation, words, usesEditor, isForced in
            try await changes.create(
                kind, RecordInput(words: words, usesEditor: usesEditor, isForced: isForced), in: invocation)
        }
    }
}

/// The command that sets, saves, or removes the photo of a person or the picture of a planet.
struct PhotoCommand: Sendable {
    let files: any FileAccess
    let photos: any BlobDataSource
    let resolver: RecordResolver

    var command: Command {
        Command(
            "photo", .argument("ID", .record(.person, .planet)), .optional("FILE", .file),
            Argument.output("--save", "Write the photo to a file"), Argument.flag("--remove", "Remove the photo"),
            about: "Set, save, or remove the photo of a contact or planet",
            examples: [
                "photo persons/7 face.jpg", "photo persons/7 --save face.jpg", "photo persons/7 --remove",
            ], effect: .changes
        ) { invocation, record, source, target, removes in
            let context = invocation.context
            var record = record
            // Without FILE or --remove, the record is only read.
            record.acceptsPart = record.acceptsPart || source == nil && !removes
            switch (source, target, removes) {
            case (_?, nil, false), (nil, nil, true):
                return try await resolver.resolving(record) {
                    try await set(source, of: $0, by: resolver.editor(for: $0.kind), in: context)
                }
            case (nil, let target?, false):
                return try await resolver.resolving(record) {
                    try await save(of: $0, by: resolver.editor(for: $0.kind), to: target, in: context)
                }
            case (nil, nil, false):
                let id = try await resolver.id(record)
                throw CommandProblem.notHere(
                    "“photo” requires the argument FILE, --save, or --remove.",
                    next: "Use “photo \(id)” with one of them.")
            default:
                throw CommandProblem.notHere(
                    "FILE, --save, and --remove cannot be combined.", next: "Use only one of them.")
            }
        }
    }

    /// Sets the photo of a record to the contents of a file, or removes the photo.
    private func set<Content>(
        _ path: String?, of id: RecordID, by editor: some RecordOperations<Content>, in context: CommandContext
    ) async throws -> NavigationAction {
        let record = try await editor.record(id)
        let name = "\(record.title) (\(record.recordID))"
        var photo = BlobID?.none
        var unchanged: Message = "Nothing changed: \(name) does not have a photo."
        var changed: Message = "Removed the photo of \(name). Use “undo” to reverse this."
        if let path {
            let bytes = try await files.read(path, limit: BlobID.maximumBytes)
            photo = try await photos.store(Photo(bytes: bytes, named: path), in: context)
            let file: Message = path == "-" ? "standard input" : "\(path)"
            unchanged = "Nothing changed: \(name) already has this photo."
            changed = "Set the photo of \(name) from \(file). Use “undo” to reverse this."
        }
        var content = record.content
        if let field = Content.photoPath { content[keyPath: field] = photo }
        try await editor.source.update(record, to: content, in: context)
        return .tell(.message(content == record.content ? unchanged : changed))
    }

    private func save<Content>(
        of id: RecordID, by editor: some RecordOperations<Content>, to output: OutputFile,
        in context: CommandContext
    ) async throws -> NavigationAction {
        let record = try await editor.record(id)
        let name = record.title
        guard let photo = Content.photoPath.flatMap({ record.content[keyPath: $0] }) else {
            throw CommandProblem.noPhoto(name)
        }
        if let dryRun = context.dryRun {
            let file: Message = output.isStandardOutput ? "standard output" : "\(output.path)"
            dryRun.summarize("This would write the photo of \(name) to \(file).")
            return .stay
        }
        try await files.write(try await photos.load(photo, as: [UInt8].self), to: output)
        if output.isStandardOutput { return .tell(.nothing) }
        return .tell(.message("Wrote the photo of \(name) to \(output.path)."))
    }
}
