/// Angles in sexagesimal notation, as astronomers write them.
public enum Sexagesimal {
    /// Returns a right ascension in hours, minutes, and seconds, such as `12h 20m 42.9s`; empty outside 0° to 360°.
    public static func hours(ofDegrees degrees: Double) -> String {
        guard (0...360).contains(degrees) else { return "" }
        let tenths = Int((degrees / 15 * 36_000).rounded()) % (24 * 36_000)
        let (minutes, rest) = (tenths / 600, tenths % 600)
        return "\(minutes / 60)h \(twoDigits(minutes % 60))m \(twoDigits(rest / 10)).\(rest % 10)s"
    }

    /// Returns a declination in degrees, minutes, and seconds of arc, such as `+17° 47′ 36″`; empty
    /// outside −90° to 90°.
    public static func degrees(_ degrees: Double) -> String {
        guard (-90...90).contains(degrees) else { return "" }
        let seconds = Int((degrees.magnitude * 3_600).rounded())
        let minutes = seconds / 60
        let sign = degrees < 0 && seconds > 0 ? "-" : "+"
        return "\(sign)\(minutes / 60)° \(twoDigits(minutes % 60))′ \(twoDigits(seconds % 60))″"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
