@testable import AlmanacStore
import FileIO
import Interchange
import Model
import SQLite
import Sync
import TestSupport
import Testing

@MainActor
@Suite("Remote approvals") struct RemoteAccessTests {
    let store: TemporaryStore
    let remotes: RemoteStore
    let context = CommandContext("remote", by: nil)

    init() async throws {
        store = try await TemporaryStore()
        remotes = store.store.remotes(passwords: NoPasswords())
    }

    private static let url = WebURL("https://cloud.example.org/leia/contacts/")!
    private static let server = Remote(
        name: "home",
        location: .server(
            ServerBook(
                url: url, capabilities: BookCapabilities(),
                account: ServerAccount(
                    user: "leia", password: .command("/home/leia/password"), authorityFile: "/etc/ca.pem",
                    permittedOrigins: [url.origin]))), contents: .own)

    /// A change to each column, and whether the column is part of the approval: whether its value reaches a process, a
    /// file, or a connection.
    private static let columns: [String: (change: String, isApproved: Bool)] = [
        "id": ("id = 99", false),
        "name": ("name = 'work'", false),
        "location": ("location = 'https://cloud.example.net/leia/contacts/'", true),
        "contents": ("contents = 'all'", false),
        "group_id": ("contents = 'group', group_id = 1", false),
        "is_read_only": ("is_read_only = 1", true),
        "is_default": ("is_default = 1", false),
        "user_name": ("user_name = 'luke'", true),
        "password_source": ("password_source = 'file'", true),
        "password_location": ("password_location = 'touch pwned'", true),
        "authority_file": ("authority_file = '/tmp/ca.pem'", true),
        "permitted_origins": ("permitted_origins = permitted_origins || char(10) || 'https://example.net'", true),
        "accepts_version_4": ("accepts_version_4 = 1", false),
        "rejects_writes": ("rejects_writes = 1", true),
        "maximum_size": ("maximum_size = 1", false),
        "batch_size": ("batch_size = 1", false),
        "generation": ("generation = 7", false),
        "has_group_cards": ("has_group_cards = 1", false),
        "sync_token": ("sync_token = 'x'", false),
        "last_change": ("last_change = 0", false),
        "synchronized": ("synchronized = '2026-11-28T00:00:00.000Z'", false),
        "is_complete": ("is_complete = 1", false),
    ]

    private func approved() async throws -> [Bool] { try await remotes.remotes().map(remotes.isApproved) }

    @Test func `Changing a column of the table revokes the approval only if the column is part of it`() async throws {
        try await remotes.add(Self.server, in: context)
        #expect(try await approved() == [true])
        let other = try store.connection()
        let columns = try other.all("SELECT name FROM pragma_table_info('remote')") { $0[0] as String }
        #expect(columns.sorted() == Self.columns.keys.sorted())
        try other.execute("CREATE TEMP TABLE saved AS SELECT * FROM remote")
        for (column, (change, isPart)) in Self.columns {
            #expect(try other.run("UPDATE remote SET \(change)") == 1)
            #expect(try await approved() == [!isPart], "\(column)")
            try other.execute("DELETE FROM remote; INSERT INTO remote SELECT * FROM saved")
            #expect(try await approved() == [true], "\(column)")
        }
    }

    @Test func `Equal values in different columns result in different approval keys`() async throws {
        var keys: Set<String> = []
        let passwords: [PasswordSource?] = [nil, .prompt, .command("/a"), .file(path: "/a"), .command("/a\n4 user")]
        for password in passwords {
            for (user, file) in [(nil, nil), ("/a", nil), (nil, "/a"), ("prompt", "/a")] as [(String?, String?)] {
                var remote = Self.server
                let account = ServerAccount(user: user, password: password, authorityFile: file)
                remote.location = .server(
                    ServerBook(url: Self.url, capabilities: BookCapabilities(), account: account))
                keys.insert(remotes.approvalKey(of: remote))
            }
        }
        #expect(keys.count == passwords.count * 4)
    }

    @Test func `A remote is approved only in one database, and only until it is removed`() async throws {
        try await remotes.add(Self.server, in: context)
        let elsewhere = try await TemporaryStore()
        let others = RemoteStore(
            database: elsewhere.store.database, blobs: elsewhere.blobs, clock: .system, passwords: NoPasswords(),
            approvals: store.store.location.approvals)
        #expect(!others.isApproved(Self.server))
        try await remotes.remove("home", in: context)
        #expect(!remotes.isApproved(Self.server))
    }

    @Test func `A remote with a path that depends on the current folder cannot be approved`() throws {
        let folder = Remote(name: "home", location: .folder(path: "contacts"))
        let account = { ServerAccount(password: $0, authorityFile: $1) }
        for (password, file) in [(.file(path: "token"), nil), (nil, "ca.pem")] as [(PasswordSource?, String?)] {
            var remote = Self.server
            remote.location = .server(
                ServerBook(url: Self.url, capabilities: BookCapabilities(), account: account(password, file)))
            #expect(throws: RemoteCommandProblem.relativePath("home")) { try remotes.approve(remote, in: context) }
        }
        #expect(throws: RemoteCommandProblem.relativePath("home")) { try remotes.approve(folder, in: context) }
        #expect(!remotes.isApproved(folder))
    }

    @Test func `An approval does not apply to other certificate authorities in the same file`() throws {
        let file = store.folder + "/ca.pem"
        try File.create(file).write(Array("A".utf8))
        let remote = Remote(
            name: "home",
            location: .server(
                ServerBook(
                    url: Self.url, capabilities: BookCapabilities(), account: ServerAccount(authorityFile: file))))
        try remotes.approve(remote, in: context)
        #expect(remotes.isApproved(remote))
        for (text, isApproved) in [("B", false), ("A", true), ("AA", false)] {
            FileSystem.remove(file)
            try File.create(file).write(Array(text.utf8))
            #expect(remotes.isApproved(remote) == isApproved, "\(text)")
        }
        FileSystem.remove(file)
        #expect(!remotes.isApproved(remote))
    }

    @Test func `If the approval cannot be saved, the remote is not added`() async throws {
        let state = FileSystem.folder(of: store.folder + "/state/approvals")
        try File.create(state).write([])
        await #expect(throws: StoreProblem.self) { try await remotes.add(Self.server, in: context) }
        #expect(try await remotes.remotes() == [])
    }
}
