import Almanac
import AlmanacStore
import Model
import TestSupport
import Testing

/// A comparison of whole screens with the pages in `Tests/Transcripts`. With `ALMANAC_RECORD=1`, the tests replace the
/// expected output instead of comparing it.
struct ScreenTests {
    /// Returns an app on November 21, 2026, at noon.
    private func app(pageSize: Int = 50, settle: (Store) async throws -> Void) async throws -> TestApp {
        let clock = StoreClock(milliseconds: { 20_778 * 86_400_000 + 43_200_000 }, sleep: { _ in })
        let temporary = try await TemporaryStore(clock: clock)
        try await settle(temporary.store)
        return try await TestApp(of: temporary, pageSize: pageSize)
    }

    @Test func `Empty lists show placeholders`() async throws {
        var app = try await app { _ in }
        try await AppTranscript(name: "empty").verify { try await app.output(of: $0) }
    }

    @Test(arguments: [
        ("lists", 50), ("planets", 50), ("accounts", 50), ("history", 50), ("menus", 2), ("contacts", 50),
    ])
    func `Screens show the rows, counts, and messages for sample records`(name: String, pageSize: Int) async throws {
        var app = try await app(pageSize: pageSize) { store in
            try await SampleRecords.settle(in: store)
            var note = Note()
            (note.topic, note.text, note.subject) = ("Weather", "- Rain.", RecordID("planets/1"))
            _ = try await store.notes.add(note)
        }
        if name == "lists" {
            // The list of notes shows the times of modification, which would otherwise be the current time.
            try app.temporary.connection().execute(
                "UPDATE note SET version = version + 1, modified = '2026-11-2' || id || 'T12:00:00.000Z'")
        }
        try await AppTranscript(name: name).verify(in: app.temporary.folder) { try await app.output(of: $0) }
    }

    @Test func `Lists fit narrow terminals`() async throws {
        var app = try await app { try await SampleRecords.settle(in: $0) }
        try await AppTranscript(name: "narrow").verify { try await app.output(of: $0, columns: 48) }
    }

    @Test func `A record’s page and form show all of its fields`() async throws {
        var app = try await app { store in
            let planet = try await store.planets.add(.example)
            _ = try await store.persons.add(.full(home: planet.id))
            _ = try await store.groups.add(.example)
            _ = try await store.notes.add(.example)
        }
        try await AppTranscript(name: "records").verify { try await app.output(of: $0) }
    }

    @Test(arguments: [40, 50, 80])
    func `The changes of a step are shown with the names of the fields at any width`(columns: Int) async throws {
        var app = try await TestApp()
        let text = try await app.output(of: "history 1", columns: columns)
        #expect(text.contains("Field") && text.contains("Given name") && text.contains("After"), "\(text)")
        #expect(text.contains("persons/1"), "\(text)")
    }

    @Test func `Imports and exports report cases, lost values, and rejected cards`() async throws {
        var app = try await app { _ in }
        for (name, text) in Self.files { try await app.services.files.write(Array(text.utf8), to: name) }
        try await AppTranscript(name: "transfer").verify { try await app.output(of: $0) }
    }

    /// The files that the transcript of imports names.
    private static let files = [
        "old.vcf": """
        BEGIN:VCARD
        VERSION:4.0
        UID:leia
        FN:Leia Organa
        TITLE:Princess
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        UID:han
        FN:Han Solo
        EMAIL:han@falcon.example
        END:VCARD

        """,
        "new.vcf": """
        BEGIN:VCARD
        VERSION:4.0
        UID:leia
        FN:Leia Organa
        TITLE:General
        ROLE:Leader
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        FN:Han Solo
        EMAIL:han@falcon.example
        BDAY:soon
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        END:VCARD
        BEGIN:VCARD
        VERSION:4.0
        UID:luke
        FN:Luke
        CATEGORIES:Jedi
        NOTE:Farm boy
        END:VCARD

        """,
        "table.csv": "Name,E-Mail,Shoe size\nMara Jade,mara@empire.example,38\n",
        "planets.csv": """
        name,type,massKg,parent
        Earth,planet,5.97e24,Sun
        Mars,planet,much,Sun
        Venus,planet,4.87e24,Sun

        """,
    ]
}
