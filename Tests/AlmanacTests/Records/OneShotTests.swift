import Model
import Navigation
import TestSupport
import Testing

/// Commands in a non-interactive session.
struct OneShotTests {
    private func app() async throws -> TestApp { try await TestApp(isInteractive: false) }

    @Test func `new shows the created record`() async throws {
        var app = try await app()
        try await app.send(
            "new person given=Lando family=Calrissian email.work=lando@bespin.example phone.home=+1-555-0100 birthday=--05-04 planet=alderaan"
        )
        #expect(app.place == "persons/6")
        #expect(app["name"] == "Lando Calrissian")
        #expect(app["birthday"] == "--05-04")
        #expect(app["planet"] == "Alderaan")
        try await app.send(
            "new group name='Cloud City'", "new note topic=Cards text=Sabacc. about=persons/6",
            "new planet name=Bespin type=fictional massKg=1.9e27")
        #expect(app.place == "planets/5")
        try await app.send("show persons/6")
        #expect(app["notes"] == "Cards")
    }

    @Test func `new requires a name for a group or a planet`() async throws {
        var app = try await app()
        #expect(try await app.failure(of: "new group description=x")?.sentences.first == "Name is required.")
        #expect(try await app.failure(of: "new planet type=moon")?.status == .wrongUsage)
    }

    @Test func `edit can replace, add, remove, and clear values`() async throws {
        var app = try await app()
        try await app.send("edit persons/1 email.home=a@b.example phone+=1 phone+=2 phone-=1 birthday= nickname=Lelila")
        #expect(app["emails"] == "work: leia@alderaan.example, home: a@b.example")
        #expect(app["phones"] == ": 2")
        #expect(app["birthday"] == "")
        #expect(app["version"] == "2")
        #expect(app.stage.statusLine?.hasPrefix("Changed Leia Organa (persons/1)") == true)
    }

    @Test(arguments: ["edit persons/1 nickname=Lelila", "open persons/1/edit"])
    func `An edit that changes nothing shows the record and reports that nothing changed`(line: String) async throws {
        var app = try await app()
        try await app.send("edit persons/1 nickname=Lelila", line)
        if app.question != nil { try await app.send("save") }
        #expect(app.stage.statusLine == "Nothing changed: Leia Organa (persons/1) already has these values.")
        #expect(app["nickname"] == "Lelila" && app["version"] == "2")
    }

    @Test func `add reports the number of persons added, and remove reports that a person is not in the group`()
        async throws
    {
        var app = try await app()
        try await app.send("add persons/1 persons/3 'Mara Jade' to groups/1")
        #expect(app.told?.hasPrefix("Added 2 persons to Rebel Alliance (groups/1).") == true)
        try await app.send("remove persons/4 from groups/1")
        #expect(app.told == "Nothing changed: the record is not in Rebel Alliance (groups/1).")
        #expect(try await app.failure(of: "add notes/1 to groups/1")?.status == .wrongUsage)
        #expect(try await app.failure(of: "add persons/1 to persons/2")?.status == .wrongUsage)
        #expect(try await app.failure(of: "add persons/1 to groups/9")?.status == .notFound)
    }

    @Test func `note adds a note about a person, a group, or a planet`() async throws {
        var app = try await app()
        for address in ["persons/1", "groups/1", "planets/earth"] {
            try await app.stage.send(words: ["note", address, "--topic", "Topic", "Text with = and --dashes"])
            #expect(app["text"] == "Text with = and --dashes")
        }
        #expect(try await app.failure(of: "note notes/1 a b")?.status == .wrongUsage)
    }

    @Test func `Notes are sorted newest first by default`() async throws {
        var app = try await app()
        try await app.send("new note topic=Older text=1")
        try await app.send("new note topic=Newer text=2")
        try await app.send("notes --limit 2")
        #expect(app.names == ["Newer", "Older"])
        try await app.send("notes --sort modified")
        #expect(app.names.suffix(2) == ["Older", "Newer"])
    }

    @Test func `find lists the best matches first`() async throws {
        var app = try await app()
        try await app.send("find alderaan")
        #expect(app.names.first == "Alderaan")
        #expect(app.names.contains("Leia Organa"))
        try await app.send("find ''")
        #expect(app.names == [])
        #expect(try await app.failure(of: "find --limit 2")?.status == .wrongUsage)
    }

    @Test func `show displays the same fields as the list, plus the relatives`() async throws {
        var app = try await app()
        try await app.send("persons")
        let row = try #require(app.stage.scene.screen.page.tables.first?.rows.first { $0.address == "persons/1" })
        try await app.send("show persons/1")
        guard case .record(let fields)? = app.stage.scene.screen.page.blocks.first else {
            Issue.record("no record")
            return
        }
        #expect(row.fields == fields.filter { $0.key != "relatives" })
    }

    @Test func `seed can list and load data sets`() async throws {
        var app = try await app()
        try await app.send("seed")
        #expect(app.told?.contains("flintstones") == true)
        try await app.send("seed flintstones --dry-run")
        #expect(try await app.services.persons.count(.all) == 5)
        try await app.send("seed flintstones", "show 'Fred Flintstone'")
        #expect(app["title"] == "Dino-crane operator")
        #expect(try await app.failure(of: "seed flintstone")?.status == .notFound)
    }

    @Test func `check, migrate status, backup, paths, and version can be run`() async throws {
        var app = try await app()
        try await app.send("check")
        #expect(app.told == "No problems found.")
        try await app.send("migrate status")
        #expect(app.stage.notice?.tables.first?.rows.isEmpty == false)
        #expect(try await app.failure(of: "migrate now")?.status == .wrongUsage)
        try await app.send("backup \(app.temporary.folder)/copy.db")
        #expect(app.told?.contains("copy.db") == true)
        #expect(try await app.failure(of: "backup \(app.temporary.folder)/copy.db")?.status == .failed)
        try await app.send("paths", "version")
        #expect(app.told == "almanac 0.0")
    }

    @Test func `photo can set a photo or save it to a file`() async throws {
        var app = try await app()
        let image: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
        try await app.services.files.write(image, to: "face.jpg")
        try await app.services.files.write([1, 2, 3], to: "text.txt")
        #expect(try await app.failure(of: "photo persons/1 --save out.jpg")?.status == .notFound)
        try await app.send(
            "photo persons/1 face.jpg", "photo leia\\ organa --save out.jpg", "photo planets/earth face.jpg")
        #expect(try await app.services.files.read("out.jpg", limit: 100) == image)
        #expect(try await app.failure(of: "photo persons/1 text.txt")?.status == .failed)
        #expect(try await app.failure(of: "photo groups/1 face.jpg")?.status == .wrongUsage)
    }

    @Test(arguments: ["persons/1", "planets/earth"])
    func `photo --remove removes a photo, and undo restores it`(record: String) async throws {
        var app = try await app()
        try await app.services.files.write([0xFF, 0xD8, 0xFF, 0xE0], to: "face.jpg")
        try await app.send("photo \(record) --remove")
        #expect(app.told?.hasPrefix("Nothing changed: ") == true)
        #expect(app.told?.hasSuffix("does not have a photo.") == true)
        try await app.send("photo \(record) face.jpg", "photo \(record) --remove --dry-run")
        try await app.send("photo \(record) --save 1.jpg", "photo \(record) --remove")
        #expect(app.told?.hasPrefix("Removed the photo of ") == true)
        #expect(try await app.failure(of: "photo \(record) --save 2.jpg")?.status == .notFound)
        try await app.send("undo", "photo \(record) --save 2.jpg")
    }

    @Test(arguments: ["face.jpg --remove", "--save out.jpg --remove", "face.jpg --save out.jpg"])
    func `photo rejects a combination of FILE, --save, and --remove`(words: String) async throws {
        var app = try await app()
        #expect(try await app.failure(of: "photo persons/1 \(words)")?.status == .wrongUsage)
    }

    @Test(arguments: [
        ("persons", true), ("show persons/1", true), ("find leia", true), ("version", false), ("export", false),
        ("edit persons/1 title=General", false), ("delete persons/1 --yes", false),
    ])
    func `Only the result of a command that opens a location can be discarded after Ctrl-C`(
        line: String, canBeDiscarded: Bool
    ) async throws {
        var app = try await TestApp(isInteractive: false)
        try await app.send(line)
        #expect(app.stage.hasOnlyNavigated == canBeDiscarded)
    }
}
