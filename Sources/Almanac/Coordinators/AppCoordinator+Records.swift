import Model
import Navigation

extension AppCoordinator {
    func create(
        _ kind: Kind, _ words: [FieldAssignment], usesEditor: Bool, in invocation: Invocation
    ) async throws -> NavigationAction {
        if usesEditor { return try await write(nil, of: kind, words, in: invocation) }
        guard words.isEmpty else {
            return .open(try await resolver.editor(for: kind).create(words, in: invocation.context).path)
        }
        guard invocation.isInteractive else {
            throw CommandProblem.notHere(
                "No fields to save.", next: "Use field=value, or open the form in an interactive session.")
        }
        return .open(kind.path.appending("new"))
    }

    /// Opens an existing or new record in the external editor and saves the result.
    func write(
        _ address: RecordID?, of kind: Kind, _ words: [FieldAssignment], ifVersion version: Int? = nil,
        in invocation: Invocation
    ) async throws -> NavigationAction {
        guard invocation.isInteractive else {
            throw CommandProblem.notHere(
                "The editor needs an interactive session.", next: "Use field=value instead of --editor.")
        }
        let edited = try await resolver.editor(for: kind).edit(
            address, beginningWith: words, ifVersion: version, by: services.editor, in: invocation.context)
        switch (edited, address) {
        case (.saved(let address), _): return .open(address.path)
        case (.emptied, let address?):
            let name = try await resolver.editor(for: kind).reference(address).name
            return .ask([
                Prompt(
                    "The edited text of \(name) (\(address)) is empty. Delete the record?",
                    [
                        .init("no, keep it"),
                        .init("yes", line: BulkConfirmationPresenter.command.line([RecordArgument(address)], [], .yes)),
                    ])
            ])
        case (.untouched, _), (.emptied, nil): return .tell(.message("Nothing was changed."))
        }
    }
}

extension AppCoordinator {
    func delete(
        _ id: RecordID, _ confirmation: Confirmation, in invocation: Invocation
    ) async throws -> NavigationAction {
        let preview = try await resolver.editor(for: id.kind).deletionPreview(of: id)
        return try await delete([preview], with: [], confirmation, in: invocation)
    }

    /// Deletes records after a confirmation that lists the consequences for each record.
    ///
    /// - Parameter agreed: The records that the user has already confirmed.
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], _ confirmation: Confirmation,
        in invocation: Invocation
    ) async throws -> NavigationAction {
        guard let kind = asked.first?.reference.address.kind else { return .stay }
        guard (asked + agreed).allSatisfy({ $0.reference.address.kind == kind }) else {
            throw CommandProblem.notHere(
                "Cannot delete records of different kinds together.",
                next: "Delete the records of each kind separately.")
        }
        guard confirmation.isConfirmed else {
            return BulkConfirmationPresenter(
                previews: asked.unique, agreed: agreed.map(\.reference.address)
            ).present()
        }
        let deleted = (agreed + asked).map(\.reference).unique
        try await resolver.editor(for: kind).delete(deleted.map(\.address), in: invocation.context)
        let restore = ShellWords.joined(["restore"] + deleted.map(\.address.description))
        let list = deleted.sample(of: deleted.count)
        return .tell(
            .message(
                deleted.count == 1
                    ? "Deleted \(list). Use “undo” or “\(restore)” to restore it."
                    : "Deleted \(list). Use “undo” or “\(restore)” to restore them."))
    }
}
