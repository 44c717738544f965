import Model
import TestSupport
import Testing
import AlmanacStore

@Suite("Search")
struct SearchTests {
    @Test(arguments: [
        ("jose", "José"), ("José", "jose"), ("ежиков", "Ёжиков"), ("strasse", "Straße"), ("lukasz", "Łukasz"),
        ("o'bri", "O’Brien"), ("SMITH-J", "Smith-Jones"), ("王", "王"), ("महा", "महात्मा"), ("ﬁsher", "Fisher"),
    ])
    func `Search ignores case, accents, and punctuation`(typed: String, family: String) async throws {
        let store = try await TemporaryStore()
        var person = Person()
        person.name.family = family
        let record = try await store.persons.add(person)
        let found = try await store.search.find(typed, at: .beginning, limit: 5)
        #expect(found.matches == [Match(.person(record), field: "name", text: family)])
    }

    @Test(.long("all exoplanets"))
    func `An exoplanet is found by an alias and by spelling variants of its name`() async throws {
        let store = try await SampleCatalog.store()
        let dimidium = try await store.search.find("dimidium", at: .beginning, limit: 5).matches
        #expect(dimidium.map(\.reference.name) == ["51 Peg b"])
        #expect(dimidium.map(\.field) == ["aliases"])
        #expect(dimidium.map(\.text) == ["Dimidium"])
        for typed in ["kepler16b", "Kepler-16b", "kepler-16 b", "KEPLER 16"] {
            let found = try await store.search.find(typed, at: .beginning, limit: 1).matches
            #expect(found.map(\.reference.name) == ["Kepler-16 b"], "\(typed)")
        }
    }

    @Test func `A planet is ranked before its residents`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("swapi"))
        let found = try await store.search.find("tatooine", at: .beginning, limit: 50).matches
        let planet = try #require(try await store.planets.named("Tatooine").first)
        let home = try await store.planets.record(try #require(Planet.ID(planet.address)))

        #expect(found.first?.reference == planet)
        #expect(Set(home.links.residents.first).isSubset(of: found.dropFirst().map(\.reference)))
        #expect(found.dropFirst().allSatisfy { $0.text == "Tatooine" && $0.field == "planet" })
    }

    @Test func `A person is found by the text of various fields, and the match names the field`() async throws {
        let store = try await TemporaryStore()
        let planet = try await store.planets.add(.example)
        let record = try await store.persons.add(.full(home: planet.id))
        let group = try await store.groups.add(.example)
        _ = try await store.groups.add([record.id], to: group.id)
        for (typed, field) in [
            ("josé łuk", "name"), ("ежик", "nickname"), ("slate rock", "organization"), ("quarry", "department"),
            ("operator", "title"), ("jose@slate.example", "email"), ("5550100", "phone"), ("15550100", "phone"),
            ("+1 (555) 01", "phone"), ("bedrock", "address"), ("example.org", "url"), ("@jose", "name"),
            ("wilma", "relation"),
            ("44", "field"), ("kepler16", "planet"), ("rebel", "groups"), ("1999", "anniversary"),
        ] {
            let found = try await store.search.find(typed, at: .beginning, limit: 5).matches
            #expect(found.first { $0.reference == record.reference }?.field == field, "\(typed)")
        }
    }

    @Test func `Notes are found by topic, text, and subject`() async throws {
        let store = try await TemporaryStore()
        let subject = try await store.addExample(of: .group)
        var note = Note.example
        note.subject = subject.address
        let record = try await store.notes.add(note)
        for (typed, field) in [("shop", "topic"), ("milk", "text"), ("alliance", "about")] {
            let found = try await store.search.find(typed, at: .beginning, limit: 5).matches
            #expect(found.first { $0.reference == record.reference }?.field == field)
        }
    }

    @Test(arguments: [
        "\"", "*", "AND", "OR OR", "NOT x", "NEAR(a b)", "name:jose", "(", ")", "a*b", "-x", "^", "{}", "jos\" OR \"x",
        "'; DROP",
        "", "   ", "\u{0}", "🙂", "+", "a AND", "#tag", "~", "\\",
    ])
    func `Search words are not interpreted as FTS5 operators`(typed: String) async throws {
        let store = try await TemporaryStore()
        var person = Person()
        person.name.given = "José"
        _ = try await store.persons.add(person)
        #expect(try await store.search.find(typed, at: .beginning, limit: 5).matches == [])
    }

    @Test func `Exact names are ranked first, followed by names with the prefix and other matches`() async throws {
        let store = try await TemporaryStore()
        for (name, summary) in [
            ("Hidden", "an apollo in the text"), ("Apollonia", ""), ("The Apollo", ""), ("Apollo", ""),
        ] {
            var group = Group()
            group.name = name
            group.summary = summary
            _ = try await store.groups.add(group)
        }
        let found = try await store.search.find("apollo", at: .beginning, limit: 5).matches.map(\.reference.name)
        #expect(found == ["Apollo", "Apollonia", "The Apollo", "Hidden"])
    }

    @Test func `The pages of a search together form the whole result`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("swapi"))
        let whole = try await store.search.find("s", at: .beginning, limit: 1000)
        var paged: [Match] = []
        var start = PageCursor<RecordID>.beginning
        while true {
            let page = try await store.search.find("s", at: start, limit: 10)
            paged += page.matches
            guard page.hasMore, let last = page.matches.last else { break }
            start = .after(last.reference.address)
        }
        #expect(whole.matches.count > 30)
        #expect(paged == whole.matches)
        var back: [Match] = []
        while let first = back.first ?? paged.last {
            let page = try await store.search.find("s", at: .before(first.reference.address), limit: 7)
            back = page.matches + back
            if !page.hasMore { break }
        }
        #expect(back + paged.suffix(1) == whole.matches)
        await #expect(throws: RecordProblem.notFound(RecordID(kind: .note, number: 9999))) {
            _ = try await store.search.find("s", at: .after(RecordID(kind: .note, number: 9999)), limit: 7)
        }
    }

    @Test func `Names are completed, and corrections of mistyped names are suggested`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("swapi"))
        let search = store.search
        #expect(
            try await search.names(beginningWith: "TATO", of: [.planet], limit: 5).references.map(\.name) == [
                "Tatooine"
            ])
        #expect(try await search.names(beginningWith: "TATO", of: [.person], limit: 5) == Names([], total: 0))
        let many = try await search.names(beginningWith: "", of: Set(Kind.allCases), limit: 1000)
        #expect(many.references.map(\.address).count == Set(many.references.map(\.address)).count)
        #expect(many.total == many.references.count && !many.isCapped)
        let few = try await search.names(beginningWith: "", of: Set(Kind.allCases), limit: 7)
        #expect(few == Names(Array(many.references.prefix(7)), total: many.total))
        let all = Set(Kind.allCases)
        for typed in ["tatoine", "tatooinne", "tatooien", "ratooine", "Tàtooinè"] {
            #expect(try await store.search.names(like: typed, of: all, limit: 3).first?.name == "Tatooine", "\(typed)")
        }
        #expect(try await store.search.names(like: "xyzzyxyzzy", of: all, limit: 3) == [])
        #expect(try await store.search.names(like: "tatoine", of: [.person], limit: 3) == [])
    }
}
