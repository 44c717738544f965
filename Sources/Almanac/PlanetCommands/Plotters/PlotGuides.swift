import Display
import Model

/// Reference lines and areas of plots.
enum PlotGuides {
    /// Lines of constant density, M = 4/3 π R³ ρ, in Earth masses and radii.
    static let densities = [
        density("density of water", gramsPerCubicCentimeter: 1),
        density("density of iron", gramsPerCubicCentimeter: 7.87),
    ]

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
        return Plot.Guide(name, from: place(0.01), to: place(100))
    }
}
