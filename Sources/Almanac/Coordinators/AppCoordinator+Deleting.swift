import Model
import Navigation

extension AppCoordinator {
    func delete(
        _ id: RecordID, _ confirmation: Confirmation, in invocation: Invocation
    ) async throws -> NavigationAction {
        let preview = try await directory.editor(for: id.kind).deletionPreview(of: id)
        return try await delete([preview], with: [], confirmation, in: invocation)
    }

    /// Asks first, naming each record and what goes with it.
    ///
    /// - Parameter agreed: The records that were confirmed before.
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], _ confirmation: Confirmation,
        in invocation: Invocation
    ) async throws -> NavigationAction {
        guard let kind = asked.first?.reference.address.kind else { return .stay }
        guard (asked + agreed).allSatisfy({ $0.reference.address.kind == kind }) else {
            throw CommandProblem.notHere(
                "These are records of several kinds.", next: "Delete those of one kind at a time.")
        }
        guard confirmation.isSure else {
            return BulkConfirmationPresenter(
                previews: asked.unique, agreed: agreed.map(\.reference.address)
            ).present()
        }
        let deleted = (agreed + asked).map(\.reference).unique
        try await directory.editor(for: kind).delete(deleted.map(\.address), in: invocation.context)
        let restore = ShellWords.joined(["restore"] + deleted.map(\.address.description))
        let list = deleted.sample(of: deleted.count)
        return .tell(
            .message("Deleted \(list). “undo” or “\(restore)” brings \(deleted.count == 1 ? "it" : "them") back."))
    }
}
