import Display
import Model

/// A plot of the number of discoveries by year and method.
struct DiscoveryPlotter: Plotter {
    let need = "a known year and method of discovery"
    private var counts: [String: [Int: Int]] = [:]
    private var unknown = 0
    private var ofTheSun = 0

    mutating func add(_ planet: Planet) {
        // Many discoveries in the Solar System are centuries older than the discoveries of exoplanets.
        guard planet.type == .exoplanet else {
            ofTheSun += 1
            return
        }
        guard let year = planet.discoveryYear, !planet.discoveryMethod.isEmpty else {
            unknown += 1
            return
        }
        counts[planet.discoveryMethod, default: [:]][year, default: 0] += 1
    }

    func plot(leavingOut others: [Plot.Omission]) -> Plot {
        let years = counts.values.flatMap(\.keys).map(Double.init)
        let most = counts.values.flatMap(\.values).max() ?? 1
        let marks = counts.map { method, years in
            let marks = years.sorted { $0.key < $1.key }.map { year, count in
                Plot.Marker(method, x: Double(year), y: Double(count), standingFor: count)
            }
            return (method, marks)
        }
        return Plot(
            "Discoveries", x: Axis("Year", around: years),
            y: Axis("Discoveries", scale: .logarithmic, around: [1, Double(most)]),
            marks: Dictionary(uniqueKeysWithValues: marks),
            omissions: [
                Plot.Omission(unknown, "without year or method"), Plot.Omission(ofTheSun, "not exoplanets"),
            ] + others)
    }
}
