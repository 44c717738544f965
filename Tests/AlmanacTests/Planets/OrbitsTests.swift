import AlmanacStore
import Display
import Model
import TestSupport
import Testing

@Suite("Drawings of orbits and sizes")
struct OrbitsTests {
    /// Returns an app with a Sun-like star and four bodies, one without an eccentricity and one without an orbit.
    private func app() async throws -> TestApp {
        try await TestApp { store in
            let bodies: [(String, Double?, Double?)] = [("b", 0.1, 0), ("c", 1, 0.5), ("d", 2, nil), ("e", nil, 0.1)]
            for (number, (letter, axis, eccentricity)) in bodies.enumerated() {
                var planet = Planet()
                (planet.name, planet.type, planet.parent) = ("Sol \(letter)", .exoplanet, "Sol")
                (planet.semiMajorAxisAu, planet.eccentricity) = (axis, eccentricity)
                (planet.starTemperatureK, planet.starRadiusSun) = (5772, 1)
                planet.orbitalPeriodDays = Double(number + 1)
                planet.radiusKm = letter == "e" ? nil : Double(6378 * (number + 1))
                planet.estimated = letter == "d" ? [.axis, .radius] : []
                _ = try await store.planets.add(planet)
            }
        }
    }

    private func drawing(_ app: TestApp) throws -> Drawing {
        let blocks = try #require(app.stage.notice).blocks
        return try #require(
            blocks.compactMap { if case .picture(.drawing(let drawing)) = $0 { drawing } else { nil } }.first)
    }

    @Test("Bodies with known orbits are drawn, and unknown and estimated values are reported")
    func orbits() async throws {
        var app = try await app()
        try await app.send("orbits sol")
        let drawing = try drawing(app)
        let bodies = drawing.shapes.filter { [.body, .bodyInZone].contains($0.role) }
        #expect(bodies.map(\.label) == ["b", "c", "d"] && bodies.map(\.role) == [.body, .body, .body])
        #expect(bodies[1].words == "Sol c: *1 au, eccentricity 0.5, partly in the habitable zone")
        #expect(drawing.keys.map(\.name).contains("outside or only partly in the zone 3"))
        #expect(bodies[2].words == "Sol d: ~2 au, eccentricity unknown")
        #expect(drawing.shapes.count { if case .ring = $0.outline { true } else { false } } == 1)
        #expect(drawing.distances == nil)
        #expect(
            Array(drawing.notices.prefix(3)) == [
                "Orbit unknown: e.", "Eccentricity unknown, drawn as a circle: d.",
                "Estimated axis: d.",
            ])
        let rows = drawing.table.rows
        #expect(rows.map { $0["zone"] } == [.text("nearer"), .text("inside"), .text("farther"), .none])
        #expect(rows[1]["nearestAu"] == .number(0.5) && rows[1]["farthestAu"] == .number(1.5))
        #expect(drawing.title == "Orbits: Sol" && drawing.keys.first?.name == "Sol")
        #expect(drawing.rulers.map(\.axis.title) == ["Distance from Sol (au)"])
        #expect(abs((drawing.rulers.first?.span.upperBound ?? 0) - 2) < 1e-9)
        try await app.send("orbits Sol --log")
        let distances = try #require(try self.drawing(app).distances)
        #expect(distances.scale == .logarithmic && distances.title == "Distance from Sol (au)")
        // The axis begins at half of the least distance and ends at the greatest.
        #expect(abs(distances.range.lowerBound - 0.05) < 1e-9 && abs(distances.range.upperBound - 2) < 1e-9)
    }

    @Test("The planets of the Sun are drawn at their positions on the current day")
    func positions() async throws {
        var app = try await TestApp { store in
            for (name, type, axis) in [("Earth", PlanetType.planet, 1.0), ("Ceres", .dwarfPlanet, 2.77)] {
                var planet = Planet()
                (planet.name, planet.type, planet.parent) = (name, type, "Sun")
                (planet.semiMajorAxisAu, planet.eccentricity) = (axis, 0.0167)
                _ = try await store.planets.add(planet)
            }
        }
        try await app.send("orbits sun")
        let drawing = try drawing(app)
        let earth = try #require(drawing.shapes.first { $0.label == "Earth" })
        guard case .sign(let place) = earth.outline else {
            Issue.record("The Earth has no marker.")
            return
        }
        // On 2026-11-21, the Sun is at longitude 238.8°, at a distance of 0.988 au.
        #expect(abs(place.x - 0.988 * 0.518) < 0.01 && abs(place.y - 0.988 * 0.855) < 0.01)
        #expect(
            drawing.notices.suffix(2) == [
                "Positions on 2026-11-21, seen from the north. Vernal equinox: to the right.",
                "Arbitrary position and orientation: Ceres.",
            ])
    }

    @Test(
        "Orbits whose axes differ by more than a factor of 50 are drawn on a logarithmic scale unless --linear is given"
    )
    func scale() async throws {
        for (axis, isLogarithmic) in [(4.9, false), (5.1, true)] {
            var app = try await TestApp { store in
                for (name, axis) in [("Wide b", 0.1), ("Wide c", axis)] {
                    var planet = Planet()
                    (planet.name, planet.type, planet.parent) = (name, .exoplanet, "Wide")
                    planet.semiMajorAxisAu = axis
                    _ = try await store.planets.add(planet)
                }
            }
            try await app.send("orbits wide")
            #expect((try drawing(app).distances?.scale == .logarithmic) == isLogarithmic)
            #expect(try drawing(app).keys.map(\.name) == ["Wide", "bodies 2"])
            try await app.send("orbits wide --linear")
            #expect(try drawing(app).distances == nil)
            let problem = try #require(try await app.failure(of: "orbits wide --linear --log"))
            #expect(problem.status == .wrongUsage)
        }
    }

    @Test("A distant habitable zone is drawn only on a logarithmic scale")
    func farZone() async throws {
        var app = try await TestApp { store in
            var planet = Planet()
            (planet.name, planet.type, planet.parent) = ("Hot b", .exoplanet, "Hot")
            (planet.semiMajorAxisAu, planet.starTemperatureK, planet.starRadiusSun) = (0.02, 5772, 1.001)
            _ = try await store.planets.add(planet)
        }
        try await app.send("orbits hot")
        #expect(try drawing(app).notices.contains { $0.hasPrefix("Not drawn: the habitable zone, 0.95") })
        try await app.send("orbits hot --log")
        #expect(try drawing(app).shapes.contains { $0.role == .zone })
    }

    @Test(
        "A habitable zone is drawn to scale if its outer limit is at most three times as far as the outermost orbit",
        arguments: [(0.5, false), (0.6, true)])
    func nearZone(axis: Double, isDrawn: Bool) async throws {
        var app = try await TestApp { store in
            var planet = Planet()
            (planet.name, planet.type, planet.parent) = ("Warm b", .exoplanet, "Warm")
            // The outer limit is at 1.68 au.
            (planet.semiMajorAxisAu, planet.starTemperatureK, planet.starRadiusSun) = (axis, 5772, 1)
            _ = try await store.planets.add(planet)
        }
        try await app.send("orbits warm")
        #expect(try drawing(app).shapes.contains { $0.role == .zone } == isDrawn)
        #expect(try drawing(app).keys.contains { $0.role == .zone } == isDrawn)
        #expect(try drawing(app).notices.contains { $0.hasPrefix("Not drawn: ") } == !isDrawn)
    }

    @Test(
        "A drawing explains why the habitable zone is unknown",
        arguments: [
            (7300, 1, "the formula is not valid for a star of 7300 K."),
            (7200, nil, "the temperature or radius of the star is missing."),
            (nil, 1, "the temperature or radius of the star is missing."),
        ] as [(Double?, Double?, String)])
    func unknownZone(temperature: Double?, radius: Double?, reason: String) async throws {
        var app = try await TestApp { store in
            var planet = Planet()
            (planet.name, planet.type, planet.parent) = ("Dim b", .exoplanet, "Dim")
            (planet.semiMajorAxisAu, planet.starTemperatureK, planet.starRadiusSun) = (1, temperature, radius)
            _ = try await store.planets.add(planet)
        }
        try await app.send("orbits dim")
        #expect(
            try drawing(app).notices == [
                "Eccentricity unknown, drawn as a circle: b.", "Habitable zone unknown: \(reason)",
                "The orientation of the orbits and the positions of the bodies are arbitrary.",
            ])
    }

    @Test(
        "A name shared by several components of a star is an error, and the error lists them",
        arguments: ["orbits", "system"])
    func components(command: String) async throws {
        var app = try await TestApp { store in
            for star in ["GJ 1 A", "GJ 1 B", "GJ 2 A"] {
                var planet = Planet()
                (planet.name, planet.type, planet.parent, planet.semiMajorAxisAu) = ("\(star) b", .exoplanet, star, 1)
                _ = try await store.planets.add(planet)
            }
        }
        let problem = try #require(try await app.failure(of: "\(command) 'gj 1'"))
        #expect(problem.status == .notFound)
        #expect(problem.sentences.map(\.description) == ["“gj 1” is ambiguous.", "Use one of: GJ 1 A, GJ 1 B."])
        try await app.send("\(command) 'gj 2'")
        #expect(app.told?.contains("GJ 2 A") == true)
    }

    @Test("orbits and sizes report missing data, and an unknown star is an error")
    func nothing() async throws {
        var app = try await TestApp { store in
            var planet = Planet()
            (planet.name, planet.type, planet.parent) = ("Dark b", .exoplanet, "Dark")
            _ = try await store.planets.add(planet)
        }
        try await app.send("orbits dark")
        #expect(app.told == "Nothing to draw: no orbit around Dark is known.")
        var retracted = Planet()
        (retracted.name, retracted.type, retracted.parent) = ("Gone b", .exoplanet, "Gone")
        (retracted.semiMajorAxisAu, retracted.status) = (1, .retracted)
        _ = try await app.services.planets.add(retracted)
        try await app.send("orbits gone")
        #expect(app.told == "Nothing to draw: all bodies around Gone with a known orbit are retracted.")
        try await app.send("sizes 'dark b'")
        #expect(app.told == "Nothing to draw: no radius is known for Dark b.")
        let problem = try #require(try await app.failure(of: "orbits nowhere"))
        #expect(problem.status == .notFound)
    }

    @Test("Disks are drawn side by side with rulers in Earth radii and kilometers, and “~” marks an estimated radius")
    func sizes() async throws {
        var app = try await app()
        try await app.send("sizes 'sol b' 'sol d' 'sol e'")
        let drawing = try drawing(app)
        var end = 0.0
        for case .disc(let center, let radius) in drawing.shapes.map(\.outline) {
            #expect(center.x - radius >= end && center.y == radius)
            end = center.x + radius
        }
        #expect(drawing.shapes.map(\.label) == ["Sol b", "Sol d"])
        #expect(drawing.shapes.compactMap(\.quantity?.unit) == ["R⊕", "R⊕"])
        #expect(drawing.shapes.compactMap(\.quantity?.basis) == [.unknown, .computed])
        #expect(drawing.notices == ["Radius unknown: Sol e."])
        #expect(drawing.rulers.map(\.span) == [0...end, 0...end])
        #expect(drawing.rulers.map(\.axis.unit) == ["R⊕", "km"])
        #expect(drawing.table.rows.map { $0["ofLargest"] } == [.number(0.333333), .number(1), .none])
        try await app.send("sizes 'sol b' --svg sizes.svg")
        #expect(app.told == "Wrote a picture of 1 planet to sizes.svg.")
    }

    @Test(
        "A system’s page shows bodies with known orbits on a line and consists of one block in machine-readable output"
    )
    func strip() async throws {
        var app = try await app()
        try await app.send("system sol")
        let page = try #require(app.stage.notice)
        let strips = page.blocks.compactMap { if case .strip(let strip) = $0 { strip } else { nil } }
        let strip = try #require(strips.first)
        #expect(strip.marks.map(\.label) == ["b", "c", "d"])
        #expect(strip.marks.map(strip.isInBand) == [false, true, false])
        #expect(page.blocksForPrograms?.count == 1)
        #expect(strip.origin?.text == "Drawn 2026-11-21. Filter: none. Source: unknown.")
    }

    @Test("Pictures, lists, and filters derive the habitable zone of a body from its own star values")
    func ownZone() async throws {
        var app = try await TestApp { store in
            for (letter, axis, radius) in [("b", 0.5, 1.0), ("c", 1.6, 1), ("d", 1.7, 1.1)] {
                var planet = Planet()
                (planet.name, planet.type, planet.parent) = ("Sol \(letter)", .exoplanet, "Sol")
                (planet.semiMajorAxisAu, planet.starTemperatureK, planet.starRadiusSun) = (axis, 5772, radius)
                _ = try await store.planets.add(planet)
            }
        }
        try await app.send("orbits sol")
        let drawing = try drawing(app)
        #expect(
            drawing.shapes.filter { [.body, .bodyInZone].contains($0.role) }.map(\.role) == [
                .body, .bodyInZone, .bodyInZone,
            ])
        #expect(drawing.table.rows.map { $0["zone"] } == ["nearer", "inside", "inside"].map(Value.text))
        let notice = "The habitable zone does not apply to bodies with other or missing star values: d."
        #expect(drawing.notices.contains(notice))
        try await app.send("system sol")
        #expect(app.stage.notice?.tables.flatMap(\.rows).map { $0["zone"].words } == ["", "habitable", "habitable"])
        #expect(app.told?.contains(notice) == true)
        try await app.send("planets where 'in hz'")
        #expect(app.names == ["Sol c", "Sol d"])
        try await app.send("show 'Sol d'")
        #expect(app["inHabitableZone"] == "yes")
    }

    @Test("The drawing for small terminals shows only the eight largest bodies")
    func reduced() async throws {
        var app = try await TestApp(of: TemporaryStore(with: "solar"))
        try await app.send("orbits sun")
        guard case .drawing(let reduced) = try drawing(app).reduced else {
            Issue.record("The drawing cannot be reduced.")
            return
        }
        let bodies = reduced.shapes.filter { [.body, .bodyInZone].contains($0.role) }
        let planets = ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune"]
        #expect(bodies.map(\.label) == planets)
        #expect(reduced.keys.map(\.name) == ["Sun", "8 largest of 21 bodies"])
        try await app.send("orbits mars")
        #expect(try drawing(app).reduced == .none)
    }

    @Test("Eight orbits fit small terminals, and the smallest of nine bodies is omitted", arguments: [8, 9])
    func eightBodies(count: Int) async throws {
        var app = try await TestApp { store in
            for number in 1...count {
                var planet = Planet()
                (planet.name, planet.type, planet.parent) = ("Full \(number)", .exoplanet, "Full")
                (planet.semiMajorAxisAu, planet.radiusKm) = (Double(number), Double(1000 * number))
                _ = try await store.planets.add(planet)
            }
        }
        try await app.send("orbits full")
        guard case .drawing(let reduced) = try drawing(app).reduced else {
            #expect(count == 8)
            return
        }
        #expect(count == 9)
        let labels = reduced.shapes.filter { $0.role == .body }.map(\.label)
        #expect(labels == ["2", "3", "4", "5", "6", "7", "8", "9"])
        #expect(reduced.keys.map(\.name) == ["Full", "8 largest of 9 bodies"])
    }

    @Test("Distances of moons are shown in kilometers")
    func moons() async throws {
        var app = try await TestApp { store in
            for (name, axis) in [("Io", 0.0028188904), ("Callisto", 0.012585), ("Leda", 0.0745)] {
                var planet = Planet()
                (planet.name, planet.type, planet.parent) = (name, .moon, "Jupiter")
                (planet.semiMajorAxisAu, planet.systemStars) = (axis, 1)
                _ = try await store.planets.add(planet)
            }
        }
        try await app.send("orbits jupiter")
        let drawing = try drawing(app)
        #expect(drawing.rulers.map(\.axis.unit) == ["km"])
        #expect(drawing.shapes.contains { $0.words == "Io: *421700 km, eccentricity unknown" })
        #expect(drawing.table.rows[0]["axisAu"] == .number(0.0028188904))
        try await app.send("system jupiter")
        let page = try #require(app.stage.notice)
        let fields = page.blocks.flatMap { block -> [Field] in
            if case .record(let fields) = block { fields } else { [] }
        }
        #expect(fields.contains { $0.key == "systemStars" && $0.value.words.isEmpty })
        #expect(page.tables.flatMap(\.rows).allSatisfy { $0["axis"].words.hasSuffix(" km") })
        #expect(page.blocks.contains { if case .strip(let strip) = $0 { strip.axis.unit == "km" } else { false } })
    }
}
