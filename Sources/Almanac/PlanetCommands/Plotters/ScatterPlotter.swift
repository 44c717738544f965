import Display
import Model

/// A scatter plot of two values of each planet.
struct ScatterPlotter: Plotter {
    private let title: String?
    private let x: PlottedFigure
    private let y: PlottedFigure
    private let isMeasured: Bool
    private let form: Plot.Form
    private let guides: [Plot.Guide]
    private let named: Set<String>
    private var marks: [String: [Plot.Marker]] = [:]
    /// The titles of the values of the drawn bodies.
    private var titles: (x: Set<String>, y: Set<String>) = ([], [])
    private var unknown = 0
    private var unmeasured = 0

    /// Creates a plotter.
    ///
    /// - Parameters:
    ///   - title: The title, or `nil` for the titles of the values.
    ///   - named: The classes whose bodies are labeled, unless a class has too many bodies.
    init(
        _ title: String?, _ x: PlottedFigure, _ y: PlottedFigure, _ form: Plot.Form = .points, isMeasured: Bool,
        named: Set<String> = [], guides: [Plot.Guide] = []
    ) {
        self.title = title
        self.x = x
        self.y = y
        self.isMeasured = isMeasured
        self.form = form
        self.guides = guides
        self.named = named
    }

    var need: String {
        let word = isMeasured && !x.marks.union(y.marks).isEmpty ? "measured" : "known"
        return "a \(word) \(x.name.lowercased()) and \(y.name.lowercased())"
    }

    mutating func add(_ planet: Planet) -> Bool {
        guard let x = x.value(planet), let y = y.value(planet) else {
            unknown += 1
            return false
        }
        guard !isMeasured || planet.estimated.isDisjoint(with: self.x.marks.union(self.y.marks)) else {
            unmeasured += 1
            return false
        }
        titles.x.insert(self.x.name(of: planet))
        titles.y.insert(self.y.name(of: planet))
        marks[planet.plotClass, default: []].append(Plot.Marker(planet.title, x: x, y: y))
        return true
    }

    func plot(leavingOut others: [Plot.Omission]) -> Plot {
        let all = marks.values.joined()
        let (xName, yName) = (x.name(among: titles.x), y.name(among: titles.y))
        let omissions = [
            Plot.Omission(unknown, "without \(xName.lowercased()) or \(yName.lowercased())"),
            Plot.Omission(unmeasured, "estimated or a limit"),
        ]
        return Plot(
            title ?? "\(xName) and \(yName.lowercased())", x: x.axis(all.map(\.x), named: xName),
            y: y.axis(all.map(\.y), named: yName), form, marks: marks,
            symbols: Planet.plotSymbols, named: named.filter { (marks[$0]?.count ?? 0) <= Self.mostNamed },
            guides: guides, omissions: omissions + others)
    }

    /// The maximum number of bodies in a class whose bodies are labeled.
    private static let mostNamed = 20
}
