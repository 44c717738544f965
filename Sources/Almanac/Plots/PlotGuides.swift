import Display
import Model

/// Lines to compare bodies with.
enum PlotGuides {
    /// Of bodies of one density each, M = 4/3 π R³ ρ: by mass and radius as multiples of Earth's.
    static let densities = [
        density("dense as water", gramsPerCubicCentimetre: 1), density("dense as iron", gramsPerCubicCentimetre: 7.87),
    ]

    private static func density(_ name: String, gramsPerCubicCentimetre density: Double) -> Plot.Guide {
        let place = { (radius: Double) in
            let radiusKm = Unit.rearth.convert(radius, to: .km)
            let massKg = 4 / 3 * Double.pi * radiusKm * radiusKm * radiusKm * density * 1e12
            return (x: Unit.kg.convert(massKg, to: .mearth), y: radius)
        }
        return Plot.Guide(name, from: place(0.01), to: place(100))
    }
}
