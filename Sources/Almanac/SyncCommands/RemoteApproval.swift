import Display
import Navigation
import Sync

/// The approval of the access of a remote to programs, files, and servers.
struct RemoteApproval: Sendable {
    let remote: Remote
    let remotes: any RemoteDataSource

    var key: String { remotes.approvalKey(of: remote) }

    /// The values that the user approves.
    var block: Block { .record(remote.accessFields) }

    /// Asks whether to approve the values that are shown. The answer does not approve a remote that changes in the meantime.
    var question: NavigationAction {
        ConfirmationPresenter(
            question: "Approve the remote \(remote.name)?",
            line: RemoteAddition.declaration.line(
                .approve, remote.name, nil, ServerOptions(), RemoteOptions(), key, .yes),
            outcomeOfRejection: "The remote was not approved.", isRejectFirst: true
        ).present()
    }
}

extension Remote {
    /// The fields for ``Remote/access``.
    var accessFields: [Field] {
        let book: ServerBook? = if case .server(let book) = location { book } else { nil }
        let account = book?.account
        let (command, file): (String, String) =
            switch account?.password {
            case .command(let command): (command, "")
            case .file(let path): ("", path)
            case .prompt, nil: ("", "")
            }
        let servers = (account?.permittedOrigins ?? []).map(\.description).sorted()
        return [
            Field("name", "Remote", .text(name)), Field("address", "Address", .text(location.description)),
            Field("user", "User", .text(orNone: account?.user ?? "")),
            Field("sendsPassword", "Sends a password", book == nil ? .none : .flag(account?.password != nil)),
            Field("passwordCommand", "Password command", .text(orNone: command)),
            Field("passwordFile", "Password file", .text(orNone: file)),
            Field("authorityFile", "Authority file", .text(orNone: account?.authorityFile ?? "")),
            Field("permittedServers", "Permitted servers", servers.isEmpty ? .none : .list(servers.map(Value.text))),
            Field("isReadOnly", "Read-only", .flag(!isWritable)),
        ]
    }
}

extension Argument where Value == String? {
    static var approvalKey: Argument {
        option("--key", "KEY", "Approve the remote only if it still has this key", .text)
    }
}
