import AlmanacStore
import Display
@testable import Model
import TestSupport
import Testing

@Suite("Plots of planets")
struct PlotCommandTests {
    private func catalog() async throws -> TestApp {
        try await TestApp(of: TemporaryStore(with: TemporaryStore.exoplanets))
    }

    private func plot(_ app: TestApp) throws -> Plot {
        let blocks = try #require(app.stage.notice).blocks
        return try #require(blocks.compactMap { if case .picture(.plot(let plot)) = $0 { plot } else { nil } }.first)
    }

    @Test(
        "Each body is shown in a plot or counted as omitted, and --all adds one retracted body to mass-radius",
        .long("every plot of all exoplanets"))
    func measured() async throws {
        var app = try await catalog()
        let pairs = try Filter("mass is not null and radius is not null and not estimated", of: .planet)
        let count = try await app.services.planets.count(.all, matching: "", where: pairs)
        #expect(Soak.isOn ? count == 1933 : count > 150)
        try await app.send("plot mass-radius --all")
        #expect(try plot(app).count == count)
        try await app.send("plot mass-radius")
        #expect(try plot(app).count == count - 1)
        let names = [
            "mass-radius", "period-radius", "habitable", "discoveries", "distance", "sky", "distance:ly discovered",
        ]
        for what in Soak.sample(names, 1) {
            for flags in Soak.sample(["", " --all", " --estimated", " --all --estimated"], 1) {
                try await app.send("plot \(what)\(flags)")
                let plot = try plot(app)
                let omitted = plot.omissions.reduce(0) { $0 + $1.count }
                #expect(plot.count + omitted == (Soak.isOn ? 6540 : 682), "\(what)\(flags)")
                #expect(plot.omissions.contains { $0.reason == "retracted or fictional" } != flags.contains("--all"))
                #expect(what == "habitable" || plot.omissions.allSatisfy { $0.reason != "outside the axes" })
            }
        }
    }

    @Test(
        "plot habitable shows and counts the bodies in a habitable zone, and uses four symbols",
        .long("all exoplanets"))
    func habitable() async throws {
        var app = try await catalog()
        try await app.send("plot habitable --all --estimated")
        let plot = try plot(app)
        // Bodies that receive less than a hundredth of Earth’s light are outside the axes.
        let beyond = plot.omissions.first { $0.reason == "outside the axes" }?.count ?? 0
        let computable = try Filter("in hz or not in hz", of: .planet)
        let count = try await app.services.planets.count(.all, matching: "", where: computable)
        #expect(plot.count + beyond == count && beyond < plot.count / 20 && (count == 5842 || !Soak.isOn))
        #expect(plot.classes.filter(\.isNamed).map(\.symbol) == [.star])
        let inside = plot.classes.filter { $0.name.hasPrefix("inside") }
        let (large, small) = Soak.isOn ? (165, 19) : (22, 1)
        #expect(inside.map(\.count) == [large, small])
        #expect(plot.title == "Habitable zones: \(large + small) inside, \(small) of them up to 1.8 Earth radii")
        let known: Set = Soak.isOn ? ["GJ 1061 d", "Proxima Cen b"] : ["Proxima Cen b"]
        #expect(Set(inside.flatMap(\.marks).map(\.label)).isSuperset(of: known))
        #expect(Set(plot.classes.map(\.symbol)).count == 4)
        // The class of each body matches its position relative to the limits.
        for mark in plot.classes.flatMap(\.marks) where mark.y != 5772 {
            let (far, near) = (HabitableZone.maximumGreenhouse, HabitableZone.runawayGreenhouse)
            let isBetween = far.flux(at: mark.y) * 0.9999...near.flux(at: mark.y) * 1.0001 ~= mark.x
            #expect(isBetween || !inside.contains { $0.marks.contains(mark) }, "\(mark)")
        }
        try await app.send("plot habitable")
        #expect(try self.plot(app).omissions.contains { $0.reason == "with an estimated axis" })
    }

    @Test("Two values can be plotted in chosen units, and a value that varies widely is plotted on a logarithmic scale")
    func figures() async throws {
        var app = try await TestApp { store in
            for (number, name) in ["A", "B", "C"].enumerated() {
                var planet = Planet()
                (planet.name, planet.type, planet.discoveryYear) = (name, .exoplanet, 2000 + number)
                planet.distancePc = 1
                planet.massKg = Unit.mjup.convert(number == 0 ? 0.01 : Double(number), to: .kg)
                planet.meanTemperatureK = 273.15 + Double(number)
                _ = try await store.planets.add(planet)
            }
        }
        try await app.send("plot distance:ly mass:mjup")
        let masses = try plot(app)
        #expect(masses.x == Axis("Distance", unit: "ly", scale: .linear, around: [3.26156]))
        #expect(masses.y == Axis("Mass", unit: "M♃", scale: .logarithmic, around: [0.01, 2], margin: 0.05))
        #expect(masses.title == "Distance and mass")
        #expect(masses.classes.flatMap(\.marks).map(\.y).sorted() == [0.01, 1, 2])
        try await app.send("plot DISCOVERED temperature:c where name != A")
        let warmths = try plot(app)
        #expect(warmths.x.title == "Discovered" && warmths.y.title == "Equilibrium temperature (°C)")
        #expect(warmths.title == "Discovered and equilibrium temperature")
        #expect(Set(warmths.classes.flatMap(\.marks).map { [$0.x, $0.y] }) == [[2001, 1], [2002, 2]])
        try await app.send("edit A meanTemperatureK=40", "edit B meanTemperatureK=5000")
        try await app.send("plot distance:ly temperature:C")
        #expect(try plot(app).y.range.lowerBound == -273.15)
        try await app.send("edit C type=moon")
        try await app.send("plot distance:ly temperature:C")
        #expect(try plot(app).y.title == "Temperature (°C)")
        try await app.send("plot massKg radiusKm")
        #expect(app.told?.contains("Nothing to draw: no planet has a measured mass and radius") == true)
    }

    @Test("Axes of celestial coordinates stay within their ranges, and right ascension increases to the left")
    func sky() async throws {
        var app = try await TestApp { store in
            for (number, (ra, dec)) in [(1.0, -89.0), (359, 89.5), (100, 0)].enumerated() {
                var planet = Planet()
                (planet.name, planet.type, planet.raDeg, planet.decDeg) = ("P\(number)", .exoplanet, ra, dec)
                _ = try await store.planets.add(planet)
            }
        }
        try await app.send("plot ra dec")
        let plot = try plot(app)
        #expect(plot.x.range == 0...24 && plot.x.isDescending && plot.x.unit == "h")
        #expect(plot.y.range == -90...90 && !plot.y.isDescending && plot.count == 3)
        try await app.send("plot ra:deg dec:deg")
        #expect(try self.plot(app).x.range == 0...360)
        #expect(try self.plot(app).x.isDescending)
    }

    @Test(
        "An invalid plot is reported with the position of the error and the expected input",
        arguments: [
            ("distance:lx mass", 9, "a unit for distance", "ly?"),
            ("distance:ly masss:kg", 12, "a numeric field", "mass?"),
            ("distance:", 9, "a unit for distance", "ly"), ("axis", 4, "a numeric field", "Available fields: mass"),
            ("mass-radus", 0, "a numeric field", "mass-radius?"),
            ("mass radius axis", 12, "“where” or the end of the command", ""),
            ("mass moons:kg", 10, "another field or the end of the input", "no unit"),
            ("name mass", 0, "a numeric field", ""),
        ])
    func mistakes(words: String, column: Int, expected: String, hint: String) async throws {
        var app = try await TestApp()
        let problem = try #require(try await app.failure(of: "plot \(words)"))
        #expect(problem.status == .wrongUsage)
        #expect(problem.passage == ErrorReport.Passage(text: words, column: column))
        let sentences = problem.sentences.joined(separator: " ")
        #expect(sentences.contains("xpected \(expected)") && sentences.contains(hint), "\(sentences)")
    }

    @Test("A plot can be filtered, and a misspelled “where” is an error")
    func filtered() async throws {
        var app = try await catalog()
        try await app.send("plot mass-radius where orbits = 'TRAPPIST-1'")
        #expect(try plot(app).count == 7)
        try await app.send("plot discoveries where discovered < 1900")
        #expect(app.told?.contains("Nothing to draw") == true)
        let problem = try #require(try await app.failure(of: "plot sky whre discovered > 2020"))
        #expect(problem.status == .wrongUsage)
    }

    @Test("plot discoveries counts planets by year and method", .long("all exoplanets"))
    func discoveries() async throws {
        var app = try await catalog()
        try await app.send("plot discoveries --all")
        let plot = try plot(app)
        // One of the 1,290 bodies found by radial velocity has no year.
        #expect(plot.classes.prefix(3).map(\.count) == (Soak.isOn ? [4732, 1289, 294] : [488, 139, 30]))
        let marks = plot.classes.flatMap(\.marks)
        #expect(marks.filter { $0.x == 2014 }.reduce(0) { $0 + $1.count } == (Soak.isOn ? 884 : 89))
        #expect(marks.filter { $0.x == 2016 }.reduce(0) { $0 + $1.count } == (Soak.isOn ? 1539 : 150))
    }

    @Test func `plot habitable has a separate class for bodies of up to 1.8 Earth radii`() async throws {
        var app = try await TestApp { store in
            for (name, radii) in [("Small", 1.8), ("Large", 1.8001)] {
                var planet = Planet()
                (planet.name, planet.type, planet.parent) = (name, .exoplanet, "Star of \(name)")
                (planet.semiMajorAxisAu, planet.eccentricity) = (1, 0)
                planet.radiusKm = Unit.rearth.convert(radii, to: .km)
                (planet.starMassSun, planet.starRadiusSun, planet.starTemperatureK) = (1, 1, 5772)
                planet.estimated = [.measuredAxis, .measuredRadius]
                _ = try await store.planets.add(planet, in: .test)
            }
        }
        try await app.send("plot habitable")
        let names = try plot(app).classes.map { ($0.name, $0.marks.map(\.label)) }
        #expect(names.contains { $0.0 == "inside, up to 1.8 Earth radii" && $0.1 == ["Small"] }, "\(names)")
        #expect(names.contains { $0.0 != "inside, up to 1.8 Earth radii" && $0.1 == ["Large"] }, "\(names)")
    }

    @Test func `A plot of discoveries counts the bodies that it omits`() async throws {
        var app = try await TestApp { store in
            let bodies: [(PlanetType, Int?)] = [(.exoplanet, 2000), (.exoplanet, nil), (.planet, 1781), (.moon, 1610)]
            for (number, body) in bodies.enumerated() {
                var planet = Planet()
                (planet.name, planet.type, planet.discoveryYear) = ("\(number)", body.0, body.1)
                planet.discoveryMethod = "Transit"
                _ = try await store.planets.add(planet, in: .test)
            }
        }
        try await app.send("plot discoveries")
        #expect(try plot(app).omissions.map(\.count).sorted() == [1, 2])
    }

    @Test(
        "A plot counts bodies without one of its values and labels bodies only if there are at most twenty",
        arguments: [20, 21])
    func labels(count: Int) async throws {
        var app = try await TestApp { store in
            for number in 1...(count + 2) {
                var planet = Planet()
                (planet.name, planet.type, planet.parent) = ("\(number)", .planet, "Sun")
                planet.massKg = number == count + 1 ? nil : 5.9722e24
                planet.radiusKm = number == count + 2 ? nil : 6378.1
                planet.estimated = [.measuredMass, .measuredRadius]
                _ = try await store.planets.add(planet)
            }
        }
        try await app.send("plot mass-radius")
        let plot = try plot(app)
        #expect(plot.classes.map(\.name) == ["Solar System"] && plot.count == count)
        #expect(plot.classes.map(\.isNamed) == [count <= 20])
        #expect(plot.omissions == [Plot.Omission(2, "without mass or radius")])
    }

    @Test("Values of unknown provenance have their own symbol, and limits and computed values require --estimated")
    func estimated() async throws {
        var app = try await TestApp { store in
            for (name, marks) in [("A", Estimates()), ("B", .minimumMass), ("C", .massLimit), ("D", .radius)] {
                var planet = Planet()
                (planet.name, planet.type, planet.estimated) = (name, .exoplanet, marks)
                if name == "B" { planet.uncertainties["radiusKm"] = Uncertainty(upper: 100, lower: 100) }
                (planet.massKg, planet.radiusKm) = (5.9722e24, 6378.1)
                _ = try await store.planets.add(planet)
            }
        }
        try await app.send("plot mass-radius")
        #expect(app.told == "Masses and radii\nunknown provenance: A 1.0 1.0\nunknown method: B 1.0 1.0")
        #expect(try plot(app).classes.first { $0.name == "unknown provenance" }?.symbol == .ring)
        #expect(try plot(app).omissions == [Plot.Omission(2, "estimated or a limit")])
        try await app.send("plot mass-radius --estimated")
        #expect(try plot(app).count == 4)
    }

    @Test("A plot without data prints a message and does not write a file, even with --svg")
    func nothing() async throws {
        var app = try await TestApp { store in _ = try await store.planets.add(Planet()) }
        try await app.send("plot mass-radius")
        #expect(
            app.told?.contains("Nothing to draw: no planet has a measured mass and radius.") == true)
        try await app.send("plot distance --svg nothing.svg")
        #expect(app.told?.contains("Nothing to draw: no planet has a known distance") == true)
        let files = app.services.files
        await #expect(throws: (any Error).self) { try await files.read("nothing.svg", limit: 100) }
    }

    @Test("plot --svg writes a file, and replaces an existing file only with --force")
    func picture() async throws {
        var app = try await catalog()
        try await app.send("plot sky --svg sky.svg")
        #expect(app.told == "Wrote a picture of \(Soak.isOn ? 6296 : 658) planets to sky.svg.")
        let text = String(decoding: try await app.services.files.read("sky.svg", limit: 10_000_000), as: UTF8.self)
        #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>\n"))
        #expect(text.contains("<title>TRAPPIST-1 e: "))
        var again = app
        await #expect(throws: StoreProblem.fileExists(path: "sky.svg")) {
            try await again.send("plot sky --svg sky.svg")
        }
        try await app.send("plot sky --svg sky.svg --force --dark")
        #expect(try await app.services.files.read("sky.svg", limit: 10_000_000) != Array(text.utf8))
    }
}
