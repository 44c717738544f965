import Display
import Localization
import Text

/// A renderer that draws a plot in terminal cells.
///
/// The symbols of the classes can be distinguished without color. In UTF-8, braille dots represent the symbol `dot`,
/// except in small classes of points.
struct CellPlot: CellPicture {
    let plot: Plot
    let settings: RenderSettings

    private static let usualWidth = 80
    private static let usualHeight = 24
    private static let few = 100
    private static let tallest = 36
    private static let narrowest = (width: 16, height: 4)
    private static let mostTicks = 10

    var lines: [Line] {
        let width = settings.width ?? settings.pictureWidth ?? Self.usualWidth
        guard width >= Self.narrowest.width else { return accessibleLines }
        let heads = Line(plot.y.words(settings.charset), .label).wrapped(to: width)
        let feet = Line(plot.x.words(settings.charset), .label).wrapped(to: width)
        let rows = (settings.height ?? Self.usualHeight) - heads.count - feet.count - Self.surroundingRows
        let below = footer.lines(width, atMost: max(2, rows * 2 / 5))
        let height = max(Self.narrowest.height, min(Self.tallest, rows - below.count, width / 3))
        return heads + picture(width, height) + feet.map { $0.padded(to: width, aligned: .right) } + below
    }

    /// The number of rows reserved for the axis, the title, an empty line, the prompt, and the pager.
    private static let surroundingRows = 6

    // MARK: - Picture

    private func picture(_ width: Int, _ height: Int) -> [Line] {
        let ticks = plot.y.ticks(atMost: max(2, min(Self.mostTicks, height / 2)))
        let labels = ticks.map { plot.y.label($0, settings.charset) }
        let gutter = min(labels.map(DisplayWidth.width).max() ?? 0, width / 2)
        let cells = cells(columns: width - gutter - 1, rows: height)
        var labeled: [Int: String] = [:]
        for (tick, label) in zip(ticks, labels) {
            guard let row = row(of: tick, height) else { continue }
            labeled[height - 1 - row] = label
        }
        let body = cells.enumerated().map { row, cells in
            let label = labeled[row] ?? ""
            let figure = Line(settings.charset.cut(label, to: gutter), .dim).padded(to: gutter, aligned: .right)
            return figure + Line(label.isEmpty ? settings.charset.wall : settings.charset.notchedWall, .dim) + cells
        }
        return body
            + CellAxis(
                axis: plot.x, charset: settings.charset, corner: gutter, columns: width - gutter - 1, width: width,
                cornerLabel: labeled[height] ?? ""
            ).lines
    }

    /// Returns the row of a tick label, counted from the bottom, or -1 for the horizontal axis. A bar of the same value
    /// ends at the top of the row.
    private func row(of tick: Double, _ height: Int) -> Int? {
        let place = plot.y.place(tick)
        guard plot.form == .bars, (0...1).contains(place) else { return DotCanvas.step(place, of: height) }
        return Int((place * Double(height)).rounded()) - 1
    }

    private func cells(columns: Int, rows: Int) -> [Line] {
        var canvas = DotCanvas(columns: columns, rows: rows)
        var markers = canvas
        drawMarkers(on: &markers)
        // The points of a density plot would cover the lines.
        if plot.form == .density { drawMarkers(on: &canvas) }
        drawGuides(on: &canvas)
        if plot.form != .density { drawMarkers(on: &canvas) }
        var labels = CellLabels(over: canvas, markers: markers)
        writeNames(on: &labels, canvas)
        return labels.lines
    }

    private func place(_ x: Double, _ y: Double) -> Drawing.Point {
        Drawing.Point(x: plot.x.place(x), y: plot.y.place(y))
    }

    private func drawMarkers(on canvas: inout DotCanvas) {
        switch plot.form {
        case .points: drawPoints(on: &canvas)
        case .density: drawDensity(on: &canvas)
        case .bars:
            CellBars(plot: plot, charset: settings.charset, isColored: settings.palette.isColored).draw(on: &canvas)
        }
    }

    private func drawPoints(on canvas: inout DotCanvas) {
        for marks in plot.classes {
            let style = Style.of(marks.symbol)
            let sign = sign(of: marks).map { DotCanvas.Marker(sign: $0, style: style) }
            for mark in marks.marks {
                guard let dot = canvas.dot(at: place(mark.x, mark.y)) else { continue }
                canvas.set(x: dot.x, y: dot.y, sign, style: style)
            }
        }
    }

    /// Draws a dot for each marker. The most frequent class in a cell determines the color, or the symbol if there are
    /// no colors.
    private func drawDensity(on canvas: inout DotCanvas) {
        let dots = plot.classes.map { marks in marks.marks.compactMap { canvas.dot(at: place($0.x, $0.y)) } }
        var counts: [[Int]: [Int: Int]] = [:]
        for (index, dots) in dots.enumerated() {
            for dot in dots { counts[[dot.x / 2, dot.y / 4], default: [:]][index, default: 0] += 1 }
        }
        for dot in dots.joined() {
            let classes = counts[[dot.x / 2, dot.y / 4]] ?? [:]
            // Among equally frequent classes, the smaller class is shown.
            guard let most = classes.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { continue }
            let symbol = plot.classes[most].symbol
            let style = Style.of(symbol)
            let isSign = !settings.palette.isColored || settings.charset == .ascii
            let sign = isSign ? settings.charset.sign(of: symbol) : nil
            canvas.set(x: dot.x, y: dot.y, sign.map { DotCanvas.Marker(sign: $0, style: style) }, style: style)
        }
    }

    /// Returns the symbol of a class, or `nil` for braille dots.
    private func sign(of marks: Plot.Class) -> Character? {
        // A few braille dots would be too faint.
        let isSparse = plot.form == .points && marks.marks.count <= Self.few
        return settings.charset.sign(of: marks.symbol) ?? (isSparse ? "•" : nil)
    }

    private func drawGuides(on canvas: inout DotCanvas) {
        let isFront = plot.form == .density
        let mark = DotCanvas.Marker(sign: guideSign, style: guideStyle)
        for guide in plot.guides {
            let places = guide.places.map { place($0.x, $0.y) }
            canvas.draw(
                guide.isArea ? places + places.prefix(1) : places, gap: isFront ? 4 : 2,
                isFront || settings.charset == .ascii ? mark : nil, style: guideStyle)
        }
    }

    private var guideSign: Character { plot.form == .density ? settings.charset.frontGuide : settings.charset.guide }

    private var guideStyle: Style? { plot.form == .density ? nil : .dim }

    /// Writes the names of markers in named classes and of reference lines.
    private func writeNames(on labels: inout CellLabels, _ canvas: DotCanvas) {
        let cell = { (x: Double, y: Double) in
            canvas.dot(at: place(x, y)).map { (column: $0.x / 2, row: canvas.rows - 1 - $0.y / 4) }
        }
        let named = plot.classes.filter(\.isNamed).flatMap { marks in
            marks.marks.compactMap { mark in cell(mark.x, mark.y).map { (marks, mark, $0) } }
        }
        for (marks, _, cell) in named {
            labels.put(sign(of: marks) ?? "•", at: cell, style: Style.of(marks.symbol))
        }
        for (_, mark, cell) in named { _ = labels.write(mark.label, nextTo: cell) }
        for guide in plot.guides where !guide.label.isEmpty {
            let places = guide.places.map { place($0.x, $0.y) }
            let cells = (0..<canvas.columns).compactMap {
                canvas.point((Double($0) + 0.5) / Double(canvas.columns), along: places)
            }.map { (column: $0.x / 2, row: canvas.rows - 1 - $0.y / 4) }
            labels.write(guide.label, atOneOf: cells)
        }
    }

    // MARK: - Legend and counts

    private var footer: CellFooter {
        // If the legend is too long, its last entries are omitted.
        let classes = plot.classes.filter(\.isNamed) + plot.classes.filter { !$0.isNamed }
        var items = classes.map { marks in
            let fill = settings.charset.fill(of: marks.symbol, isColored: settings.palette.isColored)
            let sign = plot.form == .bars ? fill : sign(of: marks) ?? "⠿"
            return Line(String(sign), .of(marks.symbol)) + Line(" \(marks.name) \(marks.count.grouped)")
        }
        items += plot.guideNames.map { name, _ in
            Line(String(guideSign), guideStyle) + Line(" \(settings.charset.unit(name))")
        }
        return CellFooter(
            legend: items, notices: [plot.counts], briefNotice: plot.briefCounts, origin: plot.origin,
            charset: settings.charset)
    }

    /// The ranges and counts of the plot.
    var accessibleLines: [Line] { words(settings.width) + footer.lines(settings.width ?? Self.usualWidth) }

    private func words(_ width: Int?) -> [Line] {
        [plot.x, plot.y].flatMap { axis in
            let ends = [axis.range.lowerBound, axis.range.upperBound].map { axis.label($0, settings.charset) }
            return Line(axis.words(settings.charset) + ": \(ends.joined(separator: " to "))").wrapped(to: width)
        }
    }
}
