import Model
import Navigation

extension AppCoordinator {
    /// Lets somebody edit a record, or write a new one, in their own editor.
    func write(
        _ address: RecordID?, of kind: Kind, _ words: [FieldAssignment], in invocation: Invocation
    ) async throws -> NavigationAction {
        guard invocation.isInteractive else {
            throw CommandProblem.notHere("An editor needs a terminal.", next: "Write field=value instead of --editor.")
        }
        let edited = try await directory.editor(for: kind).edit(
            address, beginningWith: words, ifVersion: try invocation.number("--if-version"), by: services.editor,
            in: invocation.context)
        switch (edited, address) {
        case (.saved(let address), _): return .open(address.path)
        case (.emptied, let address?):
            let name = try await directory.editor(for: kind).reference(address).name
            return .ask([
                Prompt(
                    "Nothing was left of \(name) (\(address)). Is it to be deleted?",
                    [.init("no, leave it as it was"), .init("yes", line: "delete \(address) --yes")])
            ])
        case (.untouched, _), (.emptied, nil): return .tell(.message("Nothing was changed."))
        }
    }
}
