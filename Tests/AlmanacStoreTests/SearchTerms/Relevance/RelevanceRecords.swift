import AlmanacStore
import Model
import TestSupport

/// The records for relevance tests: all sample data except `congress`, and records with names that are hard to type.
enum RelevanceRecords {
    /// A database with the records, which is created once. Tests only read it.
    static let store: Task<TemporaryStore, any Error> = Task {
        let store = try await TemporaryStore(with: "solar", "swapi", "flintstones")
        try await store.loadExoplanets()
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
