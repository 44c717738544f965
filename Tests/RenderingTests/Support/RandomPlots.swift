import Display
import TestSupport

/// A generator of random plots of all sizes and forms, with hostile text.
struct RandomPlots {
    private var chance: SeededGenerator
    private var pages: HostilePages

    init(seed: UInt64) {
        chance = SeededGenerator(seed: seed)
        pages = HostilePages(seed: seed)
    }

    mutating func plot() -> Plot {
        let marks = (0..<chance.number(below: 10)).map { _ in
            (
                pages.text(),
                (0..<chance.number(below: 30)).map { _ in Plot.Marker(pages.text(), x: value(), y: value()) }
            )
        }
        let all = marks.flatMap(\.1)
        return Plot(
            pages.text(), x: axis(all.map(\.x)), y: axis(all.map(\.y)), chance.happens(oneIn: 2) ? .points : .bars,
            marks: Dictionary(marks, uniquingKeysWith: +),
            guides: (0..<chance.number(below: 3)).map { _ in
                Plot.Guide(pages.text(), along: [(value(), value()), (value(), value())])
            },
            omissions: [Plot.Omission(chance.number(below: 3), pages.text())])
    }

    private mutating func axis(_ values: [Double]) -> Axis {
        Axis(
            pages.text(), unit: pages.text(), scale: chance.happens(oneIn: 2) ? .linear : .logarithmic, around: values)
    }

    private mutating func value() -> Double {
        if chance.happens(oneIn: 40) { return chance.pick([.nan, .infinity, -1e300, -0.0, 0]) }
        let size = Double("1e\(chance.number(below: 12) - 6)") ?? 1
        return Double.random(in: -1...10, using: &chance) * size
    }
}
