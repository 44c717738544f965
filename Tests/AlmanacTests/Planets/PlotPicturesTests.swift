import AlmanacStore
import Display
import Model
import TestSupport
import Testing

@Suite("Pictures of the sample data")
struct PlotPicturesTests {
    private func catalog() async throws -> TestApp {
        try await TestApp(of: TemporaryStore(with: "solar", TemporaryStore.exoplanets))
    }

    private func picture(_ app: TestApp) throws -> Picture {
        let blocks = try #require(app.stage.notice).blocks
        return try #require(blocks.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }.first)
    }

    private func plot(_ app: TestApp) throws -> Plot {
        guard case .plot(let plot) = try picture(app) else { throw NotAPlot() }
        return plot
    }

    private struct NotAPlot: Error {}

    private static let plots = [
        "plot mass-radius", "plot period-radius", "plot habitable", "plot discoveries", "plot distance", "plot sky",
        "plot mass-radius --all", "plot habitable --all --estimated", "plot mass radius", "plot distance:ly discovered",
        "plot mass-radius where 'type = moon'", "plot period-radius where 'orbits = TRAPPIST-1'",
    ]
    private static let drawings = [
        "orbits sun", "orbits sun --linear", "orbits trappist-1 --log", "orbits jupiter", "orbits mars",
        "sizes earth mars jupiter", "sizes sun mercury venus earth mars jupiter saturn uranus neptune", "sizes moon",
    ]

    @Test(
        "Labels in SVG files never overlap and are inside the document, and every disk is a circle",
        .long("every plot and drawing"))
    func geometry() async throws {
        var app = try await catalog()
        for (number, line) in Soak.sample(Self.plots + Self.drawings, 5).enumerated() {
            try await app.send("\(line) --svg \(number).svg\(number.isMultiple(of: 2) ? "" : " --dark")")
            let bytes = try await app.services.files.read("\(number).svg", limit: 10_000_000)
            let text = String(decoding: bytes, as: UTF8.self)
            let labels = SVGGeometry(text).labels
            #expect(labels.count > 4, "\(line)")
            let outside = labels.filter { !$0.isInside }
            #expect(outside.isEmpty, "\(line): \(outside)")
            let pairs = SVGGeometry.overlaps(labels)
            #expect(pairs.isEmpty, "\(line): \(pairs)")
            // An arc in a path could be something other than a circle.
            #expect(!text.contains(/\sd="[^"]*[aA]/), "\(line)")
            #expect(text.contains(">Drawn 2026-11-21. Filter: "), "\(line)")
            #expect(text.contains("fill=\"#14171c\"/>") != number.isMultiple(of: 2), "\(line)")
        }
    }

    @Test("A discovery method has the same symbol in every plot")
    func symbols() async throws {
        var app = try await catalog()
        var symbols: [String: Set<Plot.Symbol>] = [:]
        for line in ["mass-radius", "period-radius", "discoveries", "sky", "mass radius", "temperature period"] {
            try await app.send("plot \(line)")
            for marks in try plot(app).classes { symbols[marks.name, default: []].insert(marks.symbol) }
        }
        #expect(symbols.count > 6 && symbols.values.allSatisfy { $0.count == 1 }, "\(symbols)")
        // Methods without their own symbol share one.
        let own = symbols.filter { $0.value != [.wedge] }
        #expect(own.count > 6 && Set(own.values.flatMap { $0 }).count == own.count)
    }

    @Test("The bar heights in plots of discoveries and distances add up to the number of bodies")
    func bars() async throws {
        var app = try await catalog()
        for what in ["discoveries", "distance"] {
            try await app.send("plot \(what)")
            let plot = try plot(app)
            let heights = plot.segments.map { $0.ends.upperBound - $0.ends.lowerBound }
            #expect(plot.form == .bars && heights.reduce(0, +) == Double(plot.count))
            // The bars do not overlap, and the tallest bar is within the axis.
            let spans = Set(plot.segments.map(\.span)).sorted { $0.lowerBound < $1.lowerBound }
            #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
            #expect(plot.segments.allSatisfy { plot.y.shows($0.ends.upperBound) })
        }
    }

    @Test("mass-radius, period-radius, and habitable show only planets, except with --all or if no planet matches")
    func planets() async throws {
        var app = try await catalog()
        for what in ["mass-radius", "period-radius", "habitable"] {
            try await app.send("plot \(what)")
            let plot = try plot(app)
            let names = Set(plot.classes.flatMap(\.marks).map(\.label))
            #expect(names.isSuperset(of: what == "habitable" ? ["Earth"] : ["Earth", "Jupiter"]), "\(what)")
            #expect(names.isDisjoint(with: ["Io", "Ceres", "Pluto", "Sun"]), "\(what)")
            #expect(
                plot.omissions.contains { $0.reason == "stars, moons, and small bodies" && $0.count == 102 }, "\(what)")
            let named = plot.classes.filter(\.isNamed)
            #expect(named.map(\.name) == [what == "habitable" ? "inside, up to 1.8 Earth radii" : "Solar System"])
        }
        try await app.send("plot mass-radius")
        let guides = try plot(app).guides.map(\.name)
        #expect(guides.suffix(3) == ["water 1 g/cm³", "rock 3.3 g/cm³", "iron 7.87 g/cm³"], "\(guides)")
        try await app.send("plot mass-radius --all")
        #expect(try plot(app).classes.flatMap(\.marks).contains { $0.label == "Io" })
        try await app.send("plot mass-radius where 'type = moon'")
        #expect(try plot(app).classes.flatMap(\.marks).contains { $0.label == "Io" })
        #expect(try picture(app).origin?.filter == "type = moon")
        #expect(try picture(app).origin?.sources.first?.contains("JPL") == true)
    }

    @Test("A picture states its filter, the catalogs of the drawn bodies, and the date")
    func origin() async throws {
        var app = try await catalog()
        try await app.send("plot mass-radius where 'distance:ly < 50'")
        let origin = try #require(try picture(app).origin)
        #expect(
            origin.text
                == "Drawn 2026-11-21. Filter: distance:ly < 50. "
                + "Source: NASA Exoplanet Archive, Open Exoplanet Catalogue."
        )
        try await app.send("orbits sun")
        #expect(try picture(app).origin?.text.contains("Filter: none. Source: ") == true)
    }

    @Test("plot sky shows right ascension in hours from right to left, the ecliptic, and the plane of the Milky Way")
    func sky() async throws {
        var app = try await catalog()
        try await app.send("plot sky")
        let plot = try plot(app)
        #expect(plot.form == .density)
        #expect(plot.x.isDescending && plot.x.range == 0...24 && plot.x.unit == "h")
        #expect(plot.guides.map(\.name) == ["ecliptic", "Milky Way"])
        let degrees = { (guide: Plot.Guide, hours: Double) in guide.places.first { $0.x == hours }?.y ?? .nan }
        // The ecliptic is highest at 6 hours, and the center of the Milky Way is at 17 h 46 min, −29°.
        #expect(abs(degrees(plot.guides[0], 6) - 23.44) < 0.01 && abs(degrees(plot.guides[0], 12)) < 0.01)
        #expect(abs(degrees(plot.guides[1], 17.75) + 28.9) < 0.5)
        let planet = plot.classes.flatMap(\.marks).first { $0.label == "TRAPPIST-1 e" }
        #expect(planet.map { abs($0.x - 23.108) < 0.01 } == true)
    }
}
