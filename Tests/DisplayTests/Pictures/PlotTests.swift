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

    @Test("Classes are sorted by size and have different symbols, and excess classes are combined")
    func classes() {
        let counts = (1...12).map { ("class \($0)", Array(repeating: Plot.Marker("a", x: 2, y: 2), count: $0)) }
        let plot = Plot("Sizes", x: x, y: y, marks: Dictionary(uniqueKeysWithValues: counts))
        #expect(plot.classes.map(\.marks.count) == [12, 11, 10, 9, 8, 7, 21])
        #expect(plot.classes.last?.name == "other")
        #expect(Set(plot.classes.map(\.symbol)).count == plot.classes.count)
        #expect(plot.count == 78)
    }

    @Test("A row of the table contains the label, coordinates, and class of a marker")
    func rows() {
        let plot = Plot("Sizes", x: x, y: y, marks: ["Transit": [Plot.Marker("WASP-12 b", x: 20, y: 2)]])
        let fields = plot.table.rows.map { row in row.fields.map(\.value) }
        #expect(fields == [[.text("WASP-12 b"), .number(20), .number(2), .text("Transit")]])
        #expect(plot.table.columns.map(\.title) == ["Label", "Mass (M⊕)", "Radius (R⊕)", "Class"])
    }
}
