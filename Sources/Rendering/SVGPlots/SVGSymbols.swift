import Display

extension Plot.Symbol {
    /// Returns the symbol at a position, with a tooltip if there is a title.
    func element(_ x: Double, _ y: Double, title: String? = nil) -> String {
        switch self {
        case .dot: SVG.circle(x: x, y: y, radius: 2.5, title: title)
        case .circle: SVG.circle(x: x, y: y, radius: 4, title: title)
        case .speck: SVG.circle(x: x, y: y, radius: 1.5, title: title)
        case .ring: SVG.circle(x: x, y: y, radius: 4.5, title: title)
        case .plus, .cross, .square, .diamond, .triangle, .wedge, .dash, .star:
            SVG.path(path(x, y), title: title)
        }
    }

    /// Returns the path of a symbol that is not a circle.
    private func path(_ x: Double, _ y: Double) -> String {
        let at = { (right: Double, down: Double) in "\((x + right).short) \((y + down).short)" }
        return switch self {
        case .plus: "M\(at(-4, 0))h8M\(at(0, -4))v8"
        case .cross: "M\(at(-3, -3))l6 6M\(at(-3, 3))l6 -6"
        case .square: "M\(at(-3, -3))h6v6h-6Z"
        case .diamond: "M\(at(0, -4))l4 4l-4 4l-4 -4Z"
        case .triangle: "M\(at(0, -4))l4 7h-8Z"
        case .wedge: "M\(at(0, 4))l4 -7h-8Z"
        case .dash: "M\(at(-3, 0))h6"
        case .star: "M\(at(0, -8))l2 5.5h5.6l-4.6 3.5l1.7 5.5l-4.7 -3.3l-4.7 3.3l1.7 -5.5l-4.6 -3.5h5.6Z"
        case .dot, .circle, .speck, .ring: ""
        }
    }

    /// The appearance of markers in a scatter plot.
    func style(_ theme: SVGTheme) -> [(key: String, value: String)] {
        let color = theme.color(of: self)
        return switch self {
        case .dot: [("fill", color), ("fill-opacity", "0.5")]
        case .speck: [("fill", color), ("fill-opacity", "0.6")]
        case .star: [("fill", color), ("stroke", theme.ink), ("stroke-width", "0.7")]
        case .ring: [("fill", color), ("fill-opacity", "0.55"), ("stroke", color)]
        default: [("fill", color), ("fill-opacity", "0.25"), ("stroke", color), ("stroke-width", "1.2")]
        }
    }

    /// The fill of bars: a color or a reference to ``pattern(_:)``.
    func fill(_ theme: SVGTheme) -> String { self == .dot ? theme.color(of: self) : "url(#\(patternName))" }

    private var patternName: String { "bar-\(self)" }

    /// Returns a pattern of symbols on the color of the class, so that the color is not the only difference of bars.
    func pattern(_ theme: SVGTheme) -> String {
        let tile: KeyValuePairs = [
            "id": patternName, "width": "12", "height": "12", "patternUnits": "userSpaceOnUse",
        ]
        let background = XML.element("rect", ["width": "12", "height": "12", "fill": theme.color(of: self)])
        let symbol = XML.element(
            "g", ["fill": "none", "stroke": theme.background, "stroke-opacity": "0.6"], [element(6, 6)])
        return XML.element("pattern", tile, [background, symbol])
    }
}

extension Drawing.Role {
    /// Returns the symbol of a role at a position, with a tooltip if there is a title.
    func element(_ x: Double, _ y: Double, _ style: KeyValuePairs<String, String>, title: String? = nil) -> String {
        let symbol =
            switch self {
            case .star: Plot.Symbol.star.element(x, y, title: title)
            case .bodyInZone: Plot.Symbol.square.element(x, y, title: title)
            case .body, .orbit: Plot.Symbol.circle.element(x, y, title: title)
            case .zone: SVG.path("M\((x - 6).short) \((y - 5).short)h12v10h-12Z", title: title)
            }
        return XML.element("g", style, [symbol])
    }
}
