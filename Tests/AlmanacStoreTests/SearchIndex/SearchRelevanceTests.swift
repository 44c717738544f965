import AlmanacStore
import Model
import TestSupport
import Testing

@Suite("Relevance of search results", .long("all exoplanets"))
struct SearchRelevanceTests {
    @Test func `The expected result is among the first five and almost always first`() async throws {
        let store = try await RelevanceRecords.store.value
        var misses: [String] = []
        for wish in RelevanceCase.all {
            let found = try await store.search.find(wish.typed, at: .beginning, limit: 5).matches
            let names = found.map(\.reference.name)
            #expect(names.contains(wish.wanted), "“\(wish.typed)” does not find \(wish.wanted), but \(names)")
            if names.first != wish.wanted { misses.append("“\(wish.typed)” finds \(names) before \(wish.wanted)") }
            let match = found.first { $0.reference.name == wish.wanted }
            #expect((match?.correction != nil) == wish.isMistyped, "“\(wish.typed)”: \(String(describing: match))")
        }
        #expect(RelevanceCase.all.count >= 60)
        #expect(misses.count * 20 <= RelevanceCase.all.count, "\(misses.joined(separator: "\n"))")
    }

    @Test func `Corrected results are ranked after exact results`() async throws {
        let store = try await RelevanceRecords.store.value
        for wish in RelevanceCase.all {
            let found = try await store.search.find(wish.typed, at: .beginning, limit: 1000).matches
            let forgiven = found.drop { $0.correction == nil }
            #expect(forgiven.allSatisfy { $0.correction != nil }, "“\(wish.typed)”")
            #expect(forgiven.isEmpty || found.count - forgiven.count < 5, "“\(wish.typed)”")
        }
    }

    @Test func `Similar words do not displace an exact match`() async throws {
        let store = try await TemporaryStore()
        var persons: [Person] = []
        for (family, count) in [("Johnson", 30), ("Jonson", 1), ("Johnston", 30)] {
            for number in 0..<count {
                var person = Person()
                person.name.given = "N\(number)"
                person.name.family = family
                persons.append(person)
            }
        }
        _ = try await store.persons.add(persons)
        let found = try await store.search.find("jonson", at: .beginning, limit: 40).matches
        #expect(found.first?.text == "N0 Jonson")
        #expect(found.first?.correction == nil)
        #expect(found.dropFirst().first?.correction == "johnson")
        #expect(try await store.search.find("johnson", at: .beginning, limit: 100).matches.count == 30)
    }
}

/// A search text and its expected first result.
struct RelevanceCase: Sendable {
    let typed: String
    /// The name of the expected record.
    let wanted: String
    var isMistyped = false

    init(_ typed: String, _ wanted: String) {
        self.typed = typed
        self.wanted = wanted
    }

    private static func mistyped(_ typed: String, _ wanted: String) -> RelevanceCase {
        var wish = RelevanceCase(typed, wanted)
        wish.isMistyped = true
        return wish
    }

    static let all = names + spellings + beginnings + fields + numbers + catalog + mistakes + operators

    private static let names = [
        RelevanceCase("Leia Organa", "Leia Organa"),
        RelevanceCase("organa leia", "Leia Organa"),
        RelevanceCase("Chewbacca", "Chewbacca"),
        RelevanceCase("Gabo", "Gabriel José García Márquez"),
        RelevanceCase("Steve", "Stephen Hawking"),
        RelevanceCase("Twinkletoes", "Fred Flintstone"),
        RelevanceCase("Rebel transport", "Rebel transport"),
        RelevanceCase("wanderklub", "Wanderklub Zürich"),
        RelevanceCase("jose marquez", "Gabriel José García Márquez"),
        RelevanceCase("xiao ming", "王小明"),
        RelevanceCase("Mr. Slate", "George Slate"),
    ]

    private static let spellings = [
        RelevanceCase("garcia marquez", "Gabriel José García Márquez"),
        RelevanceCase("GARCÍA MÁRQUEZ", "Gabriel José García Márquez"),
        RelevanceCase("lukasz", "Łukasz Wiśniewski"),
        RelevanceCase("soren kierkegaard", "Søren Kierkegaard"),
        RelevanceCase("ежикова", "Наталья Ёжикова"),
        RelevanceCase("ФЕДОР", "Фёдор Достоевский"),
        RelevanceCase("weisskopf", "Jürgen Weißkopf"),
        RelevanceCase("WEIẞKOPF", "Jürgen Weißkopf"),
        RelevanceCase("thora gudmundsdottir", "Þóra Guðmundsdóttir"),
        RelevanceCase("ibrahim isik", "İbrahim Işık"),
        RelevanceCase("o'brien", "Siobhán O’Brien"),
        RelevanceCase("obrien", "Siobhán O’Brien"),
        RelevanceCase("mary jane", "Mary-Jane Parker-Bowles"),
        RelevanceCase("maryjane parker", "Mary-Jane Parker-Bowles"),
        RelevanceCase("王", "王小明"),
        RelevanceCase("σοφια", "Σοφία Παπαδοπούλου"),
        RelevanceCase("van an nguyen", "Văn An Nguyễn"),
        RelevanceCase("François Lefèvre", "Franc\u{327}ois Lefe\u{300}vre"),
        RelevanceCase("mark twain", "Ｍａｒｋ Ｔｗａｉｎ"),
        RelevanceCase("ｃｈｅｗｂａｃｃａ", "Chewbacca"),
        RelevanceCase("steffi pfeiffer", "Steﬃ Pfeiﬀer"),
        RelevanceCase("zeno eleates", "Ze\u{200B}no Elea\u{200D}tes"),
        RelevanceCase("aethelflaed", "Æthelflæd Mercia"),
        RelevanceCase("coeurderoy", "Hélène Cœurderoy"),
        RelevanceCase("padme", "Padmé Amidala"),
        RelevanceCase("r2d2", "R2-D2"),
        RelevanceCase("c 3po", "C-3PO"),
        RelevanceCase("uberraschung", "Überraschung"),
    ]

    private static let beginnings = [
        RelevanceCase("chewb", "Chewbacca"),
        RelevanceCase("leia o", "Leia Organa"),
        RelevanceCase("hawk", "Stephen Hawking"),
        RelevanceCase("obi wan k", "Obi-Wan Kenobi"),
        RelevanceCase("beeth", "Ludwig van Beethoven"),
        RelevanceCase("дост", "Фёдор Достоевский"),
        RelevanceCase("anakin sky", "Anakin Skywalker"),
        RelevanceCase("wilma fl", "Wilma Flintstone"),
        RelevanceCase("boba", "Boba Fett"),
    ]

    private static let fields = [
        RelevanceCase("weyland yutani", "Ellen Ripley"),
        RelevanceCase("ripley weyland", "Ellen Ripley"),
        RelevanceCase("university of cambridge", "Stephen Hawking"),
        RelevanceCase("compilers", "Grace Hopper"),
        RelevanceCase("warrant officer", "Ellen Ripley"),
        RelevanceCase("invariants@erlangen.example", "Emmy Noether"),
        RelevanceCase("lexicographer", "Samuel Johnson"),
        RelevanceCase("dictionary.example", "Samuel Johnson"),
        RelevanceCase("cam.exa", "Stephen Hawking"),
        RelevanceCase("aubergines", "Überraschung"),
        RelevanceCase("passport umbrella", "Travel"),
        RelevanceCase("snorkasaurus", "Dino Flintstone"),
        RelevanceCase("rubbles barney", "Barney Rubble"),
        RelevanceCase("kashyyyk tarfful", "Tarfful"),
    ]

    private static let numbers = [
        RelevanceCase("+33 1 23 45 67 89", "Gabriel José García Márquez"),
        RelevanceCase("0123456789", "Gabriel José García Márquez"),
        RelevanceCase("01.23.45.67.89", "Gabriel José García Márquez"),
        RelevanceCase("0033-1-2345-6789", "Gabriel José García Márquez"),
        RelevanceCase("6789", "Gabriel José García Márquez"),
        RelevanceCase("45 67 89", "Gabriel José García Márquez"),
        RelevanceCase("+33 1 98 76 54 32", "Ellen Ripley"),
        RelevanceCase("0198765432", "Ellen Ripley"),
        RelevanceCase("5432", "Ellen Ripley"),
        RelevanceCase("+1 202 555 0174", "Grace Hopper"),
        RelevanceCase("555-0174", "Grace Hopper"),
        RelevanceCase("+4533471108", "Søren Kierkegaard"),
        RelevanceCase("33471108", "Søren Kierkegaard"),
        RelevanceCase("01223 337733", "Stephen Hawking"),
        RelevanceCase("337733", "Stephen Hawking"),
    ]

    private static let catalog = [
        RelevanceCase("tatooine", "Tatooine"),
        RelevanceCase("kepler16b", "Kepler-16 b"),
        RelevanceCase("Kepler 16 b", "Kepler-16 b"),
        RelevanceCase("dimidium", "51 Peg b"),
        RelevanceCase("morning star", "Venus"),
        RelevanceCase("terra", "Earth"),
        RelevanceCase("JUPITER", "Jupiter"),
        RelevanceCase("wasp12b", "WASP-12 b"),
        RelevanceCase("trappist 1 e", "TRAPPIST-1 e"),
    ]

    private static let mistakes = [
        mistyped("Stefen", "Stephen Hawking"),
        mistyped("Jonson", "Samuel Johnson"),
        mistyped("skywaker", "Luke Skywalker"),
        mistyped("luke skywaker", "Luke Skywalker"),
        mistyped("luek skywalker", "Luke Skywalker"),
        mistyped("stepehn hawking", "Stephen Hawking"),
        mistyped("Jabbba", "Jabba Desilijic Tiure"),
        mistyped("grievus", "Grievous"),
        mistyped("palpatien", "Palpatine"),
        mistyped("chewbaca", "Chewbacca"),
        mistyped("ckewbacca", "Chewbacca"),
        mistyped("достаевский", "Фёдор Достоевский"),
        mistyped("beethofen", "Ludwig van Beethoven"),
        mistyped("kirkegaard", "Søren Kierkegaard"),
        mistyped("amydala", "Padmé Amidala"),
        mistyped("tatooien", "Tatooine"),
        mistyped("markez", "Gabriel José García Márquez"),
        mistyped("lefevbre", "Franc\u{327}ois Lefe\u{300}vre"),
        mistyped("noehter", "Emmy Noether"),
        mistyped("hoper grace", "Grace Hopper"),
    ]

    private static let operators = [
        RelevanceCase("\"leia organa\"", "Leia Organa"),
        RelevanceCase("leia*", "Leia Organa"),
        RelevanceCase("-chewbacca", "Chewbacca"),
        RelevanceCase("^chewbacca$", "Chewbacca"),
        RelevanceCase("leia:organa", "Leia Organa"),
        RelevanceCase("leia\u{0}organa", "Leia Organa"),
        RelevanceCase("(ripley)", "Ellen Ripley"),
        RelevanceCase("grace+hopper", "Grace Hopper"),
        RelevanceCase("{fred} \"flintstone", "Fred Flintstone"),
        RelevanceCase("'; wilma --", "Wilma Flintstone"),
    ]
}

/// The records for relevance tests: all sample data except `congress`, and records with names that are hard to type.
enum RelevanceRecords {
    /// A database with the records, which is created once. Tests only read it.
    static let store: Task<TemporaryStore, any Error> = Task {
        let store = try await TemporaryStore(with: "solar", "swapi", "flintstones", TemporaryStore.exoplanets)
        let ids = try await store.persons.add(people)
        var group = Group()
        group.name = "Wanderklub Zürich"
        group.summary = "Sundays, if it does not rain."
        let club = try await store.groups.add(group).id
        _ = try await store.groups.add(Array(ids.suffix(2)), to: club)
        for (topic, text) in [
            ("Überraschung", "A cake with aubergines for Grace."), ("Travel", "Passport, tickets, umbrella."),
        ] {
            var note = Note()
            note.topic = topic
            note.text = text
            _ = try await store.notes.add(note)
        }
        return store
    }

    private static let people: [Person] = [
        person("Stephen", "Hawking", nickname: "Steve") {
            $0.organization = "University of Cambridge"
            $0.emails = [Labeled("work", "s.hawking@cam.example")]
            $0.phones = [Labeled("work", "+44 1223 337733")]
        },
        person("Samuel", "Johnson") { $0.emails = [Labeled("", "lexicographer@dictionary.example")] },
        person("Gabriel José", "García Márquez", nickname: "Gabo") {
            $0.phones = [Labeled("home", "+33 1 23 45 67 89")]
        },
        person("Łukasz", "Wiśniewski"),
        person("Søren", "Kierkegaard") { $0.phones = [Labeled("mobile", "+45 (0)33 47-11-08")] },
        person("Наталья", "Ёжикова"),
        person("Фёдор", "Достоевский"),
        person("Jürgen", "Weißkopf"),
        person("Þóra", "Guðmundsdóttir"),
        person("İbrahim", "Işık"),
        person("Siobhán", "O’Brien"),
        person("Mary-Jane", "Parker-Bowles"),
        person("小明", "王") { $0.name.phonetic = "Xiao Ming Wang" },
        person("Σοφία", "Παπαδοπούλου"),
        person("Văn An", "Nguyễn"),
        person("Ludwig", "van Beethoven"),
        person("Franc\u{327}ois", "Lefe\u{300}vre"),
        person("Ｍａｒｋ", "Ｔｗａｉｎ"),
        person("Steﬃ", "Pfeiﬀer"),
        person("Ze\u{200B}no", "Elea\u{200D}tes"),
        person("Æthelflæd", "Mercia"),
        person("Hélène", "Cœurderoy"),
        person("Ellen", "Ripley") {
            $0.organization = "Weyland-Yutani Corp."
            $0.jobTitle = "Warrant officer"
            $0.phones = [Labeled("mobile", "01 98 76 54 32")]
        },
        person("Grace", "Hopper") {
            $0.department = "Compilers"
            $0.phones = [Labeled("work", "(202) 555-0174")]
        },
        person("Emmy", "Noether") { $0.emails = [Labeled("home", "invariants@erlangen.example")] },
    ]

    private static func person(
        _ given: String, _ family: String, nickname: String = "", _ more: (inout Person) -> Void = { _ in }
    ) -> Person {
        var person = Person()
        person.name.given = given
        person.name.family = family
        person.name.nickname = nickname
        more(&person)
        return person
    }
}
