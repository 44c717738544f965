/// The part of a span of time during which a star is high enough in a dark sky.
public struct Observability: Hashable, Sendable {
    /// The limits of observations.
    public struct Limits: Hashable, Sendable {
        /// The minimum apparent altitude of the star in degrees.
        public let altitude: Double
        /// The maximum altitude of the Sun in degrees, without refraction.
        public let sunAltitude: Double

        public init(altitude: Double, sunAltitude: Double) {
            self.altitude = altitude
            self.sunAltitude = sunAltitude
        }
    }

    /// The longest observable part of the span, or `nil` if no part is observable.
    public let longest: Range<JulianDate>?
    /// The observable part of the span, from 0 to 1.
    public let part: Double

    /// Samples the altitudes at least every ten minutes, and bisects the times of crossings to one second.
    ///
    /// - Parameter span: A span of at most a few days, in which the Sun moves evenly and the star does not move.
    public init(
        of star: EquatorialPosition, from observer: Observer, in span: ClosedRange<JulianDate>, within limits: Limits
    ) {
        let (start, end) = (span.lowerBound.days, span.upperBound.days)
        let middle = JulianDate((start + end) / 2)
        let place = star.apparent(at: middle)
        let track = Track(star: place, observer: observer, middle: middle)
        // The sky turns by 360° per day, so most transits need no samples.
        guard track.margin(at: middle.days, within: limits) + Self.maximumRefraction + 180 * (end - start) >= 0 else {
            longest = nil
            part = 0
            return
        }
        let margin = { (days: Double) in track.margin(at: days, within: limits) }
        let steps = Swift.max(1, Int(((end - start) / Self.step).rounded(.up)))
        var parts: [ClosedRange<Double>] = []
        var (last, began) = (start, margin(start) >= 0 ? start : nil)
        for number in 1...steps {
            let next = start + (end - start) * Double(number) / Double(steps)
            let isObservable = margin(next) >= 0
            if isObservable, began == nil { began = Self.root(last, next, margin) }
            if !isObservable, let from = began {
                parts.append(from...Swift.max(from, Self.root(last, next, margin)))
                began = nil
            }
            last = next
        }
        if let began { parts.append(began...end) }
        let total = parts.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        part = end > start ? Swift.min(1, total / (end - start)) : parts.isEmpty ? 0 : 1
        longest = parts.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
            .map { JulianDate($0.lowerBound)..<JulianDate($0.upperBound) }
    }

    /// The maximum interval between samples in days.
    private static let step = 10 / 1440.0
    /// More than the change of the refraction in degrees.
    private static let maximumRefraction = 1.0

    private static func root(_ from: Double, _ to: Double, _ margin: (Double) -> Double) -> Double {
        var (low, high) = (from, to)
        let isObservableFirst = margin(low) >= 0
        while high - low > 1 / 86_400.0 {
            let middle = (low + high) / 2
            if (margin(middle) >= 0) == isObservableFirst { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }
}

/// The altitudes of a star and of the Sun during a short span of time. The sidereal time and the position of the Sun are
/// interpolated, because a year of transits has many thousand samples.
private struct Track {
    let star: EquatorialPosition
    let observer: Observer
    private let middle: Double
    /// The local sidereal time in degrees at the middle of the span.
    private let siderealTime: Double
    private let sun: EquatorialPosition
    /// The motion of the Sun in degrees per day.
    private let motion: (rightAscension: Double, declination: Double)

    init(star: EquatorialPosition, observer: Observer, middle: JulianDate) {
        self.star = star
        self.observer = observer
        self.middle = middle.days
        siderealTime = SiderealTime.degrees(at: middle) + observer.longitude
        sun = CelestialBody.sun.position(at: middle)
        // By Kepler’s second law, the ecliptic longitude changes with the inverse square of the distance.
        let rate = 0.9856 / (sun.distance * sun.distance)
        let (obliquity, latitude) = (Nutation.obliquityOfJ2000, cosine(sun.declination))
        motion = (
            rate * cosine(obliquity) / (latitude * latitude), rate * sine(obliquity) * cosine(sun.rightAscension)
        )
    }

    /// Returns the distance in degrees from the limit that is closest; negative beyond a limit.
    func margin(at days: Double, within limits: Observability.Limits) -> Double {
        let time = days - middle
        let sunAltitude = altitude(
            sun.rightAscension + time * motion.rightAscension, sun.declination + time * motion.declination, time)
        let altitude = altitude(star.rightAscension, star.declination, time)
        return Swift.min(
            altitude + Refraction.degrees(at: altitude) - limits.altitude, limits.sunAltitude - sunAltitude)
    }

    private func altitude(_ rightAscension: Double, _ declination: Double, _ time: Double) -> Double {
        let hourAngle = siderealTime + 360.985647 * time - rightAscension
        return arcSine(
            sine(observer.latitude) * sine(declination)
                + cosine(observer.latitude) * cosine(declination) * cosine(hourAngle))
    }
}
