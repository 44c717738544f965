import Display
import Localization
import Model
import Navigation
import Sync
import Text

/// The commands that list, add, approve, and remove remotes, and select the default remote.
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
        options: RemoteOptions, key: String?
    ) async throws -> NavigationAction {
        if action == .add {
            guard let address else {
                throw CommandProblem.notHere(
                    "“remote add” requires an address.",
                    next: "Use a folder, or an address such as https://cloud.example.org.")
            }
            return try await adder.add(
                RemoteAddition(
                    name: name, address: address, server: server, options: options,
                    confirmation: invocation.confirmation),
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
        case .approve: try approve(remote, key, in: invocation)
        case .remove: try await remove(remote, in: invocation)
        case .add, .makeDefault: try await makeDefault(remote, in: invocation.context)
        }
    }

    /// Approves the access of a remote to programs, files, and servers after a confirmation that lists them.
    ///
    /// - Parameter key: The key of the access that the user has seen, if known.
    private func approve(
        _ remote: Remote, _ key: String?, in invocation: Invocation
    ) throws -> NavigationAction {
        let approval = RemoteApproval(remote: remote, remotes: remotes)
        if let key, key != approval.key { throw RemoteCommandProblem.changedSinceReview(remote.name) }
        var page = Page("", [approval.block])
        guard invocation.confirmation.isConfirmed else {
            return invocation.isInteractive ? .all([.tell(page), approval.question]) : approval.question
        }
        invocation.context.dryRun?.summarize("This would approve the remote \(remote.name).")
        try remotes.approve(remote, in: invocation.context)
        let line = SyncCommands.declaration.line([remote.name], false, false)
        page.blocks.append(.message(["Approved the remote \(remote.name). Use “\(line)” to synchronize it."]))
        return .tell(page)
    }

    /// Removes a remote. If it has unresolved conflicts, the user must confirm the removal, because the remote’s stored
    /// values are lost.
    private func remove(
        _ remote: Remote, in invocation: Invocation
    ) async throws -> NavigationAction {
        let conflicts = try await remotes.conflicts().count { $0.remote == remote.name }
        if conflicts > 0, !invocation.confirmation.isConfirmed {
            let line = RemoteAddition.declaration.line(
                .remove, remote.name, nil, ServerOptions(), RemoteOptions(), nil, confirmation: .yes)
            return ConfirmationPresenter(
                question: "\(remote.name) has \(Message(conflicts, "unresolved conflict")). Remove the remote?",
                line: line,
                outcomeOfRejection: "The remote was not removed."
            ).present()
        }
        let context = invocation.context
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

/// A builder of tables that list remotes and their state.
struct RemoteTables: Sendable {
    let clock: Clock

    // MARK: - Remotes

    /// Returns a table of remotes, with the sources of passwords, but without passwords.
    func table(of remotes: [(remote: Remote, isApproved: Bool)], groups: [Group.ID: RecordReference]) -> Table {
        Table(
            "remotes", columns: Self.columns, rows: remotes.map { row(of: $0.remote, $0.isApproved, groups) },
            keys: [
                "name", "address", "user", "contents", "group", "isReadOnly", "isDefault", "sendsPassword",
                "passwordCommand", "passwordFile", "authorityFile", "permittedServers", "isApproved",
            ], placeholder: Self.placeholder)
    }

    private func row(of remote: Remote, _ isApproved: Bool, _ groups: [Group.ID: RecordReference]) -> Row {
        let group = remote.contents.group.map { groups[$0] ?? RecordReference(id: $0.recordID, name: "") }
        return Row(
            remote.accessFields + [
                Field("contents", "Contents", .words(remote.contents.words)),
                Field("group", "Group", .reference(orNone: group)),
                Field("isDefault", "Default", .flag(remote.isDefault)),
                Field("isApproved", "Approved", .flag(isApproved)),
            ])
    }

    private static let columns = [
        Column("name", "Remote", isIdentifying: true), Column("address", "Address"), Column("isApproved", "Approved"),
        Column("contents", "Contents"), Column("group", "Group"), Column("isDefault", "Default"),
        Column("isReadOnly", "Read-only"), Column("user", "User"), Column("passwordCommand", "Password command"),
        Column("passwordFile", "Password file"), Column("authorityFile", "Authority file"),
        Column("permittedServers", "Permitted servers"),
    ]

    static let placeholder: Message = "No remotes. Use “remote add NAME ADDRESS” to add one."

    // MARK: - Status

    /// Returns a table with the synchronization state of each remote.
    func table(of status: [RemoteStatus]) -> Table {
        Table(
            "remotes", columns: Self.statusColumns, rows: status.map(row),
            keys: ["name", "lastSynchronized", "wasComplete", "contacts", "unsent", "conflicts"],
            placeholder: Self.placeholder)
    }

    private func row(of status: RemoteStatus) -> Row {
        let last = status.lastSynchronized
        return Row([
            Field("name", "Remote", .text(status.remote.name)),
            Field("lastSynchronized", "Last synchronized", last.map { .time($0, clock) } ?? .none),
            Field("wasComplete", "Complete", last == nil ? .none : .flag(status.wasComplete)),
            Field("contacts", "Contacts", .integer(status.contacts)),
            Field("unsent", "Unsent", .integer(status.unsent)),
            Field("conflicts", "Conflicts", .integer(status.conflicts)),
        ])
    }

    private static let statusColumns = [
        Column("name", "Remote", isIdentifying: true), Column("lastSynchronized", "Last synchronized"),
        Column("wasComplete", "Complete"), Column("contacts", "Contacts", .trailing),
        Column("unsent", "Unsent", .trailing), Column("conflicts", "Conflicts", .trailing),
    ]
}

extension RemoteLocation {
    /// The path or the URL. It never contains a user name or password.
    var description: String {
        switch self {
        case .folder(let path): path
        case .server(let book): book.url.description
        }
    }
}

extension RemoteContents {
    var group: Group.ID? {
        if case .group(let id) = self { id } else { nil }
    }

    fileprivate var words: Message {
        switch self {
        case .all: "all"
        case .own: "own"
        case .group: "group"
        }
    }
}

extension RemoteDataSource {
    /// Returns the remote with the given name, ignoring case and accents.
    func remote(named name: String) async throws -> Remote { try await remotes().remote(named: name) }
}

extension [Remote] {
    /// Returns the remote with the given name, ignoring case and accents, or `nil` if there is none.
    func named(_ name: String) -> Remote? {
        let key = Folding.fold(name)
        // Earlier versions stored names that differ only in accents.
        return first { $0.name == name } ?? first { Folding.fold($0.name) == key }
    }

    /// Returns the remote with the given name, ignoring case and accents.
    func remote(named name: String) throws -> Remote {
        guard let remote = named(name) else { throw RemoteCommandProblem.unknown(name, known: map(\.name)) }
        return remote
    }
}
