import Display
import Text

/// A renderer that draws shapes as SVG. Shapes with a description have a `<title>` element.
struct SVGDrawing {
    let drawing: Drawing

    private static let frame = (left: 40.0, top: 56.0, width: 880.0, height: 400.0)
    private static let ends = "#555555"

    var text: String {
        let plane = DrawingPlane(drawing, width: Self.frame.width, height: Self.frame.height)
        return SVG.document(
            drawing.title,
            drawing.shapes.map { shape($0, plane) } + labels(plane) + rulers(plane) + keys + remarks)
    }

    private func place(_ place: Drawing.Point, _ plane: DrawingPlane) -> (x: Double, y: Double) {
        let place = plane.place(place)
        return (Self.frame.left + place.x, Self.frame.top + Self.frame.height - place.y)
    }

    // MARK: - Shapes

    private func shape(_ shape: Drawing.Shape, _ plane: DrawingPlane) -> String {
        let title = shape.words.isEmpty ? nil : shape.words
        let color = Self.color(of: shape.role)
        switch shape.outline {
        case .sign(let there):
            let (x, y) = place(there, plane)
            let style: KeyValuePairs = ["fill": color, "stroke": "#ffffff", "stroke-width": "0.5"]
            return SVG.path(Self.sign(of: shape.role, x, y), style, title: title)
        case .loop(let places):
            let path = places.map { place($0, plane) }.map { "\($0.x.short) \($0.y.short)" }.joined(separator: "L")
            return SVG.path(
                path.isEmpty ? "" : "M\(path)Z", ["fill": "none", "stroke": color], title: title)
        case .disc(let center, let radius):
            let style: KeyValuePairs = ["fill": color, "fill-opacity": "0.35", "stroke": color]
            return SVG.path(circle(center, max(0.5, plane.length(radius)), plane), style, title: title)
        case .ring(let inner, let outer):
            let path = [outer, inner].map { circle(Drawing.Point(x: 0, y: 0), plane.length($0), plane) }.joined()
            return SVG.path(path, ["fill": color, "fill-rule": "evenodd"], title: title)
        }
    }

    private func circle(_ center: Drawing.Point, _ radius: Double, _ plane: DrawingPlane) -> String {
        let (r, d) = (radius.short, (radius * 2).short)
        let (x, y) = place(center, plane)
        return "M\((x - radius).short) \(y.short)a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0 -\(d) 0Z"
    }

    private static func sign(of role: Drawing.Role, _ x: Double, _ y: Double) -> String {
        switch role {
        case .star:
            "M\(x.short) \((y - 8).short)l2 5.5h5.6l-4.6 3.5l1.7 5.5l-4.7 -3.3l-4.7 3.3l1.7 -5.5l-4.6 -3.5h5.6Z"
        case .bodyInZone: Plot.Symbol.square.path(x, y)
        case .body, .orbit: Plot.Symbol.circle.path(x, y)
        case .zone: "M\((x - 6).short) \((y - 5).short)h12v10h-12Z"
        }
    }

    private static func color(of role: Drawing.Role) -> String {
        switch role {
        case .star: "#e69f00"
        case .body: "#0072b2"
        case .bodyInZone: "#007a55"
        case .orbit: SVG.dashed
        case .zone: SVG.area
        }
    }

    // MARK: - Words

    /// Returns the labels of the shapes. The label next to a marker is omitted if it would overlap another label. The
    /// labels of disks form rows below the picture.
    private func labels(_ plane: DrawingPlane) -> [String] {
        var rows: [[ClosedRange<Double>]] = []
        var taken: [(x: ClosedRange<Double>, y: ClosedRange<Double>)] = []
        return drawing.shapes.compactMap { shape in
            guard !shape.label.isEmpty else { return nil }
            let half = Double(DisplayWidth.width(of: shape.label)) * 3.6 + 6
            switch shape.outline {
            case .sign(let there):
                let (x, y) = place(there, plane)
                let box = (x: (x + 7)...(x + half * 2), y: (y - 17)...(y - 3))
                guard !taken.contains(where: { $0.x.overlaps(box.x) && $0.y.overlaps(box.y) }) else { return nil }
                taken.append(box)
                return SVG.label(shape.label, x: x + 7, y: y - 5, size: 13)
            case .disc(let center, radius: _):
                let middle = max(half, min(SVG.width - half, place(center, plane).x))
                let span = (middle - half)...(middle + half)
                let row = rows.firstIndex { $0.allSatisfy { !$0.overlaps(span) } } ?? rows.count
                if row == rows.count { rows.append([]) }
                rows[row].append(span)
                let below = Self.frame.top + Self.frame.height + 18 + Double(row) * 16
                return SVG.label(shape.label, x: middle, y: below, anchor: "middle", size: 12)
            case .loop, .ring: return nil
            }
        }
    }

    private func rulers(_ plane: DrawingPlane) -> [String] {
        drawing.rulers.enumerated().flatMap { index, ruler -> [String] in
            let ends = [ruler.span.lowerBound, ruler.span.upperBound].map { Drawing.Point(x: $0, y: 0) }
            let (start, end) = (place(ends[0], plane).x, place(ends[1], plane).x)
            // A ruler that extends beyond the picture is omitted.
            guard start >= 0, end <= SVG.width, end > start else { return [] }
            let top = SVG.height - 136 + Double(index) * 38
            let ticks = ruler.axis.ticks(atMost: max(2, Int((end - start) / 60))).flatMap { tick in
                let place = start + ruler.axis.place(tick) * (end - start)
                return [
                    SVG.path("M\(place.short) \(top.short)v5", ["stroke": Self.ends]),
                    SVG.label(ruler.axis.label(tick, .utf8), x: place, y: top + 18, anchor: "middle", size: 12),
                ]
            }
            let line = SVG.path("M\(start.short) \(top.short)H\(end.short)", ["stroke": Self.ends])
            let name = SVG.label(ruler.axis.words(.utf8), x: start, y: top - 6, size: 12, color: Self.ends)
            return [line, name] + ticks
        }
    }

    private var keys: [String] {
        drawing.keys.enumerated().map { index, key in
            let fill = key.role == .orbit ? "none" : Self.color(of: key.role)
            let sign = SVG.path(
                Self.sign(of: key.role, 0, -5), ["fill": fill, "stroke": SVG.dashed, "stroke-width": "0.5"])
            return XML.element(
                "g", ["transform": "translate(\(46 + index % 4 * 225) \(SVG.height - 52 + Double(index / 4) * 18))"],
                [sign, SVG.label(key.name, x: 14, y: 0, size: 13)])
        }
    }

    /// The remarks of the drawing, in at most two lines.
    private var remarks: [String] {
        let lines = drawing.remarks.flatMap { Line($0).wrapped(to: 135) }
        return lines.prefix(2).enumerated().map { index, line in
            SVG.label(line.text, x: 40, y: SVG.height - 24 + Double(index) * 16, size: 12, color: Self.ends)
        }
    }
}
