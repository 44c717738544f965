/// The star that a body gets its light from.
public struct Star: Hashable, Sendable {
    /// In solar masses, where it is known.
    public let massSun: Double?
    /// In solar radii, where it is known.
    public let radiusSun: Double?
    /// Effective temperature in kelvin, where it is known.
    public let temperatureK: Double?

    /// Effective temperature of the Sun in kelvin (IAU 2015 resolution B3).
    public static let solarTemperatureK = 5772.0

    public static let sun = Star(massSun: 1, radiusSun: 1, temperatureK: solarTemperatureK)

    public init(massSun: Double?, radiusSun: Double?, temperatureK: Double?) {
        self.massSun = massSun
        self.radiusSun = radiusSun
        self.temperatureK = temperatureK
    }

    /// In units of the Sun's, by the Stefan–Boltzmann law: L = R² (T / 5,772 K)⁴.
    public var luminositySun: Double? {
        guard let radiusSun, let temperatureK else { return nil }
        let heat = temperatureK / Star.solarTemperatureK
        return radiusSun * radiusSun * heat * heat * heat * heat
    }

    public var habitableZone: HabitableZone? { HabitableZone(around: self) }
}

extension Planet {
    /// What its columns tell of the star; the Sun for what orbits that. Nothing for a moon, whose orbit is another's.
    public var star: Star? {
        if parent == "Sun" { return .sun }
        guard type == .exoplanet else { return nil }
        return Star(massSun: starMassSun, radiusSun: starRadiusSun, temperatureK: starTemperatureK)
    }
}

/// How far from a star water can be liquid on a planet like Earth: the conservative limits of Kopparapu et al. 2014
/// (ApJL 787, L29, table 1), from the runaway greenhouse to the maximum greenhouse, for one Earth mass.
public struct HabitableZone: Hashable, Sendable {
    /// In astronomical units.
    public let inner: Double
    /// In astronomical units.
    public let outer: Double

    /// Effective temperatures of stars, in kelvin, for which the formula was made.
    public static let temperatures = 2_600.0...7_200.0

    /// Nil where the star's temperature or radius is unknown, or the temperature is outside ``temperatures``.
    init?(around star: Star) {
        guard let temperature = star.temperatureK, Self.temperatures.contains(temperature),
            let luminosity = star.luminositySun, luminosity > 0
        else { return nil }
        inner = (luminosity / Self.runawayGreenhouse.flux(at: temperature)).squareRoot()
        outer = (luminosity / Self.maximumGreenhouse.flux(at: temperature)).squareRoot()
    }

    /// - Parameter distance: From the star, in astronomical units.
    public func contains(_ distance: Double) -> Bool { inner <= distance && distance <= outer }

    /// The light that falls on a planet at a limit, in units of what falls on Earth, by the star's temperature.
    public struct Limit: Sendable {
        /// Of the polynomial of the temperature's distance from ``reference``, the constant first.
        public let coefficients: [Double]
        /// In kelvin.
        public static let reference = 5780.0

        /// - Parameter temperature: In kelvin.
        public func flux(at temperature: Double) -> Double {
            let difference = temperature - Self.reference
            return coefficients.reversed().reduce(0) { $0 * difference + $1 }
        }
    }

    public static let runawayGreenhouse = Limit(coefficients: [1.107, 1.332e-4, 1.580e-8, -8.308e-12, -1.931e-15])
    public static let maximumGreenhouse = Limit(coefficients: [0.356, 6.171e-5, 1.698e-9, -3.198e-12, -5.575e-16])
}
