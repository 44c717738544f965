import Localization
import Model
import Navigation
import Text

/// Changes to several records. They are confirmed together and made in one transaction.
struct BulkChanges: Sendable {
    let reader: SelectionReader
    let notes: any NoteDataSource

    private var resolver: RecordResolver { reader.resolver }

    /// A request to change the selected records.
    struct Request: Sendable {
        let selection: RecordSelection
        /// A function that returns the command line that changes the confirmed records without asking again.
        let line: @Sendable (SelectionChecksum) -> String
    }

    func edit(_ request: Request, _ input: RecordInput, in invocation: Invocation) async throws -> NavigationAction {
        try await change(request, in: invocation) { ids, context in
            let kind = try Self.onlyKind(of: ids)
            let number = try await resolver.editor(for: kind).changeAll(ids, input, in: context)
            guard let changed = count(number, kind) else {
                return input.onlyRemovesValues
                    ? "Nothing changed: the records do not have these values."
                    : "Nothing changed: the records already have these values."
            }
            return number == ids.count
                ? "Changed \(changed). Use “undo” to reverse this."
                : "Changed \(changed) of \(ids.count). Use “undo” to reverse this."
        } asking: { records, kind in
            "\(Self.phrase(for: input.words, of: kind)) for \(records)?"
        }
    }

    func delete(_ request: Request, in invocation: Invocation) async throws -> NavigationAction {
        try await change(request, in: invocation) { ids, context in
            let kind = try Self.onlyKind(of: ids)
            try await resolver.editor(for: kind).delete(ids, in: context)
            return "Deleted \(count(ids.count, kind) ?? ""). Use “undo” to reverse this."
        } asking: { records, _ in
            "Delete \(records)?"
        }
    }

    func addNotes(
        _ request: Request, topic: String?, text: String, in invocation: Invocation
    ) async throws -> NavigationAction {
        try await change(request, Note.subjectKinds, in: invocation) { ids, context in
            let contents = ids.map { id in
                var note = Note()
                (note.topic, note.text, note.subject) = (topic ?? "", text, id)
                return note
            }
            _ = try await notes.add(contents, in: context)
            return "Added \(count(ids.count, .note) ?? ""). Use “undo” to reverse this."
        } asking: { records, _ in
            "Add the note “\(Self.excerpt([topic, text].compactMap(\.self).joined(separator: ": ")))” to \(records)?"
        }
    }

    /// Runs a change. For a bulk selection, the user must first confirm the number of records and the first five of
    /// them. The change is made in a dry run before the question, so that errors are reported first. If the records
    /// have changed since they were confirmed, the user must confirm them again; in a script, the command fails.
    func change(
        _ request: Request, _ kinds: [Kind] = Kind.allCases, in invocation: Invocation,
        _ change: ([RecordID], CommandContext) async throws -> Message,
        asking question: (_ records: Message, Kind) -> Message
    ) async throws -> NavigationAction {
        let ids = try await reader.ids(of: request.selection, kinds, in: invocation)
        guard let kind = ids.first?.kind else { return .tell(.message("Nothing changed: no records match.")) }
        let isChanged =
            if let confirmed = request.selection.list?.confirmed {
                try await resolver.checksum(of: ids) != confirmed
            } else {
                false
            }
        guard !isChanged || invocation.isInteractive else { throw CommandProblem.selectionChanged }
        guard !isChanged, invocation.confirmation.isConfirmed || !request.selection.isBulk else {
            let checksum = try await resolver.checksum(of: ids)
            _ = try await change(ids, invocation.context.asDryRun)
            var sample: [RecordReference] = []
            for id in ids.prefix(5) {
                sample.append(try await resolver.editor(for: id.kind).reference(id))
            }
            let isMixed = ids.contains { $0.kind != kind }
            let number = isMixed ? Message(ids.count, "record") : count(ids.count, kind) ?? ""
            let asked = question("\(number): \(sample.sample(of: ids.count))", kind)
            return ConfirmationPresenter(
                question: isChanged ? "The selected records have changed. \(asked)" : asked,
                line: request.line(checksum), outcomeOfRejection: "Nothing was changed."
            ).present()
        }
        return .tell(.message(try await change(ids, invocation.context)))
    }

    /// Returns a phrase such as `Set Title to “Dr.” and clear Nickname`.
    private static func phrase(for assignments: [FieldAssignment], of kind: Kind) -> Message {
        let fields = FieldHint.all(of: kind)
        let phrases = assignments.map(\.withUnitInValue).enumerated().map { index, assignment in
            let title = fields.named(assignment.key)?.title ?? assignment.key
            let details = [assignment.label, assignment.part?.rawValue].compactMap(\.self).joined(separator: ", ")
            let field: Message = details.isEmpty ? "\(title: title)" : "\(title: title) (\(details))"
            return phrase(assignment.operation, field, excerpt(assignment.value), isFirst: index == 0)
        }
        let first = phrases.dropLast().joined(separator: ", ")
        guard let last = phrases.last, !first.isEmpty else { return phrases.joined() }
        return phrases.count > 2 ? "\(first), and \(last)" : "\(first) and \(last)"
    }

    private static func phrase(
        _ operation: FieldAssignment.Operation, _ field: Message, _ value: String, isFirst: Bool
    ) -> Message {
        switch operation {
        case .replace where value.isEmpty: isFirst ? "Clear \(field)" : "clear \(field)"
        case .replace: isFirst ? "Set \(field) to “\(value)”" : "set \(field) to “\(value)”"
        case .add: isFirst ? "Add “\(value)” to \(field)" : "add “\(value)” to \(field)"
        case .remove: isFirst ? "Remove “\(value)” from \(field)" : "remove “\(value)” from \(field)"
        }
    }

    /// Returns a shortened text for one line.
    private static func excerpt(_ text: String) -> String { VisibleText.line(text.shortened) }

    private static func onlyKind(of ids: [RecordID]) throws -> Kind {
        let kinds = Set(ids.map(\.kind))
        guard let kind = kinds.first, kinds.count == 1 else {
            throw CommandProblem.notHere(
                "Cannot change records of different kinds together.", next: "Select records of one kind.")
        }
        return kind
    }
}
