import Display
import Localization
import Model
import Navigation

/// The operations on records of one kind. The type `any RecordOperations` provides them for records of any kind.
protocol RecordOperations<Content>: Sendable {
    associatedtype Content: Presentable
    var source: any RecordDataSource<Content> { get }
    var resolver: RecordResolver { get }
}

/// An editor of records of one kind.
struct RecordEditor<Content: Presentable>: RecordOperations {
    let source: any RecordDataSource<Content>
    let resolver: RecordResolver

    init(source: some RecordDataSource<Content>, resolver: RecordResolver) {
        self.source = source
        self.resolver = resolver
    }
}

extension RecordOperations {
    /// Returns the number of records, including records that lists hide by default.
    func count() async throws -> Int { try await source.count(.all) }

    func reference(_ id: RecordID) async throws -> RecordReference { try await record(id).reference }

    func named(_ name: String) async throws -> [RecordReference] { try await source.named(name) }

    func create(_ input: RecordInput, in context: CommandContext) async throws -> RecordID {
        var content = Content()
        try await apply(input, to: &content)
        guard content != Content() else { throw CommandProblem.emptyRecord(Content.kind) }
        return try await source.add(content, in: context).recordID
    }

    /// Returns the key of the field that an assignment sets, or `nil` if there is no such field.
    func key(of word: FieldAssignment) -> String? { Content.enteredFields.named(word.withUnitInValue.key)?.key }

    /// Applies assignments to a record. After an edit conflict, the assignments are applied to the new version, unless
    /// the user has specified a version.
    ///
    /// - Returns: Whether the record changed.
    func change(_ id: RecordID, _ input: RecordInput, in context: CommandContext) async throws -> Bool {
        while true {
            let record = try await record(id)
            var content = record.content
            try await apply(input, to: &content)
            do {
                try await save(content, over: record, version: input.version, in: context)
                return content != record.content
            } catch is EditConflict where input.version == nil {
                try Task.checkCancellation()
            }
        }
    }

    /// Applies assignments to records in one transaction.
    ///
    /// - Returns: The number of records that changed.
    func changeAll(_ ids: [RecordID], _ input: RecordInput, in context: CommandContext) async throws -> Int {
        var updates: [RecordUpdate<Content>] = []
        for record in try await source.records(ids.compactMap(TypedRecordID.init)) {
            try Task.checkCancellation()
            var content = record.content
            try await apply(input, to: &content)
            if content != record.content { updates.append(RecordUpdate(record, to: content)) }
        }
        try await source.update(updates, in: context)
        return updates.count
    }

    /// Applies the assignments of a command.
    ///
    /// - Throws: `CommandProblem`, for example if an assignment would replace several values.
    private func apply(_ input: RecordInput, to content: inout Content) async throws {
        let words = try await resolve(input.words, over: content, isForced: input.isForced)
        try CommandProblem.wrapping { () throws(FieldProblems) in
            try Content.enteredFields.checkReplacements(words, of: content, replacesAll: input.replacesAll)
        }
        try apply(words, to: &content)
    }

    /// Deletes the records atomically.
    func delete(_ ids: [RecordID], in context: CommandContext) async throws {
        try await source.delete(ids.compactMap(TypedRecordID.init), in: context)
    }

    func deletionPreview(of id: RecordID) async throws -> DeletionPreview {
        let record = try await record(id)
        return DeletionPreview(of: record.reference, Content.consequences(ofDeleting: record))
    }

    /// Returns a page with the related records.
    ///
    /// - Parameter key: The relation to list, such as `notes`, or `nil` for all.
    /// - Throws: `CommandProblem` if no record is related in that way.
    func related(to recordID: RecordID, _ key: String?) async throws -> Page {
        let record = try await record(recordID)
        var others: RelatedRecords?
        if let id = Person.ID(recordID) {
            let person = try await resolver.persons.record(id)
            others = RelatedRecords(try await resolver.persons.relatives(of: person))
        } else if let id = Planet.ID(recordID) {
            others = try await resolver.planets.siblings(of: try await resolver.planets.record(id))
        }
        let related = record.related(others)
        guard let key else {
            guard !related.isEmpty else { return .message("\(record.title) has no related records.") }
            return Page("Related to \(record.title)", related)
        }
        guard let place = related.firstIndex(where: { $0.tableKey == key }) else {
            let known = related.compactMap(\.tableKey).joined(separator: ", ")
            throw CommandProblem.notHere(
                "\(record.title) has no related “\(key)”.",
                next: known.isEmpty ? "Use “note TEXT” or “add ID to GROUP” to add some." : "Use one of: \(known).")
        }
        // The hint that follows a table has no key.
        let hint = related[(place + 1)...].prefix { $0.tableKey == nil }
        return Page("Related to \(record.title)", [related[place]] + hint)
    }

    /// Returns a page with the sources of the record’s values.
    func sources(of id: RecordID, by reader: ProvenanceReader) async throws -> Page {
        try await record(id).sourcesPage(try await reader.origins(of: id), by: reader)
    }

    func webAddress(of id: RecordID) async throws -> String? { try await record(id).content.webAddress }

    /// Returns the page of the record at a past time.
    func page(of recordID: RecordID, at time: Timestamp, _ clock: Clock) async throws -> Page {
        guard let id = TypedRecordID<Content>(recordID) else { throw RecordProblem.notFound(recordID) }
        return try await source.record(id, at: time).page(at: time, clock)
    }

    /// Saves an edited record.
    ///
    /// - Parameter version: The version on which the edit is based, or `nil` for the version of the record.
    /// - Throws: `EditConflict` if the record has changed.
    func save(
        _ content: Content, over record: Record<Content>, version: Int?, in context: CommandContext
    ) async throws {
        let version = version ?? record.version
        do {
            guard version == record.version else {
                throw RecordProblem.versionConflict(
                    record.recordID, name: record.title, version: version, existing: record.version)
            }
            try await source.update(record, to: content, in: context)
        } catch let problem as RecordProblem {
            guard case .versionConflict = problem else { throw problem }
            throw EditConflict(problem, yours: content, existing: try await source.record(record.id))
        }
    }

    /// Returns assignments with their values in the stored format: record IDs instead of names, and dates and postal
    /// addresses in standard form.
    ///
    /// - Parameters:
    ///   - content: The content before the assignments.
    ///   - isForced: Whether unusual values are kept.
    /// - Throws: An error that lists all problems if a record was not found or a value is ambiguous, or, unless
    ///   `isForced` is `true`, if a value is unusual.
    func resolve(
        _ words: [FieldAssignment], over content: Content, isForced: Bool
    ) async throws -> [FieldAssignment] {
        var assignments: [FieldAssignment] = []
        var warnings: [ValueWarning] = []
        var problems: [FieldProblem] = []
        var isAmbiguous = false
        var notFound: (any UserFacingError)?
        var scratch = Content()
        for word in words {
            do {
                let (next, unusual) = try await resolved(word, over: content)
                warnings += unusual
                assignments.append(next)
                try Content.enteredFields.apply([next], to: &scratch, mayBeIncomplete: true)
            } catch let problem as FieldProblem {
                problems.append(problem)
                isAmbiguous = true
            } catch let others as FieldProblems {
                problems += others.all
            } catch let problem as any UserFacingError where !(problem is StoreProblem) {
                notFound = notFound ?? problem
                problems.append(.notFound(reason: problem.explanation.sentences.joined()))
            }
        }
        // Other problems are reported when the assignments are applied.
        guard notFound != nil || isAmbiguous else {
            if problems.isEmpty, !warnings.isEmpty, !isForced { throw CommandProblem.unusual(warnings) }
            return assignments
        }
        if problems.count == 1, let notFound { throw notFound }
        throw CommandProblem.fields(FieldProblems(problems))
    }

    // This is a separate function, because the Swift 6.3 optimizer emits an invalid module for a loop with two
    // suspension points.
    private func resolved(
        _ word: FieldAssignment, over content: Content
    ) async throws -> (assignment: FieldAssignment, warnings: [ValueWarning]) {
        let (read, warning) = try read(Content.enteredFields.keyed(word.withUnitInValue), over: content)
        let next = try await resolve(read)
        return (next, [warning, try await nameWarning(about: next, over: content)].compactMap(\.self))
    }

    private func read(
        _ word: FieldAssignment, over content: Content
    ) throws -> (assignment: FieldAssignment, warning: ValueWarning?) {
        guard let field = Content.enteredFields.named(word.key) else { return (word, nil) }
        return try field.reading(word, over: content)
    }

    /// Returns a warning about a group’s new name if another group already has that name, or `nil` otherwise.
    private func nameWarning(about word: FieldAssignment, over content: Content) async throws -> ValueWarning? {
        guard Content.kind == .group, word.key == "name", word.value != content.title else { return nil }
        let others = try await source.named(word.value).filter { $0.name != content.title }
        return others.first.map { ValueWarning("A group named “\($0.name)” already exists: \($0.id).") }
    }

    private func resolve(_ word: FieldAssignment) async throws -> FieldAssignment {
        guard let field = Content.fields.named(word.key), !word.value.isEmpty else { return word }
        if field.key == "relation", let id = RecordID(word.value), id.kind == .person {
            return word.withValue(try await resolver.relationText(to: id))
        }
        if field.linkedKinds.isEmpty { return word }
        let id = try await resolver.id(RecordArgument(text: word.value, kinds: field.linkedKinds))
        return word.withValue(id.description)
    }

    func record(_ recordID: RecordID) async throws -> Record<Content> {
        guard let id = TypedRecordID<Content>(recordID) else { throw RecordProblem.notFound(recordID) }
        return try await source.record(id)
    }

    func apply(
        _ words: [FieldAssignment], of fields: [EditableField<Content>] = Content.enteredFields,
        to content: inout Content
    ) throws {
        try CommandProblem.wrapping { () throws(FieldProblems) in try fields.apply(words, to: &content) }
    }
}

extension Block {
    /// The key of the table, or `nil` for other blocks.
    fileprivate var tableKey: String? { if case .table(let table) = self { table.key } else { nil } }
}

extension RecordOperations {
    /// Opens a record in an editor until the record is saved, emptied, or left unchanged.
    ///
    /// - Parameters:
    ///   - id: The ID of the record, or `nil` for a new record.
    ///   - input: The assignments to apply before editing.
    func edit(
        _ id: RecordID?, beginningWith input: RecordInput, by texts: any TextEditor, in context: CommandContext
    ) async throws -> EditOutcome {
        var edit = try await RecordEdit(of: id, input, by: self, in: context)
        return try await texts.edit(try await edit.text(with: input.words), named: edit.fileName) {
            try await edit.validate($0)
        } ?? .untouched
    }

    /// Returns the document of a record, with unambiguous names instead of IDs.
    func document(of content: Content) async throws -> RecordDocument {
        var names: [String: String] = [:]
        for field in Content.fields {
            guard case .reference(let kinds) = field.shape,
                let id = field.read(content).first.flatMap({ RecordID($0.value) })
            else { continue }
            names[field.key] = try? await resolver.word(for: id, among: kinds)
        }
        let document = RecordDocument(of: content, names: names)
        // As in the form, the fields of journal entries are omitted for other notes. The user can add them.
        let asked = Content.fields.filter { $0.isAsked(content) || !$0.read(content).isEmpty }.map(\.key)
        return RecordDocument(entries: document.entries.filter { asked.contains($0.key) }, body: document.body)
    }
}

/// The result of editing a record in an editor.
enum EditOutcome: Hashable, Sendable {
    case saved(RecordID)
    case untouched
    /// An edit that deleted the whole text.
    case emptied
}

/// The consequences of deleting a record.
struct DeletionPreview: Hashable, Sendable {
    let reference: RecordReference
    /// A sentence about the consequences, if any.
    let warning: Message?

    /// The name of the record, followed by its ID.
    var name: String { "\(reference.name) (\(reference.id))" }

    init(of reference: RecordReference, _ consequences: [Message]) {
        self.reference = reference
        warning =
            consequences.isEmpty
            ? nil : "Deleting \(reference.name) \(consequences.joined(separator: " and "))."
    }
}

/// An error that reports an edit conflict and shows both versions side by side.
public struct EditConflict: UserFacingError {
    public let explanation: ErrorReport
    /// The current version of the record.
    let version: Int
    private let record: RecordReference
    private var rows: [Comparison.Difference]
    private var others: [Comparison.Difference] = []

    init<Content: Presentable>(_ problem: RecordProblem, yours: Content, existing: Record<Content>) {
        explanation = problem.explanation
        version = existing.version
        record = existing.reference
        rows = yours.differences(from: existing.content)
    }

    /// Returns the conflict with two comparisons: one of the fields that the user has edited, and one of the fields
    /// that have changed only in the database.
    ///
    /// - Parameter keys: The keys of the fields that the user has edited.
    func about(_ keys: Set<String>) -> EditConflict {
        var conflict = self
        conflict.others = rows.filter { !keys.contains($0.key) }
        conflict.rows = rows.filter { keys.contains($0.key) }
        return conflict
    }

    public var page: Page {
        let comparisons = [
            Comparison(names: ["yours", "in the database"], rows: rows),
            Comparison(names: ["before", "in the database"], rows: others),
        ]
        return Page(
            "Edit conflict: \(record.name)", address: record.id.description,
            comparisons.filter { !$0.rows.isEmpty }.map(Block.comparison))
    }
}
