import Display
import Model

/// A plotter of two values of each planet as a scatter plot.
struct ScatterPlotter: Plotter {
    private let title: String?
    private let x: PlottedFigure
    private let y: PlottedFigure
    private let isMeasured: Bool
    private let form: Plot.Form
    private let guides: [Plot.Guide]
    private let named: Set<String>
    private var marks: [String: [Plot.Marker]] = [:]
    /// The titles that the two values have for the plotted bodies.
    private var titles: (x: Set<String>, y: Set<String>) = ([], [])
    private var unknown = 0
    private var unmeasured = 0

    /// Creates a plotter.
    ///
    /// - Parameters:
    ///   - title: The title, or `nil` to use the titles of the values.
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
        let decisive = self.x.marks.union(self.y.marks)
        let isCalculated = !planet.estimated.isDisjoint(with: decisive.intersection(.calculated))
        guard !isMeasured || !isCalculated else {
            unmeasured += 1
            return false
        }
        titles.x.insert(self.x.name(of: planet))
        titles.y.insert(self.y.name(of: planet))
        let isUnknown = planet.provenance(marked: decisive) == .unknown
        marks[isUnknown ? Planet.unknownProvenance : planet.plotClass, default: []].append(
            Plot.Marker(planet.title, x: x, y: y))
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

    /// The maximum number of bodies in a labeled class. The bodies of larger classes are not labeled.
    private static let mostNamed = 20
}

/// A planet value that is plotted on an axis.
struct PlottedFigure: Sendable {
    let name: String
    let unit: String
    /// The scale of the axis, or `nil` to choose a scale that fits the values.
    let scale: Axis.Scale?
    /// The range of the axis, or `nil` to derive it from the values.
    private(set) var range: ClosedRange<Double>?
    /// The least and greatest possible values of a coordinate, or `nil` for other values.
    private var limits: ClosedRange<Double>?
    /// The least possible value in the unit, such as absolute zero.
    private var least = -Double.infinity
    /// The preferred tick intervals.
    private var steps: [Double] = []
    /// Whether the values decrease from left to right.
    private var isDescending = false
    /// Whether the values are whole numbers, such as the number of moons.
    private var isWhole = false
    /// The catalog marks that determine whether a value was measured.
    let marks: Estimates
    let value: @Sendable (Planet) -> Double?
    /// The quantity that is plotted, or `nil` for a count or a coordinate in the sky.
    private var quantity: PlanetQuantity?

    private init(
        _ figure: PlanetQuantity, in unit: Unit?, written symbol: String, _ scale: Axis.Scale? = nil
    ) {
        quantity = figure
        name = figure.title
        self.unit = symbol
        self.scale = scale
        if let unit { least = figure.convert(0, to: unit) }
        marks = figure.decisive
        value = { planet in
            guard let value = figure.calculation.value(of: planet) else { return nil }
            return unit.map { figure.convert(value, to: $0).rounded(toDigits: 6) } ?? value
        }
    }

    /// Creates a plotted value from a count, such as the number of moons.
    private init(_ name: String, _ path: (KeyPath<Planet, Int?> & Sendable)?) {
        self.name = name.prefix(1).uppercased() + name.dropFirst()
        unit = ""
        scale = nil
        isWhole = true
        marks = []
        value = { planet in path.flatMap { planet[keyPath: $0] }.map(Double.init) }
    }

    /// Creates a plotted value in its first comparison unit, or in its own unit if there is no comparison unit.
    private init(_ figure: PlanetFigure, _ scale: Axis.Scale) {
        let comparison = figure.comparisons.first
        self.init(
            PlanetQuantity(figure), in: comparison?.unit, written: comparison?.symbol ?? figure.unit, scale)
    }

    /// Creates a plotted coordinate in the sky.
    ///
    /// - Parameters:
    ///   - degrees: The number of degrees in the unit.
    ///   - limits: The least and greatest possible values.
    ///   - isWhole: Whether the axis shows the whole sky.
    private init(
        _ figure: PlanetFigure, in unit: String, of degrees: Double, within limits: ClosedRange<Double>,
        isWhole: Bool, steps: [Double], isDescending: Bool
    ) {
        name = figure.title
        self.unit = unit
        scale = .linear
        range = isWhole ? limits : nil
        self.limits = limits
        self.steps = steps
        self.isDescending = isDescending
        marks = figure.decisive
        value = { planet in planet[keyPath: figure.path].map { ($0 / degrees).rounded(toDigits: 6) } }
    }

    /// Creates a plotted value from a field chosen by the user. Angles are never plotted logarithmically.
    init(_ asked: FigureInUnit) {
        if let coordinate = Self.coordinate(asked) {
            self = coordinate
            return
        }
        guard let figure = PlanetQuantity.named(asked.field.key) else {
            self.init(asked.field.name, Self.counts[asked.field.key])
            return
        }
        let isAngle = figure.stored?.dimension == .angle
        self.init(figure, in: asked.unit, written: asked.unit?.symbol ?? figure.unit, isAngle ? .linear : nil)
    }

    /// Returns a right ascension or declination, or `nil` for other values and other units.
    private static func coordinate(_ asked: FigureInUnit) -> PlottedFigure? {
        switch (asked.field.key, asked.unit) {
        case (PlanetFigure.rightAscension.key, nil): rightAscension(isWhole: false)
        case (PlanetFigure.rightAscension.key, .degree):
            PlottedFigure(
                .rightAscension, in: "°", of: 1, within: 0...360, isWhole: false, steps: [5, 15, 30, 45, 90],
                isDescending: true)
        case (PlanetFigure.declination.key, nil), (PlanetFigure.declination.key, .degree): declination(isWhole: false)
        default: nil
        }
    }

    private static let counts: [String: KeyPath<Planet, Int?> & Sendable] = [
        "moons": \.moons, "discoveryYear": \.discoveryYear, "systemStars": \.systemStars,
    ]

    /// The fields that can be plotted.
    static let fields = FilterField.all(of: .planet).filter { field in
        counts[field.key] != nil || PlanetQuantity.named(field.key) != nil
    }

    /// Returns the title of a body’s value.
    func name(of planet: Planet) -> String { quantity?.title(of: planet) ?? name }

    /// Returns a common title for the values of several bodies.
    func name(among names: Set<String>) -> String {
        names.isEmpty ? name : quantity?.title(among: names) ?? name
    }

    /// Returns an axis that fits the values.
    func axis(_ values: [Double], named name: String) -> Axis {
        let scale = scale ?? Axis.Scale(fitting: values)
        var axis =
            range.map { Axis(name, unit: unit, scale: scale, range: $0) }
            ?? Axis(name, unit: unit, scale: scale, around: values, atLeast: least, margin: Self.margin)
        if let limits { axis = axis.within(limits) }
        axis.steps = steps
        if isWhole { axis = axis.wholeNumbers }
        axis.isDescending = isDescending
        return axis
    }

    /// The fraction of an axis that remains free at each end.
    static let margin = 0.05

    static let mass = PlottedFigure(.mass, .logarithmic)
    static let radius = PlottedFigure(.radius, .logarithmic)
    static let period = PlottedFigure(.period, .logarithmic)
    /// Returns the right ascension in hours, which increases to the left, as on a sky chart.
    static func rightAscension(isWhole: Bool) -> PlottedFigure {
        PlottedFigure(
            .rightAscension, in: "h", of: 15, within: 0...24, isWhole: isWhole, steps: [1, 2, 3, 6, 12],
            isDescending: true)
    }
    static func declination(isWhole: Bool) -> PlottedFigure {
        PlottedFigure(
            .declination, in: "°", of: 1, within: -90...90, isWhole: isWhole, steps: [5, 15, 30, 45, 90],
            isDescending: false)
    }
}
