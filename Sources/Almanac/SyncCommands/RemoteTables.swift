import Display
import Localization
import Model
import Sync

/// The tables of remotes.
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
        let group = remote.contents.group.map { groups[$0] ?? RecordReference(address: $0.address, name: "") }
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

    /// Returns a table of the state of remotes since their last synchronization.
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
    /// The path or the URL. It contains no user name and no password.
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
