import Display
import Text

/// A renderer that draws shapes as SVG. Shapes with a description have a `<title>` element.
struct SVGDrawing {
    let drawing: Drawing
    let svg: SVG

    private static let left = 40.0
    private static let top = 52.0
    private static let width = 880.0
    private static let rulerHeight = 38.0
    private static let captionHeight = 16.0

    var text: String {
        // The number of omitted labels is known only after the layout.
        let layout = layout(SVGFooter(keys, drawing.notices, drawing.origin, svg: svg))
        guard layout.omitted > 0 else { return document(layout) }
        let notice = "Labels omitted for lack of space: \(layout.omitted)."
        return document(self.layout(SVGFooter(keys, [notice] + drawing.notices, drawing.origin, svg: svg)))
    }

    private func document(_ layout: Layout) -> String {
        svg.document(
            drawing.title,
            drawing.shapes.map { shape($0, layout.plane, layout.bottom) } + layout.labels
                + rulers(layout) + layout.footer.elements)
    }

    // MARK: - Layout

    private struct Layout {
        let footer: SVGFooter
        let plane: DrawingPlane
        /// The vertical position of the lower edge of the picture.
        let bottom: Double
        /// The distance by which the picture, its captions, and its rulers are raised to be centered.
        let lift: Double
        let labels: [String]
        let omitted: Int
    }

    /// Returns a layout with the captions and rulers between the picture and the footer.
    ///
    /// - Parameter rows: The number of rows reserved for captions. More rows are tried until all captions fit.
    private func layout(_ footer: SVGFooter, captionRows rows: Int = 0) -> Layout {
        let lowest =
            footer.top - Double(drawing.rulers.count) * Self.rulerHeight - 14 - Double(rows) * Self.captionHeight
        let captions = SVGCaptions(drawing, svg: svg)
        let (width, room) = (Self.width - captions.overhang, lowest - Self.top)
        let height = min(room, DrawingPlane(drawing, width: width, height: room).drawnHeight)
        let plane = DrawingPlane(drawing, width: width, height: height)
        let lift = (room - height) / 2
        let bottom = lowest - lift
        let placed = captions.placed { place($0, plane, bottom) }
        guard placed.rows <= rows else { return layout(footer, captionRows: rows + 1) }
        let (labels, omitted) = names(plane, bottom)
        return Layout(
            footer: footer, plane: plane, bottom: bottom, lift: lift,
            labels: placed.elements(from: bottom, rowHeight: Self.captionHeight) + labels,
            omitted: omitted + placed.omitted)
    }

    private func place(_ place: Drawing.Point, _ plane: DrawingPlane, _ bottom: Double) -> (x: Double, y: Double) {
        let place = plane.place(place)
        return (Self.left + place.x, bottom - place.y)
    }

    /// Returns the labels next to markers and the number of labels without space.
    private func names(_ plane: DrawingPlane, _ bottom: Double) -> (labels: [String], omitted: Int) {
        let signs = drawing.shapes.compactMap { shape -> (label: String, x: Double, y: Double)? in
            guard case .sign(let there) = shape.outline else { return nil }
            let (x, y) = place(there, plane, bottom)
            return (shape.label, x, y)
        }
        let room = SVGBox(x: SVG.margin...(SVG.width - SVG.margin), y: 40...max(41, bottom + 8))
        var placer = SVGLabelPlacer(in: room, around: signs.map { ($0.x, $0.y) })
        let labels = signs.flatMap { name, x, y -> [String] in
            guard let (label, line) = placer.place(name, x: x, y: y, size: 13) else { return [] }
            return [line?.element(svg.theme), svg.outlinedText(label)].compactMap(\.self)
        }
        return (labels, placer.omitted)
    }

    // MARK: - Shapes

    private func shape(_ shape: Drawing.Shape, _ plane: DrawingPlane, _ bottom: Double) -> String {
        let words = shape.description(.utf8)
        let title = words.isEmpty ? nil : words
        let color = svg.theme.color(of: shape.role)
        switch shape.outline {
        case .sign(let there):
            let (x, y) = place(there, plane, bottom)
            let style: KeyValuePairs = ["fill": color, "stroke": svg.theme.background, "stroke-width": "0.5"]
            return shape.role.element(x, y, style, title: title)
        case .loop(let places):
            let path = places.map { place($0, plane, bottom) }.map { "\($0.x.short) \($0.y.short)" }
                .joined(separator: "L")
            return SVG.path(
                path.isEmpty ? "" : "M\(path)Z",
                ["fill": "none", "stroke": color, "stroke-width": "0.8", "stroke-opacity": "0.7"], title: title)
        case .disc(let center, let radius):
            let (x, y) = place(center, plane, bottom)
            let style: KeyValuePairs = ["fill": color, "fill-opacity": "0.35", "stroke": color]
            return SVG.circle(x: x, y: y, radius: max(0.5, plane.length(radius)), style, title: title)
        case .ring(let inner, let outer):
            let (near, far) = (plane.length(inner), plane.length(outer))
            let (x, y) = place(Drawing.Point(x: 0, y: 0), plane, bottom)
            let style: KeyValuePairs = ["fill": "none", "stroke": color, "stroke-width": max(0, far - near).short]
            return SVG.circle(x: x, y: y, radius: max(0, (near + far) / 2), style, title: title)
        }
    }

    // MARK: - Rulers and legend

    private func rulers(_ layout: Layout) -> [String] {
        let first = layout.footer.top - Double(drawing.rulers.count) * Self.rulerHeight + 10 - layout.lift
        return drawing.rulers.enumerated().flatMap { index, ruler -> [String] in
            let ends = [ruler.span.lowerBound, ruler.span.upperBound].map { Drawing.Point(x: $0, y: 0) }
            let (start, end) = (place(ends[0], layout.plane, 0).x, place(ends[1], layout.plane, 0).x)
            // A ruler that extends beyond the picture is omitted.
            guard start >= 0, end <= SVG.width, end > start else { return [] }
            let y = first + Double(index) * Self.rulerHeight
            let ticks = SVG.ticks(ruler.axis, from: start, to: end, y: y + 17, size: 12).flatMap { x, label in
                [SVG.path("M\(x.short) \(y.short)v5", ["stroke": svg.theme.subdued]), svg.text(label)]
            }
            let line = SVG.path("M\(start.short) \(y.short)H\(end.short)", ["stroke": svg.theme.subdued])
            let name = SVGLabel(ruler.axis.words(.utf8), x: start, y: y - 6, size: 12).fitting
            return [line, svg.text(name, color: svg.theme.subdued)] + ticks
        }
    }

    private var keys: [SVGFooter.Entry] {
        drawing.keys.map { key in
            let fill = key.role == .orbit ? "none" : svg.theme.color(of: key.role)
            let style: KeyValuePairs = ["fill": fill, "stroke": svg.theme.subdued, "stroke-width": "0.5"]
            return SVGFooter.Entry(symbol: key.role.element(0, 0, style), name: key.name)
        }
    }
}

/// The captions of disks, below the picture. If they do not fit in one row, they are arranged in steps, and a line
/// connects each caption with its disk.
struct SVGCaptions {
    let svg: SVG
    private let discs: [(center: Drawing.Point, radius: Double, text: String)]

    /// The maximum number of rows. Captions without space are omitted.
    static let maximumRows = 12
    private static let size = 12
    private static let widest = 36

    init(_ drawing: Drawing, svg: SVG) {
        self.svg = svg
        discs = drawing.shapes.compactMap { shape in
            guard case .disc(let center, let radius) = shape.outline, !shape.label.isEmpty else { return nil }
            return (center, radius, SymbolSet.utf8.cut(VisibleText.line(shape.caption(.utf8)), to: Self.widest))
        }
    }

    /// The space that captions may need to the right of the disks.
    var overhang: Double {
        guard discs.count > 1 else { return 0 }
        return max(0, (discs.map { SVGLabel.width(of: $0.text, size: Self.size) }.max() ?? 0) - 30)
    }

    struct Placed {
        let svg: SVG
        fileprivate let captions: [(label: SVGLabel, row: Int, disc: (x: Double, y: Double))]
        fileprivate let isStepped: Bool
        /// The number of captions without space.
        let omitted: Int

        var rows: Int { (captions.map(\.row).max() ?? -1) + 1 }

        func elements(from bottom: Double, rowHeight: Double) -> [String] {
            captions.flatMap { caption -> [String] in
                var label = caption.label
                label.y = bottom + Double(caption.row + 1) * rowHeight
                guard isStepped else { return [svg.text(label)] }
                let line = "M\(caption.disc.x.short) \(caption.disc.y.short)V\((label.y - 1).short)"
                let style: KeyValuePairs = ["fill": "none", "stroke": svg.theme.subdued, "stroke-width": "0.7"]
                return [SVG.path(line, style), svg.text(label)]
            }
        }
    }

    /// Returns the captions with their rows.
    ///
    /// - Parameter place: A function that returns the position of a point in the document.
    func placed(_ place: (Drawing.Point) -> (x: Double, y: Double)) -> Placed {
        let places = discs.map { disc in
            let (x, y) = place(disc.center)
            let bottom = place(Drawing.Point(x: disc.center.x, y: disc.center.y - disc.radius)).y
            return (x: x, y: max(y, bottom), text: disc.text)
        }.sorted { $0.x < $1.x }
        let centered = places.map { SVGLabel($0.text, x: $0.x, y: 0, anchor: .middle, size: Self.size).fitting }
        let spans = centered.map(\.box.x)
        if zip(spans, spans.dropFirst()).allSatisfy({ $0.upperBound + 8 < $1.lowerBound }) {
            let captions = zip(centered, places).map { (label: $0, row: 0, disc: (x: $1.x, y: $1.y)) }
            return Placed(svg: svg, captions: captions, isStepped: false, omitted: 0)
        }
        let captions = steps(places)
        return Placed(svg: svg, captions: captions, isStepped: true, omitted: places.count - captions.count)
    }

    /// Returns captions to the right of the lines below their disks. A caption is below all captions whose lines would
    /// otherwise cross it.
    private func steps(
        _ places: [(x: Double, y: Double, text: String)]
    ) -> [(label: SVGLabel, row: Int, disc: (x: Double, y: Double))] {
        var captions: [(label: SVGLabel, row: Int, disc: (x: Double, y: Double))] = []
        for place in places.reversed() {
            let label = SVGLabel(place.text, x: place.x + 3, y: 0, size: Self.size)
            let span = place.x...(label.box.x.upperBound + 6)
            let row = captions.filter { span.contains($0.disc.x) }.map { $0.row + 1 }.max() ?? 0
            if row < Self.maximumRows { captions.append((label, row, (place.x, place.y))) }
        }
        return captions
    }
}
