import Display
import Localization
import Text

/// A renderer that draws a plot as SVG. Markers have a `<title>` element that browsers show as a tooltip.
struct SVGPlot {
    let plot: Plot
    let svg: SVG
    private let footer: SVGFooter
    private let frame: SVGBox
    private let rows: [(y: Double, SVGLabel)]

    private static let top = 70.0
    private static let right = 928.0

    init(plot: Plot, svg: SVG) {
        self.plot = plot
        self.svg = svg
        footer = SVGFooter(Self.legend(plot, svg), [plot.counts], plot.origin, svg: svg)
        let bottom = footer.top - 52
        let labels = plot.y.ticks(atMost: 12).map { tick in
            let y = bottom - plot.y.place(tick) * (bottom - Self.top)
            let name = SymbolSet.utf8.cut(plot.y.label(tick, .utf8), to: 24)
            return (y: y, SVGLabel(name, x: 0, y: y + 5, anchor: .end))
        }
        let gutter = labels.map(\.1.width).max() ?? 0
        let left = max(60, SVG.margin * 2 + gutter)
        frame = SVGBox(x: left...Self.right, y: Self.top...bottom)
        rows = labels.map { y, label in
            var label = label
            label.x = left - 8
            return (y, label)
        }
    }

    var text: String {
        let patterns = plot.form == .bars ? plot.classes.map { $0.symbol.pattern(svg.theme) } : []
        let clip = XML.element("clipPath", ["id": "frame"], [outline("none")])
        let others = plot.form == .bars ? [] : plot.classes.filter { !$0.isNamed }.flatMap(\.marks)
        var placer = SVGLabelPlacer(
            in: frame, around: named.map { (x($0.x), y($0.y)) }, besides: others.map { (x($0.x), y($0.y)) },
            radius: SVGLabelPlacer.radius * markerScale * (plot.classes.contains { $0.symbol == .star } ? 1.5 : 1))
        let labels = names(&placer) + guideNames(&placer)
        return svg.document(
            plot.title,
            [XML.element("defs", [:], [clip] + patterns)] + grid + guides + marks + [outline(svg.theme.ink)] + labels
                + axisNames + footer.elements)
    }

    // MARK: - Places

    private func x(_ value: Double) -> Double {
        frame.x.lowerBound + plot.x.place(value) * (frame.x.upperBound - frame.x.lowerBound)
    }

    private func y(_ value: Double) -> Double {
        frame.y.upperBound - plot.y.place(value) * (frame.y.upperBound - frame.y.lowerBound)
    }

    // MARK: - Axes

    private func outline(_ color: String) -> String {
        let (x, y) = (frame.x, frame.y)
        return XML.element(
            "rect",
            [
                "x": x.lowerBound.short, "y": y.lowerBound.short, "width": (x.upperBound - x.lowerBound).short,
                "height": (y.upperBound - y.lowerBound).short, "fill": "none", "stroke": color,
            ])
    }

    private var grid: [String] {
        let (width, height) = (frame.x, frame.y)
        let ticks = SVG.ticks(
            plot.x, from: width.lowerBound, to: width.upperBound, y: height.upperBound + 20, size: 14)
        let columns = ticks.flatMap { x, label in
            [line("M\(x.short) \(height.lowerBound.short)V\(height.upperBound.short)"), svg.text(label)]
        }
        return columns
            + rows.flatMap { y, label in
                [line("M\(width.lowerBound.short) \(y.short)H\(width.upperBound.short)"), svg.text(label)]
            }
    }

    private func line(_ path: String) -> String { SVG.path(path, ["stroke": svg.theme.faint]) }

    private var axisNames: [String] {
        let middle = (frame.x.lowerBound + frame.x.upperBound) / 2
        return [
            svg.text(
                SVGLabel(plot.x.words(.utf8), x: middle, y: frame.y.upperBound + 42, anchor: .middle).fitting),
            svg.text(SVGLabel(plot.y.words(.utf8), x: 16, y: Self.top - 12).fitting),
        ]
    }

    // MARK: - Guides and markers

    private static func guideStyle(isArea: Bool, _ theme: SVGTheme) -> [(key: String, value: String)] {
        [
            ("fill", isArea ? theme.area : "none"), ("stroke", theme.subdued), ("stroke-dasharray", "6 4"),
        ]
    }

    private var guides: [String] {
        plot.guides.map { guide in
            let path = guide.places.map { "\(x($0.x).short) \(y($0.y).short)" }.joined(separator: "L")
            return XML.element(
                "path",
                [("d", "M\(path)\(guide.isArea ? "Z" : "")"), ("clip-path", "url(#frame)")]
                    + Self.guideStyle(isArea: guide.isArea, svg.theme),
                [XML.title(guide.name)])
        }
    }

    /// Returns the names of the reference lines, each on the part of its line with the fewest markers.
    private func guideNames(_ placer: inout SVGLabelPlacer) -> [String] {
        let markers = plot.form == .bars ? [] : plot.classes.flatMap(\.marks).map { (x: x($0.x), y: y($0.y)) }
        return plot.guides.filter { !$0.label.isEmpty }.flatMap { guide -> [String] in
            let places = guide.places.map { (x: x($0.x), y: y($0.y)) }
            let labels = (1..<20).compactMap { part in
                Self.place(Double(part) / 20, along: places, in: frame).map { place in
                    SVGLabel(guide.label, x: place.x, y: place.y + 4, anchor: .middle, size: 12)
                }
            }
            let covered = labels.map { label in
                (label, markers.count { label.box.x.contains($0.x) && label.box.y.contains($0.y) })
            }
            let free = covered.sorted { $0.1 < $1.1 }.first { placer.add($0.0) }
            return free.map { [svg.outlinedText($0.0, color: svg.theme.subdued)] } ?? []
        }
    }

    /// Returns the point on a polyline at a fraction of the frame’s width, or `nil` if the point is outside the frame.
    private static func place(
        _ part: Double, along places: [(x: Double, y: Double)], in frame: SVGBox
    ) -> (x: Double, y: Double)? {
        let x = frame.x.lowerBound + part * (frame.x.upperBound - frame.x.lowerBound)
        for (start, end) in zip(places, places.dropFirst()) {
            let (left, right) = start.x < end.x ? (start, end) : (end, start)
            guard left.x <= x, x < right.x else { continue }
            let y = left.y + (right.y - left.y) * (x - left.x) / (right.x - left.x)
            if frame.y.contains(y) { return (x, y) }
        }
        return nil
    }

    /// The relative size of the markers, which is larger if there are few of them.
    private var markerScale: Double {
        // A few small markers would be hard to find on a large canvas.
        switch plot.count {
        case ...30: 1.8
        case ...300: 1.4
        default: 1
        }
    }

    private var marks: [String] {
        if plot.form == .bars { return bars }
        return plot.classes.map { marks in
            let shapes = marks.marks.map { mark in
                marks.symbol.element(x(mark.x), y(mark.y), scale: markerScale, title: words(mark))
            }
            return XML.element("g", marks.symbol.style(svg.theme), shapes)
        }
    }

    private var bars: [String] {
        plot.segments.map { segment in
            let (near, far) = (x(segment.span.lowerBound), x(segment.span.upperBound))
            let clamped = { (y: Double) in max(frame.y.lowerBound, min(frame.y.upperBound, y)) }
            let (bottom, top) = (clamped(y(segment.ends.lowerBound)), clamped(y(segment.ends.upperBound)))
            let left = max(frame.x.lowerBound, min(near, far))
            let width = max(2, min(frame.x.upperBound, max(near, far)) - left)
            return XML.element(
                "rect",
                [
                    "x": left.short, "y": top.short, "width": width.short, "height": (bottom - top).short,
                    "fill": segment.symbol.fill(svg.theme), "stroke": svg.theme.background, "stroke-width": "0.6",
                ], [XML.title(words(segment.mark))])
        }
    }

    private var named: [Plot.Marker] { plot.classes.filter(\.isNamed).flatMap(\.marks) }

    /// Returns the names of the markers in named classes. A line connects a name with a distant marker.
    private func names(_ placer: inout SVGLabelPlacer) -> [String] {
        named.flatMap { mark -> [String] in
            let (x, y) = (x(mark.x), y(mark.y))
            guard let (label, line) = placer.place(mark.label, x: x, y: y) else { return [] }
            return [line?.element(svg.theme), svg.outlinedText(label)].compactMap(\.self)
        }
    }

    /// Returns a description of a marker, such as `Kepler-90 h: 203 M⊕, 11.3 R⊕`.
    private func words(_ mark: Plot.Marker) -> String {
        let figures = [(mark.x, plot.x), (mark.y, plot.y)].map { value, axis in
            Quantity.Amount(value, unit: axis.unit).words(.utf8)
        }
        return "\(mark.label): \(figures.joined(separator: ", "))"
    }

    // MARK: - Legend

    private static func legend(_ plot: Plot, _ svg: SVG) -> [SVGFooter.Entry] {
        let classes = plot.classes.map { marks in
            let symbol =
                plot.form == .bars
                ? SVG.path("M-6 -5h12v10h-12Z", ["fill": marks.symbol.fill(svg.theme)])
                : XML.element("g", marks.symbol.style(svg.theme), [marks.symbol.element(0, 0)])
            return SVGFooter.Entry(symbol: symbol, name: "\(marks.name) \(marks.count.grouped)")
        }
        let guides = plot.guideNames.map { name, isArea in
            let path = isArea ? "M-8 -6H8V6H-8Z" : "M-10 0H10"
            let style = guideStyle(isArea: isArea, svg.theme)
            return SVGFooter.Entry(symbol: XML.element("path", [("d", path)] + style, []), name: name)
        }
        return classes + guides
    }
}

/// The lines at the bottom of an SVG document: a legend, notices, and the origin of the data.
struct SVGFooter {
    struct Entry {
        /// A symbol whose center is the origin.
        let symbol: String
        let name: String
    }

    let svg: SVG
    private let rows: [[(x: Double, entry: Entry)]]
    private let lines: [String]

    private static let left = 40.0
    private static let rowHeight = 18.0
    private static let lineHeight = 15.0
    /// The space between the legend and the notices.
    private static let gap = 3.0
    private static let maximumRows = 5
    private static let maximumLines = 5
    private static let widestFilter = 120

    init(_ entries: [Entry], _ notices: [String], _ origin: PictureOrigin?, svg: SVG) {
        self.svg = svg
        rows = Array(Self.rows(entries).prefix(Self.maximumRows))
        let wrapped = { (text: String) in SVGLabel.wrapped(text, to: SVG.width - Self.left * 2, size: 12) }
        let sources = origin.map { wrapped($0.with(filterUpTo: Self.widestFilter, .utf8).text) } ?? []
        let texts = notices.flatMap(wrapped)
        let room = max(0, Self.maximumLines - sources.count)
        lines =
            (texts.count > room
                ? texts.prefix(room).dropLast() + texts.prefix(room).suffix(1).map { $0 + " …" } : texts)
            + sources
    }

    /// Returns the legend entries in rows that fit the width of the document.
    private static func rows(_ entries: [Entry]) -> [[(x: Double, entry: Entry)]] {
        let room = SVG.width - left * 2
        var (rows, end) = ([[(x: Double, entry: Entry)]](), Double.infinity)
        for entry in entries {
            let name = SymbolSet.utf8.cut(VisibleText.line(entry.name), to: SVGLabel.columns(in: room - 30, size: 13))
            let width = 24 + SVGLabel.width(of: name, size: 13)
            if end + width > left + room {
                rows.append([])
                end = left
            }
            rows[rows.count - 1].append((end, Entry(symbol: entry.symbol, name: name)))
            end += width + 20
        }
        return rows
    }

    /// The vertical position at which the footer starts.
    var top: Double {
        SVG.height - 6 - Self.gap - Double(rows.count) * Self.rowHeight - Double(lines.count) * Self.lineHeight
    }

    var elements: [String] {
        let legend = rows.enumerated().flatMap { row, entries in
            entries.map { x, entry in
                let y = top + Double(row + 1) * Self.rowHeight - 5
                return XML.element(
                    "g", ["transform": "translate(\((x + 8).short) \((y - 5).short))"], [entry.symbol])
                    + svg.text(SVGLabel(entry.name, x: x + 22, y: y, size: 13))
            }
        }
        let start = top + Self.gap + Double(rows.count) * Self.rowHeight
        let notices = lines.enumerated().map { index, line in
            let y = start + Double(index + 1) * Self.lineHeight - 4
            return svg.text(SVGLabel(line, x: Self.left, y: y, size: 12), color: svg.theme.subdued)
        }
        return legend + notices
    }
}

/// The colors of an SVG document.
struct SVGTheme {
    let background: String
    let ink: String
    /// The color of grid lines.
    let faint: String
    /// The color of reference lines and secondary text.
    let subdued: String
    /// The color of reference areas.
    let area: String
    private let colors: [Plot.Symbol: String]

    init(_ theme: PictureTheme) {
        switch theme {
        case .light:
            (background, ink, faint) = ("#ffffff", "#222222", "#dddddd")
            (subdued, area) = ("#555555", "#e3f1e4")
            colors = Self.light
        case .dark:
            (background, ink, faint) = ("#14171c", "#e8e8e8", "#343a42")
            (subdued, area) = ("#aab2bd", "#1d3a2a")
            colors = Self.dark
        }
    }

    func color(of symbol: Plot.Symbol) -> String { colors[symbol] ?? ink }

    func color(of role: Drawing.Role) -> String {
        switch role {
        case .star: color(of: .square)
        case .body: color(of: .dot)
        case .bodyInZone: color(of: .ring)
        case .orbit: subdued
        case .zone: area
        }
    }

    /// A colorblind-safe palette, based on the palette of Okabe and Ito (2008).
    private static let light: [Plot.Symbol: String] = [
        .dot: "#0072b2", .plus: "#d55e00", .cross: "#009e73", .circle: "#cc79a7", .square: "#e69f00",
        .diamond: "#56b4e9", .triangle: "#000000", .wedge: "#777777", .speck: "#8a8f98", .dash: "#8a8f98",
        .ring: "#007a55", .star: "#d55e00",
    ]

    /// The same hues with enough contrast on a dark background.
    private static let dark: [Plot.Symbol: String] = [
        .dot: "#5db4ff", .plus: "#ff8a3d", .cross: "#1fcf9f", .circle: "#e3a1c6", .square: "#f2b62e",
        .diamond: "#9bdcff", .triangle: "#ffffff", .wedge: "#a0a0a0", .speck: "#7d8590", .dash: "#7d8590",
        .ring: "#2fd39b", .star: "#ff8a3d",
    ]
}
