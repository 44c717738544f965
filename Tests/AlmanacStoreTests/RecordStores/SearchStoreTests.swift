import Model
import SQLite
import TestSupport
import Testing
@testable import AlmanacStore

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
        let home = try await store.planets.record(try #require(Planet.ID(planet.id)))

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
        note.subject = subject.id
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

    @Test func `Exact names are ranked first, then names with the prefix, then other matches`() async throws {
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
            start = .after(last.reference.id)
        }
        #expect(whole.matches.count > 30)
        #expect(paged == whole.matches)
        var back: [Match] = []
        while let first = back.first ?? paged.last {
            let page = try await store.search.find("s", at: .before(first.reference.id), limit: 7)
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
        #expect(many.references.map(\.id).count == Set(many.references.map(\.id)).count)
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

/// The query plans of the statements for search, smart groups, and duplicates. Search tiers limit rows before sorting.
@Suite("Query plans of statements for search, smart groups, and duplicates")
struct SearchPlanTests {
    @Test(arguments: [
        (SearchTiers.exactNames, ["SEARCH name_key USING PRIMARY KEY (key=?)"]),
        (
            SearchTiers.beginningNames,
            [
                "CO-ROUTINE (subquery-1)", "SEARCH name_key USING PRIMARY KEY (key>? AND key<?)", "SCAN (subquery-1)",
                "USE TEMP B-TREE FOR ORDER BY",
            ]
        ),
        (SearchStore.completion, ["SEARCH name_key USING PRIMARY KEY (key>? AND key<?)"]),
        (
            SearchTable.everything.ranked,
            [
                "CO-ROUTINE (subquery-2)", "SCAN search VIRTUAL TABLE INDEX 64:M1><", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN (subquery-2)", "USE TEMP B-TREE FOR ORDER BY",
            ]
        ),
        (
            SearchTable.names.ranked,
            [
                "CO-ROUTINE (subquery-2)", "SCAN search_name VIRTUAL TABLE INDEX 64:M1><", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN (subquery-2)", "USE TEMP B-TREE FOR ORDER BY",
            ]
        ),
        (
            SearchTable.everything.listed,
            ["SCAN search VIRTUAL TABLE INDEX 64:M1", "LIST SUBQUERY 1", "SCAN json_each VIRTUAL TABLE INDEX 1:"]
        ),
        (
            SmartGroup.found,
            ["SCAN search VIRTUAL TABLE INDEX 0:=M1", "LIST SUBQUERY 1", "SCAN json_each VIRTUAL TABLE INDEX 1:"]
        ),
        (SmartGroup.searches, ["SCAN people_group USING INDEX people_group_smart"]),
        (SmartGroup.planetFilters, ["SCAN people_group USING INDEX people_group_of_planets"]),
        (
            DuplicateFinder.known,
            [
                "SCAN json_each VIRTUAL TABLE INDEX 1:", "CORRELATED SCALAR SUBQUERY 1",
                "SEARCH trace USING PRIMARY KEY (key=?)",
            ]
        ),
        (
            DuplicateFinder.namesakes,
            [
                "SEARCH person USING COVERING INDEX person_by_name (sort_key=?)",
                "SEARCH trace USING COVERING INDEX trace_by_person (person_id=? AND key=?)",
            ]
        ),
        (CardMatcher.namesakes, ["SEARCH person USING COVERING INDEX person_by_name (sort_key=?)"]),
        (CardMatcher.similarNames, ["SEARCH person USING COVERING INDEX person_by_name (sort_key>? AND sort_key<?)"]),
        (SearchTable.everything.terms, ["SCAN search_term VIRTUAL TABLE INDEX 6:"]),
        (SearchTable.names.terms, ["SCAN search_name_term VIRTUAL TABLE INDEX 6:"]),
        (SearchTable.names.places, ["SCAN search_name VIRTUAL TABLE INDEX 0:M1><"]),
        (
            QueryCorrector.likely,
            [
                "SEARCH misspelling USING PRIMARY KEY (form=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:", "USE TEMP B-TREE FOR DISTINCT",
            ]
        ),
        (QueryCorrector.use, ["SCAN search_name VIRTUAL TABLE INDEX 0:M1"]),
        (
            SearchWriter.presentNames,
            ["SCAN json_each VIRTUAL TABLE INDEX 1:", "SCAN search_name VIRTUAL TABLE INDEX 0:="]
        ),
        (
            KeyTable.names.present,
            [
                "SEARCH name_key USING COVERING INDEX name_key_by_record (kind=? AND record_id=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
        (
            KeyTable.duplicates.present,
            [
                "SEARCH trace USING COVERING INDEX trace_by_person (person_id=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
        (
            KeyTable.names.removal,
            [
                "SEARCH name_key USING COVERING INDEX name_key_by_record (kind=? AND record_id=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
        (
            KeyTable.duplicates.removal,
            [
                "SEARCH trace USING COVERING INDEX trace_by_person (person_id=?)", "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
        (SearchIndexer.pending, ["SEARCH search_pending USING PRIMARY KEY (kind=?)"]),
        (
            SearchIndexer.clearing,
            [
                "SEARCH search_pending USING PRIMARY KEY (kind=? AND record_id=?)",
                "LIST SUBQUERY 1",
                "SCAN json_each VIRTUAL TABLE INDEX 1:",
            ]
        ),
    ])
    func `Each statement has the expected query plan`(statement: String, plan: [String]) async throws {
        let store = try await TemporaryStore()
        #expect(try store.connection().queryPlan(statement) == plan)
    }
}

@Suite("Recipients")
struct RecipientTests {
    private let store: TemporaryStore

    init() async throws {
        store = try await TemporaryStore()
        for (given, family, organization, emails) in [
            ("Leia", "Organa", "Senate", ["leia@alderaan.example", "general@resistance.example"]),
            ("Bail", "Organa", "Senate", ["bail@alderaan.example"]), ("Organa", "Solo", "", ["x@y.example"]),
            ("Han", "Solo", "", []),
        ] {
            var person = Person()
            person.name.given = given
            person.name.family = family
            person.organization = organization
            person.emails = emails.map { Labeled("work", $0) }
            _ = try await store.persons.add(person)
        }
    }

    @Test(arguments: [
        ("leia", ["leia@alderaan.example", "general@resistance.example"]), ("han", []), ("leia solo", []), ("@", []),
        ("nobody", []), ("LÉIA ORG", ["leia@alderaan.example", "general@resistance.example"]),
        ("bail alderaan.ex", ["bail@alderaan.example"]),
    ])
    func `A recipient is found only if it matches every search word`(text: String, emails: [String]) async throws {
        #expect(try await store.store.recipients.recipients(matching: text, limit: nil).map(\.email) == emails)
    }

    @Test func `The best matches are listed first`() async throws {
        let found = try await store.store.recipients.recipients(matching: "organa", limit: nil)
        #expect(found.count == 4 && found.first?.email == "x@y.example")
        let senators = try await store.store.recipients.recipients(matching: "senate", limit: nil)
        #expect(senators.count == 3 && Set(senators.map(\.organization)) == ["Senate"])
    }

    @Test func `An empty search lists all recipients, sorted by name`() async throws {
        let all = try await store.store.recipients.recipients(matching: "", limit: nil)
        #expect(all.map(\.person.name) == ["Bail Organa", "Leia Organa", "Leia Organa", "Organa Solo"])
    }

    @Test func `Matches of whole words are ranked first`() async throws {
        try await add("Annabel", "", "A", "annabel@x.example")
        try await add("Ann", "Zed", "A Very Long Organization Indeed", "zed@x.example")
        let found = try await store.store.recipients.recipients(matching: "ann", limit: nil)
        #expect(found.map(\.person.name) == ["Ann Zed", "Annabel"])
    }

    @Test func `Invalid email addresses do not count toward the limit`() async throws {
        try await add("Bad", "", "", "no-at-sign")
        try await add("Bad", "Two", "", "bad@two.example")
        let found = try await store.store.recipients.recipients(matching: "bad", limit: 1)
        #expect(found.map(\.email) == ["bad@two.example"])
    }

    private func add(_ given: String, _ family: String, _ organization: String, _ email: String) async throws {
        var person = Person()
        person.name.given = given
        person.name.family = family
        person.organization = organization
        person.emails = [Labeled("work", email)]
        _ = try await store.persons.add(person)
    }

    @Test func `The number of recipients does not exceed the limit`() async throws {
        for text in ["", "organa"] {
            #expect(try await store.store.recipients.recipients(matching: text, limit: 2).count == 2)
        }
    }
}
