import Display
import Interchange
import Localization
import Model
import Navigation

/// The command that merges two persons. It keeps all values of fields that can have several. If the values of any other
/// field differ, it asks the user to choose one.
struct MergeCommand: Sendable {
    let duplicates: any DuplicateDataSource
    let persons: any PersonDataSource
    let backups: any AutomaticBackups
    let resolver: RecordResolver

    private static let declaration = CommandDeclaration(
        "merge", aliases: ["m"], .argument("PERSON", .record(.person)), .argument("OTHER", .record(.person)),
        .any("FIELD=VALUE", .assignment(.fields(Person.fields.map { FieldHint($0) }))), .survivor,
        about: "Merge the second contact into the first",
        examples: [
            "merge persons/7 persons/9", "merge persons/7 persons/9 --keep persons/7",
            "merge persons/7 persons/9 organization='Rebel Alliance' birthday=persons/9 photo=persons/9",
        ], details: MergeCommand.details, effect: .confirmedChanges)

    var command: Command {
        Command(Self.declaration) { invocation, first, second, words, survivor in
            try await merge(
                try await person(first), try await person(second), words, keeping: survivor,
                in: invocation, then: NavigationAction.tell)
        }
    }

    private static let details: Message = """
        The first contact keeps all values, groups, notes, favorites, and vCard properties of both. The second contact \
        is deleted; its ID then refers to the first, and the history is kept. Use “undo” to reverse a merge.

        If a field with a single value differs, such as the birthday, you are asked which value to keep. \
        `--keep PERSON` decides for all fields, and `field=value` for one. `--yes` keeps the values of the first \
        contact. `field=PERSON`, with the ID of one of the two persons, keeps only the values of that person, also in \
        fields with several values, such as `email=persons/9`. `photo=PERSON` decides for the photo.
        """

    private func person(_ word: RecordArgument) async throws -> Record<Person> {
        try await resolver.resolving(word) {
            try await persons.record(Person.ID(rawValue: $0.number))
        }
    }

    /// Merges two persons.
    ///
    /// - Parameter didMerge: A function that returns the action to perform after the merge.
    func merge(
        _ pair: PersonPair, _ words: [FieldAssignment] = [], keeping survivor: RecordArgument?,
        in invocation: Invocation, then didMerge: (_ report: Page) -> NavigationAction
    ) async throws -> NavigationAction {
        try await merge(
            try await persons.record(pair.first), try await persons.record(pair.second), words,
            keeping: survivor, in: invocation, then: didMerge)
    }

    /// Asks about the first undecided value, or merges the persons if all values are decided.
    private func merge(
        _ first: Record<Person>, _ second: Record<Person>, _ words: [FieldAssignment],
        keeping survivor: RecordArgument?, in invocation: Invocation,
        then didMerge: (_ report: Page) -> NavigationAction
    ) async throws -> NavigationAction {
        guard first.id != second.id else {
            throw CommandProblem.notHere("Cannot merge a record into itself.", next: "Use two different contacts.")
        }
        let merge = PersonMerge(first.content, second.content, joining: CardLines.joined)
        let kept = try await kept(survivor, among: [first.id, second.id])
        let isDecided = kept != nil || invocation.confirmation.isGiven
        var content = kept == second.id ? merge.preferringSecond(second.content) : merge.content
        content.addOtherNames(of: second.content)
        try await decide(words, among: [first, second], &content)
        let decided = Set(words.map { Person.fields.named($0.key)?.key ?? $0.key })
        if !isDecided, let open = merge.differences.first(where: { !decided.contains($0.key) }) {
            let reasons = try await duplicates.reasons(first.id, second.id)
            let question = question(open, of: [first.reference, second.reference], words, invocation.confirmation)
            return words.isEmpty && invocation.isInteractive
                ? .all([.tell(.pair(first, second, reasons)), question]) : question
        }
        content.correctFormattedName(among: first.content, second.content)
        _ = try await backups.backUpBefore(.merge, in: invocation.context)
        try await duplicates.merge(second, into: first, as: content, in: invocation.context)
        let title = invocation.context.isDryRun ? content.title : try await persons.record(first.id).title
        let sentence: Message = "Merged \(second.title) (\(second.recordID)) into \(title) (\(first.recordID))."
        return didMerge(.message("\(sentence) Use “undo” to reverse this."))
    }

    // MARK: - Decisions

    private func kept(_ word: RecordArgument?, among ids: [Person.ID]) async throws -> Person.ID? {
        guard let word else { return nil }
        let recordID = try await resolver.id(word)
        guard let id = Person.ID(recordID), ids.contains(id) else {
            throw CommandProblem.notHere(
                "\(recordID) is not one of the two contacts.",
                next: "Use --keep with \(ids.map(\.recordID.description).joined(separator: " or ")).")
        }
        return id
    }

    private func decide(
        _ words: [FieldAssignment], among records: [Record<Person>], _ content: inout Person
    ) async throws {
        let editor = RecordEditor(source: persons, resolver: resolver)
        var values: [FieldAssignment] = []
        for word in words {
            if word.key == PersonMerge.photo {
                content.photo = try await owner(of: word, among: records).content.photo
            } else if let (field, owner) = try choice(word, among: records) {
                try field.write(&content, field.read(owner.content))
            } else {
                values.append(word)
            }
        }
        let resolved = try await editor.resolve(values, over: content, isForced: true)
        try editor.apply(resolved, of: Person.fields, to: &content)
    }

    /// Returns the field and the person of an assignment such as `birthday=persons/9`, or `nil` for other assignments.
    private func choice(
        _ word: FieldAssignment, among records: [Record<Person>]
    ) throws -> (field: EditableField<Person>, owner: Record<Person>)? {
        guard word.operation == .replace, word.label == nil, let id = RecordID(word.value),
            let field = Person.fields.named(word.key)
        else { return nil }
        if let owner = records.first(where: { $0.recordID == id }) { return (field, owner) }
        guard field.shape == .single, id.kind == .person else { return nil }
        throw Self.notAmong(records, id, word.key)
    }

    private static func notAmong(_ records: [Record<Person>], _ id: RecordID, _ key: String) -> CommandProblem {
        let persons = records.map(\.recordID.description).joined(separator: " or ")
        return .notHere("\(id) is not one of the two contacts.", next: "Use \(key)= with \(persons).")
    }

    private func owner(of word: FieldAssignment, among records: [Record<Person>]) async throws -> Record<Person> {
        let id = try await resolver.id(RecordArgument(text: word.value, kinds: [.person]))
        guard let owner = records.first(where: { $0.recordID == id }) else {
            throw Self.notAmong(records, id, word.key)
        }
        return owner
    }

    // MARK: - Questions

    /// Asks which value to keep. Each answer except “cancel” is a command line with an additional assignment.
    private func question(
        _ difference: PersonMerge.Difference, of persons: [RecordReference], _ words: [FieldAssignment],
        _ confirmation: Confirmation
    ) -> NavigationAction {
        let (first, second) = (RecordArgument(persons[0].id), RecordArgument(persons[1].id))
        let answers = zip([difference.first, difference.second], persons).map { value, person in
            let isPhoto = difference.key == PersonMerge.photo
            let choice = FieldAssignment(key: difference.key, value: isPhoto ? person.id.description : value)
            let title: Message =
                if isPhoto {
                    "photo of \(person.name) (\(person.id))"
                } else if value.isEmpty {
                    "none (\(person.id))"
                } else {
                    "\(value) (\(person.id))"
                }
            return Prompt.Answer(
                title,
                line: Self.declaration.line(first, second, words + [choice], nil, confirmation: confirmation))
        }
        return ChoicePresenter(
            "\(title: difference.title): which value should be kept?", answers,
            flag: "--keep PERSON, \(difference.key)=VALUE, or --yes to keep the values of the first contact"
        ).present()
    }
}

extension Argument where Value == RecordArgument? {
    static var survivor: Argument {
        option("--keep", "PERSON", "Keep the values of this contact where the two differ", .record(.person))
    }
}
