import Display
import Model

/// A plot of the insolation of planets and the temperature of their stars, with the habitable zone.
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
            "Insolation", unit: "of Earth’s", scale: .logarithmic, around: shown.isEmpty ? values : shown)
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
