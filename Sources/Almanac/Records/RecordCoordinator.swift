import Localization
import Model
import Navigation

/// The coordinator of changes to records of any kind.
struct RecordCoordinator: RecordChanger {
    let resolver: RecordResolver
    let notes: any NoteDataSource
    let favorites: any FavoriteDataSource
    let session: CurrentSession
    let texts: any TextEditor

    private func records(_ invocation: Invocation) throws -> any RecordNavigator { try invocation.nearest() }
    private func forms(_ invocation: Invocation) throws -> any FormNavigator { try invocation.nearest() }

    func create(_ kind: Kind, _ input: RecordInput, in invocation: Invocation) async throws -> NavigationAction {
        if input.usesEditor { return try await write(nil, of: kind, input, in: invocation) }
        guard input.words.isEmpty else {
            return try records(invocation).didSelect(
                try await resolver.editor(for: kind).create(input, in: invocation.context))
        }
        guard invocation.isInteractive else {
            throw CommandProblem.notHere(
                "No fields to save.", next: "Use field=value, or open the form in an interactive session.")
        }
        return try forms(invocation).showForm(for: kind, about: nil)
    }

    /// Opens an existing or new record in the external editor and saves the result.
    func write(
        _ recordID: RecordID?, of kind: Kind, _ input: RecordInput, in invocation: Invocation
    ) async throws -> NavigationAction {
        guard invocation.isInteractive else {
            throw CommandProblem.notHere(
                "The editor needs an interactive session.", next: "Use field=value instead of --editor.")
        }
        let edited = try await resolver.editor(for: kind).edit(
            recordID, beginningWith: input, by: texts, in: invocation.context)
        switch (edited, recordID) {
        case (.saved(let id), _): return try records(invocation).didSelect(id)
        case (.emptied, let id?):
            let name = try await resolver.editor(for: kind).reference(id).name
            return ConfirmationPresenter(
                question: "The edited text of \(name) (\(id)) is empty. Delete the record?",
                line: BulkConfirmationPresenter.command.line([RecordArgument(id)], [], nil, confirmation: .yes),
                outcomeOfRejection: "Nothing was changed.", reject: "no, keep it", isRejectFirst: true, flag: nil
            ).present()
        case (.untouched, _), (.emptied, nil): return .tell(.message("Nothing was changed."))
        }
    }

    func addNote(
        about id: RecordID, topic: String?, text: String?, usesEditor: Bool, in invocation: Invocation
    ) async throws -> NavigationAction {
        if usesEditor {
            let words = [("about", id.description), ("topic", topic), ("text", text)]
            let assignments = words.compactMap { key, value in value.map { FieldAssignment(key: key, value: $0) } }
            return try await write(nil, of: .note, RecordInput(words: assignments), in: invocation)
        }
        guard let text else {
            guard topic == nil, invocation.isInteractive else {
                throw CommandProblem.notHere("A note requires text.", next: "Use “note \(id) TEXT”.")
            }
            return try forms(invocation).showForm(for: .note, about: id)
        }
        var note = Note()
        note.topic = topic ?? ""
        note.text = text
        note.subject = id
        return try records(invocation).didSelect(try await notes.add(note, in: invocation.context).recordID)
    }

    func edit(_ id: RecordID, _ input: RecordInput, in invocation: Invocation) async throws -> NavigationAction {
        if input.usesEditor { return try await write(id, of: id.kind, input, in: invocation) }
        guard !input.words.isEmpty else {
            guard invocation.isInteractive else {
                throw CommandProblem.notHere(
                    "No fields to change.", next: "Use field=value, or open the form in an interactive session.")
            }
            return try forms(invocation).showForm(editing: id)
        }
        let editor = resolver.editor(for: id.kind)
        let isChanged: Bool
        do {
            isChanged = try await editor.change(id, input, in: invocation.context)
        } catch let problem as CommandProblem where invocation.isInteractive {
            guard case .fields(let problems) = problem.cause, problems.all.count == 1,
                case .severalValues(let word, let title, let values)? = problems.all.first
            else { throw problem }
            return question(about: word, title, values, id, input)
        }
        if isChanged {
            return try records(invocation).didSelect(id)
        }
        let record = try await editor.reference(id)
        return .all([
            try records(invocation).didSelect(id),
            input.onlyRemovesValues ? .withoutValues(record) : .unchanged(record),
        ])
    }

    /// Asks which of several values an assignment replaces.
    private func question(
        about word: FieldAssignment, _ title: Title, _ values: [Labeled<String>], _ id: RecordID,
        _ input: RecordInput
    ) -> NavigationAction {
        let editor = resolver.editor(for: id.kind)
        func answer(_ title: Message, _ words: [FieldAssignment], replacesAll: Bool = false) -> Prompt.Answer {
            var changed = input
            changed.replacesAll = replacesAll
            changed.words = input.words.flatMap { typed in
                editor.key(of: typed) == word.key && typed.label == word.label && typed.operation == .replace
                    ? words : [typed]
            }
            return Prompt.Answer(title, line: RecordCommands.line(editing: id, changed))
        }
        let each = values.map { answer("replace \($0.shown)", word.replacing($0, among: values)) }
        let all = answer("replace all \(values.count)", [word], replacesAll: true)
        return ChoicePresenter(
            "\(title: title) has \(values.count) values. Which one should be replaced?",
            each + [all, answer("add \(word.value)", [word.adding])]
        ).present()
    }

    func setFavorite(
        _ isFavorite: Bool, _ id: RecordID, in invocation: Invocation
    ) async throws -> NavigationAction {
        let account = try session.favoritesOwner(for: "change favorites")
        let record = try await resolver.editor(for: id.kind).reference(id)
        let isFavoriteNow = try await favorites.favorites(of: account, among: [id]).contains(id)
        try await favorites.setFavorite(isFavorite, id, of: account, in: invocation.context)
        let name = "\(record.name) (\(id))"
        let sentence: Message =
            switch (isFavorite, isFavoriteNow) {
            case (true, true): "Nothing changed: \(name) is already a favorite."
            case (false, false): "Nothing changed: \(name) is not a favorite."
            case (true, false): "\(name) is now a favorite. Use “unfavorite \(id)” to reverse this."
            case (false, true): "\(name) is no longer a favorite. Use “favorite \(id)” to reverse this."
            }
        return .tell(.message(sentence))
    }

    // MARK: - Deletion

    func delete(_ id: RecordID, in invocation: Invocation) async throws -> NavigationAction {
        let preview = try await resolver.editor(for: id.kind).deletionPreview(of: id)
        return try await delete([preview], with: [], in: invocation)
    }

    /// Deletes records after a confirmation that lists the consequences for each record.
    ///
    /// - Parameter agreed: The records that the user has already confirmed.
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], in invocation: Invocation
    ) async throws -> NavigationAction {
        guard let kind = asked.first?.reference.id.kind else { return .stay }
        guard (asked + agreed).allSatisfy({ $0.reference.id.kind == kind }) else {
            throw CommandProblem.notHere(
                "Cannot delete records of different kinds together.",
                next: "Delete the records of each kind separately.")
        }
        guard invocation.confirmation.isConfirmed else {
            return BulkConfirmationPresenter(
                previews: asked.unique, agreed: agreed.map(\.reference.id)
            ).present()
        }
        let deleted = (agreed + asked).map(\.reference).unique
        try await resolver.editor(for: kind).delete(deleted.map(\.id), in: invocation.context)
        let restore = ShellWords.joined(["restore"] + deleted.map(\.id.description))
        let list = deleted.sample(of: deleted.count)
        return .tell(
            .message(
                deleted.count == 1
                    ? "Deleted \(list). Use “undo” or “\(restore)” to restore it."
                    : "Deleted \(list). Use “undo” or “\(restore)” to restore them."))
    }
}

extension NavigationAction {
    /// Returns an action that states that a record already has the values of an edit.
    static func unchanged(_ record: RecordReference) -> NavigationAction {
        .statusLine("Nothing changed: \(record.name) (\(record.id)) already has these values.")
    }

    /// Returns an action that states that a record does not have the values that an edit removes.
    fileprivate static func withoutValues(_ record: RecordReference) -> NavigationAction {
        .statusLine("Nothing changed: \(record.name) (\(record.id)) does not have these values.")
    }
}

/// The arguments of a command that creates or edits a record.
struct RecordInput: Sendable {
    var words: [FieldAssignment] = []
    /// Whether to edit the whole record in the external editor.
    var usesEditor = false
    /// Whether to save unusual values.
    var isForced = false
    /// Whether an assignment without a label may replace several values.
    var replacesAll = false
    /// The version that the record must have, or `nil` for any version.
    var version: Int?

    var onlyRemovesValues: Bool { words.allSatisfy { $0.operation == .remove } }
}

/// An object that changes records of any kind.
protocol RecordChanger: Sendable {
    /// Creates a record from assignments or in the external editor, or opens the form for a new record.
    func create(_ kind: Kind, _ input: RecordInput, in invocation: Invocation) async throws -> NavigationAction
    /// Edits a record with assignments or in the external editor, or opens its form.
    func edit(_ id: RecordID, _ input: RecordInput, in invocation: Invocation) async throws -> NavigationAction
    func delete(_ id: RecordID, in invocation: Invocation) async throws -> NavigationAction
    /// Deletes records after confirmation.
    ///
    /// - Parameter agreed: The records that the user has already confirmed.
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], in invocation: Invocation
    ) async throws -> NavigationAction
    func setFavorite(
        _ isFavorite: Bool, _ id: RecordID, in invocation: Invocation
    ) async throws -> NavigationAction
    /// Adds a note from the given text or from the external editor, or opens the form for a new note if neither a topic
    /// nor text is given.
    func addNote(
        about id: RecordID, topic: String?, text: String?, usesEditor: Bool, in invocation: Invocation
    ) async throws -> NavigationAction
}
