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
    /// The catalog value for which this value is a substitute, or `nil` if it is not a substitute.
    public let substituted: PlanetFigure?
    /// The formula in ASCII characters, with its source, if any.
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

    /// Returns the value for a body, or `nil` if it cannot be calculated or the catalog contains the value itself.
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

    /// All derived values, in the order of a planet’s page.
    public static let all = [
        surfaceGravity, meanDensity, escapeVelocity, weight, luminosity, insolation, transitDepth, lightTime, sunlight,
    ]
}

extension Planet {
    /// The gravitational constant in m³ kg⁻¹ s⁻² (CODATA 2018).
    static let gravitationalConstant = 6.6743e-11

    /// The mean density in g/cm³: 3 M / (4 π R³).
    public var meanDensity: Double? { DerivedFigure.meanDensity.calculation.value(of: self) }

    /// The semi-major axis in astronomical units, converted from kilometers if necessary.
    public var axisAu: Double? { semiMajorAxisAu ?? semiMajorAxisKm.map { Unit.km.convert($0, to: .au) } }

    /// Whether the body is known to transit its star. If the catalog does not contain this information, the value is
    /// `true` if the body was discovered by its transits, or by radial velocity or transit timing with a measured
    /// radius.
    public var transits: Bool {
        if let transiting { return transiting }
        return switch discoveryMethod.lowercased() {
        case "transit": true
        case "radial velocity", "transit timing variations": radiusKm != nil && !estimated.contains(.radius)
        default: false
        }
    }
}

/// A formula over the values of a planet. It is evaluated in Swift and, for filters and sorting, in SQL.
///
/// The result is unknown if a required value is missing, a divisor is zero, a radicand is negative, or the planet is
/// not of the class to which the formula applies.
public indirect enum Calculation: Sendable {
    case number(Double)
    case figure(PlanetFigure)
    case product([Calculation])
    case quotient(Calculation, Calculation)
    case root(Calculation)
    /// The result of a calculation, or the given number if that is less.
    case atMost(Double, Calculation)
    /// The first calculation with a known result.
    case firstKnown([Calculation])
    /// A calculation for planets of one class only.
    case only(PlanetClass, Calculation)

    /// A class of planets that has separate formulas.
    public enum PlanetClass: Hashable, Sendable {
        case orbitsSun, isExoplanet

        public func contains(_ planet: Planet) -> Bool {
            switch self {
            case .orbitsSun: planet.parent == "Sun"
            case .isExoplanet: planet.type == .exoplanet
            }
        }
    }

    /// Returns the result for a planet, or `nil` if it is unknown or not a finite number.
    public func value(of planet: Planet) -> Double? {
        result(of: planet).flatMap { $0.isFinite ? $0 : nil }
    }

    private func result(of planet: Planet) -> Double? {
        switch self {
        case .number(let number): return number
        case .figure(let figure): return planet[keyPath: figure.path]
        case .product(let factors):
            var product = 1.0
            for factor in factors {
                guard let value = factor.result(of: planet) else { return nil }
                product *= value
            }
            return product
        case .quotient(let dividend, let divisor):
            guard let dividend = dividend.result(of: planet), let divisor = divisor.result(of: planet), divisor != 0
            else { return nil }
            return dividend / divisor
        case .root(let square): return square.result(of: planet).flatMap { $0 < 0 ? nil : $0.squareRoot() }
        case .atMost(let most, let part): return part.result(of: planet).map { min($0, most) }
        case .firstKnown(let calculations): return calculations.firstNonNil { $0.result(of: planet) }
        case .only(let planets, let calculation):
            return planets.contains(planet) ? calculation.result(of: planet) : nil
        }
    }

    /// The catalog values that can be part of the formula.
    public var inputs: [PlanetFigure] {
        switch self {
        case .number: []
        case .figure(let figure): [figure]
        case .product(let parts), .firstKnown(let parts): parts.flatMap(\.inputs)
        case .quotient(let dividend, let divisor): dividend.inputs + divisor.inputs
        case .root(let part), .atMost(_, let part), .only(_, let part): part.inputs
        }
    }

    /// Returns the catalog values that the result for a planet depends on.
    public func inputs(of planet: Planet) -> [PlanetFigure] {
        switch self {
        case .number: []
        case .figure(let figure): planet[keyPath: figure.path] == nil ? [] : [figure]
        case .product(let parts): parts.flatMap { $0.inputs(of: planet) }
        case .quotient(let dividend, let divisor): dividend.inputs(of: planet) + divisor.inputs(of: planet)
        case .root(let part), .atMost(_, let part): part.inputs(of: planet)
        case .firstKnown(let parts): parts.first { $0.result(of: planet) != nil }?.inputs(of: planet) ?? []
        case .only(let planets, let part): planets.contains(planet) ? part.inputs(of: planet) : []
        }
    }

    /// The catalog marks that show whether the inputs were measured.
    var decisive: Estimates { inputs.reduce(into: []) { $0.formUnion($1.decisive) } }

    /// Returns the number of significant digits of the least precise input, at most the given number.
    public func digits(of planet: Planet, atMost most: Int) -> Int {
        planet.statedDigits(of: inputs(of: planet), atMost: most)
    }
}

/// The star that illuminates a body.
public struct Star: Hashable, Sendable {
    public let massSun: Double?
    public let radiusSun: Double?
    public let temperatureK: Double?
    /// The luminosity in solar luminosities.
    let luminositySun: Double?

    /// The effective temperature of the Sun in kelvins (IAU 2015 resolution B3).
    public static let solarTemperatureK = 5772.0

    public static let sun = Star(massSun: 1, radiusSun: 1, temperatureK: solarTemperatureK, luminositySun: 1)

    public var habitableZone: HabitableZone? { HabitableZone(around: self) }
}

extension Planet {
    /// The star that illuminates the body: the Sun for bodies that orbit it, the host star for exoplanets, or `nil` for
    /// other bodies.
    public var star: Star? {
        if parent == "Sun" { return .sun }
        guard type == .exoplanet else { return nil }
        return Star(
            massSun: starMassSun, radiusSun: starRadiusSun, temperatureK: starTemperatureK,
            luminositySun: DerivedFigure.starlight.value(of: self))
    }
}

/// The habitable zone of a star, in astronomical units.
///
/// The limits are the conservative limits of Kopparapu et al. 2014 (ApJL 787, L29, table 1) for one Earth mass: runaway
/// greenhouse (inner) and maximum greenhouse (outer).
public struct HabitableZone: Hashable, Sendable {
    public let inner: Double
    public let outer: Double
    /// Whether the star is cooler than the formula allows, which makes the limits uncertain.
    public let isExtrapolated: Bool
    /// The number of significant digits of the limits.
    public let digits: Int

    /// The effective temperatures in kelvins for which the formula is valid.
    public static let temperatures = 2_600.0...7_200.0
    /// The effective temperatures in kelvins to which the formula is extrapolated.
    public static let extrapolated = 2_400.0..<2_600.0

    /// Creates the zone, or returns `nil` if the radius or temperature of the star is unknown, or if the temperature is
    /// in neither ``temperatures`` nor ``extrapolated``.
    init?(around star: Star) {
        guard let temperature = star.temperatureK, let luminosity = star.luminositySun, luminosity > 0 else {
            return nil
        }
        isExtrapolated = Self.extrapolated.contains(temperature)
        guard isExtrapolated || Self.temperatures.contains(temperature) else { return nil }
        let inputs = star == .sun ? [] : [star.radiusSun, temperature]
        digits = inputs.compactMap { $0?.statedDigits }.reduce(3, min)
        inner = (luminosity / Self.runawayGreenhouse.flux(at: temperature)).squareRoot()
        outer = (luminosity / Self.maximumGreenhouse.flux(at: temperature)).squareRoot()
    }

    public func contains(_ distance: Double) -> Bool { inner <= distance && distance <= outer }

    /// A limit of the zone: the stellar flux, in units of the flux at Earth, as a function of the star’s temperature.
    public struct Limit: Sendable {
        /// The coefficients of a polynomial in the difference from ``reference``, starting with the constant term.
        public let coefficients: [Double]
        /// The temperature in kelvins that is subtracted from the star’s temperature.
        public static let reference = 5780.0

        public func flux(at temperature: Double) -> Double {
            let difference = temperature - Self.reference
            return coefficients.reversed().reduce(0) { $0 * difference + $1 }
        }
    }

    public static let runawayGreenhouse = Limit(coefficients: [1.107, 1.332e-4, 1.580e-8, -8.308e-12, -1.931e-15])
    public static let maximumGreenhouse = Limit(coefficients: [0.356, 6.171e-5, 1.698e-9, -3.198e-12, -5.575e-16])
}

/// A star and the bodies that orbit it, innermost first.
public struct PlanetSystem: Hashable, Sendable {
    public let star: String
    public let bodies: [Record<Planet>]

    public init(star: String, bodies: [Record<Planet>]) {
        self.star = star
        self.bodies = bodies.sorted { ($0.content.year, $0.id.rawValue) < ($1.content.year, $1.id.rawValue) }
    }
}

extension Planet {
    /// The orbital period in days, used to sort the bodies of a system.
    ///
    /// If the period is missing, it is calculated from the axis by Kepler’s third law. The default mass of the star is
    /// one solar mass. Without an axis, the period is infinite.
    fileprivate var year: Double {
        if let orbitalPeriodDays, orbitalPeriodDays > 0 { return orbitalPeriodDays }
        guard let axis = axisAu else { return .infinity }
        return Unit.year.convert((axis * axis * axis / (starMassSun ?? 1)).squareRoot(), to: .day)
    }
}

/// A number that filters, lists, comparisons, and plots of planets can use: a derived value, or a catalog value with a
/// derived substitute if it is missing.
public struct PlanetQuantity: Sendable {
    /// The key in JSON.
    public let key: String
    public let title: Title
    /// The unit symbol; empty for a pure number.
    public let unit: Title
    /// The unit of the values, or `nil` for a pure number.
    public let stored: Unit?
    public let calculation: Calculation
    /// The marks that show whether a value was measured or calculated from measured values.
    public let decisive: Estimates
    /// The catalog value, or `nil` for a derived value.
    public let figure: PlanetFigure?
    /// The derived value, or the derived substitute for a missing catalog value, if any.
    public let derived: DerivedFigure?
    /// The name in filters, or `nil` if filters cannot use the number.
    public let filter: String?

    public init(_ figure: PlanetFigure) {
        derived = DerivedFigure.all.first { $0.substituted?.key == figure.key }
        calculation = .firstKnown([.figure(figure)] + [derived?.calculation].compactMap(\.self))
        self.figure = figure
        (key, title, unit, stored) = (figure.key, figure.title, figure.unit, figure.stored)
        decisive = figure.decisive.union(derived?.calculation.decisive ?? [])
        filter = figure.filter
    }

    private init(_ derived: DerivedFigure) {
        self.derived = derived
        figure = nil
        calculation = derived.calculation
        (key, title, unit, stored) = (derived.key, derived.title, derived.unit, derived.stored)
        decisive = derived.calculation.decisive
        filter = derived.filter
    }

    /// All numbers: first the catalog values, then the derived values.
    public static let all =
        PlanetFigure.all.map(PlanetQuantity.init)
        + DerivedFigure.all.filter { $0.substituted == nil }.map(PlanetQuantity.init)

    /// Returns the number with the given JSON key.
    public static func named(_ key: String) -> PlanetQuantity? { all.first { $0.key == key } }

    /// Converts a value to another unit. A pure number remains unchanged.
    public func convert(_ value: Double, to unit: Unit) -> Double { stored?.convert(value, to: unit) ?? value }
}

extension PlanetQuantity {
    /// The field of the filter language, or `nil` for a catalog value and for a derived value that filters cannot use.
    var filterField: FilterField? {
        guard figure == nil, let filter else { return nil }
        return FilterField(filter, key: key, .figure(stored), marks: decisive)
    }
}
