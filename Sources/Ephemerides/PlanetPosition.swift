/// The position of a planet as seen from the Sun and from the Earth.
struct PlanetPosition: Hashable, Sendable {
    let planet: MajorPlanet
    /// The apparent geocentric position relative to the mean equinox of the date.
    let geocentric: EclipticPosition
    /// The distance from the Sun in astronomical units.
    let distanceFromSun: Double
    /// The distance of the Earth from the Sun in astronomical units.
    private let earthDistance: Double

    /// Calculates the position, corrected for light time and aberration, from the positions of the planet and the Earth
    /// when the light left the planet (Meeus, chapter 33).
    init(_ planet: MajorPlanet, at date: JulianDate) {
        let t = date.centuries
        var (sun, earth) = (OrbitalElements.planet(planet, t).position, OrbitalElements.earth(t).position)
        for _ in 0..<2 {
            let emission = t - (sun - earth).length * Self.lightTime / 36_525
            sun = OrbitalElements.planet(planet, emission).position
            earth = OrbitalElements.earth(emission).position
        }
        self.planet = planet
        geocentric = EclipticPosition(sun - earth).precessed(to: date)
        distanceFromSun = sun.length
        earthDistance = earth.length
    }

    /// The light time for one astronomical unit in days.
    private static let lightTime = 0.0057755183

    /// The angle between the Sun and the Earth as seen from the planet, in degrees.
    var phaseAngle: Double {
        let (r, delta) = (distanceFromSun, geocentric.distance)
        return arcCosine((r * r + delta * delta - earthDistance * earthDistance) / (2 * r * delta))
    }
}

/// Keplerian elements at a time, relative to the ecliptic and equinox J2000; angles are in degrees.
///
/// Source: Standish, Keplerian elements for approximate positions of the major planets (JPL), table 1, valid from 1800
/// to 2050. The stated errors of the heliocentric longitude are 15″ for Mercury, 20″ for Venus and the Earth, 40″ for
/// Mars, 400″ for Jupiter, 600″ for Saturn, 50″ for Uranus, and 10″ for Neptune.
struct OrbitalElements: Hashable, Sendable {
    /// The semi-major axis in astronomical units.
    let axis: Double
    let eccentricity: Double
    let inclination: Double
    let meanLongitude: Double
    let longitudeOfPerihelion: Double
    let node: Double

    /// Creates the elements at `t` centuries after J2000, from pairs of the value at J2000 and its change per century.
    private init(
        _ t: Double, axis: (Double, Double), eccentricity: (Double, Double), inclination: (Double, Double),
        longitude: (Double, Double), perihelion: (Double, Double), node: (Double, Double)
    ) {
        self.axis = axis.0 + t * axis.1
        self.eccentricity = eccentricity.0 + t * eccentricity.1
        self.inclination = inclination.0 + t * inclination.1
        meanLongitude = longitude.0 + t * longitude.1
        longitudeOfPerihelion = perihelion.0 + t * perihelion.1
        self.node = node.0 + t * node.1
    }

    /// The heliocentric position (Standish; Kepler’s equation by Newton’s method).
    var position: Vector {
        let perihelion = longitudeOfPerihelion - node
        let meanAnomaly = (meanLongitude - longitudeOfPerihelion).signedDegrees.radians
        var anomaly = meanAnomaly + eccentricity * sine(meanAnomaly.degrees)
        for _ in 0..<6 {
            let sinus = sine(anomaly.degrees)
            let cosinus = cosine(anomaly.degrees)
            anomaly += (meanAnomaly - anomaly + eccentricity * sinus) / (1 - eccentricity * cosinus)
        }
        let x = axis * (cosine(anomaly.degrees) - eccentricity)
        let y = axis * (1 - eccentricity * eccentricity).squareRoot() * sine(anomaly.degrees)
        let (cw, sw) = (cosine(perihelion), sine(perihelion))
        let (cn, sn) = (cosine(node), sine(node))
        let (ci, si) = (cosine(inclination), sine(inclination))
        return Vector(
            x: (cw * cn - sw * sn * ci) * x + (-sw * cn - cw * sn * ci) * y,
            y: (cw * sn + sw * cn * ci) * x + (-sw * sn + cw * cn * ci) * y,
            z: sw * si * x + cw * si * y)
    }

    /// Returns the elements of the Earth–Moon barycenter.
    static func earth(_ t: Double) -> OrbitalElements {
        OrbitalElements(
            t, axis: (1.00000261, 0.00000562), eccentricity: (0.01671123, -0.00004392),
            inclination: (-0.00001531, -0.01294668), longitude: (100.46457166, 35_999.37244981),
            perihelion: (102.93768193, 0.32327364), node: (0, 0))
    }

    static func planet(_ planet: MajorPlanet, _ t: Double) -> OrbitalElements {
        switch planet {
        case .mercury:
            OrbitalElements(
                t, axis: (0.38709927, 0.00000037), eccentricity: (0.20563593, 0.00001906),
                inclination: (7.00497902, -0.00594749), longitude: (252.25032350, 149_472.67411175),
                perihelion: (77.45779628, 0.16047689), node: (48.33076593, -0.12534081))
        case .venus:
            OrbitalElements(
                t, axis: (0.72333566, 0.00000390), eccentricity: (0.00677672, -0.00004107),
                inclination: (3.39467605, -0.00078890), longitude: (181.97909950, 58_517.81538729),
                perihelion: (131.60246718, 0.00268329), node: (76.67984255, -0.27769418))
        case .mars:
            OrbitalElements(
                t, axis: (1.52371034, 0.00001847), eccentricity: (0.09339410, 0.00007882),
                inclination: (1.84969142, -0.00813131), longitude: (-4.55343205, 19_140.30268499),
                perihelion: (-23.94362959, 0.44441088), node: (49.55953891, -0.29257343))
        case .jupiter:
            OrbitalElements(
                t, axis: (5.20288700, -0.00011607), eccentricity: (0.04838624, -0.00013253),
                inclination: (1.30439695, -0.00183714), longitude: (34.39644051, 3034.74612775),
                perihelion: (14.72847983, 0.21252668), node: (100.47390909, 0.20469106))
        case .saturn:
            OrbitalElements(
                t, axis: (9.53667594, -0.00125060), eccentricity: (0.05386179, -0.00050991),
                inclination: (2.48599187, 0.00193609), longitude: (49.95424423, 1222.49362201),
                perihelion: (92.59887831, -0.41897216), node: (113.66242448, -0.28867794))
        case .uranus:
            OrbitalElements(
                t, axis: (19.18916464, -0.00196176), eccentricity: (0.04725744, -0.00004397),
                inclination: (0.77263783, -0.00242939), longitude: (313.23810451, 428.48202785),
                perihelion: (170.95427630, 0.40805281), node: (74.01692503, 0.04240589))
        case .neptune:
            OrbitalElements(
                t, axis: (30.06992276, 0.00026291), eccentricity: (0.00859048, 0.00005105),
                inclination: (1.77004347, 0.00035372), longitude: (-55.12002969, 218.45945325),
                perihelion: (44.96476227, -0.32241464), node: (131.78422574, -0.00508664))
        }
    }
}

/// The heliocentric longitudes of a planet and of its perihelion in degrees, relative to the mean equinox of a date.
public struct HeliocentricLongitudes: Hashable, Sendable {
    public let planet: Double
    public let perihelion: Double

    init(_ elements: OrbitalElements, at date: JulianDate) {
        let position = EclipticPosition(elements.position)
        planet = position.precessed(to: date).longitude
        perihelion = (elements.longitudeOfPerihelion + planet - position.longitude).normalizedDegrees
    }

    /// Returns the direction of a longitude, as a unit vector. Longitude 0° points to the right.
    public static func direction(of longitude: Double) -> (x: Double, y: Double) {
        (cosine(longitude), sine(longitude))
    }
}

extension MajorPlanet {
    public func heliocentricLongitudes(at date: JulianDate) -> HeliocentricLongitudes {
        HeliocentricLongitudes(.planet(self, date.centuries), at: date)
    }
}

/// The Earth as a planet.
public enum Earth {
    public static func heliocentricLongitudes(at date: JulianDate) -> HeliocentricLongitudes {
        HeliocentricLongitudes(.earth(date.centuries), at: date)
    }
}

/// The position of the Sun, accurate to 0.01° (Meeus, chapter 25, the theory of low accuracy).
enum SolarPosition {
    /// Returns the geocentric position relative to the mean equinox of a date, corrected for aberration.
    static func ecliptic(at date: JulianDate) -> EclipticPosition {
        let t = date.centuries
        let longitude = t.polynomial(280.46646, 36_000.76983, 0.0003032)
        let anomaly = t.polynomial(357.52911, 35_999.05029, -0.0001537)
        let eccentricity = t.polynomial(0.016708634, -0.000042037, -0.0000001267)
        let center =
            t.polynomial(1.914602, -0.004817, -0.000014) * sine(anomaly)
            + t.polynomial(0.019993, -0.000101) * sine(2 * anomaly) + 0.000289 * sine(3 * anomaly)
        let distance =
            1.000001018 * (1 - eccentricity * eccentricity) / (1 + eccentricity * cosine(anomaly + center))
        return EclipticPosition(longitude: longitude + center - 0.00569, latitude: 0, distance: distance)
    }
}
