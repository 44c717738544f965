import Model
import SQLite
import TestSupport
import Testing

@testable import AlmanacStore

@Suite("Search tiers and index updates")
struct SearchTierTests {
    @Test func `A result that exceeds the limit is marked as capped, and a smaller result is not`() async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add((0..<600).map { .named("Ann\($0)", "Smith", at: "Foundry") })
        _ = try await store.persons.add((0..<40).map { .named("Bob\($0)", "Jones", at: "Foundry") })
        for typed in ["smith", "smi", "foundry", "s", "foundry smith"] {
            let found = try await store.search.find(typed, at: .beginning, limit: 10)
            #expect(found.total == Candidates.limit && found.isCapped && found.hasMore, "\(typed)")
        }
        let jones = try await store.search.find("jones", at: .beginning, limit: 10)
        #expect(jones.total == 40 && !jones.isCapped && jones.hasMore)
        let all = try await store.search.find("jones", at: .beginning, limit: 40).matches.map(\.reference.id)
        let last = try await store.search.find("jones", at: .after(all[38]), limit: 10)
        #expect(last.matches.count == 1 && !last.hasMore)
        #expect(try await store.search.find("jones", at: .after(all[39]), limit: 10).matches == [])
    }

    @Test func `A phone number that ends with the typed digits is ranked before one that contains them`() async throws {
        let store = try await TemporaryStore()
        for (given, number) in [("Ann", "+4915112345678"), ("Bob", "+1 555 1123"), ("Cyd", "+1 555 0100")] {
            var person = Person()
            person.name.given = given
            person.phones = [Labeled("", number)]
            _ = try await store.persons.add(person)
        }
        for (typed, names) in [("1123", ["Bob", "Ann"]), ("5112-34", ["Ann"]), ("5501", ["Cyd"]), ("5502", [])] {
            let found = try await store.search.find(typed, at: .beginning, limit: 10)
            #expect(found.matches.map(\.reference.name) == names, "\(typed)")
        }
    }

    @Test(arguments: [
        ("contosso", "contoso"), ("hospitl", "hospital"), ("hospitl contosso", "hospital contoso"),
        ("ohspital", "hospital"), ("xospital", "hospital"), ("hospice", nil), ("cont0so", nil),
    ])
    func `Typos are tolerated in words that are not part of a name`(typed: String, word: String?) async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add(.named("Ann", "Bell", at: "Contoso Hospital"))
        _ = try await store.persons.add(.named("Bob", "Jones", at: "Foundry"))
        let found = try await store.search.find(typed, at: .beginning, limit: 10).matches
        #expect(found.map(\.reference.name) == (word == nil ? [] : ["Ann Bell"]))
        #expect(found.first?.correction == word)
    }

    @Test func `A large catalog does not displace persons from the results`() async throws {
        let store = try await TemporaryStore()
        _ = try await store.planets.add((0..<600).map { .named("Kepler-\($0) b", by: "Transit Survey") })
        _ = try await store.persons.add(.named("Johannes", "Kepler", at: ""))
        _ = try await store.persons.add(.named("Ann", "Smith", at: "Kepler Transit"))
        for typed in ["kepler", "kep", "k"] {
            let found = try await store.search.find(typed, at: .beginning, limit: 2)
            #expect(found.matches.map(\.reference.name) == ["Johannes Kepler", "Ann Smith"], "\(typed)")
            // The next tier finds the rest of a limited tier.
            let totals = Candidates.limit + 2...2 * Candidates.limit
            #expect(totals.contains(found.total) && found.isCapped && found.hasMore, "\(typed)")
        }
        let transit = try await store.search.find("transit", at: .beginning, limit: 1)
        #expect(transit.matches.map(\.reference.name) == ["Ann Smith"] && transit.total == Candidates.limit + 1)
        let exact = try await store.search.find("kepler 7 b", at: .beginning, limit: 1)
        #expect(exact.matches.map(\.reference.name) == ["Kepler-7 b"])
    }

    @Test func `The pages of a large result together form the whole result`() async throws {
        let store = try await TemporaryStore()
        _ = try await store.planets.add((0..<600).map { .named("Kepler-\($0) b", by: "") })
        _ = try await store.persons.add((0..<30).map { .named("Ann\($0)", "Kepler", at: "") })
        let all = try await store.search.find("kepler", at: .beginning, limit: 1000).matches.map(\.reference.id)
        #expect(all.count >= Candidates.limit + 30)
        var pages: [RecordID] = []
        while true {
            let start = pages.last.map { PageCursor.after($0) } ?? .beginning
            let page = try await store.search.find("kepler", at: start, limit: 70)
            pages += page.matches.map(\.reference.id)
            guard page.hasMore else { break }
        }
        #expect(pages == all)
    }

    @Test func `A planet whose name matches in two spellings is counted only once`() async throws {
        let store = try await TemporaryStore()
        _ = try await store.planets.add((0..<300).map { .named("Kepler-\($0) b", by: "") })
        _ = try await store.planets.add(.named("Hoth", by: "Kepler team"))
        _ = try await store.persons.add(.named("Johannes", "Kepler", at: ""))
        let found = try await store.search.find("kepler", at: .beginning, limit: 1000)
        #expect(found.total == 302 && !found.isCapped)
        #expect(found.matches.first?.reference.name == "Johannes Kepler")
        #expect(found.matches.contains { $0.reference.name == "Hoth" })
    }

    @Test func `Planets with the same prefix do not displace persons from the results`() async throws {
        let store = try await TemporaryStore()
        _ = try await store.planets.add((0..<241).map { .named("HAT-P-\($0) b", by: "") })
        _ = try await store.persons.add((0..<260).map { .named("Ha\($0)", "Smith", at: "") })
        _ = try await store.persons.add(.named("Xaver", "Huber", at: ""))
        let found = try await store.search.find("h", at: .beginning, limit: 1000)
        #expect(found.total == 502 && found.matches.contains { $0.reference.name == "Xaver Huber" })
    }

    @Test func `Many persons do not displace a planet from the results`() async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add((0..<600).map { .named("Ann\($0)", "Hoth", at: "") })
        _ = try await store.planets.add(.named("New Hoth", by: ""))
        let found = try await store.search.find("hoth", at: .beginning, limit: 1000)
        #expect(found.total == Candidates.limit + 1 && found.isCapped)
        #expect(found.matches.contains { $0.reference.name == "New Hoth" })
    }

    @Test func `A match in a name is ranked before many matches in other fields`() async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add((0..<600).map { .named("Ann\($0)", "Smith", at: "Foundry") })
        _ = try await store.persons.add([.named("Foundry", "Owner", at: "")])
        let found = try await store.search.find("foundry", at: .beginning, limit: 2).matches
        #expect(found.map(\.field) == ["name", "organization"])
    }

    @Test func `A long prefix matches only words with that prefix and only as the last search word`() async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add((0..<100).map { .named("Constantin\($0)", "Smith", at: "") })
        #expect(try await store.search.find("constantin7", at: .beginning, limit: 50).total == 11)
        #expect(try await store.search.find("constant smi", at: .beginning, limit: 50).total == 0)
        #expect(try await store.search.find("smith constantin42", at: .beginning, limit: 50).total == 1)
    }

    @Test func `Members are found by the current name of their group`() async throws {
        let store = try await TemporaryStore()
        let ids = try await store.persons.add((0..<20).map { .named("Ann\($0)", "Smith", at: "") })
        var group = Group.example
        let record = try await store.groups.add(group)
        _ = try await store.groups.add(ids, to: record.id)
        #expect(try await store.search.find("rebel alliance", at: .beginning, limit: 50).total == 21)
        #expect(try await store.search.find("rebel ann7", at: .beginning, limit: 50).total == 1)
        #expect(try await store.search.find("ann7 alli", at: .beginning, limit: 50).total == 1)
        group.name = "Weavers"
        _ = try await store.groups.update(record.id, version: 1, to: group)
        #expect(try await store.search.find("weavers", at: .beginning, limit: 50).total == 21)
        #expect(try await store.search.find("alliance", at: .beginning, limit: 50).total == 0)
        _ = try await store.groups.remove([ids[0]], from: record.id)
        #expect(try await store.search.find("weavers", at: .beginning, limit: 50).total == 20)
    }

    @Test func `Renaming a group does not reindex its members`() async throws {
        let store = try await TemporaryStore()
        let ids = try await store.persons.add((0..<20).map { .named("Ann\($0)", "Smith", at: "") })
        let group = try await store.groups.add(.example)
        _ = try await store.groups.add(ids, to: group.id)
        let file = try store.connection()
        try file.run("UPDATE people_group SET name = 'Weavers'")
        let pending = try file.all("SELECT kind FROM search_pending") { $0[0] as String }
        #expect(pending == ["group"])
    }

    @Test(arguments: [
        "DELETE FROM planet", "UPDATE OR FAIL person SET nickname = 'b'",
        "UPDATE OR ROLLBACK person SET nickname = 'b'",
        """
        INSERT INTO person_url (person_id, position, label, value) SELECT id, 0, '', 'a' FROM person WHERE true
        ON CONFLICT DO UPDATE SET value = 'b'
        """,
    ])
    func `A record changed by several statements is queued for indexing once`(statement: String) async throws {
        let store = try await TemporaryStore()
        _ = try await store.persons.add(.full(home: try await store.planets.add(.example).id))
        let file = try store.connection()
        for _ in 0..<2 {
            try file.transaction {
                try file.run("UPDATE person SET nickname = 'a'")
                try file.run(statement)
            }
        }
        #expect(try file.first("SELECT count(*) FROM search_pending WHERE kind = 'person'") { $0[0] as Int } == 1)
        try file.transaction { try SearchIndexer(file).update() }
        #expect(try SearchCheck().findings(in: file) == [])
    }

    @Test func `Deleting a person whose name starts with a combining mark keeps the index consistent`() async throws {
        let store = try await TemporaryStore()
        let ann = try await store.persons.add(.named("Ann", "\u{308}ber", at: ""))
        try await store.persons.delete([ann.id])
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }

    @Test func `Groups with the same members can be deleted together`() async throws {
        let store = try await TemporaryStore()
        let ids = try await store.persons.add((0..<3).map { .named("Ann\($0)", "Smith", at: "") })
        var groups: [Group.ID] = []
        for _ in 0..<2 {
            groups.append(try await store.groups.add(.example).id)
            _ = try await store.groups.add(ids, to: groups[groups.count - 1])
        }
        try await store.groups.delete(groups)
        #expect(try await store.persons.records(ids).allSatisfy { $0.links.groups.isEmpty })
        #expect(try SearchCheck().findings(in: store.connection()) == [])
    }
}

extension Planet {
    fileprivate static func named(_ name: String, by discoverer: String) -> Planet {
        var planet = Planet()
        planet.name = name
        planet.discoverer = discoverer
        return planet
    }
}

extension Person {
    fileprivate static func named(_ given: String, _ family: String, at organization: String) -> Person {
        var person = Person()
        person.name.given = given
        person.name.family = family
        person.organization = organization
        return person
    }
}
