import Display

/// What can be drawn of the planets.
enum PlotSubject: String, CaseIterable, Sendable {
    case massRadius = "mass-radius"
    case periodRadius = "period-radius"
    case habitable, discoveries, distance, sky

    /// - Parameter isMeasured: Whether what is computed or a limit is left out.
    func plotter(isMeasured: Bool) -> any Plotter {
        switch self {
        case .massRadius:
            FigurePlotter("Masses and radii", .mass, .radius, isMeasured: isMeasured, guides: PlotGuides.densities)
        case .periodRadius: FigurePlotter("Periods and radii", .period, .radius, isMeasured: isMeasured)
        case .habitable: HabitablePlotter(isMeasured: isMeasured)
        case .discoveries: DiscoveryPlotter()
        case .distance: DistancePlotter()
        case .sky: FigurePlotter("Where they are in the sky", .rightAscension, .declination, isMeasured: isMeasured)
        }
    }
}
