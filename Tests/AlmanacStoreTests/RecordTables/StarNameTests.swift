import Model
import TestSupport
import Testing
@testable import AlmanacStore

@Suite("Spellings of star names, and the bodies of a star")
struct StarNameTests {
    @Test(
        "The spellings of a star’s name include symbols, names, and abbreviations of Greek letters and constellations",
        arguments: [
            ("α Cen", "alphacentauri"), ("Alpha Centauri B", "αcenb"), ("alf Tau b", "alphataurib"),
            ("υ Andromedae", "upsand"), ("51 Pegasi b", "51pegb"), ("rho 1 cnc", "rho1cancri"), ("π2 UMa", "pi02uma"),
            ("pi.02 Ursae Majoris", "π2uma"), ("Epsilon Coronae Borealis b", "epscrbb"), ("Kepler-90", "kepler90"),
        ])
    func spellings(name: String, key: String) {
        #expect(StarSpellings.keys(of: name).contains(key), "\(StarSpellings.keys(of: name))")
        #expect(StarSpellings.keys(of: name).count <= 49)
    }

    @Test("A blank name does not have spellings, and a name of more than six words has only one")
    func noSpellings() {
        #expect(StarSpellings.keys(of: " ").isEmpty)
        #expect(StarSpellings.keys(of: "alpha beta gamma delta eps zet eta").count == 1)
    }

    @Test("Filters and lookups of systems accept every spelling of a star", .long("all exoplanets"))
    func stars() async throws {
        let store = try await SampleCatalog.store()
        for (text, count) in [
            ("orbits = 'kepler 90'", 8), ("orbits = KOI-351", 8), ("orbits = trappist1", 7), ("orbits = sun", 21),
            ("orbits = 'alpha centauri'", 5), ("orbits = 'α Cen B'", 2), ("orbits = 'proxima centauri'", 3),
            ("orbits = 'υ And'", 4), ("orbits = 'upsilon andromedae'", 4), ("orbits = nonsense", 0),
            ("orbits = Mar", 0), ("orbits = Tit", 0),
            ("name = 'υ Andromedae b'", 1), ("name = 'Epsilon Eridani b'", 1), ("name = 'alpha tau b'", 1),
        ] {
            let filter = try Filter(text, of: .planet)
            let found = try await store.planets.count(.all, matching: "", where: filter)
            #expect(found == count, "\(text)")
        }
        let all = try await store.planets.count(.all, matching: "", where: try Filter("has orbits", of: .planet))
        let others = try await store.planets.count(
            .all, matching: "", where: try Filter("not orbits = 'kepler 90'", of: .planet))
        #expect(others == all - 8)
        #expect(
            try await store.planets.count(.all, matching: "", where: try Filter("orbits != 'kepler 90'", of: .planet))
                == others)
        for (name, star) in [
            ("α Centauri C", "Proxima Cen"), ("υ Andromedae", "ups And"),
            ("Epsilon Eridani", "eps Eri"), ("aldebaran", "alf Tau"), ("kepler 90", "KOI-351"),
        ] {
            #expect(try await store.planets.systems(of: name).first?.star == star, "\(name)")
        }
        for name in ["alpha centauri", "alpha cen", "alf centauri", "α Centauri", "α Cen", "ALF CEN"] {
            let stars = try await store.planets.systems(of: name).map(\.star)
            #expect(stars == ["Alpha Centauri B", "Proxima Cen"], "\(name)")
        }
        let moon = try #require(try await store.planets.named("Io").first)
        let siblings = try await store.planets.siblings(of: try #require(Planet.ID(moon.id)))
        #expect(siblings.first.prefix(2).map(\.name) == ["Metis", "Adrastea"])
        #expect(siblings.count == .exactly(16) && !siblings.first.contains(moon))
    }

    @Test("Filters by star, lists of systems, and lists of siblings use indexes")
    func plans() async throws {
        let store = try await TemporaryStore(with: "solar")
        let filter = try Filter("orbits = 'alpha centauri'", of: .planet)
        let steps = try await store.planets.explain(ListRequest(where: filter)).flatMap(\.plan)
        #expect(steps.contains { $0.contains("planet USING INDEX planet_by_parent (parent=?)") }, "\(steps)")
        #expect(steps.contains { $0.contains("name_key USING PRIMARY KEY (key>? AND key<?)") }, "\(steps)")
        #expect(!steps.contains { $0.hasPrefix("SCAN") && !$0.contains("CONSTANT") }, "\(steps)")
        let connection = try store.connection()
        for sql in [
            StarNames.orbited(from: "?1", to: "?2"),
            StarNames.named("?1"),
        ] {
            let plan = try connection.queryPlan(sql)
            #expect(!plan.isEmpty && plan.allSatisfy { !$0.hasPrefix("SCAN") }, "\(plan)")
        }
    }
}

@Suite("Planetary systems", .long("all exoplanets"))
struct PlanetSystemTests {
    private func store() async throws -> TemporaryStore {
        try await SampleCatalog.store()
    }

    @Test("A system is found by the catalog names of its central body and by the names of its other bodies")
    func names() async throws {
        let store = try await store()
        let planets = store.planets
        for name in ["TRAPPIST-1", "trappist 1", " Trappist1", "TRAPPIST-1 e", "K2-112 e", "k2-112"] {
            #expect(try await planets.systems(of: name).first?.star == "TRAPPIST-1", "\(name)")
        }
        for name in ["sun", "Mercury", "venus"] {
            #expect(try await planets.systems(of: name).first?.star == "Sun", "\(name)")
        }
        // A planet with moons is also the center of a system.
        #expect(try await planets.systems(of: "jupiter").first?.star == "Jupiter")
        #expect(try await planets.systems(of: "Io").first?.star == "Jupiter")
        for name in ["", " ", "nonsense", "%", "'"] { #expect(try await planets.systems(of: name).first == nil) }
    }

    @Test("The eight planets of Kepler-90, also known as KOI-351, are sorted from the innermost outward")
    func order() async throws {
        let store = try await store()
        let planets = store.planets
        let kepler = try #require(try await planets.systems(of: "Kepler-90").first)
        #expect(kepler.star == "KOI-351")
        #expect(kepler.bodies.count == 8)
        #expect(try await planets.systems(of: "koi 351").first == kepler)
        let axes = kepler.bodies.compactMap(\.content.semiMajorAxisAu)
        #expect(axes.count == 8 && axes == axes.sorted())
        let sun = try #require(try await planets.systems(of: "Sun").first).bodies.map(\.content.name)
        #expect(sun.prefix(4) == ["Mercury", "Venus", "Earth", "Mars"])
    }

    @Test("A body without a period is sorted by the period calculated from Kepler’s third law")
    func withoutPeriod() {
        func body(_ number: Int64, _ axis: Double?, _ days: Double?) -> Record<Planet> {
            var planet = Planet()
            (planet.semiMajorAxisAu, planet.orbitalPeriodDays) = (axis, days)
            let now = Timestamp(rawValue: "2026-11-20T18:00:00.000Z")
            return Record(
                id: TypedRecordID(rawValue: number), uuid: "", created: now, modified: now, version: 1, content: planet,
                links: Planet.Links())
        }
        let system = PlanetSystem(
            star: "A", bodies: [body(1, nil, nil), body(2, 5.2, nil), body(3, nil, 365.25), body(4, 0.4, 88)])
        #expect(system.bodies.map(\.id.rawValue) == [4, 3, 2, 1])
    }
}
