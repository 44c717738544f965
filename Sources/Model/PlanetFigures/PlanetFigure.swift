import Localization

/// A numeric column of the planet catalogue: its key in JSON and on the command line, its title, its unit.
public struct PlanetFigure: Sendable {
    public let key: String
    public let title: Title
    /// As it is written behind a value; empty for a pure number.
    public let unit: Title
    public let path: WritableKeyPath<Planet, Double?> & Sendable
    /// The unit that it is kept in; nil for a pure number.
    public let stored: Unit?
    /// As filters and lists name it; nil if they do not.
    let filter: String?
    /// What it can be.
    public let range: FigureRange
    /// The marks that say that this figure is not measured, or only a limit.
    public let marks: Estimates
    /// The units that people compare it in, and how they are written.
    public let comparisons: [(unit: Unit, symbol: String)]

    private init(
        _ key: String, _ title: Title, _ unit: Title, _ path: WritableKeyPath<Planet, Double?> & Sendable,
        in stored: Unit?, filter: String? = nil, range: FigureRange = .positive, marks: Estimates = [],
        comparisons: [(unit: Unit, symbol: String)] = []
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.path = path
        self.stored = stored
        self.filter = filter
        self.range = range
        self.marks = marks
        self.comparisons = comparisons
    }

    /// What a value of it looks like, as a noun: “a number in kg, more than 0”.
    public var expects: Message {
        unit.isEmpty ? "a number, \(range.words)" : "a number in \(title: unit), \(range.words)"
    }

    /// What a value is in another unit.
    public func convert(_ value: Double, to unit: Unit) -> Double { stored?.convert(value, to: unit) ?? value }

    /// The marks that make of it something that nobody has measured. A least mass (m sin i) is measured.
    public var unmeasured: Estimates { marks.subtracting(.minimumMass) }
}

extension PlanetFigure {
    public static let mass = PlanetFigure(
        "massKg", "Mass", "kg", \.massKg, in: .kg, filter: "mass", marks: .anyMass,
        comparisons: [(.mearth, "M⊕"), (.mjup, "M♃")])
    public static let radius = PlanetFigure(
        "radiusKm", "Radius", "km", \.radiusKm, in: .km, filter: "radius", marks: .radius,
        comparisons: [(.rearth, "R⊕"), (.rjup, "R♃")])
    public static let axis = PlanetFigure(
        "semiMajorAxisAu", "Semi-major axis", "au", \.semiMajorAxisAu, in: .au, filter: "axis", marks: .axis)
    public static let axisKm = PlanetFigure(
        "semiMajorAxisKm", "Semi-major axis", "km", \.semiMajorAxisKm, in: .km, marks: .axis)
    public static let eccentricity = PlanetFigure(
        "eccentricity", "Eccentricity", "", \.eccentricity, in: nil, filter: "eccentricity", range: .belowOne)
    public static let inclination = PlanetFigure(
        "inclinationDeg", "Inclination", "°", \.inclinationDeg, in: .degree, filter: "inclination",
        range: .degrees(0...180))
    public static let period = PlanetFigure(
        "orbitalPeriodDays", "Orbital period", "days", \.orbitalPeriodDays, in: .day, filter: "period")
    public static let rotation = PlanetFigure(
        "rotationHours", "Rotation", "hours", \.rotationHours, in: .hour, filter: "rotation", range: .notZero)
    public static let tilt = PlanetFigure(
        "axialTiltDeg", "Axial tilt", "°", \.axialTiltDeg, in: .degree, filter: "tilt", range: .degrees(-360...360))
    public static let temperature = PlanetFigure(
        "meanTemperatureK", "Mean temperature", "K", \.meanTemperatureK, in: .kelvin, filter: "temperature",
        range: .notNegative)
    public static let gravity = PlanetFigure(
        "gravityMS2", "Gravity", "m/s²", \.gravityMS2, in: .metrePerSecondSquared, filter: "gravity",
        range: .notNegative,
        marks: [.mass, .radius])
    public static let density = PlanetFigure(
        "densityGCm3", "Density", "g/cm³", \.densityGCm3, in: .gramPerCubicCentimetre, filter: "density",
        marks: [.mass, .radius])
    public static let distance = PlanetFigure(
        "distancePc", "Distance", "pc", \.distancePc, in: .pc, filter: "distance", comparisons: [(.ly, "ly")])
    public static let starMass = PlanetFigure(
        "starMassSun", "Star's mass", "M☉", \.starMassSun, in: .msun, filter: "starmass")
    public static let starRadius = PlanetFigure(
        "starRadiusSun", "Star's radius", "R☉", \.starRadiusSun, in: .rsun, filter: "starradius")
    public static let starTemperature = PlanetFigure(
        "starTemperatureK", "Star's temperature", "K", \.starTemperatureK, in: .kelvin, filter: "startemperature")
    public static let rightAscension = PlanetFigure(
        "raDeg", "Right ascension", "°", \.raDeg, in: .degree, filter: "ra", range: .degrees(0...360))
    public static let declination = PlanetFigure(
        "decDeg", "Declination", "°", \.decDeg, in: .degree, filter: "dec", range: .degrees(-90...90))

    /// In the order of a page.
    public static let all = [
        mass, radius, axis, axisKm, eccentricity, inclination, period, rotation, tilt, temperature, gravity, density,
        distance, starMass, starRadius, starTemperature, rightAscension, declination,
    ]
}

extension FilterField {
    init(_ name: String, _ figure: PlanetFigure) {
        self.init(name, key: figure.key, .figure(figure.stored), marks: figure.unmeasured)
    }
}
