import Display
import Model
import Navigation
import Sync
import Testing

@testable import Almanac

@Suite("The remote approve command")
struct RemoteApprovalCommandTests {
    private var fixture = SyncFixture()
    private static let cloud = Origin(isSecure: true, host: "cloud.example.org")

    init() {
        let account = ServerAccount(
            user: "leia", password: .command("pass show cloud"), authorityFile: "/ca.pem",
            permittedOrigins: [Self.cloud])
        let book = ServerBook(
            url: WebURL(origin: Self.cloud, path: "/book/"), capabilities: BookCapabilities(), account: account)
        fixture.remotes.update {
            $0.remotes = [SyncFixture.remote("team"), Remote(name: "home", location: .server(book))]
            $0.unapproved = ["home"]
            $0.unsynchronized = ["home"]
        }
    }

    private static let values = ["https://cloud.example.org/book/", "leia", "pass show cloud", "/ca.pem"]

    @Test func `remote approve shows a remote’s values and approves them after confirmation`() async throws {
        let action = try await fixture.run("remote approve HOME")
        let words = try #require(action.page?.words)
        for value in Self.values { #expect(words.contains(value)) }
        let question = try #require(action.prompts.first)
        #expect(question.question == "Approve the remote home?")
        #expect(question.flag == "--yes")
        #expect(question.answers.map(\.title) == ["no", "yes"])
        #expect(fixture.remotes.state.calls.isEmpty)
        let page = try await fixture.page(try #require(question.answers.last?.line))
        #expect(page.words.contains("Approved the remote home. Use “sync home” to synchronize it."))
        #expect(fixture.remotes.state.calls == ["approve home"])
    }

    @Test func `A remote that changes before the answer is not approved`() async throws {
        let line = try #require(try await fixture.question("remote approve home").answers.last?.line)
        fixture.remotes.update { $0.remotes[1].location = .folder(path: "/") }
        #expect(try await fixture.failure(line)?.what.description.contains("has changed since it was shown") == true)
        #expect(fixture.remotes.state.calls.isEmpty)
    }

    @Test func `A dry run approves nothing`() async throws {
        _ = try await fixture.run("remote approve home --dry-run")
        #expect(fixture.remotes.state.calls == ["approve home (dry run)"])
        #expect(fixture.remotes.state.unapproved == ["home"])
    }

    @Test func `Only remote approve accepts an approval key`() async throws {
        #expect(
            try await fixture.failure("remote remove home --key x")?.what
                == "“remote remove” accepts only the name of a remote.")
    }

    @Test func `remotes lists the values that require approval and whether they are approved`() async throws {
        let rows = try #require(try await fixture.page("remotes").tables.first).rows
        #expect(rows.map { $0["isApproved"].words } == ["yes", "no"])
        #expect(rows[1]["passwordCommand"].words == "pass show cloud")
        #expect(rows[1]["authorityFile"].words == "/ca.pem")
        #expect(rows[1]["permittedServers"].words == "https://cloud.example.org")
    }

    @Test(arguments: ["sync", "sync --dry-run", "sync --quiet"])
    func `At the prompt, sync shows an unapproved remote and asks for approval`(line: String) async throws {
        let action = try await fixture.run(line)
        let words = try #require(action.page?.words)
        for value in Self.values { #expect(words.contains(value)) }
        #expect(action.prompts.map(\.question) == ["Approve the remote home?"])
        #expect(fixture.backups.events.isEmpty)
        _ = try await fixture.run(try #require(action.prompts.first?.answers.last?.line))
        #expect(fixture.remotes.state.unapproved.isEmpty)
    }

    @Test func `In a script, sync names the command for approval and synchronizes the other remotes`() async throws {
        var fixture = fixture
        fixture.isInteractive = false
        let action = try await fixture.run("sync")
        #expect(action.page?.outcome == .unapproved && action.prompts.isEmpty)
        #expect(fixture.notices.sentences.first?.contains("Use “remote approve NAME”") == true)
        #expect(fixture.remotes.state.calls.contains("synchronize team"))
    }
}
