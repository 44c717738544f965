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
