/// The nutation of the Earth’s axis, accurate to 0.5″ (Meeus, chapter 22).
struct Nutation: Hashable, Sendable {
    /// The nutation in longitude (Δψ) in degrees.
    let longitude: Double
    /// The true obliquity of the ecliptic in degrees.
    let obliquity: Double

    /// The mean obliquity at J2000 in degrees (Meeus, formula 22.2).
    static let obliquityOfJ2000 = 23 + 26 / 60.0 + 21.448 / 3600

    init(at date: JulianDate) {
        let t = date.centuries
        let node = t.polynomial(125.04452, -1934.136261)
        let sun = 2 * t.polynomial(280.4665, 36_000.7698)
        let moon = 2 * t.polynomial(218.3165, 481_267.8813)
        longitude = (-17.20 * sine(node) - 1.32 * sine(sun) - 0.23 * sine(moon) + 0.21 * sine(2 * node)) / 3600
        let change = 9.20 * cosine(node) + 0.57 * cosine(sun) + 0.10 * cosine(moon) - 0.09 * cosine(2 * node)
        obliquity = Self.obliquityOfJ2000 + (t.polynomial(0, -46.8150, -0.00059, 0.001813) + change) / 3600
    }
}
