import Model

extension AppCoordinator {
    /// Asks first, naming each record and what goes with it.
    func wantsDelete(_ addresses: [Address], in invocation: Invocation) async throws -> Move {
        guard let first = addresses.first else { return .stay }
        let agreed = try invocation.agreed
        guard (addresses + agreed).allSatisfy({ $0.kind == first.kind }) else {
            throw CommandProblem.notHere(
                "These are records of several kinds.", next: "Delete those of one kind at a time.")
        }
        let editor = directory.editor(for: first.kind)
        let doomed = invocation.isSure ? (agreed + addresses).unique : addresses
        var obituaries: [Obituary] = []
        for address in doomed { obituaries.append(try await editor.obituary(of: address)) }
        guard invocation.isSure else {
            return BulkConfirmationPresenter(command: "delete", obituaries: obituaries, agreed: agreed).present()
        }
        try await editor.delete(doomed)
        let restore = Words.joined(["restore"] + doomed.map(\.description))
        let list = obituaries.map(\.reference).sample(of: obituaries.count)
        return .tell(
            .message("Deleted \(list). “undo” or “\(restore)” brings \(doomed.count == 1 ? "it" : "them") back."))
    }
}

extension Option {
    /// What somebody has said yes to while they are asked about each of several records.
    static let agreed = Option("--agreed", "ADDRESS,…", "these too, once the others are answered for")
}

extension Invocation {
    fileprivate var agreed: [Address] {
        get throws {
            try (value(Option.agreed.name) ?? "").split(separator: ",").map { word in
                guard let address = Address(String(word)) else {
                    throw CommandProblem.notHere("“\(word)” is no address.", next: "Write it as persons/7.")
                }
                return address
            }
        }
    }
}
