import Display
import Model

/// Makes a plot of planets that it is shown one after the other, and keeps of them only what is drawn.
protocol Plotter: Sendable {
    /// What a body needs to be drawn: `a measured mass and a measured radius`.
    var need: String { get }
    mutating func add(_ planet: Planet)
    /// - Parameter others: What has been left out before.
    func plot(leavingOut others: [Plot.Omission]) -> Plot
}

extension Planet {
    /// How an exoplanet was found; whatever else there is, by what it is.
    var plotClass: String {
        switch type {
        case .exoplanet: discoveryMethod.isEmpty ? "unknown method" : discoveryMethod
        case .fictional: "fictional"
        case .star, .planet, .dwarfPlanet, .asteroid, .moon: "Solar System"
        }
    }
}
