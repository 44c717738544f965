import Model
import Navigation

extension AppCoordinator {
    func create(
        _ kind: Kind, _ words: [FieldAssignment], usesEditor: Bool, in invocation: Invocation
    ) async throws -> NavigationAction {
        if usesEditor { return try await write(nil, of: kind, words, in: invocation) }
        guard words.isEmpty else {
            return .open(try await directory.editor(for: kind).create(words, in: invocation.context).path)
        }
        guard invocation.isInteractive else {
            throw CommandProblem.notHere(
                "There is nothing to write down.", next: "Write field=value, or use a terminal for the form.")
        }
        return .open(kind.path.appending("new"))
    }

    /// Opens a record, or a new one, as a text in the external editor.
    func write(
        _ address: RecordID?, of kind: Kind, _ words: [FieldAssignment], ifVersion version: Int? = nil,
        in invocation: Invocation
    ) async throws -> NavigationAction {
        guard invocation.isInteractive else {
            throw CommandProblem.notHere("An editor needs a terminal.", next: "Write field=value instead of --editor.")
        }
        let edited = try await directory.editor(for: kind).edit(
            address, beginningWith: words, ifVersion: version, by: services.editor, in: invocation.context)
        switch (edited, address) {
        case (.saved(let address), _): return .open(address.path)
        case (.emptied, let address?):
            let name = try await directory.editor(for: kind).reference(address).name
            return .ask([
                Prompt(
                    "Nothing was left of \(name) (\(address)). Is it to be deleted?",
                    [
                        .init("no, leave it as it was"),
                        .init("yes", line: BulkConfirmationPresenter.command.line([RecordWord(address)], [], .yes)),
                    ])
            ])
        case (.untouched, _), (.emptied, nil): return .tell(.message("Nothing was changed."))
        }
    }
}
