/// The times at which a planet passes in front of its star.
public struct TransitTimes: Hashable, Sendable {
    /// A transit midpoint as a barycentric Julian date (BJD, in dynamical time).
    public let midpoint: Double
    /// The orbital period in days.
    public let period: Double
    /// The standard errors (1σ) of the midpoint and of the period in days, if they are known.
    private let midpointError: Double?
    private let periodError: Double?

    /// Creates the times, or returns `nil` if the period is shorter than 0.01 days or the midpoint is more than 10⁸
    /// days from the epoch of Julian dates.
    public init?(midpoint: Double, period: Double, midpointError: Double? = nil, periodError: Double? = nil) {
        // The shortest period in the sample data is 0.065 days.
        guard period >= 0.01, period.isFinite, abs(midpoint) <= 1e8 else { return nil }
        self.midpoint = midpoint
        self.period = period
        self.midpointError = midpointError
        self.periodError = periodError
    }

    /// Returns the standard error (1σ) in days of the transit closest to a time, or `nil` if the error of the period is
    /// unknown. The standard error grows with the number of orbits since the midpoint.
    ///
    /// The errors of the midpoint and of the period count as independent. An unknown error of the midpoint counts as
    /// zero.
    public func uncertainty(at date: JulianDate) -> Double? {
        guard let periodError else { return nil }
        let orbits = ((date.days - midpoint) / period).rounded()
        let (first, grown) = (midpointError ?? 0, orbits * periodError)
        return (first * first + grown * grown).squareRoot()
    }

    /// Returns whether a transit with this standard error in days can be distinguished from the next: two standard
    /// errors are less than half an orbit.
    public func isPredictable(_ uncertainty: Double) -> Bool { uncertainty < period / 4 }

    /// Returns the duration of a transit in days, from ingress to egress, for a circular orbit (Winn 2010, formula 14),
    /// or `nil` if the planet misses the star or its orbit is not larger than the star.
    ///
    /// - Parameters:
    ///   - axis: The semi-major axis in stellar radii.
    ///   - radius: The radius of the planet in stellar radii.
    ///   - inclination: The inclination of the orbit in degrees.
    public func duration(axis: Double, radius: Double, inclination: Double) -> Double? {
        let distance = axis * cosine(inclination)
        let chord = (1 + radius) * (1 + radius) - distance * distance
        guard axis > 1, chord > 0 else { return nil }
        return period / 180 * arcSine(chord.squareRoot() / axis / sine(inclination))
    }

    /// Returns the midpoints within a span of universal time, in chronological order, up to the limit.
    ///
    /// - Parameter star: The directions of the star, if known. Without them, the light time between the Earth and the
    ///   barycenter, which is up to 8.4 minutes, is ignored.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func midpoints(
        in span: Range<JulianDate>, of star: StarPath? = nil, limit: Int = .max
    ) throws -> [JulianDate] {
        // The search begins one hour early, which is more than the light time and ΔT together.
        var number = ((span.lowerBound.days - 1 / 24.0 - midpoint) / period).rounded(.up)
        var found: [JulianDate] = []
        while found.count < limit {
            try Task.checkCancellation()
            let dynamical = midpoint + number * period
            let date = JulianDate(dynamical)
            let correction = date.terrestrialOffset / 86_400 + (star?.lightTime(at: date) ?? 0)
            let seen = JulianDate(dynamical - correction)
            guard seen < span.upperBound else { break }
            if seen >= span.lowerBound { found.append(seen) }
            number += 1
        }
        return found
    }
}
