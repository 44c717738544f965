import Localization
import Navigation
import Sync

/// The arguments of `remote add`.
struct RemoteAddition: Sendable {
    var name: String
    var address: String
    var server: ServerOptions
    var options: RemoteOptions
    var confirmation: Confirmation

    static let declaration = CommandDeclaration(
        "remote", .argument("ACTION", .remoteAction), .argument("NAME", .remote), .optional("ADDRESS", .file),
        .server, .remote, .approvalKey, .confirmation,
        about: "Add, approve, or remove a remote address book",
        examples: [
            "remote add khard ~/contacts/personal",
            "remote add home https://cloud.example.org --user leia --password-command 'pass show cloud'",
            "remote add team leia@example.org --group Rebels --read-only", "remote remove home",
            "remote default home", "remote approve home",
        ], details: details, effect: .changes)

    private static let details: Message = """
        `remote add` adds a CardDAV address book or a folder of vCard files. The address is an existing folder, such as \
        `~/contacts`, or the URL, the host, or the email address of an account on a server. If the server has several \
        address books, Almanac asks which one to add; `--book` selects it in advance. `remote remove` changes neither \
        your contacts nor the address book.

        The first remote contains **all** contacts, and new contacts are added to it. Each additional remote contains \
        its **own** contacts: those that were received from it. `--contents all`, `--group`, and `--default` change \
        this.

        Passwords are never stored. Without `--password-command` and `--password-file`, Almanac asks for the password \
        once per session. It is sent only to the given server over an encrypted connection. If the address \
        refers to another server, or if the connection is not encrypted, Almanac asks first, also before it sends \
        contacts there; `--allow-server` and `--allow-http` confirm this in advance.

        `remote approve` shows what a remote does outside the database: the password command that it runs, the files that it \
        reads, the folder that it writes, and the servers that receive contacts and the password. After confirmation, `sync` \
        uses the remote. The approval applies to you, to this database, and to these values. `remote add` approves the \
        remote that you add.
        """

    /// The command line with these arguments.
    var line: String { Self.declaration.line(.add, name, address, server, options, nil, confirmation) }

    /// Returns the command line with an additional permission or choice.
    func line(_ change: (inout ServerOptions) -> Void) -> String {
        var addition = self
        change(&addition.server)
        return addition.line
    }

    /// Returns the place of the remote. The name of an existing folder is not treated as a host.
    /// - Throws: `CommandProblem` if the address is invalid.
    func place(_ files: any FileAccess) async throws -> Place {
        var isPath = address.contains("/") && !address.contains("://") || ["~", "."].contains(address.first)
        if !isPath { isPath = try await files.files(inFolder: files.absolutePath(address)) != nil }
        if isPath {
            let names = files.absolutePath(address).split(separator: "/").filter { $0 != "." }
            return .folder(path: "/" + names.joined(separator: "/"))
        }
        guard let address = RemoteAddress(address) else {
            throw CommandProblem.notHere(
                "Invalid address “\(address)”.", next: "Use a folder, or an address such as https://cloud.example.org.")
        }
        return .server(address)
    }

    enum Place {
        case folder(path: String)
        case server(RemoteAddress)
    }
}
