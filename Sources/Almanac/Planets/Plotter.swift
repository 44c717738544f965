import Display
import Glibc
import Model

/// An object that builds a plot from planets one at a time and stores only the plotted values.
protocol Plotter: Sendable {
    /// A description of the values that a body must have, such as `a measured mass and radius`.
    var need: String { get }
    /// Adds a planet.
    ///
    /// - Returns: Whether the planet has the values that the plot needs.
    mutating func add(_ planet: Planet) -> Bool
    /// Returns the plot of the planets added so far.
    ///
    /// - Parameter others: The bodies that were excluded before plotting.
    func plot(leavingOut others: [Plot.Omission]) -> Plot
}

extension Planet {
    /// The class of the planet in plots: the discovery method for exoplanets, and a category for other bodies.
    var plotClass: String {
        switch type {
        case .exoplanet: discoveryMethod.isEmpty ? "unknown method" : discoveryMethod
        case .fictional: "fictional"
        case .star, .planet, .dwarfPlanet, .asteroid, .moon: Self.solarSystem
        }
    }

    static let solarSystem = "Solar System"
    /// The class of bodies with a value that the catalog marks neither as measured nor as computed.
    static let unknownProvenance = "unknown provenance"

    /// The symbols of the classes, which are the same in all plots. Other classes are combined.
    static let plotSymbols: [String: Plot.Symbol] = [
        "Transit": .dot, "Radial Velocity": .plus, "Microlensing": .cross, "Imaging": .circle,
        "Transit Timing Variations": .square, "Eclipse Timing Variations": .diamond, solarSystem: .triangle,
        unknownProvenance: .ring,
    ]

    /// Whether the body is an exoplanet, one of the eight planets, or fictional.
    var isUsualInPlots: Bool {
        switch type {
        case .exoplanet, .planet, .fictional: true
        case .star, .dwarfPlanet, .asteroid, .moon: false
        }
    }
}

/// The subject of a predefined plot.
enum PlotSubject: String, CaseIterable, Sendable {
    case massRadius = "mass-radius"
    case periodRadius = "period-radius"
    case habitable, discoveries, distance, sky

    /// Whether moons, dwarf planets, asteroids, and stars are excluded by default.
    var isOfPlanets: Bool {
        switch self {
        case .massRadius, .periodRadius, .habitable: true
        case .discoveries, .distance, .sky: false
        }
    }

    /// Returns a plotter for the subject.
    ///
    /// - Parameter isMeasured: Whether to exclude estimated values and upper limits.
    func plotter(isMeasured: Bool) -> any Plotter {
        switch self {
        case .massRadius:
            ScatterPlotter(
                "Masses and radii", .mass, .radius, isMeasured: isMeasured, named: [Planet.solarSystem],
                guides: PlotGuides.densities)
        case .periodRadius:
            ScatterPlotter(
                "Periods and radii", .period, .radius, isMeasured: isMeasured, named: [Planet.solarSystem])
        case .habitable: HabitableZonePlotter(isMeasured: isMeasured)
        case .discoveries: DiscoveryPlotter()
        case .distance: DistancePlotter()
        case .sky:
            ScatterPlotter(
                "Positions in the sky", .rightAscension(isWhole: true), .declination(isWhole: true), .density,
                isMeasured: isMeasured,
                guides: PlotGuides.sky)
        }
    }
}

/// A plotter that counts discoveries by year and method.
struct DiscoveryPlotter: Plotter {
    let need = "a known year and method of discovery"
    private var counts: [String: [Int: Int]] = [:]
    private var unknown = 0
    private var ofTheSun = 0

    mutating func add(_ planet: Planet) -> Bool {
        // Many discoveries in the solar system are centuries older than the discoveries of exoplanets.
        guard planet.type == .exoplanet else {
            ofTheSun += 1
            return false
        }
        guard let year = planet.discoveryYear, !planet.discoveryMethod.isEmpty else {
            unknown += 1
            return false
        }
        counts[planet.discoveryMethod, default: [:]][year, default: 0] += 1
        return true
    }

    func plot(leavingOut others: [Plot.Omission]) -> Plot {
        let years = counts.values.flatMap(\.keys).map(Double.init)
        let totals = counts.values.reduce(into: [:]) { totals, years in totals.merge(years, uniquingKeysWith: +) }
        let marks = counts.map { method, years in
            let marks = years.sorted { $0.key < $1.key }.map { year, count in
                let year = Double(year)
                return Plot.Marker(
                    method, x: year, y: Double(count), standingFor: count,
                    over: (year - 0.5)...(year + 0.5))
            }
            return (method, marks)
        }
        return Plot(
            "Discoveries by year and method",
            x: Axis("Year", around: years.flatMap { [$0 - 0.5, $0 + 0.5] }).wholeNumbers,
            y: Axis("Planets", around: [0] + totals.values.map(Double.init)).wholeNumbers, .bars,
            marks: Dictionary(uniqueKeysWithValues: marks), symbols: Planet.plotSymbols,
            omissions: [
                Plot.Omission(unknown, "without year or method"), Plot.Omission(ofTheSun, "not exoplanets"),
            ] + others)
    }
}

/// A plotter of distances as a histogram, with ten bins for each power of ten.
struct DistancePlotter: Plotter {
    let need = "a known distance"
    private var counts: [Int: Int] = [:]
    private var unknown = 0

    /// The bounds of the bins in parsecs. They are the R10 preferred numbers of ISO 3, which are almost evenly spaced
    /// on a logarithmic axis.
    private static let edges = (-2...5).flatMap { exponent in
        ["1", "1.25", "1.6", "2", "2.5", "3.15", "4", "5", "6.3", "8"].compactMap { Double("\($0)e\(exponent)") }
    }

    mutating func add(_ planet: Planet) -> Bool {
        guard let distance = planet.distancePc, distance > 0,
            let step = Self.edges.lastIndex(where: { $0 <= distance }), step + 1 < Self.edges.count
        else {
            unknown += 1
            return false
        }
        counts[step, default: 0] += 1
        return true
    }

    func plot(leavingOut others: [Plot.Omission]) -> Plot {
        let marks = counts.sorted { $0.key < $1.key }.map { step, count in
            let (near, far) = (Self.edges[step], Self.edges[step + 1])
            let middle = (near * far).squareRoot().rounded(toDigits: 4)
            return Plot.Marker(
                "\(near.digits) to \(far.digits) pc", x: middle, y: Double(count), standingFor: count,
                over: near...far)
        }
        let ends = counts.keys.flatMap { [Self.edges[$0], Self.edges[$0 + 1]] }
        return Plot(
            "Distances", x: Axis("Distance", unit: "pc", scale: .logarithmic, around: ends),
            y: Axis("Bodies", around: [0] + marks.map(\.y)).wholeNumbers, .bars, marks: ["bodies": marks],
            omissions: [Plot.Omission(unknown, "without distance")] + others)
    }
}

/// A plotter of the insolation of planets and the temperature of their stars, with the habitable zone.
struct HabitableZonePlotter: Plotter {
    let isMeasured: Bool
    let need = "a known axis and a star of 2600 to 7200 K with a known radius"
    private var marks: [Zone: [Plot.Marker]] = [:]
    private var unknown = 0
    private var beyondFormula = 0
    private var unmeasured = 0

    init(isMeasured: Bool) { self.isMeasured = isMeasured }

    private enum Zone: String {
        case closer = "closer than the zone"
        case farther = "farther than the zone"
        case inside = "inside"
        case small = "inside, up to 1.8 Earth radii"
    }

    /// The maximum radius in kilometers of a body that is probably rocky.
    private static let largestOfRock = Unit.rearth.convert(1.8, to: .km)

    mutating func add(_ planet: Planet) -> Bool {
        guard let axis = planet.semiMajorAxisAu, axis > 0, let temperature = planet.star?.temperatureK,
            let light = DerivedFigure.insolation.value(of: planet), light > 0
        else {
            unknown += 1
            return false
        }
        guard let zone = planet.star?.habitableZone, !zone.isExtrapolated else {
            beyondFormula += 1
            return false
        }
        guard !isMeasured || !planet.estimated.contains(.axis) else {
            unmeasured += 1
            return false
        }
        let mark = Plot.Marker(planet.title, x: light.rounded(toDigits: 6), y: temperature)
        marks[place(of: planet, axis, zone), default: []].append(mark)
        return true
    }

    private func place(of planet: Planet, _ axis: Double, _ zone: HabitableZone) -> Zone {
        guard zone.contains(axis) else { return axis < zone.inner ? .closer : .farther }
        let isKnown = !isMeasured || !planet.estimated.contains(.radius)
        guard isKnown, let radius = planet.radiusKm, radius <= Self.largestOfRock else { return .inside }
        return .small
    }

    /// The minimum insolation in the plot, relative to Earth’s.
    private static let leastLight = 0.01
    private static let mostNamed = 30

    private static let symbols: [String: Plot.Symbol] = [
        Zone.closer.rawValue: .speck, Zone.farther.rawValue: .dash, Zone.inside.rawValue: .ring,
        Zone.small.rawValue: .star,
    ]

    func plot(leavingOut others: [Plot.Omission]) -> Plot {
        // A few bodies in wide orbits would leave too little space for the zone.
        let values = marks.values.joined().map(\.x)
        let shown = values.filter { $0 >= Self.leastLight }
        var light = Axis(
            "Insolation", unit: "of Earth’s", scale: .logarithmic, around: shown.isEmpty ? values : shown,
            margin: PlottedFigure.margin)
        light.isDescending = true
        let small = marks[.small]?.count ?? 0
        let inside = (marks[.inside]?.count ?? 0) + small
        return Plot(
            "Habitable zones: \(inside) inside, \(small) of them up to 1.8 Earth radii", x: light,
            y: Axis("Temperature of the star", unit: "K", range: 2_500...7_500),
            marks: Dictionary(uniqueKeysWithValues: marks.map { ($0.key.rawValue, $0.value) }),
            symbols: Self.symbols, named: small <= Self.mostNamed ? [Zone.small.rawValue] : [],
            guides: [PlotGuides.habitableZone],
            omissions: [
                Plot.Omission(unknown, "without axis, star radius, or star temperature"),
                Plot.Omission(beyondFormula, "with a star outside 2600 to 7200 K"),
                Plot.Omission(unmeasured, "with an estimated axis"),
            ] + others)
    }
}

/// Reference lines and areas of plots.
enum PlotGuides {
    /// Lines of constant density, M = 4/3 π R³ ρ, in Earth masses and radii.
    static let densities = [
        density("water", gramsPerCubicCentimeter: 1), density("rock", gramsPerCubicCentimeter: 3.3),
        density("iron", gramsPerCubicCentimeter: 7.87),
    ]

    /// The ecliptic and the plane of the Milky Way (J2000) by right ascension in hours and declination in degrees.
    static let sky = [
        greatCircle("ecliptic", poleHours: 18, poleDegrees: 66.5607),
        greatCircle("Milky Way", poleHours: 12.8573, poleDegrees: 27.1283),
    ]

    private static func greatCircle(_ name: String, poleHours: Double, poleDegrees: Double) -> Plot.Guide {
        let slope = tan(poleDegrees * .pi / 180)
        let places = (0...96).map { quarter in
            let hours = Double(quarter) / 4
            return (x: hours, y: -atan(cos((hours - poleHours) * .pi / 12) / slope) * 180 / .pi)
        }
        return Plot.Guide(name, labeled: name, along: places)
    }

    /// The habitable zone by insolation and stellar temperature, between the limits of Kopparapu et al. (2014).
    static let habitableZone: Plot.Guide = {
        let ends = HabitableZone.temperatures
        let temperatures = Array(stride(from: ends.lowerBound, through: ends.upperBound, by: 230))
        let near = temperatures.map { (x: HabitableZone.runawayGreenhouse.flux(at: $0), y: $0) }
        let far = temperatures.reversed().map { (x: HabitableZone.maximumGreenhouse.flux(at: $0), y: $0) }
        return Plot.Guide("habitable zone", within: near + far)
    }()

    private static func density(_ name: String, gramsPerCubicCentimeter density: Double) -> Plot.Guide {
        let place = { (radius: Double) in
            let radiusKm = Unit.rearth.convert(radius, to: .km)
            let massKg = 4 / 3 * Double.pi * radiusKm * radiusKm * radiusKm * density * 1e12
            return (x: Unit.kg.convert(massKg, to: .mearth), y: radius)
        }
        return Plot.Guide(
            "\(name) \(density.digits) g/cm³", labeled: name, along: [place(1e-6), place(1e6)])
    }
}
