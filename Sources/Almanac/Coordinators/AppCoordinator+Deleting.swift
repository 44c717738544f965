import Model

extension AppCoordinator {
    func wantsDelete(_ addresses: [RecordID], in invocation: Invocation) async throws -> NavigationAction {
        try await wantsDelete(addresses, with: [], in: invocation)
    }

    /// Asks first, naming each record and what goes with it.
    ///
    /// - Parameter agreed: What goes too, once the others are answered for.
    func wantsDelete(_ addresses: [RecordID], with agreed: [RecordID], in invocation: Invocation) async throws
        -> NavigationAction
    {
        guard let first = addresses.first else { return .stay }
        guard (addresses + agreed).allSatisfy({ $0.kind == first.kind }) else {
            throw CommandProblem.notHere(
                "These are records of several kinds.", next: "Delete those of one kind at a time.")
        }
        let editor = directory.editor(for: first.kind)
        let doomed = invocation.isSure ? (agreed + addresses).unique : addresses
        var previews: [DeletionPreview] = []
        for address in doomed { previews.append(try await editor.deletionPreview(of: address)) }
        guard invocation.isSure else {
            return BulkConfirmationPresenter(command: "delete", previews: previews, agreed: agreed).present()
        }
        try await editor.delete(doomed, in: invocation.context)
        let restore = ShellWords.joined(["restore"] + doomed.map(\.description))
        let list = previews.map(\.reference).sample(of: previews.count)
        return .tell(
            .message("Deleted \(list). “undo” or “\(restore)” brings \(doomed.count == 1 ? "it" : "them") back."))
    }
}
