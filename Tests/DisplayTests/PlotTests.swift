import TestSupport
import Testing

@testable import Display

@Suite("Plots")
struct PlotTests {
    private let x = Axis("Mass", unit: "M⊕", scale: .logarithmic, range: 1...100)
    private let y = Axis("Radius", unit: "R⊕", range: 0...10)

    @Test("Markers outside the axes are omitted and counted")
    func beyond() {
        let marks = [(1.0, 0.0), (100, 10), (0.5, 5), (10, 11), (.nan, 1), (10, -.infinity)].map {
            Plot.Marker("a", x: $0.0, y: $0.1)
        }
        let plot = Plot("Sizes", x: x, y: y, marks: ["Transit": marks], omissions: [Plot.Omission(0, "without a mass")])
        #expect(plot.count == 2)
        #expect(plot.omissions == [Plot.Omission(4, "outside the axes")])
    }

    @Test("Classes are sorted by size and get different symbols, and excess classes are combined")
    func classes() {
        let counts = (1...12).map { ("class \($0)", Array(repeating: Plot.Marker("a", x: 2, y: 2), count: $0)) }
        let plot = Plot("Sizes", x: x, y: y, marks: Dictionary(uniqueKeysWithValues: counts))
        #expect(plot.classes.map(\.marks.count) == [12, 11, 10, 9, 8, 7, 21])
        #expect(plot.classes.last?.name == "other")
        #expect(Set(plot.classes.map(\.symbol)).count == plot.classes.count)
        #expect(plot.count == 78)
    }

    @Test("A class with an assigned symbol keeps it in every plot, and other classes are combined")
    func symbols() {
        for sizes in [[3, 2, 1], [1, 2, 3], [1, 1, 9]] {
            let marks = zip(["Transit", "Imaging", "Astrometry"], sizes).map { name, count in
                (name, Array(repeating: Plot.Marker("a", x: 2, y: 2), count: count))
            }
            let known = Dictionary(
                uniqueKeysWithValues: zip(["Transit", "Imaging"] + "abcde".map(String.init), Plot.Symbol.usual))
            let plot = Plot("Sizes", x: x, y: y, marks: Dictionary(uniqueKeysWithValues: marks), symbols: known)
            let symbols = Dictionary(uniqueKeysWithValues: plot.classes.map { ($0.name, $0.symbol) })
            #expect(symbols == ["Transit": .dot, "Imaging": .plus, "Astrometry": .wedge])
            #expect(plot.classes.last?.name == "Astrometry")
            // Machine-readable output contains the name of the combined class.
            #expect(plot.table.rows.count { $0["class"] == .text("Astrometry") } == sizes[2])
        }
    }

    @Test("One or two combined classes keep their names")
    func combined() {
        let symbols = Dictionary(uniqueKeysWithValues: zip("1234567".map(String.init), Plot.Symbol.usual))
        for (others, name) in [(["Astrometry"], "Astrometry"), (["b", "a"], "a, b"), (["a", "b", "c"], "other")] {
            let marks = Dictionary(uniqueKeysWithValues: others.map { ($0, [Plot.Marker("x", x: 2, y: 2)]) })
            let plot = Plot("Sizes", x: x, y: y, marks: marks, symbols: symbols)
            #expect(plot.classes.map(\.name) == [name] && plot.classes.map(\.symbol) == [.wedge])
        }
    }

    @Test(
        "The segments of stacked bars do not overlap, and their heights add up to the number of items",
        arguments: 0..<20 as Range<UInt64>)
    func segments(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let marks = ["a", "b", "c"].map { name in
            let years = (0..<10).filter { _ in chance.happens(oneIn: 2) }
            return (
                name,
                years.map { year in
                    let count = 1 + chance.number(below: 20)
                    return Plot.Marker(name, x: Double(year), y: Double(count), standingFor: count)
                }
            )
        }
        let plot = Plot(
            "Bars", x: Axis("Year", range: 0...10), y: Axis("Number", range: 0...100), .bars,
            marks: Dictionary(uniqueKeysWithValues: marks))
        let heights = plot.segments.map { $0.ends.upperBound - $0.ends.lowerBound }
        #expect(heights.reduce(0, +) == Double(plot.count))
        for bar in Dictionary(grouping: plot.segments, by: \.mark.x).values {
            #expect(bar.first?.ends.lowerBound == 0)
            #expect(zip(bar, bar.dropFirst()).allSatisfy { $0.ends.upperBound == $1.ends.lowerBound })
        }
    }

    @Test("A row of the table contains the label, coordinates, and class of a marker")
    func rows() {
        let plot = Plot("Sizes", x: x, y: y, marks: ["Transit": [Plot.Marker("WASP-12 b", x: 20, y: 2)]])
        let fields = plot.table.rows.map { row in row.fields.map(\.value) }
        #expect(fields == [[.text("WASP-12 b"), .number(20), .number(2), .text("Transit")]])
        #expect(plot.table.columns.map(\.title) == ["Label", "Mass (M⊕)", "Radius (R⊕)", "Class"])
    }
}
