import Display
import Text

/// A picture drawn in terminal cells.
protocol CellPicture {
    var lines: [Line] { get }
    /// A description of the picture in words, for screen readers and narrow terminals.
    var accessibleLines: [Line] { get }
}

extension Picture {
    func inCells(_ settings: RenderSettings) -> any CellPicture {
        switch self {
        case .plot(let plot): CellPlot(plot: plot, settings: settings)
        case .drawing(let drawing): CellDrawing(drawing: drawing, settings: settings)
        }
    }
}

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

    var lines: [Line] {
        let width = settings.width ?? Self.usualWidth
        guard width >= Self.narrowest.width else { return accessibleLines }
        let below = legend(width) + remark(width)
        let heads = Line(plot.y.words(settings.charset), .label).wrapped(to: width)
        let feet = Line(plot.x.words(settings.charset), .label).wrapped(to: width)
        let rows = (settings.height ?? Self.usualHeight) - below.count - heads.count - feet.count
        let room = rows - Self.surroundingRows
        let height = max(Self.narrowest.height, min(Self.tallest, room, width / 3))
        return heads + picture(width, height) + feet.map { $0.padded(to: width, aligned: .right) } + below
    }

    /// The number of rows reserved for the axis, the title, an empty line, the prompt, and the pager.
    private static let surroundingRows = 6

    // MARK: - Picture

    private func picture(_ width: Int, _ height: Int) -> [Line] {
        let ticks = plot.y.ticks(atMost: max(2, height / 3))
        let labels = ticks.map { plot.y.label($0, settings.charset) }
        let gutter = min(labels.map(DisplayWidth.width).max() ?? 0, width / 2)
        var canvas = DotCanvas(columns: width - gutter - 1, rows: height)
        draw(on: &canvas)
        var labeled: [Int: String] = [:]
        for (tick, label) in zip(ticks, labels) {
            guard let row = DotCanvas.step(plot.y.place(tick), of: height) else { continue }
            labeled[height - 1 - row] = label
        }
        let body = canvas.lines.enumerated().map { row, cells in
            let label = labeled[row] ?? ""
            let figure = Line(settings.charset.cut(label, to: gutter), .dim).padded(to: gutter, aligned: .right)
            return figure + Line(label.isEmpty ? settings.charset.wall : settings.charset.notchedWall, .dim) + cells
        }
        return body
            + CellAxis(
                axis: plot.x, charset: settings.charset, corner: gutter, columns: canvas.columns, width: width
            ).lines
    }

    private func draw(on canvas: inout DotCanvas) {
        for guide in plot.guides { draw(guide, on: &canvas) }
        for (index, marks) in plot.classes.enumerated() {
            let style = Style.ofClass(index)
            let sign = sign(of: marks).map { DotCanvas.Marker(sign: $0, style: style) }
            for mark in marks.marks {
                let place = Drawing.Point(x: plot.x.place(mark.x), y: plot.y.place(mark.y))
                guard let (x, top) = canvas.dot(at: place) else { continue }
                for y in (plot.form == .bars ? 0 : top)...top { canvas.set(x: x, y: y, sign, style: style) }
            }
        }
    }

    /// Returns the symbol of a class, or `nil` for braille dots.
    private func sign(of marks: Plot.Class) -> Character? {
        // A few braille dots would be too faint.
        let isSparse = plot.form == .points && marks.marks.count <= Self.few
        return settings.charset.sign(of: marks.symbol) ?? (isSparse ? "•" : nil)
    }

    private func draw(_ guide: Plot.Guide, on canvas: inout DotCanvas) {
        let places = guide.places.map { Drawing.Point(x: plot.x.place($0.x), y: plot.y.place($0.y)) }
        let sign = settings.charset == .ascii ? DotCanvas.Marker(sign: settings.charset.guide, style: .dim) : nil
        canvas.draw(guide.isArea ? places + places.prefix(1) : places, gap: 2, sign, style: .dim)
    }

    // MARK: - Legend and counts

    private func legend(_ width: Int) -> [Line] {
        var items = plot.classes.enumerated().map { index, marks in
            let sign = sign(of: marks).map { String($0) } ?? "⠿"
            return Line(sign, .ofClass(index)) + Line(" \(marks.name) \(NumberText.of(marks.count))")
        }
        items += plot.guides.map { Line(String(settings.charset.guide), .dim) + Line(" \($0.name)") }
        return Line.flowing(items, in: width)
    }

    private func remark(_ width: Int?) -> [Line] { Line(plot.counts, .dim).wrapped(to: width) }

    /// The ranges and counts of the plot.
    var accessibleLines: [Line] {
        words(settings.width) + legend(settings.width ?? Self.usualWidth) + remark(settings.width)
    }

    private func words(_ width: Int?) -> [Line] {
        [plot.x, plot.y].flatMap { axis in
            let ends = [axis.range.lowerBound, axis.range.upperBound].map { axis.label($0, settings.charset) }
            return Line(axis.words(settings.charset) + ": \(ends.joined(separator: " to "))").wrapped(to: width)
        }
    }
}
