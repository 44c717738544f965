/// A numeric column of the planet catalog.
public typealias PlanetFigure = Figure<Planet>

extension PlanetFigure {
    public static let mass = PlanetFigure(
        "massKg", "Mass", "kg", \.massKg, in: .kg, filter: "mass", marks: .anyMass,
        comparisons: [(.mearth, "M⊕"), (.mjup, "M♃")])
    public static let radius = PlanetFigure(
        "radiusKm", "Radius", "km", \.radiusKm, in: .km, filter: "radius", marks: .radius,
        comparisons: [(.rearth, "R⊕"), (.rjup, "R♃")])
    public static let axis = PlanetFigure(
        "semiMajorAxisAu", "Semi-major axis", "au", \.semiMajorAxisAu, in: .au, filter: "axis", marks: .axis,
        readable: [(0..<0.01, .km), (10_000..<Double.infinity, .ly)])
    public static let axisKm = PlanetFigure(
        "semiMajorAxisKm", "Semi-major axis", "km", \.semiMajorAxisKm, in: .km, marks: .axis,
        readable: [(1_500_000..<Double.infinity, .au)])
    public static let eccentricity = PlanetFigure(
        "eccentricity", "Eccentricity", "", \.eccentricity, in: nil, filter: "eccentricity", range: .belowOne)
    public static let inclination = PlanetFigure(
        "inclinationDeg", "Inclination", "°", \.inclinationDeg, in: .degree, filter: "inclination",
        range: .between(0...180))
    public static let period = PlanetFigure(
        "orbitalPeriodDays", "Orbital period", "days", \.orbitalPeriodDays, in: .day, filter: "period",
        readable: [(0..<(1.0 / 24), .minute), ((1.0 / 24)..<1, .hour), (730.5..<Double.infinity, .year)])
    public static let transitMidpoint = PlanetFigure(
        "transitMidpoint", "Transit midpoint", "JD", \.transitMidpoint, in: nil, filter: "transitmidpoint", digits: 13,
        isOptionalInExports: true)
    public static let transitDuration = PlanetFigure(
        "transitDuration", "Transit duration", "hours", \.transitDuration, in: .hour, filter: "transitduration",
        isOptionalInExports: true)
    public static let rotation = PlanetFigure(
        "rotationHours", "Rotation", "hours", \.rotationHours, in: .hour, filter: "rotation", range: .notZero)
    public static let tilt = PlanetFigure(
        "axialTiltDeg", "Axial tilt", "°", \.axialTiltDeg, in: .degree, filter: "tilt", range: .between(-360...360))
    public static let temperature = PlanetFigure(
        "meanTemperatureK", "Mean temperature", "K", \.meanTemperatureK, in: .kelvin, filter: "temperature",
        range: .notNegative)
    public static let gravity = PlanetFigure(
        "gravityMS2", "Gravity", "m/s²", \.gravityMS2, in: .meterPerSecondSquared, filter: "gravity",
        range: .notNegative,
        marks: [.mass, .radius])
    public static let density = PlanetFigure(
        "densityGCm3", "Density", "g/cm³", \.densityGCm3, in: .gramPerCubicCentimeter, filter: "density",
        marks: [.mass, .radius])
    public static let distance = PlanetFigure(
        "distancePc", "Distance", "pc", \.distancePc, in: .pc, filter: "distance", comparisons: [(.ly, "ly")])
    public static let starMass = PlanetFigure(
        "starMassSun", "Star’s mass", "M☉", \.starMassSun, in: .msun, filter: "starmass")
    public static let starRadius = PlanetFigure(
        "starRadiusSun", "Star’s radius", "R☉", \.starRadiusSun, in: .rsun, filter: "starradius")
    public static let starTemperature = PlanetFigure(
        "starTemperatureK", "Star’s temperature", "K", \.starTemperatureK, in: .kelvin, filter: "startemperature")
    public static let starMagnitudeV = PlanetFigure(
        "starMagnitudeV", "V magnitude", "mag", \.starMagnitudeV, in: nil, filter: "vmag", range: .magnitudes,
        isOptionalInExports: true)
    public static let starMagnitudeGaia = PlanetFigure(
        "starMagnitudeGaia", "Gaia magnitude", "mag", \.starMagnitudeGaia, in: nil, filter: "gaiamag",
        range: .magnitudes, isOptionalInExports: true)
    public static let starMagnitudeK = PlanetFigure(
        "starMagnitudeK", "K magnitude", "mag", \.starMagnitudeK, in: nil, filter: "kmag", range: .magnitudes,
        isOptionalInExports: true)
    public static let rightAscension = PlanetFigure(
        "raDeg", "Right ascension", "°", \.raDeg, in: .degree, filter: "ra", range: .between(0...360))
    public static let declination = PlanetFigure(
        "decDeg", "Declination", "°", \.decDeg, in: .degree, filter: "dec", range: .between(-90...90))

    /// All numeric columns, in the order of the page.
    public static let all = [
        mass, radius, axis, axisKm, eccentricity, inclination, period, transitMidpoint, transitDuration, rotation, tilt,
        temperature, gravity, density, distance, starMass, starRadius, starTemperature, starMagnitudeV,
        starMagnitudeGaia, starMagnitudeK, rightAscension, declination,
    ]
}
