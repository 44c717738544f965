import Display
import Model

/// An accumulator that creates a plot from planets and keeps only the plotted values.
protocol Plotter: Sendable {
    /// The values that a body must have, such as `a measured mass and radius`.
    var need: String { get }
    mutating func add(_ planet: Planet)
    /// - Parameter others: Bodies that were excluded before.
    func plot(leavingOut others: [Plot.Omission]) -> Plot
}

extension Planet {
    /// The discovery method of an exoplanet, or a category for other bodies.
    var plotClass: String {
        switch type {
        case .exoplanet: discoveryMethod.isEmpty ? "unknown method" : discoveryMethod
        case .fictional: "fictional"
        case .star, .planet, .dwarfPlanet, .asteroid, .moon: "Solar System"
        }
    }
}

/// The predefined plots.
enum PlotSubject: String, CaseIterable, Sendable {
    case massRadius = "mass-radius"
    case periodRadius = "period-radius"
    case habitable, discoveries, distance, sky

    /// - Parameter isMeasured: Whether to exclude computed values and limits.
    func plotter(isMeasured: Bool) -> any Plotter {
        switch self {
        case .massRadius:
            FigurePlotter("Masses and radii", .mass, .radius, isMeasured: isMeasured, guides: PlotGuides.densities)
        case .periodRadius: FigurePlotter("Periods and radii", .period, .radius, isMeasured: isMeasured)
        case .habitable: HabitablePlotter(isMeasured: isMeasured)
        case .discoveries: DiscoveryPlotter()
        case .distance: DistancePlotter()
        case .sky: FigurePlotter("Positions in the sky", .rightAscension, .declination, isMeasured: isMeasured)
        }
    }
}
