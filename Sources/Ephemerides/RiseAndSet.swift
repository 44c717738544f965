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
