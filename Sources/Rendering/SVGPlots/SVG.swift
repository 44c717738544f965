import Display

/// Functions that create elements of SVG 1.1 documents.
///
/// The documents are self-contained and have the same view box. The same content always produces the same document.
struct SVG {
    static let width = 960.0
    static let height = 640.0
    /// The distance of text from the edges.
    static let margin = 8.0

    let theme: SVGTheme

    func document(_ title: String, _ content: [String]) -> String {
        let head = [
            XML.element("title", text: title),
            XML.element("rect", ["width": "960", "height": "640", "fill": theme.background]),
            text(SVGLabel(title, x: Self.width / 2, y: 32, anchor: .middle, size: 20).fitting),
        ]
        return XML.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 960 640", "role": "img",
                "font-family": "sans-serif",
            ], head + content) + "\n"
    }

    /// Returns a path, with a tooltip if there is a title.
    static func path(_ data: String, _ style: KeyValuePairs<String, String> = [:], title: String? = nil) -> String {
        XML.element("path", [("d", data)] + style, title.map { [XML.element("title", text: $0)] } ?? [])
    }

    /// Returns a circle, with a tooltip if there is a title.
    static func circle(
        x: Double, y: Double, radius: Double, _ style: KeyValuePairs<String, String> = [:], title: String? = nil
    ) -> String {
        XML.element(
            "circle", [("cx", x.short), ("cy", y.short), ("r", radius.short)] + style,
            title.map { [XML.element("title", text: $0)] } ?? [])
    }

    /// Returns a label in the color of text or in another color.
    func text(_ label: SVGLabel, color: String? = nil) -> String {
        XML.element("text", attributes(label, color ?? theme.ink), [XML.escape(label.text)])
    }

    /// Returns a label that is readable on top of markers.
    func outlinedText(_ label: SVGLabel, color: String? = nil) -> String {
        let outline: [(key: String, value: String)] = [
            ("stroke", theme.background), ("stroke-width", "3"), ("paint-order", "stroke"),
        ]
        return XML.element("text", attributes(label, color ?? theme.ink) + outline, [XML.escape(label.text)])
    }

    private func attributes(_ label: SVGLabel, _ color: String) -> [(key: String, value: String)] {
        [
            ("x", label.x.short), ("y", label.y.short), ("text-anchor", label.anchor.rawValue),
            ("font-size", String(label.size)), ("fill", color),
        ]
    }

    /// Returns the ticks of an axis with their labels below a horizontal line, as many as fit without overlapping.
    static func ticks(_ axis: Axis, from start: Double, to end: Double, y: Double, size: Int) -> [(x: Double, SVGLabel)]
    {
        for count in (2...14).reversed() {
            let ticks = axis.ticks(atMost: count).sorted { axis.place($0) < axis.place($1) }.map { tick in
                let x = start + axis.place(tick) * (end - start)
                return (x: x, SVGLabel(axis.label(tick, .utf8), x: x, y: y, anchor: .middle, size: size).fitting)
            }
            let boxes = ticks.map(\.1.box.x)
            if zip(boxes, boxes.dropFirst()).allSatisfy({ $0.upperBound + 6 < $1.lowerBound }) { return ticks }
        }
        return []
    }
}

extension Picture {
    /// Returns the picture as an SVG document.
    public func svg(_ theme: PictureTheme = .light) -> String {
        let svg = SVG(theme: SVGTheme(theme))
        return switch self {
        case .plot(let plot): SVGPlot(plot: plot, svg: svg).text
        case .drawing(let drawing): SVGDrawing(drawing: drawing, svg: svg).text
        }
    }
}

extension Double {
    /// The number rounded to one decimal place, for coordinates.
    var short: String { ((self * 10).rounded() / 10).description }
}
