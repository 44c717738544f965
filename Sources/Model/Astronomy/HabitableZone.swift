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
