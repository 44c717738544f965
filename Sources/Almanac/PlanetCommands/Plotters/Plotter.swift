import Display
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

    /// The symbols of the classes, which are the same in all plots. Other classes are combined.
    static let plotSymbols: [String: Plot.Symbol] = [
        "Transit": .dot, "Radial Velocity": .plus, "Microlensing": .cross, "Imaging": .circle,
        "Transit Timing Variations": .square, "Eclipse Timing Variations": .diamond, solarSystem: .triangle,
    ]

    /// Whether the body is an exoplanet or one of the eight planets.
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
    /// - Parameter isMeasured: Whether to exclude estimated values and limits.
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
                "Positions in the sky", .rightAscension, .declination, .density, isMeasured: isMeasured,
                guides: PlotGuides.sky)
        }
    }
}
