import Display
import Text

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

    /// The space to the right of the disks that captions may need.
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

    /// Returns captions to the right of the lines below their disks. A caption is below all captions that start above
    /// it, so no line crosses a caption.
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
