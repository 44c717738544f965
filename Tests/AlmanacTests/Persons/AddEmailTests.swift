import FoundationEssentials
import Model
import TestSupport
import Testing

import enum Model.ExitStatus

@testable import Almanac
@testable import Navigation

/// The `add-email` command, with one known address of Leia and two persons named Luke Skywalker in the database.
struct AddEmailTests {
    private func app(_ message: String, isInteractive: Bool = true) async throws -> TestApp {
        let app = try await TestApp(isInteractive: isInteractive)
        try Data(message.utf8).write(to: URL(filePath: app.temporary.folder + "/mail"))
        return app
    }

    private let message = """
        From: Han Solo <han@falcon.example>
        To: LEIA@alderaan.example, "Calrissian, Lando" <lando@bespin.example>
        Cc: Luke Skywalker <luke@tatooine.example>, chewie@falcon.example

        To: nobody@else.example
        """

    private func emails(of app: TestApp) async throws -> [String] {
        try await app.services.recipients.recipients(matching: "", limit: nil).map { "\($0.person.name) \($0.email)" }
            .sorted()
    }

    @Test func `add-email asks about each new, unambiguous address and saves after the last answer`() async throws {
        var app = try await app(message)
        let before = try await emails(of: app)
        try await app.send("add-email mail --header to,cc")
        #expect(app.prompt == "3 new email addresses. Add han@falcon.example to Han Solo (persons/3)?")
        try await app.answer("yes")
        #expect(app.prompt == "Add Calrissian, Lando <lando@bespin.example> as a new contact?")
        try await app.answer("no")
        #expect(try await emails(of: app) == before)
        #expect(app.prompt == "Add chewie@falcon.example as a new contact?")
        try await app.answer("yes")
        #expect(
            try await emails(of: app)
                == (before + ["Han Solo han@falcon.example", "chewie@falcon.example chewie@falcon.example"]).sorted())
        #expect(app.told?.contains("Added 2 email addresses. Use “undo” to reverse this.") == true)
        try await app.send("undo --yes")
        #expect(try await emails(of: app) == before)
    }

    @Test func `Only the sender is added by default`() async throws {
        var app = try await app(message, isInteractive: false)
        let before = try await emails(of: app)
        try await app.send("add-email mail --yes")
        #expect(try await emails(of: app) == (before + ["Han Solo han@falcon.example"]).sorted())
    }

    @Test(arguments: [
        "List-Post: <mailto:Rebels@lists.example?subject=x>, <https://lists.example>",
        "List-Id: The rebels <rebels.lists.example>",
    ])
    func `The address of a mailing list is added only if --only names it`(header: String) async throws {
        var app = try await app(
            "From: Wedge via Rebels <rebels@lists.example>\nReply-To: wedge@rogue.example\n\(header)\n",
            isInteractive: false)
        let before = try await emails(of: app)
        try await app.send("add-email mail --yes")
        let rows = app.stage.notice?.tables[0].rows ?? []
        #expect(rows.map { $0["result"].words } == ["mailing list", "added to wedge@rogue.example"])
        #expect(
            try await emails(of: app) == (before + ["wedge@rogue.example wedge@rogue.example"]).sorted())
        try await app.send("add-email mail --yes --only rebels@lists.example")
        #expect(try await emails(of: app).contains { $0.hasSuffix(" rebels@lists.example") })
    }

    @Test func `An email address on the account’s card is already known and is not added again`() async throws {
        var app = try await app("From: Wedge <wedge@rogue.example>\nReply-To: Biggs <biggs@red.example>\n")
        try await app.send("signup Wedge", "tutorial --done", "account", "set email=wedge@rogue.example", "save")
        try await app.send("add-email mail --yes")
        #expect(try await emails(of: app).filter { $0.hasSuffix("wedge@rogue.example") }.count == 1)
        #expect(app.stage.notice?.tables[0].rows.first?["result"].words == "already known")
    }

    @Test(arguments: ["quit", "no"])
    func `Declining every address adds none`(answer: String) async throws {
        var app = try await app(message)
        let before = try await emails(of: app)
        try await app.send("add-email mail")
        try await app.answer(answer)
        #expect(app.prompt == nil)
        #expect(try await emails(of: app) == before)
    }

    @Test func `Addresses with the same name in a message are added to the same person`() async throws {
        var app = try await app(
            """
            From: Lando Calrissian <lando@bespin.example>
            Reply-To: Lando Calrissian <baron@bespin.example>
            To: General Organa <leia@alderaan.example>, General Organa <general@rebels.example>
            Cc: "Acme, Inc." <sales@acme.example>
            """, isInteractive: false)
        try await app.send("add-email mail --header to,cc --yes")
        let emails = try await emails(of: app)
        #expect(emails.count { $0.hasPrefix("Lando Calrissian ") } == 2)
        #expect(emails.contains("Leia Organa general@rebels.example"))
        #expect(emails.contains("Acme, Inc. sales@acme.example"))
        #expect(try await app.services.persons.named("Lando Calrissian").count == 1)
    }

    @Test func `Addresses with the same name are added to one person even if --only omits the first`() async throws {
        var app = try await app(
            "From: Lando Calrissian <lando@bespin.example>\nReply-To: Lando Calrissian <baron@bespin.example>\n"
                + "Cc: Lando Calrissian <card@player.example>\n", isInteractive: false)
        try await app.send("add-email mail --yes --only baron@bespin.example,card@player.example")
        let landos = try await app.services.persons.named("Lando Calrissian")
        #expect(landos.count == 1)
        let emails = try await emails(of: app).filter { $0.hasPrefix("Lando") }
        #expect(emails == ["Lando Calrissian baron@bespin.example", "Lando Calrissian card@player.example"])
    }

    @Test func `A concurrent change to a person is kept, and no address is added twice`() async throws {
        let app = try await app("From: Han Solo <han@falcon.example>\nCc: Han Solo <solo@falcon.example>\n")
        var services = app.services
        services.persons = ConcurrentEditor(source: app.services.persons)
        let coordinator = AppCoordinator(services: services, session: app.session)
        var stage = try await AppState(coordinator, at: NavigationStack(), isInteractive: false)
        try await stage.send("add-email mail --header cc --yes")
        let han = Person.ID(rawValue: 3)
        let emails = try await app.services.persons.record(han).content.emails.map(\.value)
        #expect(emails == ["HAN@falcon.example", "solo@falcon.example"])
        let results = stage.notice?.tables[0].rows.map { $0["result"].words } ?? []
        #expect(results == ["already known", "added to Han Solo"])
    }

    @Test(arguments: [true, false])
    func `add-email --yes adds each unambiguous address once, even if the command is repeated`(isInteractive: Bool)
        async throws
    {
        var app = try await app(message, isInteractive: isInteractive)
        try await app.send("add-email mail --header to,cc --yes")
        let after = try await emails(of: app)
        #expect(after.contains("Lando Calrissian lando@bespin.example") && after.count == 4)
        let rows = app.stage.notice?.tables[0].rows ?? []
        #expect(rows.map { $0["result"].words }[3].hasPrefix("ambiguous name: persons/2, persons/4"))
        #expect(app.told?.contains("“edit persons/2 email+=") == true)
        let failure = try #require(await app.failure(of: "add-email mail --yes --only luke@tatooine.example"))
        #expect(failure.status == .notFound && failure.sentences[0].contains("persons/2 "))
        try await app.send("add-email mail --header to,cc --yes")
        #expect(try await emails(of: app) == after)
        #expect(app.told?.contains("Nothing was changed.") == true)
    }

    @Test(arguments: ["--only zoe@x.example", "--only HAN@falcon.example,zoe@x.example", "--with zoe@x.example"])
    func `An option with an address that is not in the message is an error`(option: String) async throws {
        var app = try await app(message, isInteractive: false)
        let before = try await emails(of: app)
        let failure = try #require(await app.failure(of: "add-email mail \(option) --yes"))
        #expect(failure.status == .wrongUsage)
        #expect(
            failure.sentences.map(\.description) == [
                "Not found in the message headers: zoe@x.example.",
                """
                Use one of: han@falcon.example, LEIA@alderaan.example, lando@bespin.example, luke@tatooine.example, \
                chewie@falcon.example.
                """,
            ])
        #expect(try await emails(of: app) == before)
    }

    @Test func `add-email requires --yes in a non-interactive session, and --dry-run changes nothing`() async throws {
        var app = try await app(message, isInteractive: false)
        let before = try await emails(of: app)
        let failure = try #require(await app.failure(of: "add-email mail"))
        #expect(failure.status == .wrongUsage && failure.sentences.last?.contains("--yes") == true)
        try await app.send("add-email mail --dry-run")
        #expect(app.told?.contains("Dry run. This would change") == true)
        #expect(try await emails(of: app) == before)
    }

    @Test(arguments: [
        ("add-email", ExitStatus.wrongUsage), ("add-email mail --header subject", .wrongUsage),
    ])
    func `Invalid arguments and a message without headers are errors`(line: String, status: ExitStatus) async throws {
        var app = try await app(message)
        #expect(try await app.failure(of: line)?.status == status)
        var empty = try await self.app("no header at all")
        #expect(try await empty.failure(of: "add-email mail --yes")?.status == .wrongUsage)
    }
}

/// A data source that adds an email address to a person just before another write.
private struct ConcurrentEditor: PersonDataSource {
    let source: any PersonDataSource

    func write(_ writes: [PersonChange], in context: CommandContext) async throws -> [Record<Person>] {
        if let record = writes.first?.record, record.version == 1 {
            var person = record.content
            person.emails = [Labeled("", "HAN@falcon.example")]
            _ = try await source.update(record.id, version: 1, to: person)
        }
        return try await source.write(writes, in: context)
    }

    func relations(of persons: [Person.ID], limit: Int) async throws -> [PersonRelation] {
        try await source.relations(of: persons, limit: limit)
    }
    func filtering(for account: Account.ID?) -> ConcurrentEditor {
        ConcurrentEditor(source: source.filtering(for: account))
    }
    func records(_ ids: [Person.ID]) async throws -> [Record<Person>] { try await source.records(ids) }
    func record(_ id: Person.ID, at time: Timestamp) async throws -> Record<Person> {
        try await source.record(id, at: time)
    }
    func list(_ listing: ListRequest<Person>) async throws -> ResultPage<Record<Person>> {
        try await source.list(listing)
    }
    func explain(_ listing: ListRequest<Person>) async throws -> [StatementPlan] {
        try await source.explain(listing)
    }
    func count(_ scope: ListScope, matching text: String, where filter: Filter?) async throws -> Int {
        try await source.count(scope, matching: text, where: filter)
    }
    func count(before id: RecordID, in listing: ListRequest<Person>) async throws -> Int {
        try await source.count(before: id, in: listing)
    }
    func named(_ text: String) async throws -> [RecordReference] { try await source.named(text) }
    func add(_ contents: [Person], in context: CommandContext) async throws -> [Person.ID] {
        try await source.add(contents, in: context)
    }
    func update(_ updates: [RecordUpdate<Person>], in context: CommandContext) async throws {
        try await source.update(updates, in: context)
    }
    func delete(_ ids: [Person.ID], in context: CommandContext) async throws {
        try await source.delete(ids, in: context)
    }
}
