/// A numeric column of the planet catalogue: its key in JSON and on the command line, its title, its unit.
public struct PlanetFigure: Sendable {
    public let key: String
    public let title: String
    /// As it is written behind a value; empty for a pure number.
    public let unit: String
    public let path: WritableKeyPath<Planet, Double?> & Sendable
    /// The marks that say that this figure is not measured.
    public let marks: Estimates
    /// The units that people compare it in, and how they are written.
    public let comparisons: [(unit: Unit, symbol: String)]
    private let stored: Unit?

    private init(
        _ key: String, _ title: String, _ unit: String, _ path: WritableKeyPath<Planet, Double?> & Sendable,
        marks: Estimates = [], stored: Unit? = nil, comparisons: [(unit: Unit, symbol: String)] = []
    ) {
        self.stored = stored
        self.comparisons = comparisons
        self.key = key
        self.title = title
        self.unit = unit
        self.path = path
        self.marks = marks
    }

    /// What a value is in another unit.
    public func convert(_ value: Double, to unit: Unit) -> Double { stored?.convert(value, to: unit) ?? value }

    public static let all: [PlanetFigure] = [
        PlanetFigure(
            "massKg", "Mass", "kg", \.massKg, marks: [.mass, .massLimit, .minimumMass], stored: .kg,
            comparisons: [(.mearth, "M⊕"), (.mjup, "M♃")]),
        PlanetFigure(
            "radiusKm", "Radius", "km", \.radiusKm, marks: .radius, stored: .km,
            comparisons: [(.rearth, "R⊕"), (.rjup, "R♃")]),
        PlanetFigure("semiMajorAxisAu", "Semi-major axis", "au", \.semiMajorAxisAu, marks: .axis),
        PlanetFigure("semiMajorAxisKm", "Semi-major axis", "km", \.semiMajorAxisKm, marks: .axis),
        PlanetFigure("eccentricity", "Eccentricity", "", \.eccentricity),
        PlanetFigure("inclinationDeg", "Inclination", "°", \.inclinationDeg),
        PlanetFigure("orbitalPeriodDays", "Orbital period", "days", \.orbitalPeriodDays),
        PlanetFigure("rotationHours", "Rotation", "hours", \.rotationHours),
        PlanetFigure("axialTiltDeg", "Axial tilt", "°", \.axialTiltDeg),
        PlanetFigure("meanTemperatureK", "Mean temperature", "K", \.meanTemperatureK),
        PlanetFigure("gravityMS2", "Gravity", "m/s²", \.gravityMS2, marks: [.mass, .radius]),
        PlanetFigure("densityGCm3", "Density", "g/cm³", \.densityGCm3, marks: [.mass, .radius]),
        PlanetFigure("distancePc", "Distance", "pc", \.distancePc, stored: .pc, comparisons: [(.ly, "ly")]),
        PlanetFigure("starMassSun", "Star's mass", "M☉", \.starMassSun),
        PlanetFigure("starRadiusSun", "Star's radius", "R☉", \.starRadiusSun),
        PlanetFigure("starTemperatureK", "Star's temperature", "K", \.starTemperatureK),
        PlanetFigure("raDeg", "Right ascension", "°", \.raDeg),
        PlanetFigure("decDeg", "Declination", "°", \.decDeg),
    ]
}
