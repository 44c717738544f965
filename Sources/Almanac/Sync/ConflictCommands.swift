import Display
import Interchange
import Localization
import Model
import Navigation
import Sync

/// The commands that list and resolve synchronization conflicts.
struct ConflictCommands: Responder {
    let remotes: any RemoteDataSource
    let resolver: RecordResolver
    let clock: Clock

    var commands: [Command] {
        [
            Command(
                "conflicts", about: "List properties that were changed on both sides",
                examples: ["conflicts", "conflicts --json"]
            ) { _ in .tell(Page("Conflicts", [.table(table(of: try await remotes.conflicts()))])) },
            Command(Self.declaration, run: resolve),
        ]
    }

    private static let declaration = CommandDeclaration(
        "resolve", .argument("CONFLICT", .conflict),
        .any("FIELD=VALUE", .assignment(.fields(Person.fields.map { FieldHint($0) }))),
        Argument.option(
            "--keep", "WHICH", "Keep this value: mine, theirs, or both",
            ValueParser<ConflictDecision>.choice(of: "--keep")), .force,
        about: "Resolve a conflict by selecting the value to keep",
        examples: ["resolve 3", "resolve 3 --keep theirs", "resolve 3 phone.home=+1-555-0100"],
        details: """
            A conflict is a property that was changed both locally and in the remote address book. `--keep mine` keeps your \
            value, `--keep theirs` that of the address book, and `--keep both` both values. With `field=value`, a \
            field in conflict gets another value. The next synchronization sends the result. Use “conflicts” to list the \
            numbers.
            """, effect: .changes)

    // MARK: - Resolving

    @Sendable private func resolve(
        _ invocation: Invocation, id: SyncConflict.ID, words: [FieldAssignment], decision: ConflictDecision?,
        isForced: Bool
    ) async throws -> NavigationAction {
        guard let conflict = try await remotes.conflicts().first(where: { $0.id == id }) else {
            throw RemoteCommandProblem.unknownConflict(id)
        }
        guard decision == nil || words.isEmpty else {
            throw CommandProblem.notHere(
                "--keep and FIELD=VALUE cannot be combined.", next: "Use only one of them.")
        }
        let context = invocation.context
        var isChanged = true
        if let decision {
            guard conflict.property.decisions.contains(decision) else {
                throw CommandProblem.notHere(
                    "Cannot keep both values: “\(title: conflict.title)” allows only one.",
                    next: "Use --keep mine, --keep theirs, or FIELD=VALUE.")
            }
            isChanged = try await remotes.resolve(id, keeping: decision, in: context)
        } else if !words.isEmpty {
            let recordID = conflict.record.id
            let editor = resolver.editor(for: recordID.kind)
            if let other = words.lazy.compactMap(editor.key).first(where: { !conflict.fields.contains($0) }) {
                throw CommandProblem.notHere("“\(other)” is not in conflict.", next: conflict.choices)
            }
            _ = try await editor.change(recordID, RecordInput(words: words, isForced: isForced), in: context)
            try await remotes.dismiss(id, in: context)
        } else {
            return question(about: conflict, in: invocation)
        }
        if context.isDryRun { return .tell(.message(conflict.dryRunSentence)) }
        let isReadOnly = try await remotes.remotes().contains { $0.name == conflict.remote && $0.isReadOnly }
        return .tell(
            .message(isChanged ? conflict.resolvedSentence(isReadOnly: isReadOnly) : conflict.unchangedSentence))
    }

    /// Shows both values and asks which one to keep.
    private func question(
        about conflict: SyncConflict, in invocation: Invocation
    ) -> NavigationAction {
        let answers = conflict.property.decisions.map { decision in
            Prompt.Answer(
                decision.title,
                line: Self.declaration.line(conflict.id, [], decision, false, confirmation: invocation.confirmation))
        }
        let question = ChoicePresenter(
            "\(conflict.record.name): which value should be kept?", answers,
            flag: (conflict.property.decisions.map { "--keep \($0.rawValue)" } + ["or FIELD=VALUE"])
                .joined(separator: ", ")
        ).present()
        return invocation.isInteractive ? .all([.tell(page(of: conflict)), question]) : question
    }

    // MARK: - Pages

    private func page(of conflict: SyncConflict) -> Page {
        let comparison = Comparison(names: ["mine", "theirs"], rows: conflict.property.differences)
        return Page(
            "Conflict \(conflict.id.rawValue): \(conflict.record.name)",
            address: conflict.record.id.description, [.comparison(comparison)])
    }

    private func table(of conflicts: [SyncConflict]) -> Table {
        Table(
            "conflicts", columns: SyncConflict.columns, rows: conflicts.flatMap { $0.rows(clock) },
            keys: SyncConflict.keys, placeholder: "No conflicts.")
    }
}

extension SyncConflict {
    /// The keys of the fields in conflict that can be set.
    fileprivate var fields: [String] {
        // The formatted name of a contact and the note of a group card have different keys in the list of differences.
        let (known, others) =
            record.id.kind == .group
            ? (Group.fields.map(\.key), ["notes": "description"])
            : (Person.fields.map(\.key), ["name": "formattedName"])
        return property.differences.map { others[$0.key] ?? $0.key }.filter(known.contains)
    }

    /// A hint with the fields that can be set or, if there are none, the possible decisions.
    fileprivate var choices: Message {
        let choices = fields.isEmpty ? property.decisions.map { "--keep \($0.rawValue)" } : fields
        return "Use one of: \(choices.joined(separator: ", "))."
    }

    /// The title of the first field that differs.
    fileprivate var title: Title { property.differences.first?.title ?? property.property }

    fileprivate func resolvedSentence(isReadOnly: Bool) -> Message {
        let effect: Message =
            isReadOnly
            ? "\(remote) is read-only and keeps its value."
            : "The next synchronization with \(remote) sends the result."
        return ["Resolved the conflict in \(record.name).", effect, "Use “undo” to reverse this."].joined()
    }

    fileprivate var unchangedSentence: Message {
        "Resolved the conflict in \(record.name), which already has this value."
    }

    fileprivate var dryRunSentence: Message { "Dry run. This would resolve the conflict in \(record.name)." }
}

extension ConflictDecision {
    fileprivate var title: Message {
        switch self {
        case .mine: "mine"
        case .theirs: "theirs"
        case .both: "both"
        }
    }
}

extension ValueParser where Value == SyncConflict.ID {
    fileprivate static var conflict: ValueParser {
        ValueParser(
            .conflict, parse: { word, _ in Int64(word).map(SyncConflict.ID.init) }, describe: { "\($0.rawValue)" },
            orThrow: {
                CommandProblem.notHere("Invalid conflict “\($0)”.", next: "Use “conflicts” to list the conflicts.")
            })
    }
}

extension SyncConflict {
    static let columns = [
        Column("number", "Conflict", .trailing, isEssential: true), Column("record", "Name", isIdentifying: true),
        Column("field", "Field"), Column("mine", "Mine"), Column("theirs", "Theirs"), Column("remote", "Remote"),
        Column("found", "Found"),
    ]
    static let keys = columns.map(\.key)

    /// Returns the rows of the conflict, one for each field.
    func rows(_ clock: Clock) -> [Row] {
        property.differences.map { difference in
            difference.row(
                of: record, number: .integer(Int(id.rawValue)),
                [Field("remote", "Remote", .text(remote)), Field("found", "Found", .time(found, clock))])
        }
    }
}

extension CardConflict {
    /// The rows of the conflicts, one for each field. They are not numbered yet.
    var rows: [Row] {
        let record = RecordReference(id: record, name: title)
        return properties.flatMap(\.differences).map { $0.row(of: record, number: .none, []) }
    }
}

extension PropertyConflict {
    /// The fields that differ, with the values of both sides.
    var differences: [Comparison.Difference] { PropertyValues.differences(property, mine, theirs) }
}

extension Comparison.Difference {
    fileprivate func row(of record: RecordReference, number: Value, _ others: [Field]) -> Row {
        Row(
            address: record.id.description,
            [
                Field("number", "Conflict", number), Field("record", "Name", .reference(record)),
                Field("field", "Field", .words(Message(title: title))), Field("mine", "Mine", values[0]),
                Field("theirs", "Theirs", values[1]),
            ] + others)
    }
}

/// The values of a card property in human-readable form.
struct PropertyValues {
    /// The maximum displayed length of a line that Almanac does not interpret.
    private static let limit = 100

    private let fields: [Field]

    /// Creates the values by interpreting lines of a card.
    private init(_ property: String, _ lines: [String]) {
        let text = ["BEGIN:VCARD", "VERSION:4.0"] + lines + ["END:VCARD", ""]
        let card = (try? VCard(Array(text.joined(separator: "\r\n").utf8)).contents) ?? ContactCard()
        let person = card.person
        fields =
            switch property {
            case "FN": [Field("name", "Name", .text(orNone: lines.isEmpty ? "" : person.title))]
            case "PHOTO": [Field("photo", "Photo", lines.isEmpty ? .none : .words("a photo"))]
            default:
                Person.fields.map { Field($0.key, $0.title, $0.value(of: person)) } + [
                    Field("notes", "Notes", .list(card.notes.map(Value.text))),
                    Field("groups", "Groups", .list(card.categories.map(Value.text))),
                    Field("planet", "Home planet", .text(orNone: card.planet ?? "")),
                ]
            }
    }

    /// Returns the fields that differ between two versions of a property, with both values. If Almanac does not
    /// interpret the property, its lines are the values.
    static func differences(_ property: String, _ first: [String], _ second: [String]) -> [Comparison.Difference] {
        let fields = zip(PropertyValues(property, first).fields, PropertyValues(property, second).fields)
        // Different photos have the same displayed value, so photos are always listed.
        let differences = fields.filter { $0.value != $1.value || $0.key == "photo" }.map {
            Comparison.Difference(key: $0.key, title: $0.title, values: [$0.value, $1.value])
        }
        guard differences.isEmpty else { return differences }
        return [
            Comparison.Difference(
                key: property, title: property, values: [first, second].map { value(of: property, $0) })
        ]
    }

    /// Returns the lines of a property, truncated to ``limit`` characters and, if there are no parameters, without the
    /// name of the property.
    private static func value(of property: String, _ lines: [String]) -> Value {
        let excerpts = lines.map { line in
            let name = line.prefix { $0 != ":" }
            let text =
                [property, "X-\(property)"].contains(name.uppercased()) ? line.dropFirst(name.count + 1) : line[...]
            return text.count > limit ? "\(text.prefix(limit))…" : String(text)
        }
        return switch excerpts.count {
        case 0: .none
        case 1: .text(excerpts[0])
        default: .list(excerpts.map(Value.text))
        }
    }
}
