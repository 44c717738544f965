import Display
import Model

/// A figure of a planet along one side of a plot.
struct PlottedFigure: Sendable {
    let name: String
    let unit: String
    let scale: Axis.Scale
    /// Nil where the values decide.
    let range: ClosedRange<Double>?
    /// What makes of it something that nobody has measured. A least mass (m sin i) is measured.
    let marks: Estimates
    let value: @Sendable (Planet) -> Double?

    private init(
        _ name: String, _ unit: String, _ scale: Axis.Scale, in range: ClosedRange<Double>? = nil,
        unmeasured marks: Estimates = [], value: @escaping @Sendable (Planet) -> Double?
    ) {
        self.name = name
        self.unit = unit
        self.scale = scale
        self.range = range
        self.marks = marks
        self.value = value
    }

    /// Along all these values.
    func axis(_ values: [Double]) -> Axis {
        range.map { Axis(name, unit: unit, scale: scale, range: $0) }
            ?? Axis(name, unit: unit, scale: scale, around: values)
    }

    static let mass = PlottedFigure("Mass", "M⊕", .logarithmic, unmeasured: [.mass, .massLimit]) { planet in
        planet.massKg.map { Unit.kg.convert($0, to: .mearth).rounded(toDigits: 6) }
    }
    static let radius = PlottedFigure("Radius", "R⊕", .logarithmic, unmeasured: .radius) { planet in
        planet.radiusKm.map { Unit.km.convert($0, to: .rearth).rounded(toDigits: 6) }
    }
    static let period = PlottedFigure("Orbital period", "days", .logarithmic) { $0.orbitalPeriodDays }
    static let rightAscension = PlottedFigure("Right ascension", "°", .linear, in: 0...360) { $0.raDeg }
    static let declination = PlottedFigure("Declination", "°", .linear, in: -90...90) { $0.decDeg }
}
