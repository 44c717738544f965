import Display
import TestSupport

/// A generator of random drawings of all sizes and shapes, with hostile text.
struct RandomDrawings {
    private var chance: SeededGenerator
    private var pages: HostilePages

    init(seed: UInt64) {
        chance = SeededGenerator(seed: seed)
        pages = HostilePages(seed: seed)
    }

    mutating func drawing() -> Drawing {
        let shapes = (0..<chance.number(below: 12)).map { _ in
            Drawing.Shape(
                pages.text(), pages.text(), chance.pick([.star, .body, .bodyInZone, .orbit, .zone]), outline())
        }
        let isLogarithmic = chance.happens(oneIn: 3)
        let axis = Axis(pages.text(), unit: pages.text(), scale: .logarithmic, range: 0.001...1000)
        return Drawing(
            pages.text(), along: isLogarithmic ? axis : nil, shapes: shapes,
            keys: (0..<chance.number(below: 4)).map { _ in Drawing.Key(.body, pages.text()) },
            rulers: (0..<chance.number(below: 3)).map { _ in
                Drawing.Ruler(Axis(pages.text(), range: 0...100), along: 0...100)
            },
            notices: (0..<chance.number(below: 3)).map { _ in pages.text() },
            table: Table("shapes", columns: [], rows: []))
    }

    private mutating func outline() -> Drawing.Outline {
        switch chance.number(below: 4) {
        case 0: .disc(place(), radius: value().magnitude)
        case 1: .ring(inner: value(), outer: value())
        case 2: .loop((0..<chance.number(below: 9)).map { _ in place() })
        default: .sign(place())
        }
    }

    private mutating func place() -> Drawing.Point { Drawing.Point(x: value(), y: value()) }

    private mutating func value() -> Double {
        if chance.happens(oneIn: 30) { return chance.pick([.nan, .infinity, -1e300, 1e-200, 0]) }
        let size = Double("1e\(chance.number(below: 8) - 4)") ?? 1
        return Double.random(in: -10...10, using: &chance) * size
    }
}
