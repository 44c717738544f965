import Display
import Model

/// A histogram of distances, with ten bins for each power of ten.
struct DistancePlotter: Plotter {
    let need = "a known distance"
    private var counts: [Int: Int] = [:]
    private var unknown = 0

    /// The bounds of the bins in parsecs. They are the R10 preferred numbers of ISO 3, which are almost evenly spaced
    /// on a logarithmic axis.
    private static let edges = (-2...5).flatMap { exponent in
        ["1", "1.25", "1.6", "2", "2.5", "3.15", "4", "5", "6.3", "8"].compactMap { Double("\($0)e\(exponent)") }
    }

    mutating func add(_ planet: Planet) -> Bool {
        guard let distance = planet.distancePc, distance > 0,
            let step = Self.edges.lastIndex(where: { $0 <= distance }), step + 1 < Self.edges.count
        else {
            unknown += 1
            return false
        }
        counts[step, default: 0] += 1
        return true
    }

    func plot(leavingOut others: [Plot.Omission]) -> Plot {
        let marks = counts.sorted { $0.key < $1.key }.map { step, count in
            let (near, far) = (Self.edges[step], Self.edges[step + 1])
            let middle = (near * far).squareRoot().rounded(toDigits: 4)
            return Plot.Marker(
                "\(near.digits) to \(far.digits) pc", x: middle, y: Double(count), standingFor: count,
                over: near...far)
        }
        let ends = counts.keys.flatMap { [Self.edges[$0], Self.edges[$0 + 1]] }
        return Plot(
            "Distances", x: Axis("Distance", unit: "pc", scale: .logarithmic, around: ends),
            y: Axis("Bodies", around: [0] + marks.map(\.y)).wholeNumbers, .bars, marks: ["bodies": marks],
            omissions: [Plot.Omission(unknown, "without distance")] + others)
    }
}
