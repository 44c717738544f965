import Glibc

/// A position relative to the ecliptic; angles are in degrees.
public struct EclipticPosition: Hashable, Sendable {
    public var longitude: Double
    public var latitude: Double
    /// The distance in astronomical units; infinite for a star.
    public var distance: Double

    init(longitude: Double, latitude: Double, distance: Double) {
        self.longitude = longitude.normalizedDegrees
        self.latitude = latitude
        self.distance = distance
    }

    init(_ vector: Vector) {
        self.init(
            longitude: arcTangent(vector.y, vector.x),
            latitude: arcTangent(vector.z, (vector.x * vector.x + vector.y * vector.y).squareRoot()),
            distance: vector.length)
    }

    /// Converts a position from the equinox J2000 to the mean equinox of a date by rigorous precession (Meeus, chapter
    /// 21, formulas 21.5 and 21.7; Lieske and others 1977).
    func precessed(to date: JulianDate) -> EclipticPosition {
        let t = date.centuries
        let inclination = t.polynomial(0, 47.0029, -0.03302, 0.000060) / 3600
        let node = 174.876384 + t.polynomial(0, -869.8089, 0.03536) / 3600
        let precession = t.polynomial(0, 5029.0966, 1.11113, -0.000006) / 3600
        let (north, along) = (sine(latitude), cosine(latitude))
        let angle = node - longitude
        let y = cosine(inclination) * along * sine(angle) - sine(inclination) * north
        let x = along * cosine(angle)
        let z = cosine(inclination) * north + sine(inclination) * along * sine(angle)
        return EclipticPosition(
            longitude: precession + node - arcTangent(y, x), latitude: arcSine(z), distance: distance)
    }

    /// Converts a geocentric position from the mean equinox of a date to the true equator (Meeus, formulas 13.3 and
    /// 13.4).
    func equatorial(_ nutation: Nutation) -> EquatorialPosition {
        let (longitude, obliquity) = (longitude + nutation.longitude, nutation.obliquity)
        let tangent = sine(latitude) / cosine(latitude)
        return EquatorialPosition(
            rightAscension: arcTangent(
                sine(longitude) * cosine(obliquity) - tangent * sine(obliquity), cosine(longitude)),
            declination: arcSine(
                sine(latitude) * cosine(obliquity) + cosine(latitude) * sine(obliquity) * sine(longitude)),
            distance: distance)
    }
}

/// A vector in ecliptic or equatorial coordinates, in astronomical units.
struct Vector: Hashable, Sendable {
    var x: Double
    var y: Double
    var z: Double

    var length: Double { (x * x + y * y + z * z).squareRoot() }

    /// Returns the vector at a fraction of the way to another vector.
    func interpolated(to end: Vector, _ part: Double) -> Vector {
        Vector(x: x + part * (end.x - x), y: y + part * (end.y - y), z: z + part * (end.z - z))
    }

    static func - (left: Vector, right: Vector) -> Vector {
        Vector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }
}

/// A position relative to the equator; angles are in degrees.
public struct EquatorialPosition: Hashable, Sendable {
    public var rightAscension: Double
    public var declination: Double
    /// The distance in astronomical units; infinite for a star.
    public var distance: Double

    public init(rightAscension: Double, declination: Double, distance: Double = .infinity) {
        self.rightAscension = rightAscension.normalizedDegrees
        self.declination = declination
        self.distance = distance
    }

    /// Converts a position from the equinox J2000, which catalogs use, to the true equator of a date.
    ///
    /// Aberration (up to 20″) and the proper motion of the star are ignored.
    func apparent(at date: JulianDate) -> EquatorialPosition {
        let obliquity = Nutation.obliquityOfJ2000
        let tangent = sine(declination) / cosine(declination)
        let ecliptic = EclipticPosition(
            longitude: arcTangent(
                sine(rightAscension) * cosine(obliquity) + tangent * sine(obliquity), cosine(rightAscension)),
            latitude: arcSine(
                sine(declination) * cosine(obliquity) - cosine(declination) * sine(obliquity) * sine(rightAscension)),
            distance: distance)
        return ecliptic.precessed(to: date).equatorial(Nutation(at: date))
    }
}

extension Vector {
    /// Creates a vector in equatorial coordinates.
    init(_ position: EquatorialPosition) {
        let across = position.distance * cosine(position.declination)
        self.init(
            x: across * cosine(position.rightAscension), y: across * sine(position.rightAscension),
            z: position.distance * sine(position.declination))
    }
}

/// A position relative to the horizon of an observer, in degrees.
public struct HorizontalPosition: Hashable, Sendable {
    /// The altitude above the horizon without refraction.
    public let altitude: Double
    /// The direction from north (0) through east (90).
    public let azimuth: Double

    /// Calculates the position from an apparent geocentric position (Meeus, formulas 13.5 and 13.6), including the
    /// parallax for a spherical Earth. The parallax matters only for the Moon. Its error for the Moon is up to 0.003°.
    public init(_ position: EquatorialPosition, from observer: Observer, at date: JulianDate) {
        let hourAngle = SiderealTime.degrees(at: date) + observer.longitude - position.rightAscension
        let (north, along) = (sine(observer.latitude), cosine(observer.latitude))
        let up =
            north * sine(position.declination) + along * cosine(position.declination) * cosine(hourAngle)
        let altitude = arcSine(up)
        self.altitude =
            position.distance.isFinite
            ? arcTangent(up - sine(LunarPosition.parallax(at: position.distance)), cosine(altitude)) : altitude
        azimuth =
            (180
            + arcTangent(
                cosine(position.declination) * sine(hourAngle),
                cosine(position.declination) * cosine(hourAngle) * north - sine(position.declination) * along))
            .normalizedDegrees
    }

    public init(of body: CelestialBody, from observer: Observer, at date: JulianDate) {
        self.init(body.position(at: date), from: observer, at: date)
    }

    /// The apparent altitude, which includes refraction.
    public var apparentAltitude: Double { altitude + Refraction.degrees(at: altitude) }
}

// Angles are in degrees unless a name contains another unit.

extension Double {
    var radians: Double { self * .pi / 180 }
    var degrees: Double { self * 180 / .pi }

    /// The angle in the range 0..<360.
    public var normalizedDegrees: Double {
        let rest = truncatingRemainder(dividingBy: 360)
        return rest < 0 ? (rest + 360).truncatingRemainder(dividingBy: 360) : rest
    }

    /// The angle in the range -180..<180.
    var signedDegrees: Double { (self + 180).normalizedDegrees - 180 }

    /// Returns the value of a polynomial in this variable, with the constant term first.
    func polynomial(_ coefficients: Double...) -> Double {
        coefficients.reversed().reduce(0) { $0 * self + $1 }
    }
}

func sine(_ degrees: Double) -> Double { sin(degrees.radians) }
func cosine(_ degrees: Double) -> Double { cos(degrees.radians) }
func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x).degrees }
func arcSine(_ value: Double) -> Double { asin(Swift.min(1, Swift.max(-1, value))).degrees }
func arcCosine(_ value: Double) -> Double { acos(Swift.min(1, Swift.max(-1, value))).degrees }

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

/// The refraction of the atmosphere at 10 °C and 1010 hPa (Sæmundsson 1986; Meeus, formula 16.4), accurate to 0.1′.
public enum Refraction {
    /// Returns the refraction in degrees at a true altitude. It is zero for bodies at least 1° below the horizon.
    public static func degrees(at altitude: Double) -> Double {
        guard altitude > -1 else { return 0 }
        let argument = altitude + 10.3 / (altitude + 5.11)
        return Swift.max(0, 1.02 * cosine(argument) / sine(argument) / 60)
    }
}
