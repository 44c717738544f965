import Localization
import Model
import Navigation

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
        } asking: {
            "Change \($0)?"
        }
    }

    func delete(_ request: Request, in invocation: Invocation) async throws -> NavigationAction {
        try await change(request, in: invocation) { ids, context in
            let kind = try Self.onlyKind(of: ids)
            try await resolver.editor(for: kind).delete(ids, in: context)
            return "Deleted \(count(ids.count, kind) ?? ""). Use “undo” to reverse this."
        } asking: {
            "Delete \($0)?"
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
        } asking: {
            "Add this note to \($0)?"
        }
    }

    /// Runs a change. For a bulk selection, the user must first confirm the number of records and the first five of
    /// them. The change is made in a dry run before the question, so that errors are reported first. If the records
    /// have changed since they were confirmed, the user must confirm them again; in a script, the command fails.
    func change(
        _ request: Request, _ kinds: [Kind] = Kind.allCases, in invocation: Invocation,
        _ change: ([RecordID], CommandContext) async throws -> Message, asking question: (Message) -> Message
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
            let asked = question("\(number): \(sample.sample(of: ids.count))")
            return ConfirmationPresenter(
                question: isChanged ? "The selected records have changed. \(asked)" : asked,
                line: request.line(checksum), outcomeOfRejection: "Nothing was changed."
            ).present()
        }
        return .tell(.message(try await change(ids, invocation.context)))
    }

    private static func onlyKind(of ids: [RecordID]) throws -> Kind {
        let kinds = Set(ids.map(\.kind))
        guard let kind = kinds.first, kinds.count == 1 else {
            throw CommandProblem.notHere(
                "Cannot change records of different kinds together.", next: "Select records of one kind.")
        }
        return kind
    }
}
