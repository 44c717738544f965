import Display
import Localization
import Text

/// A renderer that draws a plot in terminal cells.
///
/// The symbols of the classes can be distinguished without color. In UTF-8, braille dots represent the symbols `dot`
/// and `speck`, except in small classes of points.
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

    /// Returns the row of a tick label, counted from the bottom: -1 for the horizontal axis, or `nil` if the tick is
    /// not visible. A bar of the same value ends at the top of the row.
    private func row(of tick: Double, _ height: Int) -> Int? {
        let place = plot.y.place(tick)
        guard plot.form == .bars, (0...1).contains(place) else { return DotCanvas.step(place, of: height) }
        return Int((place * Double(height)).rounded()) - 1
    }

    private func cells(columns: Int, rows: Int) -> [Line] {
        var canvas = DotCanvas(columns: columns, rows: rows)
        var markers = canvas
        drawMarkers(on: &markers)
        // In a density plot, the points would cover the lines, so the points are drawn first.
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
            let style = Style(marks.symbol)
            let sign = sign(of: marks).map { DotCanvas.Marker(sign: $0, style: style) }
            for mark in marks.marks {
                guard let dot = canvas.dot(at: place(mark.x, mark.y)) else { continue }
                canvas.set(x: dot.x, y: dot.y, sign, style: style)
            }
        }
    }

    /// Draws a dot for each marker. The most frequent class in a cell determines the color of the cell. Without colors,
    /// or if the symbol set is ASCII, it also determines the symbol.
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
            let style = Style(symbol)
            let isSign = !settings.palette.isColored || settings.charset == .ascii
            let sign = isSign ? settings.charset.sign(of: symbol) : nil
            canvas.set(x: dot.x, y: dot.y, sign.map { DotCanvas.Marker(sign: $0, style: style) }, style: style)
        }
    }

    /// Returns the symbol of a class of markers, or `nil` for braille dots.
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

    /// Writes the names of the reference lines and of the markers in named classes.
    private func writeNames(on labels: inout CellLabels, _ canvas: DotCanvas) {
        let cell = { (x: Double, y: Double) in
            canvas.dot(at: place(x, y)).map { (column: $0.x / 2, row: canvas.rows - 1 - $0.y / 4) }
        }
        let named = plot.classes.filter(\.isNamed).flatMap { marks in
            marks.marks.compactMap { mark in cell(mark.x, mark.y).map { (marks, mark, $0) } }
        }
        for (marks, _, cell) in named {
            labels.put(sign(of: marks) ?? "•", at: cell, style: Style(marks.symbol))
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
        // Named classes come first, because the last entries are omitted if the legend is too long.
        let classes = plot.classes.filter(\.isNamed) + plot.classes.filter { !$0.isNamed }
        var items = classes.map { marks in
            let fill = settings.charset.fill(of: marks.symbol, isColored: settings.palette.isColored)
            let sign = plot.form == .bars ? fill : sign(of: marks) ?? "⠿"
            return Line(String(sign), Style(marks.symbol)) + Line(" \(marks.name) \(marks.count.grouped)")
        }
        items += plot.guideNames.map { name, _ in
            Line(String(guideSign), guideStyle) + Line(" \(settings.charset.unit(name))")
        }
        return CellFooter(
            legend: items, notices: [plot.counts], briefNotice: plot.briefCounts, origin: plot.origin,
            charset: settings.charset)
    }

    /// The ranges of the axes, the legend, the counts, and the origin of the data.
    var accessibleLines: [Line] { words(settings.width) + footer.lines(settings.width ?? Self.usualWidth) }

    private func words(_ width: Int?) -> [Line] {
        [plot.x, plot.y].flatMap { axis in
            let ends = [axis.range.lowerBound, axis.range.upperBound].map { axis.label($0, settings.charset) }
            return Line(axis.words(settings.charset) + ": \(ends.joined(separator: " to "))").wrapped(to: width)
        }
    }
}

/// A horizontal axis drawn in terminal cells. Ticks whose labels would overlap are omitted.
struct CellAxis {
    let axis: Axis
    let charset: SymbolSet
    /// The column of the corner symbol, to the left of the axis.
    let corner: Int
    let columns: Int
    /// The width of the whole picture, in columns.
    let width: Int
    /// The tick label of a vertical axis at the corner, or an empty string for none.
    var cornerLabel = ""
    /// Whether there is a corner symbol.
    var hasCorner = true

    var lines: [Line] {
        var floor = Array(repeating: charset.floor, count: max(0, columns))
        let ticks = ticks
        for tick in ticks.columns { floor[tick] = charset.notchedFloor }
        return [
            head + Line(floor.joined(), .dim),
            Line(DisplayWidth.truncate(ticks.labels, to: width), .dim),
        ]
    }

    /// The ticks that fit. If only one tick would fit, closer ticks are tried.
    private var ticks: (columns: [Int], labels: String) {
        // A single tick would not show the scale.
        let usual = max(2, columns / 8)
        let counts = usual...(usual + 4)
        return counts.lazy.map { placed(axis.ticks(atMost: $0)) }.first { $0.columns.count > 1 }
            ?? outermost(axis.ticks(atMost: counts.upperBound)) ?? placed(axis.ticks(atMost: usual))
    }

    /// Returns the first and the last tick, with labels that extend outward from them, or `nil` if there is only one
    /// tick or the labels overlap.
    private func outermost(_ ticks: [Double]) -> (columns: [Int], labels: String)? {
        let ordered = (axis.isDescending ? ticks.reversed() : ticks).compactMap { tick in
            DotCanvas.step(axis.place(tick), of: columns).map { (column: $0, label: axis.label(tick, charset)) }
        }
        guard let first = ordered.first, let last = ordered.last, first.column < last.column else { return nil }
        let end = max(corner + 1 + first.column, DisplayWidth.width(of: first.label) - 1)
        let start = min(corner + 1 + last.column, width - DisplayWidth.width(of: last.label))
        guard start - end > 2 else { return nil }
        let labels =
            String(repeating: " ", count: end + 1 - DisplayWidth.width(of: first.label)) + first.label
            + String(repeating: " ", count: start - end - 1) + last.label
        return ([first.column, last.column], labels)
    }

    /// Returns the columns of ticks and a line with their labels.
    private func placed(_ ticks: [Double]) -> (columns: [Int], labels: String) {
        var placed: [Int] = []
        var labels = ""
        for tick in axis.isDescending ? ticks.reversed() : ticks {
            guard let column = DotCanvas.step(axis.place(tick), of: columns) else { continue }
            let label = axis.label(tick, charset)
            let length = DisplayWidth.width(of: label)
            let start = max(0, min(corner + 1 + column - length / 2, width - length))
            let used = DisplayWidth.width(of: labels)
            guard start >= used + (used > 0 ? 2 : 0) else { continue }
            placed.append(column)
            labels += String(repeating: " ", count: start - used) + label
        }
        return (placed, labels)
    }

    private var head: Line {
        guard hasCorner else { return Line.space(corner + 1) }
        let label = Line(charset.cut(cornerLabel, to: corner), .dim).padded(to: corner, aligned: .right)
        return label + Line(cornerLabel.isEmpty ? charset.corner : charset.notchedCorner, .dim)
    }
}

/// A renderer that draws the stacked bars of a plot in terminal cells.
struct CellBars {
    let plot: Plot
    let charset: SymbolSet
    let isColored: Bool

    func draw(on canvas: inout DotCanvas) {
        let stacks = stacks(canvas.columns)
        for (column, segments) in stacks.enumerated() {
            let ends = segments.map { ($0.symbol, height($0.ends.lowerBound), height($0.ends.upperBound)) }
            let rows = Double(canvas.rows)
            for row in 0..<canvas.rows {
                let cell = Double(row) / rows...Double(row + 1) / rows
                let parts = ends.map { symbol, bottom, top in
                    (symbol, max(0, min(top, cell.upperBound) - max(bottom, cell.lowerBound)) * rows)
                }
                let filled = parts.reduce(0) { $0 + $1.1 }
                guard let (symbol, part) = parts.max(by: { $0.1 < $1.1 }), part > 0 else { continue }
                let sign =
                    filled > 0.99
                    ? charset.fill(of: symbol, isColored: isColored)
                    : charset.top(of: symbol, filled, isColored: isColored)
                let mark = DotCanvas.Marker(sign: sign, style: Style(symbol))
                canvas.set(x: column * 2, y: row * 4, mark, style: nil)
            }
        }
    }

    private func height(_ value: Double) -> Double { max(0, min(1, plot.y.place(value))) }

    /// Returns the segments in each column. If several bars are in a column, the highest is shown.
    private func stacks(_ columns: Int) -> [[Plot.Segment]] {
        let bars = Dictionary(grouping: plot.segments, by: \.mark.x).values
        var stacks: [[Plot.Segment]] = Array(repeating: [], count: columns)
        for bar in bars.sorted(by: { Self.top(of: $0) < Self.top(of: $1) }) {
            guard let first = bar.first else { continue }
            let ends = [first.span.lowerBound, first.span.upperBound].map { plot.x.place($0) }.sorted()
            let middle = DotCanvas.step(plot.x.place(first.mark.x), of: columns)
            for column in stacks.indices {
                let center = (Double(column) + 0.5) / Double(columns)
                if column == middle || ends[0] <= center && center < ends[1] { stacks[column] = bar }
            }
        }
        return stacks
    }

    private static func top(of bar: [Plot.Segment]) -> Double { bar.map(\.ends.upperBound).max() ?? 0 }
}

/// A renderer that draws a strip in terminal cells: labels, a line with markers and the highlighted band, tick labels,
/// a legend, and the origin of the data.
struct CellStrip: CellPicture {
    let strip: StripPlot
    let settings: RenderSettings

    private static let narrowest = 24
    private static let widest = 100

    var lines: [Line] {
        let width = min(settings.width ?? settings.pictureWidth ?? 80, Self.widest)
        guard width >= Self.narrowest, !strip.marks.isEmpty else { return accessibleLines }
        let axis = CellAxis(
            axis: strip.axis, charset: settings.charset, corner: 0, columns: width - 1, width: width)
        return names(width) + [line(width)] + axis.lines + key(width) + origin(width)
    }

    private func column(_ value: Double, _ width: Int) -> Int? {
        DotCanvas.step(strip.axis.place(value), of: width - 1).map { $0 + 1 }
    }

    /// Returns the rows of labels. The rows closest to the line are filled first.
    private func names(_ width: Int) -> [Line] {
        var rows = CaptionRows(width)
        for mark in strip.marks {
            if let column = column(mark.value, width) { rows.add(mark.label, below: column) }
        }
        return rows.lines.reversed()
    }

    private func line(_ width: Int) -> Line {
        let place = { (value: Double) in max(0, min(1, strip.axis.place(value))) }
        let band = strip.band.map { place($0.range.lowerBound)...place($0.range.upperBound) }
        var spans = (1..<width).map { column in
            let way = (Double(column) - 0.5) / Double(width - 1)
            let isInside = band.map { $0.lowerBound < $0.upperBound && $0.contains(way) } ?? false
            return isInside ? Span(settings.charset.thickFloor, .good) : Span(settings.charset.floor, .dim)
        }
        for mark in strip.marks {
            guard let column = column(mark.value, width) else { continue }
            let kind: Drawing.Role = strip.isInBand(mark) ? .bodyInZone : .body
            spans[column - 1] = Span(String(settings.charset.sign(of: kind)), Style(kind))
        }
        return Line([Span(settings.charset.star, .favorite)] + spans)
    }

    private func key(_ width: Int) -> [Line] {
        let name = Line(strip.axis.words(settings.charset), .label)
        let band = strip.band.map { Line(settings.charset.thickFloor, .good) + Line(" \($0.name)") }
        return Line.flowing([name] + (band.map { [$0] } ?? []), in: width)
    }

    private func origin(_ width: Int?) -> [Line] {
        strip.origin.map { Line($0.text, .dim).wrapped(to: width) } ?? []
    }

    var accessibleLines: [Line] {
        let (inside, outside) = (strip.marks.filter(strip.isInBand), strip.marks.filter { !strip.isInBand($0) })
        guard let band = strip.band else { return [] }
        let nearer = outside.filter { $0.value < band.range.lowerBound }
        let farther = outside.filter { $0.value > band.range.upperBound }
        let parts = [("Closer than the", nearer), ("In the", inside), ("Farther than the", farther)]
        return parts.filter { !$0.1.isEmpty }.flatMap { words, marks in
            Line("\(words) \(band.name): \(marks.map(\.label).joined(separator: ", ")).").wrapped(to: settings.width)
        } + origin(settings.width)
    }
}
