import Display
import TestSupport
import Testing
import Text

@testable import Rendering

@Suite("Plots in terminal cells", .long("random plots"))
struct CellPlotTests {
    private func lines(_ plot: Plot, _ columns: Int?, _ rows: Int?, _ charset: SymbolSet = .utf8) -> [String] {
        CellPlot(plot: plot, settings: RenderSettings(width: columns, height: rows, palette: .plain, charset: charset))
            .lines.map(
                \.text)
    }

    @Test(
        "A line of a plot contains no control characters and fits the terminal unless it is a single character",
        arguments: 0..<UInt64(try Soak.times(atLeast: 25, byDefault: 3)))
    func fits(seed: UInt64) {
        var plots = RandomPlots(seed: seed)
        var chance = SeededGenerator(seed: seed)
        for columns in [1, 2, 7, 15, 16, 17, 20, 80, 200, 1 + chance.number(below: 250)] {
            let plot = plots.plot()
            for (rows, charset) in [(1, SymbolSet.utf8), (24, .ascii), (60, .utf8), (chance.number(below: 90), .ascii)]
            {
                for line in lines(plot, columns, rows, charset) {
                    let isOneCluster = line.filter { $0 != " " }.count <= 1
                    #expect(DisplayWidth.width(of: line) <= columns || isOneCluster, "\(columns): \(line)")
                    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
                }
            }
        }
    }

    @Test(
        "A plot with its title and the prompt fits the terminal’s height unless its picture is only four rows high",
        arguments: 0..<UInt64(try Soak.times(atLeast: 20, byDefault: 3)))
    func height(seed: UInt64) {
        var plots = RandomPlots(seed: seed)
        for (columns, rows) in [(200, 40), (80, 24), (80, 40), (120, 30), (200, 60)] {
            let plot = plots.plot()
            let lines = lines(plot, columns, rows)
            let picture = lines.count { $0.contains("│") || $0.contains("┤") }
            #expect(lines.count + 4 <= rows || picture == 4, "\(columns) x \(rows): \(lines.count)")
        }
    }

    @Test("A descending axis starts with its maximum, and guides are clipped to the picture")
    func falling() {
        var x = Axis("Insolation", range: 0...10)
        x.isDescending = true
        let marks = ["only": Array(repeating: Plot.Marker("a", x: 10, y: 0), count: 150)]
        let guide = Plot.Guide("zone", within: [(2, -50), (2, 50), (4, 50), (4, -50)])
        let plot = Plot("Zone", x: x, y: Axis("y", range: 0...1), marks: marks, guides: [guide])
        let rows = lines(plot, 43, 20)
        let picture = rows.filter { $0.contains("│") || $0.contains("┤") }
        #expect(picture.last?.contains("┤⡀") == true)
        // Only the two sides of the area are drawn, at 0.6 and 0.8 of the width.
        for row in picture.dropLast() {
            let columns = row.enumerated().filter { ("\u{2801}"..."\u{28FF}").contains($0.element) }.map(\.offset)
            #expect(columns == [27, 35], "\(row)")
        }
        let figures = rows.compactMap { $0.split(separator: " ").compactMap { Double($0) } }.first { $0.count > 2 }
        #expect(figures == [10, 5, 0], "\(rows)")
    }

    /// Draws a single marker, and then 150 markers at the same position, so that only one cell has a marker.
    @Test("A marker is visible in small and large plots", arguments: [16, 20, 33, 80, 200], [1, 10, 40, 100])
    func inside(columns: Int, rows: Int) throws {
        var chance = SeededGenerator(seed: UInt64(columns * rows))
        for _ in 0..<(try Soak.times(atLeast: 50, byDefault: 4)) {
            let mark = Plot.Marker(
                "a", x: Double.random(in: 1...1000, using: &chance), y: Double.random(in: -5...5, using: &chance))
            let axes = (
                Axis("Mass", scale: .logarithmic, range: 1...1000), Axis("Radius", scale: .linear, range: -5...5)
            )
            let plot = Plot("One", x: axes.0, y: axes.1, marks: ["only": [mark]])
            let picture = lines(plot, columns, rows).filter { $0.contains("│") || $0.contains("┤") }
            #expect(picture.joined().count { $0 == "•" } == 1)
            // In a large class, each marker is a dot.
            let many = Plot("Many", x: axes.0, y: axes.1, marks: ["only": Array(repeating: mark, count: 150)])
            let dots = lines(many, columns, rows).filter { $0.contains("│") || $0.contains("┤") }.joined()
                .unicodeScalars.filter { (0x2801...0x28FF).contains($0.value) }
            #expect(dots.count == 1)
            #expect(dots.first.map { ($0.value - 0x2800).nonzeroBitCount } == 1)
        }
    }

    @Test("Markers at the corners of the axes are drawn in the corners of the picture")
    func corners() {
        let axes = (Axis("x", range: 0...1), Axis("y", range: 0...1))
        let marks = [(0.0, 0.0), (0, 1), (1, 0), (1, 1)].map { Plot.Marker("a", x: $0.0, y: $0.1) }
        let many = (0..<30).flatMap { _ in marks }
        let plot = Plot("Corners", x: axes.0, y: axes.1, marks: ["only": many])
        let rows = lines(plot, 40, 20).filter { $0.contains("│") || $0.contains("┤") }
        #expect(rows.first?.hasSuffix("┤⠁" + String(repeating: " ", count: 34) + "⠈") == true, "\(rows)")
        #expect(rows.last?.hasSuffix("┤⡀" + String(repeating: " ", count: 34) + "⢀") == true, "\(rows)")
    }

    @Test("Each class has its own symbol in ASCII")
    func letters() {
        let axes = (Axis("Mass", unit: "M⊕", range: 0...9), Axis("Radius", unit: "R⊕", range: 0...9))
        let marks = Dictionary(
            uniqueKeysWithValues: (1...7).map { number in
                ("class \(number)", Array(repeating: Plot.Marker("a", x: Double(number), y: 3), count: number))
            })
        let rock = Plot.Guide("rock 3.3 g/cm³", labeled: "rock", along: [(0, 0), (9, 9)])
        let picture = lines(Plot("Signs", x: axes.0, y: axes.1, marks: marks, guides: [rock]), 80, 24, .ascii)
        #expect(picture.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
        for sign in [".", "+", "x", "o", "#", "*", "^"] {
            #expect(picture.contains { $0.contains("|") && $0.contains(sign) }, "\(sign)")
            #expect(picture.contains { $0.contains("\(sign) class") }, "\(sign)")
        }
        #expect(picture.first == "Radius (Rearth)")
        #expect(picture.contains { $0.hasSuffix("Mass (Mearth)") })
        let insolation = Axis("Insolation", unit: "of Earth’s", range: 0...9)
        let zone = lines(Plot("Signs", x: insolation, y: axes.1, marks: marks), 80, 24, .ascii)
        #expect(zone.contains { $0.hasSuffix("Insolation (of Earth's)") })
    }

    @Test("On a small terminal, the picture occupies at least half of the rows")
    func small() {
        let axes = (Axis("Mass", range: 0...9), Axis("Radius", range: 0...9))
        let marks = (1...7).map { ("discovery method \($0)", [Plot.Marker("a", x: Double($0), y: 3)]) }
        let plot = Plot(
            "Many", x: axes.0, y: axes.1, marks: Dictionary(uniqueKeysWithValues: marks),
            guides: (1...3).map { Plot.Guide("density of material \($0)", along: [(0, 0), (9, Double($0))]) },
            omissions: (1...5).map { Plot.Omission($0, "for a long reason with the number \($0)") })
        for (columns, rows) in [(40, 24), (60, 24), (80, 24), (80, 30)] {
            let picture = lines(plot, columns, rows).count { $0.contains("│") || $0.contains("┤") }
            #expect(picture * 2 >= min(rows - 4, columns / 3 * 2), "\(columns) x \(rows): \(picture)")
        }
    }

    @Test("In a density plot, each cell shows the color of its most frequent class or, without colors, its symbol")
    func density() {
        let axes = (Axis("x", range: 0...1), Axis("y", range: 0...1))
        let mark = { (x: Double) in Plot.Marker("a", x: x, y: 0.5) }
        let marks = [
            "Transit": [mark(0.1), mark(0.1), mark(0.1), mark(0.9)], "Imaging": [mark(0.1), mark(0.9), mark(0.9)],
        ]
        let plot = Plot("Sky", x: axes.0, y: axes.1, .density, marks: marks)
        let plain = lines(plot, 40, 20).filter { $0.contains("│") || $0.contains("┤") }.joined()
        #expect(plain.count { $0 == "+" } == 1)
        #expect(plain.unicodeScalars.count { (0x2801...0x28FF).contains($0.value) } == 1)
        let colored = CellPlot(
            plot: plot, settings: RenderSettings(width: 40, height: 20, palette: .colored, charset: .utf8)
        ).lines
        let spans = colored.filter { $0.text.contains("│") || $0.text.contains("┤") }.flatMap(\.spans)
        let dots = spans.filter { $0.text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) } }
        #expect(dots.map(\.style) == [Style(.dot), Style(.plus)])
    }

    @Test("Bars are solid: every cell below the top of a bar is filled, and each class fills its part")
    func bars() {
        let marks = [
            "Transit": [Plot.Marker("a", x: 5, y: 6, standingFor: 6, over: 0...10)],
            "Imaging": [Plot.Marker("b", x: 5, y: 3.25, standingFor: 3, over: 0...10)],
        ]
        let plot = Plot(
            "Bars", x: Axis("Year", range: 0...20), y: Axis("Number", range: 0...12), .bars, marks: marks)
        for (charset, solid, rest) in [(SymbolSet.utf8, "█", "▁"), (.ascii, "@", "_")] {
            var canvas = DotCanvas(columns: 20, rows: 12)
            CellBars(plot: plot, charset: charset, isColored: false).draw(on: &canvas)
            let row = { (text: String) in
                String(repeating: text, count: 10) + String(repeating: " ", count: 10)
            }
            let rows = [" ", " ", rest, "+", "+", "+", solid, solid, solid, solid, solid, solid].map(row)
            #expect(canvas.lines.map(\.text) == rows)
        }
    }

    @Test("With colors, the bars of all large classes are blocks, and zero is next to the horizontal axis")
    func coloredBars() {
        let marks = ["Transit", "Radial Velocity"].map { ($0, [Plot.Marker("a", x: 5, y: 6, over: 0...10)]) }
        let plot = Plot(
            "Bars", x: Axis("Year", range: 0...20), y: Axis("Number", range: 0...12).wholeNumbers, .bars,
            marks: Dictionary(uniqueKeysWithValues: marks),
            symbols: ["Transit": .dot, "Radial Velocity": .plus])
        let settings = RenderSettings(width: 40, height: 24, palette: .colored, charset: .utf8)
        let rows = CellPlot(plot: plot, settings: settings).lines
        let blocks = rows.flatMap(\.spans).filter { $0.text == "█" }
        #expect(Set(blocks.map(\.style)) == [Style(.dot), Style(.plus)])
        #expect(rows.contains { $0.text.hasPrefix(" 0┴") })
        #expect(!rows.contains { $0.text.contains("┤") && $0.text.hasPrefix(" 0") })
    }

    @Test("Named markers are labeled even on narrow terminals", arguments: [30, 40, 50, 80, 200])
    func labeled(columns: Int) {
        let marks = ["Mars", "Earth", "Jupiter"].enumerated().map { index, name in
            Plot.Marker(name, x: Double(index * 2 + 2), y: Double(index * 2 + 2))
        }
        let axes = (Axis("Mass", range: 0...9), Axis("Radius", range: 0...9))
        let plot = Plot("Named", x: axes.0, y: axes.1, marks: ["Solar System": marks], named: ["Solar System"])
        let rows = lines(plot, columns, 24)
        for name in ["Mars", "Earth", "Jupiter"] { #expect(rows.contains { $0.contains(name) }, "\(name)") }
    }

    @Test("The name of a reference line covers as few markers as possible")
    func guideName() throws {
        let points = (0...9).flatMap { x in (0...9).map { Plot.Marker("a", x: Double(x), y: Double($0)) } }
        let axes = (Axis("x", range: 0...9), Axis("y", range: 0...9))
        let guide = Plot.Guide("density of rock", labeled: "rock", along: [(0, 4.5), (9, 4.5)])
        for (marks, isInFreeHalf) in [(points, false), (points.filter { $0.x < 5 }, true)] {
            let plot = Plot("Lines", x: axes.0, y: axes.1, marks: ["a": marks], guides: [guide])
            let picture = lines(plot, 18, 40).filter { $0.contains("│") || $0.contains("┤") }
            let row = try #require(picture.first { $0.contains("rock") }, "\(picture)")
            if isInFreeHalf { #expect(row.prefix(row.count / 2).contains("r") == false, "\(row)") }
        }
    }

    @Test("The reference lines of a density plot are drawn in front of its points")
    func frontGuides() {
        let axes = (Axis("x", range: 0...1), Axis("y", range: 0...1))
        let marks = (0..<400).map { Plot.Marker("a", x: Double($0 % 40) / 39, y: Double($0 / 40) / 9) }
        let guide = Plot.Guide("ecliptic", labeled: "", along: [(0, 0.5), (1, 0.5)])
        let plot = Plot("Sky", x: axes.0, y: axes.1, .density, marks: ["Transit": marks], guides: [guide])
        for (charset, sign) in [(SymbolSet.utf8, "━"), (.ascii, "=")] {
            let rows = lines(plot, 40, 24, charset)
            #expect(rows.contains { $0.count { String($0) == sign } > 10 }, "\(rows)")
            #expect(rows.contains { $0.contains("\(sign) ecliptic") })
        }
    }

    @Test("A picture in an explicit table format is as wide as the terminal")
    func width() async throws {
        let axes = (Axis("Mass", range: 0...9), Axis("Radius", range: 0...9))
        let plot = Plot("Wide", x: axes.0, y: axes.1, marks: ["a": [Plot.Marker("a", x: 9, y: 9)]])
        for columns in [60, 80, 150] {
            let rows = try await shown(Page("Wide", [.picture(.plot(plot))]), as: .table, on: .wide(columns)).rows
            #expect(rows.map(DisplayWidth.width).max() == columns)
        }
    }

    @Test("Drawn and omitted items are counted, even for screen readers")
    func counts() async throws {
        let axes = (
            Axis("Mass", unit: "M⊕", scale: .logarithmic, range: 1...1000), Axis("Radius", unit: "R⊕", range: 0...9)
        )
        let plot = Plot(
            "Sizes", x: axes.0, y: axes.1, marks: ["Transit": [Plot.Marker("a", x: 2, y: 2)]],
            omissions: [Plot.Omission(4321, "without a measured mass")])
        for format in [Format.table, .vertical] {
            let text = try await shown(Page("Sizes", [.picture(.plot(plot))]), as: format)
            #expect(text.contains("1 drawn, omitted: 4321 without a measured mass"))
            #expect(text.contains("Transit 1"))
        }
        let accessible = try await shown(Page("Sizes", [.picture(.plot(plot))]), as: .vertical).rows
        #expect(accessible.contains("Mass (M⊕, logarithmic): 1 to 1000"))
    }
}
