import Glibc
import Model
import SQLite

/// The orbits of the exoplanets in the catalog, used to recognize a planet that has a new name: it has the same star,
/// and its period is the same within the uncertainties.
struct KnownOrbits {
    private struct Orbit {
        let body: RecordReference
        let star: String
        let period: Double
        /// The uncertainty of the period.
        let error: Double
        let position: (ra: Double, dec: Double)?
    }

    /// The orbits, sorted by period.
    private let orbits: [Orbit]

    /// The greatest relative difference between two periods of the same planet.
    private static let widest = 0.01
    /// The maximum relative difference between two periods around the same star that count as equal, also in catalog
    /// checks.
    static let least = 1e-4
    /// The maximum difference between two periods of the same planet, in standard deviations.
    private static let deviations = 3.0
    /// The greatest distance, in degrees, between two positions of the same star.
    private static let apart = 0.01

    init(in connection: Connection) throws {
        let rows = try connection.all(Self.all) { row in
            Orbit(
                body: RecordReference(id: RecordID(kind: .planet, number: row[0]), name: row[1]),
                star: NameKey.key(for: row[2]), period: row[3],
                error: Self.error(of: Uncertainties(column: row[4]) ?? Uncertainties()),
                position: Self.position(row[5], row[6]))
        }
        orbits = rows.sorted { $0.period < $1.period }
    }

    /// Returns the planet with the same star and period, or `nil` if there is not exactly one.
    func body(of planet: Planet) -> RecordReference? {
        guard planet.type == .exoplanet, let period = planet.orbitalPeriodDays, period > 0 else { return nil }
        let star = NameKey.key(for: planet.parent)
        let position = Self.position(planet.raDeg, planet.decDeg)
        let error = Self.error(of: planet.uncertainties)
        var found: [RecordReference] = []
        var index = firstIndex(from: period * (1 - Self.widest))
        while index < orbits.count, orbits[index].period <= period * (1 + Self.widest) {
            let orbit = orbits[index]
            index += 1
            let sum = (error * error + orbit.error * orbit.error).squareRoot()
            let tolerance = max(Self.least * period, Self.deviations * sum)
            guard (orbit.period - period).magnitude <= tolerance else { continue }
            let isSameName = !star.isEmpty && star == orbit.star
            if isSameName || Self.isNear(position, orbit.position) { found.append(orbit.body) }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// Returns the index of the first orbit whose period is at least the given one.
    private func firstIndex(from period: Double) -> Int {
        var (low, high) = (0, orbits.count)
        while low < high {
            let middle = (low + high) / 2
            if orbits[middle].period < period { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private static func error(of uncertainties: Uncertainties) -> Double {
        uncertainties[PlanetFigure.period.key].map { max($0.upper, $0.lower) } ?? 0
    }

    private static func position(_ ra: Double?, _ dec: Double?) -> (ra: Double, dec: Double)? {
        guard let ra, let dec else { return nil }
        return (ra, dec)
    }

    private static func isNear(_ one: (ra: Double, dec: Double)?, _ other: (ra: Double, dec: Double)?) -> Bool {
        guard let one, let other else { return false }
        let across = (one.ra - other.ra).remainder(dividingBy: 360).magnitude
        return (one.dec - other.dec).magnitude <= apart && across * cos(one.dec * .pi / 180) <= apart
    }

    private static let all = """
        SELECT id, display_name, parent, orbital_period_days, uncertainties, ra_deg, dec_deg FROM planet
        WHERE type = 'exoplanet' AND orbital_period_days > 0
        """
}
