import Model
import Navigation

extension AppCoordinator {
    func wantsDelete(_ addresses: [RecordID], in invocation: Invocation) async throws -> NavigationAction {
        var previews: [DeletionPreview] = []
        for address in addresses {
            previews.append(try await directory.editor(for: address.kind).deletionPreview(of: address))
        }
        return try await delete(previews, with: [], in: invocation)
    }

    /// Asks first, naming each record and what goes with it.
    ///
    /// - Parameter agreed: What goes too, once the others are answered for.
    func delete(
        _ asked: [DeletionPreview], with agreed: [DeletionPreview], in invocation: Invocation
    ) async throws -> NavigationAction {
        guard let kind = asked.first?.reference.address.kind else { return .stay }
        guard (asked + agreed).allSatisfy({ $0.reference.address.kind == kind }) else {
            throw CommandProblem.notHere(
                "These are records of several kinds.", next: "Delete those of one kind at a time.")
        }
        guard invocation.isSure else {
            return BulkConfirmationPresenter(
                command: "delete", previews: asked.unique, agreed: agreed.map(\.reference.address)
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
