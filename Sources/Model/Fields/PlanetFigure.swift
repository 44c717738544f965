/// A numeric column of the planet catalogue: its key in JSON and on the command line, its title, its unit.
public struct PlanetFigure: Sendable {
    public let key: String
    public let title: String
    /// As it is written behind a value; empty for a pure number.
    public let unit: String
    public let path: WritableKeyPath<Planet, Double?> & Sendable
    /// The marks that say that this figure is not measured.
    public let marks: Estimates

    private init(
        _ key: String, _ title: String, _ unit: String, _ path: WritableKeyPath<Planet, Double?> & Sendable,
        marks: Estimates = []
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.path = path
        self.marks = marks
    }

    public static let all: [PlanetFigure] = [
        PlanetFigure("massKg", "Mass", "kg", \.massKg, marks: [.mass, .massLimit, .minimumMass]),
        PlanetFigure("radiusKm", "Radius", "km", \.radiusKm, marks: .radius),
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
        PlanetFigure("distancePc", "Distance", "pc", \.distancePc),
        PlanetFigure("starMassSun", "Star's mass", "M☉", \.starMassSun),
        PlanetFigure("starRadiusSun", "Star's radius", "R☉", \.starRadiusSun),
        PlanetFigure("starTemperatureK", "Star's temperature", "K", \.starTemperatureK),
        PlanetFigure("raDeg", "Right ascension", "°", \.raDeg),
        PlanetFigure("decDeg", "Declination", "°", \.decDeg),
    ]
}
