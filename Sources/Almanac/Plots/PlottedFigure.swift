import Display
import Model

/// A figure of a planet along one side of a plot.
struct PlottedFigure: Sendable {
    let name: String
    let unit: String
    let scale: Axis.Scale
    /// Nil where the values decide.
    let range: ClosedRange<Double>?
    /// What makes of it something that nobody has measured.
    let marks: Estimates
    let value: @Sendable (Planet) -> Double?

    /// In the first unit that it is compared in, or else in its own.
    private init(_ figure: PlanetFigure, _ scale: Axis.Scale, in range: ClosedRange<Double>? = nil) {
        let comparison = figure.comparisons.first
        name = figure.title
        unit = comparison?.symbol ?? figure.unit
        self.scale = scale
        self.range = range
        marks = figure.unmeasured
        value = { planet in
            guard let value = planet[keyPath: figure.path] else { return nil }
            return comparison.map { figure.convert(value, to: $0.unit).rounded(toDigits: 6) } ?? value
        }
    }

    /// Along all these values.
    func axis(_ values: [Double]) -> Axis {
        range.map { Axis(name, unit: unit, scale: scale, range: $0) }
            ?? Axis(name, unit: unit, scale: scale, around: values)
    }

    static let mass = PlottedFigure(.mass, .logarithmic)
    static let radius = PlottedFigure(.radius, .logarithmic)
    static let period = PlottedFigure(.period, .logarithmic)
    static let rightAscension = PlottedFigure(.rightAscension, .linear, in: 0...360)
    static let declination = PlottedFigure(.declination, .linear, in: -90...90)
}
