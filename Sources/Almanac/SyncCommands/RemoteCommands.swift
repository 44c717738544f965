import Display
import Localization
import Model
import Navigation
import Sync

/// The commands that list, add, approve, and remove remotes.
struct RemoteCommands: Responder {
    let remotes: any RemoteDataSource
    let groups: any GroupDataSource
    let adder: RemoteAdder
    let tables: RemoteTables

    var commands: [Command] {
        [
            Command(
                "remotes", about: "List the remote address books", examples: ["remotes", "remotes --json"]
            ) { _ in .tell(Page("Remotes", [.table(try await table())])) },
            Command(RemoteAddition.declaration, run: run),
        ]
    }

    private func table() async throws -> Table {
        let remotes = try await remotes.remotes()
        let ids = remotes.compactMap(\.contents.group)
        let groups = ids.isEmpty ? [] : try await groups.records(ids)
        return tables.table(
            of: remotes.map { ($0, self.remotes.isApproved($0)) },
            groups: Dictionary(groups.map { ($0.id, $0.reference) }) { $1 })
    }

    // MARK: - Changes

    @Sendable private func run(
        _ invocation: Invocation, action: RemoteAction, name: String, address: String?, server: ServerOptions,
        options: RemoteOptions, key: String?, confirmation: Confirmation
    ) async throws -> NavigationAction {
        if action == .add {
            guard let address else {
                throw CommandProblem.notHere(
                    "“remote add” requires an address.",
                    next: "Use a folder, or an address such as https://cloud.example.org.")
            }
            return try await adder.add(
                RemoteAddition(
                    name: name, address: address, server: server, options: options, confirmation: confirmation),
                in: invocation)
        }
        guard address == nil, server == ServerOptions(), options == RemoteOptions(), key == nil || action == .approve
        else {
            throw CommandProblem.notHere(
                "“remote \(action.rawValue)” accepts only the name of a remote.",
                next: "Use “remote \(action.rawValue) NAME”.")
        }
        let remote = try await remotes.remote(named: name)
        return switch action {
        case .approve: try approve(remote, key, confirmation, in: invocation)
        case .remove: try await remove(remote, confirmation, in: invocation.context)
        case .add, .makeDefault: try await makeDefault(remote, in: invocation.context)
        }
    }

    /// Approves a remote after a confirmation that shows its access.
    /// - Parameter key: The key of the access that the user has seen, if known.
    private func approve(
        _ remote: Remote, _ key: String?, _ confirmation: Confirmation, in invocation: Invocation
    ) throws -> NavigationAction {
        let approval = RemoteApproval(remote: remote, remotes: remotes)
        if let key, key != approval.key { throw RemoteCommandProblem.changedSinceReview(remote.name) }
        var page = Page("", [approval.block])
        guard confirmation.isConfirmed else {
            return invocation.isInteractive ? .all([.tell(page), approval.question]) : approval.question
        }
        invocation.context.dryRun?.summarize("This would approve the remote \(remote.name).")
        try remotes.approve(remote, in: invocation.context)
        let line = SyncCommand.declaration.line([remote.name], SyncOptions())
        page.blocks.append(.message(["Approved the remote \(remote.name). Use “\(line)” to synchronize it."]))
        return .tell(page)
    }

    /// Removes a remote. If there are unresolved conflicts, their other values would be lost, so this needs a
    /// confirmation.
    private func remove(
        _ remote: Remote, _ confirmation: Confirmation, in context: CommandContext
    ) async throws -> NavigationAction {
        let conflicts = try await remotes.conflicts().count { $0.remote == remote.name }
        if conflicts > 0, !confirmation.isConfirmed {
            let line = RemoteAddition.declaration.line(
                .remove, remote.name, nil, ServerOptions(), RemoteOptions(), nil, .yes)
            return ConfirmationPresenter(
                question: "\(remote.name) has \(Message(conflicts, "unresolved conflict")). Remove it?", line: line,
                outcomeOfRejection: "The remote was not removed."
            ).present()
        }
        context.dryRun?.summarize("This would remove the remote \(remote.name).")
        try await remotes.remove(remote.name, in: context)
        return .tell(
            .message("Removed the remote \(remote.name). Its address book and your contacts remain unchanged."))
    }

    private func makeDefault(_ remote: Remote, in context: CommandContext) async throws -> NavigationAction {
        guard remote.isWritable else {
            throw CommandProblem.notHere("\(remote.name) is read-only.", next: "Use a remote that is not read-only.")
        }
        context.dryRun?.summarize("New contacts would be added to \(remote.name).")
        try await remotes.makeDefault(remote.name, in: context)
        return .tell(.message("New contacts are now added to \(remote.name)."))
    }
}

/// The actions of the command `remote`.
enum RemoteAction: String, CaseIterable, Sendable {
    case add, approve, remove
    case makeDefault = "default"
}

extension ValueParser where Value == RemoteAction {
    static var remoteAction: ValueParser {
        .choice { .notHere("“remote” does not accept “\($0)”.", next: "Use one of: \($1).") }
    }
}

extension ValueParser where Value == String {
    static var remote: ValueParser { .text(.remote(or: [])) }
}
