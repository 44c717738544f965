import Interchange
import Model
import Sync
import TestSupport
import Testing

@testable import AlmanacStore

@MainActor
@Suite("Remotes") struct RemoteStoreTests {
    let store: TemporaryStore
    let remotes: RemoteStore
    let context = CommandContext("remote", by: nil)

    init() async throws {
        store = try await TemporaryStore()
        remotes = store.store.remotes(passwords: NoPasswords())
    }

    private static let server = Remote(
        name: "Home",
        location: .server(
            ServerBook(
                url: WebURL("https://cloud.example.org/leia/contacts/")!,
                capabilities: {
                    var capabilities = BookCapabilities()
                    capabilities.acceptsVersion4 = true
                    capabilities.maximumSize = 100_000
                    return capabilities
                }(),
                account: ServerAccount(
                    user: "leia", password: .command("pass show cloud"), authorityFile: "/etc/ca.pem",
                    permittedOrigins: [
                        Origin(isSecure: true, host: "cloud.example.org"), Origin(isSecure: false, host: "[::1]"),
                    ]))),
        contents: .own, isReadOnly: true)

    @Test func `A remote of any kind is stored and read without changes`() async throws {
        let folder = Remote(name: "khard", location: .folder(path: "/home/leia/contacts"), isDefault: true)
        let group = try await store.groups.add(Group(named: "Rebels"))
        var token = Self.server
        token.name = "token"
        token.contents = .group(group.id)
        token.location = .server(
            ServerBook(
                url: try #require(WebURL("https://[::1]:8443/book")), capabilities: BookCapabilities(),
                account: ServerAccount(password: .file(path: "/home/leia/token"))))
        for remote in [Self.server, folder, token] { try await remotes.add(remote, in: context) }
        #expect(try await remotes.remotes() == [Self.server, folder, token])
    }

    @Test func `Each name, ignoring case, and each address book can be used by only one remote`() async throws {
        try await remotes.add(Self.server, in: context)
        var other = Self.server
        other.name = "other"
        await #expect(throws: RemoteCommandProblem.sameBook(as: "Home")) { try await remotes.add(other, in: context) }
        other.name = "HOME"
        await #expect(throws: RemoteCommandProblem.exists("Home")) { try await remotes.add(other, in: context) }
        try await remotes.remove("home", in: context)
        #expect(try await remotes.remotes().isEmpty)
        await #expect(throws: RemoteCommandProblem.unknown("home", known: [])) {
            try await remotes.remove("home", in: context)
        }
    }

    @Test func `Only one remote is the default`() async throws {
        let folders = ["a", "b"].map { Remote(name: $0, location: .folder(path: "/\($0)"), isDefault: true) }
        for folder in folders { try await remotes.add(folder, in: context) }
        #expect(try await remotes.remotes().map(\.isDefault) == [false, true])
        try await remotes.makeDefault("A", in: context)
        #expect(try await remotes.remotes().map(\.isDefault) == [true, false])
    }

    @Test func `No changes are pending for a book that the server has made read-only`() async throws {
        _ = try await store.persons.add(Person())
        var capabilities = BookCapabilities()
        capabilities.isReadOnly = true
        let url = try #require(WebURL("https://cloud.example.org/book/"))
        let book = ServerBook(url: url, capabilities: capabilities, account: ServerAccount())
        try await remotes.add(Remote(name: "team", location: .server(book)), in: context)
        #expect(try await remotes.status().map(\.unsent) == [0])
    }

    @Test(arguments: [["N:Person;;;;"], [], ["TEL:1", "ORG:A;B"]])
    func `After an interrupted first synchronization, received contacts do not count as unsent`(
        lines: [String]
    ) async throws {
        struct Kill: Error {}
        let database = try await FileDatabase("/book")
        let book = InMemoryBook()
        for number in 0..<101 {
            book.write(TestCard(uid: "s\(number)", ["FN:Person \(number)"] + lines), at: "s\(number).vcf")
        }
        database.afterCommit = { throw Kill() }
        await #expect(throws: Kill.self) { try await database.synchronize(book) }
        let status = try #require(try await database.database.remotes.status().first)
        #expect(status.contacts > 0 && status.unsent == 0 && status.lastSynchronized == nil, "\(status)")
        try await database.add(TestCard(uid: "leia", ["FN:Leia"]))
        #expect(try await database.database.remotes.status().map(\.unsent) == [1])
    }

    @Test func `After Ctrl-C, contacts that were sent do not count as unsent`() async throws {
        let (database, book) = (try await FileDatabase("/book"), InMemoryBook())
        for number in 1...3 { try await database.add(TestCard(uid: "u\(number)", ["FN:\(number)"])) }
        var sent = 0
        book.afterRequest = { request in
            sent += request == "put" ? 1 : 0
            if sent == 2 { throw CancellationError() }
        }
        await #expect(throws: CancellationError.self) { try await database.synchronize(book) }
        #expect(try await database.database.remotes.status().map(\.unsent) == [1])
        book.afterRequest = { _ in }
        _ = try await database.synchronize(book)
        #expect(try await database.database.remotes.status().map(\.unsent) == [0])
    }

    @Test func `The history does not include remotes`() async throws {
        try await remotes.add(Self.server, in: context)
        #expect(try await store.history.nextUndo() == nil)
    }
}
