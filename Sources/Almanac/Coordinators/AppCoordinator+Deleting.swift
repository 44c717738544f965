import Model
import Navigation

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
        var obituaries: [DeletionPreview] = []
        for address in doomed { obituaries.append(try await editor.obituary(of: address)) }
        guard invocation.isSure else {
            return BulkConfirmationPresenter(command: "delete", obituaries: obituaries, agreed: agreed).present()
        }
        try await editor.delete(doomed)
        let restore = ShellWords.joined(["restore"] + doomed.map(\.description))
        let list = obituaries.map(\.reference).sample(of: obituaries.count)
        return .tell(
            .message("Deleted \(list). “undo” or “\(restore)” brings \(doomed.count == 1 ? "it" : "them") back."))
    }
}
