import Display
import Model

/// A plot of the number of discoveries by year and method.
struct DiscoveryPlotter: Plotter {
    let need = "a known year and method of discovery"
    private var counts: [String: [Int: Int]] = [:]
    private var unknown = 0
    private var ofTheSun = 0

    mutating func add(_ planet: Planet) -> Bool {
        // Many discoveries in the Solar System are centuries older than the discoveries of exoplanets.
        guard planet.type == .exoplanet else {
            ofTheSun += 1
            return false
        }
        guard let year = planet.discoveryYear, !planet.discoveryMethod.isEmpty else {
            unknown += 1
            return false
        }
        counts[planet.discoveryMethod, default: [:]][year, default: 0] += 1
        return true
    }

    func plot(leavingOut others: [Plot.Omission]) -> Plot {
        let years = counts.values.flatMap(\.keys).map(Double.init)
        let totals = counts.values.reduce(into: [:]) { totals, years in totals.merge(years, uniquingKeysWith: +) }
        let marks = counts.map { method, years in
            let marks = years.sorted { $0.key < $1.key }.map { year, count in
                let year = Double(year)
                return Plot.Marker(
                    method, x: year, y: Double(count), standingFor: count,
                    over: (year - 0.5)...(year + 0.5))
            }
            return (method, marks)
        }
        return Plot(
            "Discoveries by year and method",
            x: Axis("Year", around: years.flatMap { [$0 - 0.5, $0 + 0.5] }).wholeNumbers,
            y: Axis("Planets", around: [0] + totals.values.map(Double.init)).wholeNumbers, .bars,
            marks: Dictionary(uniqueKeysWithValues: marks), symbols: Planet.plotSymbols,
            omissions: [
                Plot.Omission(unknown, "without year or method"), Plot.Omission(ofTheSun, "not exoplanets"),
            ] + others)
    }
}
