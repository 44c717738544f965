import Glibc

/// The refraction of the atmosphere at 10 °C and 1010 hPa (Sæmundsson 1986; Meeus, formula 16.4), accurate to 0.1′.
public enum Refraction {
    /// Returns the refraction in degrees at a true altitude. It is zero for bodies more than 1° below the horizon.
    public static func degrees(at altitude: Double) -> Double {
        guard altitude > -1 else { return 0 }
        let argument = altitude + 10.3 / (altitude + 5.11)
        return Swift.max(0, 1.02 * cosine(argument) / sine(argument) / 60)
    }
}
