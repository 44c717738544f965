import Display
import Glibc
import Model

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

    /// Returns the great circle with a given pole.
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
            "\(name) \(density.digits) g/cm³", labeled: name, from: place(1e-6), to: place(1e6))
    }
}
