import Localization

/// A value that is calculated from other values of the same body.
public struct DerivedFigure: Sendable {
    public let key: String
    public let title: Title
    /// The unit symbol.
    public let unit: Title
    /// The unit of the results, or `nil` for a pure number.
    public let stored: Unit?
    /// The name in filters and lists, or `nil` if the value is a substitute for a catalog value.
    let filter: String?
    /// The catalog value that this value replaces if it is missing.
    public let substituted: PlanetFigure?
    /// The formula in ASCII characters, with its source.
    public let formula: String
    public let calculation: Calculation

    private init(
        _ key: String, _ title: Title, _ unit: Title, in stored: Unit?, filter: String? = nil,
        insteadOf substituted: PlanetFigure? = nil, _ formula: String, _ calculation: Calculation
    ) {
        self.key = key
        self.title = title
        self.unit = unit
        self.stored = stored
        self.filter = filter
        self.substituted = substituted
        self.formula = formula
        self.calculation = calculation
    }

    /// Returns the value for a body, or `nil` if an input value is missing or the catalog contains the value itself.
    public func value(of planet: Planet) -> Double? {
        if let substituted, planet[keyPath: substituted.path] != nil { return nil }
        return calculation.value(of: planet)
    }

    /// Returns whether the value of a body is hypothetical: the depth of a transit that was not observed.
    public func isHypothetical(for planet: Planet) -> Bool { key == Self.transitDepth.key && !planet.transits }

    /// Returns the title of the value for a body.
    public func title(for planet: Planet) -> Title {
        isHypothetical(for: planet) ? "Hypothetical transit depth" : title
    }

    /// The standard gravity in m/s², defined by the third CGPM (1901).
    private static let standardGravity = 9.80665
    /// The speed of light in km/s.
    private static let lightSpeed = 299_792.458

    public static let surfaceGravity = DerivedFigure(
        "surfaceGravityMS2", "Gravity", "m/s²", in: .meterPerSecondSquared, insteadOf: .gravity, "G M / R^2",
        .quotient(
            .product([.number(Planet.gravitationalConstant), .figure(.mass)]),
            .product([.figure(.radius), .figure(.radius), .number(1e6)])))

    public static let meanDensity = DerivedFigure(
        "meanDensityGCm3", "Density", "g/cm³", in: .gramPerCubicCentimeter, insteadOf: .density, "3 M / (4 pi R^3)",
        .quotient(
            .figure(.mass),
            .product([
                .number(4 / 3 * Double.pi * 1e12), .figure(.radius), .figure(.radius), .figure(.radius),
            ])))

    public static let escapeVelocity = DerivedFigure(
        "escapeVelocityKmS", "Escape velocity", "km/s", in: .kilometerPerSecond, filter: "escapevelocity",
        "sqrt(2 G M / R)",
        .quotient(
            .root(
                .quotient(
                    .product([.number(2 * Planet.gravitationalConstant), .figure(.mass)]),
                    .product([.figure(.radius), .number(1000)]))),
            .number(1000)))

    public static let weight = DerivedFigure(
        "weightEarth", "Your weight", "of Earth’s", in: nil, filter: "weight", "gravity / 9.80665 m/s2 (3rd CGPM)",
        .quotient(.firstKnown([.figure(.gravity), surfaceGravity.calculation]), .number(standardGravity)))

    public static let luminosity = DerivedFigure(
        "starLuminositySun", "Star’s luminosity", "L☉", in: .lsun, filter: "luminosity",
        "R^2 (T / 5772 K)^4 (IAU 2015 B3)", .only(.isExoplanet, luminosityOfHost))

    private static let luminosityOfHost: Calculation = {
        let radius = Calculation.figure(.starRadius)
        let heat = Calculation.quotient(.figure(.starTemperature), .number(Star.solarTemperatureK))
        return .product([radius, radius, heat, heat, heat, heat])
    }()

    /// The luminosity of the star that illuminates a body: the Sun, or the host star of an exoplanet.
    public static let starlight = Calculation.firstKnown([.only(.orbitsSun, .number(1)), luminosity.calculation])

    public static let insolation: DerivedFigure = {
        let axis = Calculation.figure(.axis)
        return DerivedFigure(
            "insolationEarth", "Insolation", "of Earth’s", in: nil, filter: "insolation", "star's luminosity / a^2",
            .quotient(starlight, .product([axis, axis])))
    }()

    public static let transitDepth: DerivedFigure = {
        let ratio = Calculation.quotient(
            .figure(.radius), .product([.figure(.starRadius), .number(Unit.rsun.convert(1, to: .km))]))
        return DerivedFigure(
            "transitDepthPercent", "Transit depth", "%", in: .percent, filter: "transitdepth",
            "(R / star's R)^2 (Winn 2010)", .only(.isExoplanet, .atMost(100, .product([ratio, ratio, .number(100)]))))
    }()

    public static let lightTime = DerivedFigure(
        "lightTimeYears", "Light travel time", "years", in: .year, filter: "lighttime", "distance / c",
        .product([.figure(.distance), .number(Unit.pc.convert(1, to: .ly))]))

    public static let sunlight = DerivedFigure(
        "sunlightMinutes", "Sunlight travel time", "minutes", in: .minute, filter: "sunlight", "a / c",
        .only(.orbitsSun, .product([.figure(.axis), .number(Unit.au.convert(1, to: .km) / lightSpeed / 60)])))

    /// All derived values, in the order of the page.
    public static let all = [
        surfaceGravity, meanDensity, escapeVelocity, weight, luminosity, insolation, transitDepth, lightTime, sunlight,
    ]
}

extension Planet {
    /// The gravitational constant in m³ kg⁻¹ s⁻² (CODATA 2018).
    static let gravitationalConstant = 6.6743e-11

    /// The surface gravity in m/s²: G M / R².
    public var surfaceGravity: Double? { DerivedFigure.surfaceGravity.calculation.value(of: self) }

    /// The mean density in g/cm³: 3 M / (4 π R³).
    public var meanDensity: Double? { DerivedFigure.meanDensity.calculation.value(of: self) }

    /// The semi-major axis in astronomical units, converted from kilometers if necessary.
    public var axisAu: Double? { semiMajorAxisAu ?? semiMajorAxisKm.map { Unit.km.convert($0, to: .au) } }

    /// Whether the body is known to transit its star: it was discovered by its transits, or it was discovered by
    /// radial velocity or transit timing and its radius was measured.
    public var transits: Bool {
        switch discoveryMethod.lowercased() {
        case "transit": true
        case "radial velocity", "transit timing variations": radiusKm != nil && !estimated.contains(.radius)
        default: false
        }
    }
}
