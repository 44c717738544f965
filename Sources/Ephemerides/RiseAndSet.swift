/// The times at which a body crosses the horizon within a span of time, usually a local day.
public struct RiseAndSet: Hashable, Sendable {
    /// The first rising, or `nil` if there is none.
    public let rising: JulianDate?
    /// The first setting, or `nil` if there is none.
    public let setting: JulianDate?
    /// Whether the body is above the horizon at the beginning of the span.
    public let isUpAtStart: Bool

    /// Whether the body stays above the horizon.
    public var isAlwaysUp: Bool { isUpAtStart && rising == nil && setting == nil }
    /// Whether the body stays below the horizon.
    public var isAlwaysDown: Bool { !isUpAtStart && rising == nil && setting == nil }

    /// Finds the first rising and the first setting by sampling the altitude at least every ten minutes and bisecting
    /// the time of each crossing to one second.
    ///
    /// A body that is above or below the horizon for less than ten minutes may be missed. The refraction near the
    /// horizon varies with the weather and changes the times by a minute or more.
    public init(of body: CelestialBody, from observer: Observer, in span: Range<JulianDate>) {
        func height(_ days: Double) -> Double { body.height(from: observer, at: JulianDate(days)) }
        let (start, end) = (span.lowerBound.days, span.upperBound.days)
        let steps = Swift.max(1, Int(((end - start) / Self.step).rounded(.up)))
        let times = (0...steps).map { start + (end - start) * Double($0) / Double(steps) }
        var (rising, setting) = (JulianDate?.none, JulianDate?.none)
        var last = height(start)
        isUpAtStart = last >= 0
        for (from, to) in zip(times, times.dropFirst()) {
            let next = height(to)
            if last < 0, next >= 0, rising == nil { rising = JulianDate(root(from: from, to: to, of: height)) }
            if last >= 0, next < 0, setting == nil { setting = JulianDate(root(from: from, to: to, of: height)) }
            last = next
        }
        (self.rising, self.setting) = (rising, setting)
    }

    /// The maximum interval between samples in days.
    private static let step = 10 / 1440.0
}

/// Returns the argument at which the sign of a function changes between two arguments, with an error below 1/86,400
/// (one second for arguments in days).
func root(from start: Double, to end: Double, of height: (Double) -> Double) -> Double {
    var (low, high) = (start, end)
    let isRising = height(low) < 0
    while high - low > 1 / 86_400.0 {
        let middle = (low + high) / 2
        if (height(middle) < 0) == isRising { low = middle } else { high = middle }
    }
    return (low + high) / 2
}

/// A place on the Earth at sea level.
public struct Observer: Hashable, Sendable {
    /// The latitude in degrees, positive in the north.
    public let latitude: Double
    /// The longitude in degrees, positive in the east.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

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

        /// The sine of the true altitude (without refraction) of a star at the minimum apparent altitude.
        var sineOfTrueAltitude: Double {
            sine(root(from: altitude - 1, to: altitude) { $0 + Refraction.degrees(at: $0) - altitude })
        }
    }

    /// The longest observable part of the span, or `nil` if no part is observable.
    public let longest: Range<JulianDate>?
    /// The observable fraction of the span, from 0 to 1.
    public let part: Double

    static let none = Observability(longest: nil, part: 0)
}

/// The nights during which stars can be observed from a place.
public struct ObservingNights: Sendable {
    private let observer: Observer
    private let ephemeris: SolarEphemeris
    private let sineOfAltitude: Double
    /// The spans in which the Sun is below its limit, in chronological order.
    private let nights: [ClosedRange<Double>]

    /// Finds the nights by sampling the altitude of the Sun every ten minutes and bisecting the times of dusk and dawn
    /// to one second.
    public init(from observer: Observer, within limits: Observability.Limits, ephemeris: SolarEphemeris) {
        let limit = sine(limits.sunAltitude)
        let (north, along) = (sine(observer.latitude), cosine(observer.latitude))
        func darkness(_ time: Double) -> Double {
            let sun = ephemeris.sun(at: time)
            let angle = ephemeris.siderealTime(at: time) + observer.longitude
            return limit - (north * sun.z + along * (cosine(angle) * sun.x + sine(angle) * sun.y)) / sun.length
        }
        let span = ephemeris.span
        var nights: [ClosedRange<Double>] = []
        var (last, dusk) = (span.lowerBound, darkness(span.lowerBound) >= 0 ? span.lowerBound : nil)
        for time in stride(from: span.lowerBound + Self.step, through: span.upperBound, by: Self.step) {
            let isDark = darkness(time) >= 0
            if isDark, dusk == nil { dusk = root(from: last, to: time, of: darkness) }
            if !isDark, let start = dusk {
                nights.append(start...Swift.max(start, root(from: last, to: time, of: darkness)))
                dusk = nil
            }
            last = time
        }
        if let dusk { nights.append(dusk...span.upperBound) }
        self.observer = observer
        self.ephemeris = ephemeris
        self.nights = nights
        sineOfAltitude = limits.sineOfTrueAltitude
    }

    /// The interval between samples in days.
    private static let step = 10 / 1440.0

    /// Returns the observable part of a span, or `nil` if the ephemeris does not contain the span.
    public func observability(of star: StarPath, in span: ClosedRange<JulianDate>) -> Observability? {
        let (start, end) = (span.lowerBound.days, span.upperBound.days)
        guard ephemeris.span.contains(start), ephemeris.span.contains(end) else { return nil }
        var (total, longest) = (0.0, ClosedRange<Double>?.none)
        var night = firstNight(after: start)
        guard night < nights.count, nights[night].lowerBound <= end else { return Observability.none }
        let passages = Passages(
            of: star.direction(at: (start + end) / 2), from: observer, at: (start + end) / 2, ephemeris,
            above: sineOfAltitude)
        while night < nights.count, nights[night].lowerBound <= end {
            let dark = nights[night].clamped(to: start...end)
            passages.forEach(in: dark) { part in
                let length = part.upperBound - part.lowerBound
                total += length
                if longest.map({ length > $0.upperBound - $0.lowerBound }) ?? true { longest = part }
            }
            night += 1
        }
        guard let longest else { return Observability.none }
        return Observability(
            longest: JulianDate(longest.lowerBound)..<JulianDate(longest.upperBound),
            part: end > start ? Swift.min(1, total / (end - start)) : 1)
    }

    /// Returns the index of the first night that ends at or after a time.
    private func firstNight(after time: Double) -> Int {
        var (low, high) = (0, nights.count)
        while low < high {
            let middle = (low + high) / 2
            if nights[middle].upperBound < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The times during which a star with fixed coordinates is above an altitude.
private struct Passages {
    /// A time at which the star culminates.
    private let culmination: Double
    /// Half the duration of a passage in days; infinite for a star that does not set, and negative for one that does
    /// not rise.
    private let half: Double

    /// Creates the passages around a time (Meeus, formula 15.1).
    init(
        of star: Vector, from observer: Observer, at time: Double, _ ephemeris: SolarEphemeris,
        above sineOfAltitude: Double
    ) {
        let along = (star.x * star.x + star.y * star.y).squareRoot() * cosine(observer.latitude)
        let rise = (sineOfAltitude - star.z * sine(observer.latitude)) / along
        // At a pole, the magnitude of `rise` is very large.
        half = rise <= -1 ? .infinity : rise < 1 ? arcCosine(rise) / SiderealTime.degreesPerDay : -1
        let hourAngle = ephemeris.siderealTime(at: time) + observer.longitude - arcTangent(star.y, star.x)
        culmination = time - hourAngle / SiderealTime.degreesPerDay
    }

    /// Calls a closure with each part of a span during which the star is above the altitude.
    func forEach(in span: ClosedRange<Double>, _ body: (ClosedRange<Double>) -> Void) {
        guard half >= 0 else { return }
        guard half.isFinite else { return body(span) }
        let day = 360 / SiderealTime.degreesPerDay
        var middle = culmination + ((span.lowerBound - half - culmination) / day).rounded(.up) * day
        while middle - half <= span.upperBound {
            let (rising, setting) = (
                Swift.max(span.lowerBound, middle - half), Swift.min(span.upperBound, middle + half)
            )
            if rising <= setting { body(rising...setting) }
            middle += day
        }
    }
}
