import Display
import Model

/// Lines to compare bodies with.
enum PlotGuides {
    /// Of bodies of one density each, M = 4/3 π R³ ρ: by mass and radius as multiples of Earth's.
    static let densities = [
        density("dense as water", gramsPerCubicCentimetre: 1), density("dense as iron", gramsPerCubicCentimetre: 7.87),
    ]

    /// By light and the star's temperature: between the limits of Kopparapu et al. 2014, as far as they are known.
    static let habitableZone: Plot.Guide = {
        let ends = HabitableZone.temperatures
        let temperatures = Array(stride(from: ends.lowerBound, through: ends.upperBound, by: 230))
        let near = temperatures.map { (x: HabitableZone.runawayGreenhouse.flux(at: $0), y: $0) }
        let far = temperatures.reversed().map { (x: HabitableZone.maximumGreenhouse.flux(at: $0), y: $0) }
        return Plot.Guide("habitable zone", within: near + far)
    }()

    private static func density(_ name: String, gramsPerCubicCentimetre density: Double) -> Plot.Guide {
        let place = { (radius: Double) in
            let radiusKm = Unit.rearth.convert(radius, to: .km)
            let massKg = 4 / 3 * Double.pi * radiusKm * radiusKm * radiusKm * density * 1e12
            return (x: Unit.kg.convert(massKg, to: .mearth), y: radius)
        }
        return Plot.Guide(name, from: place(0.01), to: place(100))
    }
}
