import Display
import Model
import Navigation
import TestSupport
import Testing

@Suite("Import review")
struct ImportReviewTests {
    private static let cards = """
        BEGIN:VCARD\r\nVERSION:3.0\r\nN:Organa;Leia;;;\r\nFN:Leia Organa\r\nUID:leia\r\nEMAIL:leia@alderaan.example\r
        TITLE:%1\r\nEND:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nN:Solo;Han;;;\r\nFN:Han Solo\r\nUID:han\r
        EMAIL:han@falcon.example\r\nTITLE:%2\r\nEND:VCARD\r\n
        """

    /// Creates an app that shows the list of notes. It has two imported contacts; `new.vcf` contains a changed card of
    /// each.
    private func app() async throws -> TestApp {
        var app = try await TestApp { _ in }
        let files = app.services.files
        for (name, titles) in [("old.vcf", ["Princess", "Smuggler"]), ("new.vcf", ["General", "Captain"])] {
            let cards = Self.cards.replacing("%1", with: titles[0]).replacing("%2", with: titles[1])
            try await files.write(Array(cards.utf8), to: name)
        }
        try await app.send("import old.vcf", "notes")
        return app
    }

    @Test func `The first import shows the next steps, unless the home screen shows them`() async throws {
        for place in ["home", "notes"] {
            var app = try await TestApp { _ in }
            try await app.services.files.write(Array(Self.cards.utf8), to: "a.vcf")
            try await app.send(place, "import a.vcf")
            #expect((app.told?.contains("list your contacts") == true) == (place == "notes"))
        }
    }

    private func titles(_ app: TestApp) async throws -> [String] {
        let ids = [1, 2].map { Person.ID(rawValue: $0) }
        return try await app.services.persons.records(ids).map(\.content.jobTitle)
    }

    @Test func `Cards are imported as decided, in one step, and the review closes`() async throws {
        var app = try await app()
        try await app.send("import new.vcf")
        #expect(app.prompt == "2 cards are different versions of existing contacts. How should they be imported?")
        try await app.answer("review")
        #expect(app.place == "import?file=new.vcf")
        #expect(
            app.stage.scene.chain.map(\.name) == [
                "PageScreen", "ImportReviewFlowCoordinator", "PersonsFlowCoordinator", "AppResponder",
            ])
        try await app.send("skip 2")
        #expect(try await app.failure(of: "import")?.sentences.first == "1 card is undecided.")
        try await app.send("merge", "import")
        #expect(try await titles(app) == ["General", "Smuggler"])
        #expect(app.place == "notes")
        #expect(try await app.commands.first == "import new.vcf --on-duplicate merge,2=skip")
        try await app.send("undo --yes")
        #expect(try await titles(app) == ["Princess", "Smuggler"])
    }

    @Test func `A decision about one card closes the question about all cards, also in the next session`()
        async throws
    {
        var app = try await app()
        try await app.send("import new.vcf")
        #expect(app.prompt != nil)
        try await app.send("skip 2")
        #expect(app.prompt == nil)
        try await app.send("merge")
        #expect(app.stage.scene.screen.page.tables.first?.rows.map { $0["decision"].words } == ["merge", "skip"])
        try await app.send("import", "persons")
        #expect(app.prompt == nil && app.stage.saved.prompts.isEmpty)
        #expect(try await titles(app) == ["General", "Smuggler"])
        try await app.send("notes", "import new.vcf", "persons")
        #expect(app.prompt == nil)
    }

    @Test func `Older cards without new data are not counted among the unlisted cards`() async throws {
        var app = try await TestApp { _ in }
        for (name, revision, title) in [("old.vcf", 2026, "Smuggler"), ("older.vcf", 2020, "Captain")] {
            let cards = Self.cards.replacing("TITLE:%1", with: "REV:\(revision)0101T000000Z")
                .replacing("%2", with: title)
            try await app.services.files.write(Array(cards.utf8), to: name)
        }
        try await app.send("import old.vcf", "import older.vcf")
        try await app.answer("review")
        let page = app.stage.scene.screen.page
        #expect(page.tables.first?.rows.count == 1)
        #expect(!page.blocks.contains { if case .message(let text) = $0 { "\(text)".contains("Only") } else { false } })
    }

    @Test(arguments: [40, 80, 120])
    func `The location of an import warning is not truncated`(columns: Int) async throws {
        var app = try await TestApp { _ in }
        let name = "the-contacts-of-the-rebel-alliance-before-the-evacuation-of-its-base.vcf"
        let card = Self.cards.replacing("UID:leia", with: "BDAY:soon")
        try await app.services.files.write(Array(card.utf8), to: name)
        let text = try await app.output(of: "import \(name) --dry-run", columns: columns)
        #expect(text.filter { !$0.isWhitespace }.contains("card1,\(name):5"), "\(text)")
        #expect(text.contains("soon"), "\(text)")
    }

    @Test func `A dry run names a contact that the same import would add without an ID`() async throws {
        var app = try await TestApp { _ in }
        let cards = ["Princess", "General"].map { title in
            Self.cards.replacing("%1", with: title).replacing("%2", with: "Smuggler")
        }
        try await app.services.files.write(Array(cards.joined().utf8), to: "twice.vcf")
        try await app.send("import twice.vcf --dry-run")
        let row = try #require(app.stage.notice?.tables.first?.rows.first)
        let name = Value.formatted("Leia Organa", words: "Leia Organa (another imported card)")
        #expect(row.address == nil)
        #expect(row["present"] == .parts([Field("id", "ID", .none), Field("name", "Name", name)]))
        try await app.send("import twice.vcf --on-duplicate merge")
        let imported = try #require(app.stage.notice?.tables.first?.rows.first)
        #expect(imported.address == "persons/1" && imported["present"].words == "Leia Organa")
    }

    @Test(arguments: [
        ("merge", ["General", "Captain"]), ("skip", ["Princess", "Smuggler"]), ("keep both", ["Princess", "Smuggler"]),
    ])
    func `One answer decides all cards and closes the review`(answer: String, expected: [String]) async throws {
        var app = try await app()
        try await app.send("import new.vcf")
        try await app.answer(answer)
        #expect(app.place == "notes")
        #expect(try await titles(app) == expected)
        #expect(try await app.services.persons.count(.all, matching: "", where: nil) == (answer == "keep both" ? 4 : 2))
    }

    @Test func `Changed cards and possible duplicates have separate prompts`() async throws {
        var app = try await app()
        let cards = Self.cards.replacing("UID:han", with: "UID:solo").replacing("%1", with: "General")
        try await app.services.files.write(Array(cards.replacing("%2", with: "Captain").utf8), to: "mixed.vcf")
        try await app.send("import mixed.vcf")
        #expect(app.prompt == "1 card is a different version of an existing contact. How should it be imported?")
        try await app.answer("merge")
        #expect(app.prompt == "1 card may match another contact. How should it be imported?")
        #expect(app.place == "import?file=mixed.vcf&decisions=changed%3Dmerge")
        try await app.answer("keep both")
        #expect(app.place == "notes")
        #expect(try await titles(app) == ["General", "Smuggler"])
        #expect(try await app.commands.first == "import mixed.vcf --on-duplicate changed=merge,possible=keep-both")
    }

    @Test func `One command in the review decides on all changed cards or all possible duplicates`() async throws {
        var app = try await app()
        try await app.send("import new.vcf", "skip possible", "merge changed")
        #expect(app.place == "import?file=new.vcf&decisions=changed%3Dmerge%2Cpossible%3Dskip")
        try await app.send("import")
        #expect(try await titles(app) == ["General", "Captain"])
    }

    @Test func `An import at another location closes its review, and only the first import lists next steps`()
        async throws
    {
        var app = try await app()
        try await app.send("import new.vcf", "1")
        #expect(app.place == "persons/1")
        try await app.send("import new.vcf --on-duplicate merge", "back")
        #expect(app.place == "notes")
        var first = try await TestApp { _ in }
        let cards = Self.cards.replacing("%1", with: "").replacing("%2", with: "")
        try await first.services.files.write(Array(cards.utf8), to: "old.vcf")
        try await first.send("notes", "import old.vcf")
        #expect(first.told?.contains("duplicates") == true)
        try await first.send("import old.vcf")
        #expect(first.told?.contains("duplicates") == false)
    }

    @Test func `Cancelling the review imports nothing`() async throws {
        var app = try await app()
        try await app.send("import new.vcf", "merge", "cancel")
        #expect(app.place == "notes")
        #expect(try await titles(app) == ["Princess", "Smuggler"])
    }

    @Test func `A row number opens the existing contact, and back returns to the review with its decisions`()
        async throws
    {
        var app = try await app()
        try await app.send("import new.vcf", "keep-both 1", "2")
        #expect(app.place == "persons/2")
        try await app.send("back")
        #expect(app.stage.scene.screen.page.tables.first?.rows.map { $0["decision"].words } == ["keep-both", ""])
    }

    @Test func `The arguments of an import round-trip through the path of its review`() throws {
        var review = ImportReview(["a b.vcf", "/ü/&=?%.csv", "--x"])
        review.mapping = "Rufname=given; Mail=email.home"
        review.encoding = "mac-roman"
        review.rejects = "bad.vcf"
        review.decisions = "merge,3=skip,2.7=keep-both"
        let path = Path(.importReview(review))
        #expect(Path(path.description) == path)
        #expect(Path("import") == nil && Path("import?x=1") == nil)
    }
}

@Suite("Ambiguous dates and favorites in CSV files")
struct AmbiguousDateTests {
    @Test(
        "An import asks about the order of day and month and applies the answer",
        arguments: [("day", 4), ("month", 3)])
    func question(answer: String, month: Int) async throws {
        var app = try await TestApp { _ in }
        try await app.services.files.write(Array("Name,Birthday\nAnn Bell,3/4/1980\n".utf8), to: "a.csv")
        try await app.send("import a.csv")
        #expect(app.prompt == "Does the day or the month come first in dates such as 3/4/1980?")
        #expect(try await app.services.persons.list(ListRequest()).items.isEmpty)
        try await app.answer(answer)
        let record = try #require(try await app.services.persons.list(ListRequest()).items.first)
        #expect(record.content.birthday == PartialDate(year: 1980, month: month, day: 7 - month))
        #expect(record.content.customFields == [])
        #expect(try await app.commands.first == "import a.csv --dates \(answer == "day" ? "dmy" : "mdy")")
    }

    @Test("--dates applies only to CSV files, and not to columns with dates that prove another order")
    func option() async throws {
        var app = try await TestApp { _ in }
        let rows = "Name,Birthday\nAnn Bell,3/4/1980\nBen Bell,25/4/1980\n"
        try await app.services.files.write(Array(rows.utf8), to: "a.csv")
        try await app.send("import a.csv --dates mdy")
        let births = try await app.services.persons.list(ListRequest()).items.map(\.content.birthday)
        #expect(Set(births) == [PartialDate("1980-04-03"), PartialDate("1980-04-25")])
        try await app.services.files.write(Array("BEGIN:VCARD\nFN:A\nEND:VCARD\n".utf8), to: "a.vcf")
        #expect(
            try await app.failure(of: "import a.vcf --dates dmy")?.sentences.first
                == "--dates applies only to CSV files.")
    }

    @Test("A contact that is starred in Google Contacts becomes a favorite, even if it already exists")
    func favorites() async throws {
        var app = try await TestApp { _ in }
        for (name, labels) in [("a.csv", "* myContacts"), ("b.csv", "* myContacts ::: * starred")] {
            let rows =
                "First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value\nAnn,Bell,\(labels),,a@x.example\n"
            try await app.services.files.write(Array(rows.utf8), to: name)
            try await app.send("import \(name)")
        }
        let ann = RecordID(kind: .person, number: 1)
        #expect(try await app.services.favorites.favorites(of: nil, among: [ann]) == [ann])
        try await app.send("undo --yes")
        #expect(try await app.services.favorites.favorites(of: nil, among: [ann]).isEmpty)
    }
}
