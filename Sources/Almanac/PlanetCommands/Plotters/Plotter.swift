import Display
import Model

/// An object that builds a plot from planets one at a time and stores only the plotted values.
protocol Plotter: Sendable {
    /// A description of the values that a body must have, such as `a measured mass and radius`.
    var need: String { get }
    mutating func add(_ planet: Planet)
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
        case .star, .planet, .dwarfPlanet, .asteroid, .moon: "Solar System"
        }
    }
}

/// The subject of a predefined plot.
enum PlotSubject: String, CaseIterable, Sendable {
    case massRadius = "mass-radius"
    case periodRadius = "period-radius"
    case habitable, discoveries, distance, sky

    /// Returns a plotter for the subject.
    ///
    /// - Parameter isMeasured: Whether to exclude computed values and limits.
    func plotter(isMeasured: Bool) -> any Plotter {
        switch self {
        case .massRadius:
            FigurePlotter("Masses and radii", .mass, .radius, isMeasured: isMeasured, guides: PlotGuides.densities)
        case .periodRadius: FigurePlotter("Periods and radii", .period, .radius, isMeasured: isMeasured)
        case .habitable: HabitableZonePlotter(isMeasured: isMeasured)
        case .discoveries: DiscoveryPlotter()
        case .distance: DistancePlotter()
        case .sky: FigurePlotter("Positions in the sky", .rightAscension, .declination, isMeasured: isMeasured)
        }
    }
}
