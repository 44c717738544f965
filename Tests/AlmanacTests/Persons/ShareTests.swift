import FoundationEssentials
import Model
import TestSupport
import Testing

/// Contacts that are shared with other persons.
struct ShareTests {
    private func app() async throws -> TestApp {
        var app = try await TestApp(isInteractive: false)
        try await app.send(
            """
            new person given=Ada family=Lovelace title=Countess organization=Engines phone.home=+44-20-1 \
            email=ada@engines.example address.home='12 Square; London; ; SW1Y 4JH; United Kingdom' \
            url=https://engines.example birthday=1815-12-10 contact=30d field.secret=hidden note='Owes me money'
            """, "add 'Ada Lovelace' to Debtors --create")
        return app
    }

    private func text(_ name: String, in app: TestApp) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(app.temporary.folder)/\(name)")), as: UTF8.self)
    }

    @Test func `share prints a short card without notes, groups, or dates`() async throws {
        var app = try await app()
        try await app.send("share ada")
        #expect(
            app.told == """
                Ada Lovelace
                Countess, Engines
                +44-20-1 (home)
                ada@engines.example
                12 Square, LONDON, SW1Y 4JH, UNITED KINGDOM (home)
                https://engines.example
                """)
    }

    @Test func `share omits empty values and whitespace around values, both of which other programs may store`()
        async throws
    {
        var app = try await TestApp(isInteractive: false)
        var person = Person()
        (person.name.given, person.organization, person.jobTitle) = ("Ada", " Engines ", " ")
        person.phones = [Labeled("", " +44-20-1 "), Labeled("work", " +44-20-2 "), Labeled("home", " ")]
        person.emails = [Labeled("", " ada@engines.example ")]
        _ = try await app.services.persons.add(person)
        try await app.send("share ada")
        #expect(app.told == "Ada\nEngines\n+44-20-1\n+44-20-2 (work)\nada@engines.example")
    }

    @Test func `share --to writes a vCard 3.0 without notes, groups, or reminders`() async throws {
        var app = try await app()
        try await app.send("share ada --to ada.vcf")
        let text = try text("ada.vcf", in: app)
        #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:3.0\r\n") && text.contains("\r\nBDAY:1815-12-10\r\n"))
        for word in ["NOTE", "money", "CATEGORIES", "Debtors", "30d"] { #expect(!text.contains(word)) }
        #expect(app.told == "Exported 1 contact to ada.vcf.")
        #expect(try await app.failure(of: "share ada --to ada.vcf") != nil)
    }

    @Test func `share --to - writes only the card to standard output`() async throws {
        var app = try await app()
        try await app.send("share ada --to -")
        #expect((app.told ?? "").isEmpty)
    }

    @Test func `A shared card does not contain relations, which identify other persons`() async throws {
        var app = try await app()
        let card = """
            BEGIN:VCARD\r\nVERSION:3.0\r\nUID:x-1\r\nN:Moss;Kay;;;\r\nFN:Kay Moss\r\nX-SPOUSE:Rosa West\r
            item1.X-ABRELATEDNAMES:mailto:pia@example.org\r\nitem1.X-ABLabel:Friend\r
            RELATED;TYPE=parent:urn:uuid:99999999-2222-4333-8444-555555555555\r\nEND:VCARD\r\n
            """
        let file = try await app.services.files.create("in.vcf", replacing: true, .personal)
        try file.write(Array(card.utf8))
        try file.finish()
        try await app.send("import in.vcf --yes", "edit 'Kay Moss' relation.colleague+='Ada Lovelace'")
        try await app.send("share 'Kay Moss' --to kay.vcf")
        let text = try text("kay.vcf", in: app)
        #expect(text.contains("\r\nFN:Kay Moss\r\n"))
        for word in ["Rosa", "pia@", "urn:uuid:9", "Ada", "RELATED", "ABLabel"] { #expect(!text.contains(word)) }
    }

    @Test func `A shared card is not a version of the contact, so importing it again removes nothing`() async throws {
        var app = try await app()
        try await app.send(
            "share ada --to ada.vcf", "import ada.vcf --on-duplicate merge --yes", "show 'Ada Lovelace'")
        #expect(app.screen.contains("Owes me money") && app.screen.contains("Debtors"))
    }

    @Test func `share --qr names the fields that the QR code does not contain`() async throws {
        var app = try await app()
        try await app.send("share ada --qr")
        #expect(
            app.told == """
                MECARD:N:Lovelace,Ada;TEL:+44-20-1;EMAIL:ada@engines.example;;
                Not in the QR code: Organization, Title, Birthday, Address, Website, Custom field.
                """)
    }

    @Test func `share accepts only one kind of output, and an unknown name is an error`() async throws {
        var app = try await app()
        #expect(try await app.failure(of: "share ada --to a.vcf --qr")?.status == .wrongUsage)
        #expect(try await app.failure(of: "share ada --to a.vcf --svg a.svg")?.status == .wrongUsage)
        #expect(try await app.failure(of: "share zaphod")?.status == .notFound)
    }
}
