import Display
import Model
import Navigation
@testable import Sync
import Testing

@testable import Almanac

@Suite("The remote command with servers")
struct ServerRemoteTests {
    private var fixture = SyncFixture()
    private static let cloud = Origin(isSecure: true, host: "cloud.example.org")
    private static let dav = Origin(isSecure: true, host: "dav.example.net")

    init() { fixture.remotes.update { $0.books = [Self.book("contacts", "Contacts")] } }

    private static func book(_ path: String, _ name: String, isReadOnly: Bool = false) -> AddressBook {
        var capabilities = BookCapabilities()
        capabilities.isReadOnly = isReadOnly
        return AddressBook(
            url: WebURL(origin: cloud, path: "/dav/\(path)/"), name: name, summary: "Book of \(name)",
            capabilities: capabilities)
    }

    private var account: ServerAccount? { fixture.remotes.state.accounts.last }
    private var added: ServerBook? {
        if case .server(let book) = fixture.remotes.state.remotes.first?.location { book } else { nil }
    }

    // MARK: - The account

    @Test func `The only address book on a server is added with its account`() async throws {
        let line = "remote add home https://cloud.example.org --user leia --password-command 'pass show cloud' --yes"
        let page = try await fixture.page(line)
        #expect(
            added?.account
                == ServerAccount(user: "leia", password: .command("pass show cloud"), permittedOrigins: [Self.cloud]))
        #expect(
            page.words == """
                Added the remote home: https://cloud.example.org/dav/contacts/. Use “sync home” to synchronize it.
                """)
        #expect(fixture.remotes.state.remotes.map(\.contents) == [.all])
    }

    @Test func `The paths of the password file and the certificate authority file are stored as absolute paths`()
        async throws
    {
        _ = try await fixture.run(
            "remote add home cloud.example.org --user leia --password-file secret --ca-file ca.pem --yes")
        #expect(added?.account.password == .file(path: "/home/leia/secret"))
        #expect(added?.account.authorityFile == "/home/leia/ca.pem")
    }

    @Test(
        arguments: [
            ("leia@cloud.example.org", "leia@cloud.example.org", .prompt),
            ("cloud.example.org --user leia", "leia", .prompt), ("cloud.example.org --token", nil, .prompt),
            ("cloud.example.org --token --password-file /t", nil, .file(path: "/t")), ("cloud.example.org", nil, nil),
        ] as [(String, String?, PasswordSource?)])
    func `With a user name or --token but no password option, Almanac prompts for the password`(
        words: String, user: String?, password: PasswordSource?
    ) async throws {
        _ = try await fixture.run("remote add home \(words) --yes")
        #expect(account?.user == user)
        #expect(account?.password == password)
    }

    @Test(arguments: [
        ("--user leia --token", "--user and --token cannot be combined."),
        (
            "--user leia --password-file a --password-command b",
            "--password-command and --password-file cannot be combined."
        ),
        ("--password-file a", "The password requires a user name."),
        ("--allow-server example", "Invalid value “example” for --allow-server."),
    ])
    func `Invalid options and combinations of options are explained before a request`(
        options: String, sentence: String
    ) async throws {
        let explanation = try await fixture.failure("remote add home cloud.example.org \(options)")
        #expect(explanation?.what.description == sentence)
        #expect(fixture.remotes.state.accounts.isEmpty)
    }

    @Test func `If a server requires a password, the error reports a missing user name`() async throws {
        fixture.remotes.update { $0.problem = RemoteProblem.unauthorized }
        let explanation = try await fixture.failure("remote add home cloud.example.org")
        #expect(explanation?.what == "The server requires a user name.")
        await #expect(throws: RemoteProblem.unauthorized) {
            try await fixture.run("remote add home cloud.example.org --user leia")
        }
    }

    // MARK: - Permission

    @Test func `A password is not sent without encryption until the user agrees`() async throws {
        let question = try await fixture.question("remote add home http://cloud.example.org --user leia")
        #expect(
            question.question
                == "The connection to http://cloud.example.org is not encrypted. Send the password?")
        #expect(question.flag == "--allow-http")
        #expect(question.answers.map(\.title) == ["no", "yes"])
        #expect(fixture.remotes.state.accounts.isEmpty)
        _ = try await fixture.run(try #require(question.answers.last?.line))
        #expect(account?.permittedOrigins == [Origin(isSecure: false, host: "cloud.example.org")])
        #expect(added != nil)
    }

    @Test func `A password is not sent to another server until the user agrees`() async throws {
        fixture.remotes.update { $0.redirect = Self.dav }
        let question = try await fixture.question("remote add home cloud.example.org --user leia")
        #expect(question.question == "cloud.example.org refers to https://dav.example.net. Send the password there?")
        #expect(question.flag == "--allow-server https://dav.example.net")
        _ = try await fixture.run(try #require(question.answers.last?.line))
        #expect(added?.account.permittedOrigins == [Self.cloud, Self.dav])
    }

    @Test func `Contacts are not sent to another server until the user agrees, even without a password`() async throws {
        let question = try await fixture.question("remote add home example.org")
        #expect(question.question == "example.org refers to https://cloud.example.org. Send the contacts there?")
        #expect(question.flag == "--allow-server https://cloud.example.org")
        #expect(fixture.remotes.state.remotes.isEmpty)
        _ = try await fixture.run(try #require(question.answers.last?.line))
        #expect(added?.account.permittedOrigins.contains(Self.cloud) == true)
        fixture.remotes.update { $0.problem = HTTPProblem.redirectNotPermitted(Self.dav) }
        let redirect = try await fixture.question("remote add work cloud.example.org")
        #expect(redirect.question == "cloud.example.org refers to https://dav.example.net. Send the contacts there?")
    }

    @Test func `--allow-http does not permit another server`() async throws {
        fixture.remotes.update { $0.redirect = Origin(isSecure: false, host: "dav.example.net") }
        let question = try await fixture.question("remote add home cloud.example.org --user leia --allow-http")
        #expect(question.question.contains("refers to http://dav.example.net, and the connection is not encrypted."))
    }

    // MARK: - Address books

    private func prepareBooks() {
        fixture.remotes.update {
            $0.books = [
                Self.book("personal", "Personal"), Self.book("team", "Team", isReadOnly: true),
                Self.book("old", "team"),
            ]
        }
    }

    @Test func `If there are several address books, they are listed, and the user is asked to choose one`() async throws
    {
        prepareBooks()
        let action = try await fixture.run("remote add home cloud.example.org --user leia")
        let rows = try #require(action.page?.tables.first?.rows)
        #expect(rows.map { $0["name"].words } == ["Personal", "Team", "team"])
        #expect(rows.map { $0["isReadOnly"].words } == ["no", "yes", "no"])
        let question = try #require(action.prompts.first)
        #expect(
            question.answers.map(\.title) == [
                "Personal", "https://cloud.example.org/dav/team/", "https://cloud.example.org/dav/old/", "cancel",
            ])
        _ = try await fixture.run(try #require(question.answers[2].line) + " --yes")
        #expect(added?.url.path == "/dav/old/")
    }

    @Test func `In a script, several address books are an error that names them`() async throws {
        var fixture = fixture
        fixture.isInteractive = false
        prepareBooks()
        let explanation = try #require(try await fixture.failure("remote add home cloud.example.org --user leia"))
        #expect(explanation.status == .wrongUsage)
        #expect(
            explanation.sentences == [
                "The server has several address books: Personal, Team, team.", "Use --book NAME.",
            ])
    }

    @Test(arguments: [
        ("personal", "/dav/personal/"), ("Pérsonal", "/dav/personal/"),
        ("https://cloud.example.org/dav/team", "/dav/team/"),
        ("https://cloud.example.org/dav/old/", "/dav/old/"),
    ])
    func `--book selects an address book by its name or URL`(book: String, path: String) async throws {
        prepareBooks()
        _ = try await fixture.run("remote add home cloud.example.org --user leia --book \(book) --yes")
        #expect(added?.url.path == path)
    }

    @Test(arguments: [
        ("Family", "The server has no address book “Family”."), ("team", "Several address books are named “team”."),
    ])
    func `An unknown or ambiguous address book is an error`(book: String, sentence: String) async throws {
        prepareBooks()
        let explanation = try await fixture.failure("remote add home cloud.example.org --user leia --book \(book)")
        #expect(explanation?.what.description == sentence)
        #expect(fixture.remotes.state.remotes.isEmpty)
    }

    @Test func `An address book that is read-only on the server does not become the default`() async throws {
        prepareBooks()
        _ = try await fixture.run(
            "remote add team cloud.example.org --user leia --book https://cloud.example.org/dav/team/ --yes")
        #expect(fixture.remotes.state.remotes.map(\.isDefault) == [false])
    }

    // MARK: - Privacy

    @Test func `Lists of remotes show the source of each password`() async throws {
        _ = try await fixture.run(
            "remote add home cloud.example.org --user leia --password-command 'pass show cloud' --yes")
        let page = try await fixture.page("remotes")
        for audience in [Field.Audience.people, .programs] {
            #expect(page.shown(to: audience).words.contains("pass show cloud"))
        }
        #expect(page.words.contains("leia"))
    }
}
