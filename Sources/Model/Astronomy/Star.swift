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
    /// Whether the star is cooler than the formula allows, so that the limits are uncertain.
    public let isExtrapolated: Bool
    /// The number of significant digits of the limits.
    public let digits: Int

    /// The effective temperatures in kelvins for which the formula is valid.
    public static let temperatures = 2_600.0...7_200.0
    /// The effective temperatures in kelvins to which the formula is extrapolated.
    public static let extrapolated = 2_400.0..<2_600.0

    /// Creates the zone, or returns `nil` if the radius or temperature of the star is unknown or the temperature is
    /// outside ``temperatures`` and ``extrapolated``.
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
