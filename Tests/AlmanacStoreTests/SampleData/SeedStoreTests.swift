import Model
import TestSupport
import Testing

@Suite("Loading sample data")
struct SeedStoreTests {
    private static let sets: [(String, [Kind: Int])] = [
        ("flintstones", [.person: 8, .group: 5, .note: 8]), ("swapi", [.person: 82, .group: 42, .planet: 59]),
        ("solar", [.planet: 110]), ("congress", [.person: 537, .group: 61]), ("exoplanets", [.planet: 6540]),
    ]

    @Test(.long("thousands of records"), arguments: Soak.sample(sets, 1))
    func `A data set has the expected record counts`(name: String, counts: [Kind: Int]) async throws {
        let store = try await TemporaryStore()
        let report = try await store.seeds.load(.named(name))

        #expect(report.added == counts)
        #expect(report.kept == [:])
        #expect(try await store.counts() == counts)
        let set = try #require(try await store.seeds.sets().first { $0.name == name })
        #expect(set.counts == counts)
        #expect(set.isLoaded)
    }

    @Test(.long("hundreds of persons"), .enabled(if: Soak.isOn, "runs with ALMANAC_SOAK"))
    func `The data set “congress” contains 1,312 district offices and 1,611 group memberships`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("congress"))
        let members = try await store.persons.list(ListRequest(limit: 1000)).items

        #expect(members.map { $0.addresses.count { $0.label != "work" } }.reduce(0, +) == 1312)
        #expect(members.flatMap(\.links.groups).count == 1611)
    }

    @Test func `Loading a data set again changes nothing`() async throws {
        let store = try await TemporaryStore()
        let first = try await store.seeds.load(.named("swapi"))
        let persons = try await store.persons.list(ListRequest(limit: 100))
        let groups = try await store.groups.list(ListRequest(limit: 100))
        let second = try await store.seeds.load(.named("swapi"))

        #expect(second.added == [:])
        #expect(second.kept == first.added)
        #expect(try await store.persons.list(ListRequest(limit: 100)) == persons)
        #expect(try await store.groups.list(ListRequest(limit: 100)) == groups)
    }

    @Test func `The films and starships of the data set “swapi” are linked to planets, and the planets have web pages`()
        async throws
    {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("swapi"))
        let groups = try await store.groups.list(ListRequest(limit: 100)).items
        let hope = try #require(groups.first { $0.name == "A New Hope" })
        #expect(hope.kind == "film" && hope.episode == 4 && hope.released == PartialDate("1977-05-25"))
        #expect(hope.links.planets.first.map(\.name) == ["Tatooine", "Alderaan", "Yavin IV"])
        let falcon = try #require(groups.first { $0.name == "Millennium Falcon" })
        #expect(falcon.kind == "starship" && falcon.lengthM == 34.37 && falcon.crew == 4)
        #expect(falcon.links.planets.first.map(\.name) == ["Corellia"])
        let planets = try await store.planets.list(ListRequest(.all, limit: 100)).items
        #expect(Set(planets.map(\.url)).count == 59 && planets.allSatisfy { $0.url.hasPrefix("https://") })
        #expect(planets.flatMap(\.customFields).allSatisfy { $0.label != "films" })

        try await store.groups.remove(hope.links.planets.first.map(\.id), from: hope.id)
        try await store.seeds.load(.named("swapi"))
        #expect(try await store.groups.record(hope.id).links.planets == .none)
    }

    @Test func `Loading a data set again keeps edits and does not restore deleted records`() async throws {
        let store = try await TemporaryStore()
        try await store.seeds.load(.named("flintstones"))
        let fred = try #require(try await store.persons.named("Fred Flintstone").first)
        let record = try await store.persons.record(try #require(Person.ID(fred.id)))
        var edited = record.content
        edited.phones = [Labeled("home", "+1-555-9999")]
        _ = try await store.persons.update(record.id, version: record.version, to: edited)
        let quarry = try #require(record.links.groups.first { $0.name.hasPrefix("Slate") })
        _ = try await store.groups.remove([record.id], from: try #require(Group.ID(quarry.id)))
        let wilma = try #require(try await store.persons.named("wilma flintstone").first)
        try await store.persons.delete([try #require(Person.ID(wilma.id))])

        let report = try await store.seeds.load(.named("flintstones"))
        let after = try await store.persons.record(record.id)
        #expect(report.added == [:])
        #expect(report.kept[.person] == 7)
        #expect(after.content == edited)
        #expect(!after.links.groups.contains(quarry))
        #expect(try await store.persons.named("Wilma Flintstone") == [])
    }

    @Test func `A dry run reports the changes without making them`() async throws {
        let store = try await TemporaryStore()
        let report = try await store.seeds.load(.named("flintstones"), isDryRun: true)
        #expect(report.added == [.person: 8, .group: 5, .note: 8])
        #expect(try await store.counts() == [:])
        #expect(try await store.search.find("fred", at: .beginning, limit: 1).matches == [])
    }

    @Test func `The error for an unknown data set lists the known data sets`() async throws {
        let store = try await TemporaryStore()
        let known = ["flintstones", "swapi", "congress", "solar", "exoplanets"]
        await #expect(throws: SeedProblem.unknownSet("solr", known: known)) {
            try await store.seeds.load(.named("solr"))
        }
    }
}
