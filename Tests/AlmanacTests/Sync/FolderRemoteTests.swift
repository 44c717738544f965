import Display
import Model
import Navigation
import Sync
import Testing

@testable import Almanac

@Suite("The remotes and remote commands with folders")
struct FolderRemoteTests {
    private var fixture = SyncFixture()

    // MARK: - remotes

    @Test func `remotes lists the remotes with their groups`() async throws {
        fixture.remotes.update {
            $0.remotes = [
                SyncFixture.remote("khard"),
                SyncFixture.remote("team", contents: .group(Group.ID(rawValue: 1)), isReadOnly: true),
            ]
        }
        let rows = try #require(try await fixture.page("remotes").tables.first).rows
        #expect(rows.map { $0["address"].words } == ["/books/khard", "/books/team"])
        #expect(rows.map { $0["contents"].words } == ["all", "group"])
        #expect(rows.map { $0["group"].words } == ["", "Rebels"])
        #expect(rows.map { $0["isReadOnly"].words } == ["no", "yes"])
    }

    @Test func `If there are no remotes, remotes and sync suggest remote add`() async throws {
        #expect(try await fixture.page("remotes").words.contains("remote add NAME ADDRESS"))
        let page = try await fixture.page("sync")
        #expect(page.words == "No remotes. Use “remote add NAME ADDRESS” to add one.")
        #expect(page.shown(to: .programs).tables.map(\.rows) == [[]])
    }

    // MARK: - remote add

    @Test(arguments: ["/home/leia/contacts", "./contacts/", "/home/leia//contacts", "contacts"])
    func `The first folder contains all contacts and receives new contacts`(address: String) async throws {
        var fixture = fixture
        fixture.isInteractive = false
        let page = try await fixture.page("remote add khard \(address)")
        let remote = try #require(fixture.remotes.state.remotes.first)
        #expect(
            remote
                == Remote(
                    name: "khard", location: .folder(path: "/home/leia/contacts"), contents: .all, isDefault: true))
        #expect(page.words == "Added the remote khard: /home/leia/contacts. Use “sync khard” to synchronize it.")
    }

    @Test func `Additional remotes contain only their own contacts unless options specify otherwise`() async throws {
        var fixture = fixture
        fixture.isInteractive = false
        fixture.remotes.update { $0.remotes = [SyncFixture.remote("home")] }
        _ = try await fixture.run("remote add own ./contacts")
        _ = try await fixture.run("remote add all ./work --contents all --default")
        _ = try await fixture.run("remote add rebels ./rebels --group Rebels --read-only")
        let added = fixture.remotes.state.remotes.dropFirst()
        #expect(added.map(\.contents) == [.own, .all, .group(Group.ID(rawValue: 1))])
        #expect(added.map(\.isDefault) == [false, true, false])
        #expect(added.map(\.isReadOnly) == [false, false, true])
    }

    @Test func `A read-only folder does not become the default`() async throws {
        _ = try await fixture.run("remote add shared ./contacts --read-only")
        #expect(fixture.remotes.state.remotes.map(\.isDefault) == [false])
    }

    @Test func `At the prompt, the first synchronization is shown and offered`() async throws {
        var report = SyncReport()
        report.received.created = 2
        fixture.remotes.update { [report] in $0.results["khard"] = [.success(report)] }
        let action = try await fixture.run("remote add khard ./contacts")
        #expect(action.page?.words.contains("This would receive from khard: 2 created.") == true)
        let question = try #require(action.prompts.first)
        #expect(question.question == "Synchronize khard now?")
        #expect(question.answers.map(\.line) == ["sync khard", "remotes"])
        #expect(fixture.remotes.state.calls == ["add khard", "synchronize khard (dry run)"])
    }

    @Test func `If the preview fails, the problem is shown, and no synchronization is offered`() async throws {
        fixture.remotes.update { $0.results["khard"] = [.failure(RemoteProblem.forbidden())] }
        let action = try await fixture.run("remote add khard ./contacts")
        #expect(action.page?.words.contains("Cannot synchronize khard. Access to the address book") == true)
        #expect(action.prompts.isEmpty)
    }

    @Test func `A dry run of remote add adds nothing`() async throws {
        _ = try await fixture.run("remote add khard ./contacts --dry-run")
        #expect(fixture.remotes.state.calls == ["add khard (dry run)"])
        #expect(fixture.remotes.state.remotes.isEmpty)
    }

    @Test(arguments: [
        ("remote add khard", "“remote add” requires an address."),
        ("remote add khard ./missing", "/home/leia/missing is not a folder."),
        (
            "remote add khard ./contacts --user leia",
            "Server options cannot be used with the folder /home/leia/contacts."
        ),
        ("remote add khard ':://'", "Invalid address “:://”."),
        ("remote add status ./contacts", "“status” cannot be the name of a remote."),
        ("remote add 7 ./contacts", "“7” cannot be the name of a remote."),
        ("remote add HOME ./contacts", "The remote home already exists."),
        ("remote add khard ./contacts --contents some", "Invalid value “some” for --contents."),
        ("remote add khard ./contacts --contents all --group Rebels", "--contents and --group cannot be combined."),
        ("remote add khard ./contacts --read-only --default", "--read-only and --default cannot be combined."),
        ("remote add khard ./contacts --group Empire", "No match for “Empire”."),
        ("remote rename home", "“remote” does not accept “rename”."),
        ("remote remove home ./contacts", "“remote remove” accepts only the name of a remote."),
        ("remote remove cloud", "Unknown remote “cloud”."),
        ("sync cloud", "Unknown remote “cloud”."),
    ])
    func `A mistake is explained, and nothing is changed`(line: String, sentence: String) async throws {
        fixture.remotes.update { $0.remotes = [SyncFixture.remote("home")] }
        let explanation = try #require(try await fixture.failure(line))
        #expect(explanation.what.description == sentence)
        #expect(fixture.remotes.state.calls.isEmpty)
    }

    // MARK: - remote remove and remote default

    @Test func `A remote can be removed or made the default by its name, ignoring case`() async throws {
        fixture.remotes.update { $0.remotes = [SyncFixture.remote("home")] }
        #expect(try await fixture.page("remote default HOME").words == "New contacts are now added to home.")
        #expect(try await fixture.page("remote remove Home").words.hasPrefix("Removed the remote home."))
        #expect(fixture.remotes.state.calls == ["default home", "remove home"])
    }

    @Test func `Removing a remote with unresolved conflicts requires confirmation`() async throws {
        fixture.remotes.update {
            $0.remotes = [SyncFixture.remote("home"), SyncFixture.remote("team")]
            $0.conflicts = [SyncFixture.conflict(1), SyncFixture.conflict(2), SyncFixture.conflict(3, with: "team")]
        }
        let question = try await fixture.question("remote remove home")
        #expect(question.question == "home has 2 unresolved conflicts. Remove the remote?")
        #expect(question.flag == "--yes")
        #expect(fixture.remotes.state.calls.isEmpty)
        _ = try await fixture.run(try #require(question.answers.first?.line))
        #expect(fixture.remotes.state.calls == ["remove home"])
    }

    @Test func `A read-only remote cannot become the default`() async throws {
        fixture.remotes.update { $0.remotes = [SyncFixture.remote("shared", isReadOnly: true)] }
        #expect(try await fixture.failure("remote default shared")?.what == "shared is read-only.")
    }
}
