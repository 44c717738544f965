import Display
import Text

/// Functions that create elements of SVG 1.1 documents.
///
/// The documents are self-contained, and all have the same view box. The same content always produces the same
/// document.
struct SVG {
    static let width = 960.0
    static let height = 640.0
    /// The distance of text from the edges.
    static let margin = 8.0

    let theme: SVGTheme

    func document(_ title: String, _ content: [String]) -> String {
        let head = [
            XML.title(title),
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
        XML.element("path", [("d", data)] + style, title.map { [XML.title($0)] } ?? [])
    }

    /// Returns a circle, with a tooltip if there is a title.
    static func circle(
        x: Double, y: Double, radius: Double, _ style: KeyValuePairs<String, String> = [:], title: String? = nil
    ) -> String {
        XML.element(
            "circle", [("cx", x.short), ("cy", y.short), ("r", radius.short)] + style,
            title.map { [XML.title($0)] } ?? [])
    }

    /// Returns a label in the usual text color or in the given color.
    func text(_ label: SVGLabel, color: String? = nil) -> String {
        XML.element("text", attributes(label, color ?? theme.ink), [XML.escape(label.text)])
    }

    /// Returns a label that is readable on top of markers and lines, even between its words.
    func outlinedText(_ label: SVGLabel, color: String? = nil) -> String {
        let outline: [(key: String, value: String)] = [
            ("stroke", theme.background), ("stroke-width", "3"), ("paint-order", "stroke"),
        ]
        let text = XML.element("text", attributes(label, color ?? theme.ink) + outline, [XML.escape(label.text)])
        guard label.text.contains(" ") else { return text }
        let (width, height) = (label.proseWidth, Double(label.size))
        return XML.element(
            "rect",
            [
                "x": label.left(width: width).short, "y": (label.y - height * 0.8).short, "width": width.short,
                "height": height.short, "fill": theme.background, "fill-opacity": "0.85",
            ]) + "\n" + text
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
        case .qrCode(let code): SVGQRCode(code: code, svg: svg).text
        case .tree(let tree): SVGTree(tree: tree, svg: svg).text
        }
    }
}

extension Double {
    /// The number rounded to one decimal place, for coordinates.
    var short: String { ((self * 10).rounded() / 10).description }
}

/// A line of text in an SVG document.
struct SVGLabel {
    enum Anchor: String { case start, middle, end }

    var text: String
    var x: Double
    var y: Double
    let anchor: Anchor
    let size: Int

    init(_ text: String, x: Double, y: Double, anchor: Anchor = .start, size: Int = 14) {
        self.text = VisibleText.line(text)
        self.x = x
        self.y = y
        self.anchor = anchor
        self.size = size
    }

    /// The width of a character relative to the font size. It is slightly more than the average of wide fonts.
    private static let aspect = 0.62

    /// Returns the approximate width of the text.
    static func width(of text: String, size: Int) -> Double {
        Double(DisplayWidth.width(of: text)) * Double(size) * aspect
    }

    /// Returns the lines of a sentence wrapped to a width. Lines are broken between words. A word that is longer than a
    /// line is itself broken.
    static func wrapped(_ text: String, to width: Double, size: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ").map(String.init) {
            let longer = lines.last.map { "\($0) \(word)" }
            if let longer, proseWidth(of: longer, size: size) <= width {
                lines[lines.count - 1] = longer
            } else if proseWidth(of: word, size: size) <= width {
                lines.append(word)
            } else {
                lines += Line(word).wrapped(to: columns(in: width, size: size)).map(\.text)
            }
        }
        return lines
    }

    /// Estimates the width of the text in DejaVu Sans, which is wider than most fonts, from the kinds of its
    /// characters.
    private static func proseWidth(of text: String, size: Int) -> Double {
        let aspects = text.map { character -> Double in
            switch character {
            case "i", "j", "l", "'", "|": 0.3
            case " ", ".", ",", ":", ";", "(", ")", "-", "/", "f", "t", "r": 0.4
            case "m", "w", "M", "W", "@", "%": 0.97
            case _ where character.isUppercase: 0.72
            default: Double(DisplayWidth.width(of: String(character))) * 0.63
            }
        }
        // The average width has a minimum, because long text rarely consists of narrow characters only.
        return max(aspects.reduce(0, +), Double(text.count) * 0.54) * Double(size)
    }

    fileprivate var proseWidth: Double { Self.proseWidth(of: text, size: size) }

    /// Returns the left edge of the text if it has the given width.
    fileprivate func left(width: Double) -> Double {
        switch anchor {
        case .start: x
        case .middle: x - width / 2
        case .end: x - width
        }
    }

    /// Returns the number of text columns that fit a width.
    static func columns(in width: Double, size: Int) -> Int { max(1, Int(width / (Double(size) * aspect))) }

    var width: Double { Self.width(of: text, size: size) }

    /// The approximate area of the label.
    var box: SVGBox {
        let left = left(width: width)
        return SVGBox(x: left...(left + width), y: (y - Double(size) * 0.8)...(y + Double(size) * 0.25))
    }

    /// The label truncated and moved so that it fits the width of the document.
    var fitting: SVGLabel {
        var label = self
        let room = SVG.width - SVG.margin * 2
        label.text = SymbolSet.utf8.cut(text, to: Self.columns(in: room, size: size))
        let box = label.box.x
        if box.lowerBound < SVG.margin { label.x += SVG.margin - box.lowerBound }
        if box.upperBound > SVG.width - SVG.margin { label.x -= box.upperBound - SVG.width + SVG.margin }
        return label
    }
}

/// A rectangle in an SVG document.
struct SVGBox {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
        self.x = x
        self.y = y
    }

    /// Creates a square around a point.
    init(x: Double, y: Double, radius: Double) {
        self.init(x: (x - radius)...(x + radius), y: (y - radius)...(y + radius))
    }

    func overlaps(_ other: SVGBox) -> Bool { x.overlaps(other.x) && y.overlaps(other.y) }

    /// Returns whether a line has a point in the rectangle.
    func isCrossed(by line: SVGLine) -> Bool {
        let area = SVGBox(
            x: min(line.start.x, line.end.x)...max(line.start.x, line.end.x),
            y: min(line.start.y, line.end.y)...max(line.start.y, line.end.y))
        guard overlaps(area) else { return false }
        // If a line does not cross a rectangle, all corners are on the same side of the line.
        let (right, down) = (line.end.x - line.start.x, line.end.y - line.start.y)
        let sides = [x.lowerBound, x.upperBound].flatMap { x in
            [y.lowerBound, y.upperBound].map { y in right * (y - line.start.y) - down * (x - line.start.x) }
        }
        return sides.contains { $0 >= 0 } && sides.contains { $0 <= 0 }
    }

    func contains(_ other: SVGBox) -> Bool {
        x.lowerBound <= other.x.lowerBound && x.upperBound >= other.x.upperBound
            && y.lowerBound <= other.y.lowerBound && y.upperBound >= other.y.upperBound
    }
}

/// A straight line in an SVG document.
struct SVGLine {
    let start: (x: Double, y: Double)
    let end: (x: Double, y: Double)

    func element(_ theme: SVGTheme) -> String {
        SVG.path(
            "M\(start.x.short) \(start.y.short)L\(end.x.short) \(end.y.short)",
            ["stroke": theme.subdued, "stroke-width": "0.7"])
    }
}

/// A placer of labels next to markers. A label never overlaps a labeled marker, another label, or the line of another
/// label, and a line never crosses a labeled marker or a label.
struct SVGLabelPlacer {
    /// The area that contains all labels.
    let room: SVGBox
    private var taken: [SVGBox]
    private var lines: [SVGLine] = []
    /// The markers without labels, which labels and lines avoid if they can.
    private let others: [SVGBox]
    /// The number of labels for which there was no space.
    private(set) var omitted = 0

    /// The maximum number of markers without labels that are avoided. If there are more, none are avoided.
    private static let mostAvoided = 1_000
    static let radius = 4.0

    /// Creates a placer.
    ///
    /// - Parameters:
    ///   - markers: The markers with labels.
    ///   - others: The markers without labels.
    ///   - radius: The radius of the markers.
    init(
        in room: SVGBox, around markers: [(x: Double, y: Double)], besides others: [(x: Double, y: Double)] = [],
        radius: Double = SVGLabelPlacer.radius
    ) {
        self.room = room
        taken = markers.map { SVGBox(x: $0.x, y: $0.y, radius: radius) }
        self.others = others.count > Self.mostAvoided ? [] : others.map { SVGBox(x: $0.x, y: $0.y, radius: radius) }
    }

    /// The possible distances of a label from its marker, closest first. Distant labels are connected to the marker by
    /// a line.
    private static let distances = [7.0, 18, 32, 48, 66, 86]
    private static let closest = 7.0

    /// Returns a free label near a point and the line from the point to a distant label, or `nil` if the text is empty
    /// or there is no space.
    mutating func place(_ text: String, x: Double, y: Double, size: Int = 12) -> (label: SVGLabel, line: SVGLine?)? {
        guard !text.isEmpty else { return nil }
        for avoided in others.isEmpty ? [others] : [others, []] {
            for distance in Self.distances {
                for (right, down, anchor) in Self.directions {
                    let label = SVGLabel(
                        text, x: x + right * distance, y: y + down * distance + 4, anchor: anchor, size: size)
                    let line = distance > Self.closest ? Self.line(from: (x, y), to: label.box) : nil
                    guard line.map({ isFree($0, from: (x, y), avoided) }) ?? true,
                        !avoided.contains(where: label.box.overlaps), add(label)
                    else { continue }
                    lines += [line].compactMap(\.self)
                    return (label, line)
                }
            }
        }
        omitted += 1
        return nil
    }

    /// Returns the line from a marker to the nearest point on a label.
    private static func line(from start: (x: Double, y: Double), to box: SVGBox) -> SVGLine {
        SVGLine(
            start: start,
            end: (
                min(max(start.x, box.x.lowerBound), box.x.upperBound),
                min(max(start.y, box.y.lowerBound), box.y.upperBound)
            ))
    }

    /// Returns whether a line crosses nothing except the marker where it starts.
    private func isFree(_ line: SVGLine, from start: (x: Double, y: Double), _ avoided: [SVGBox]) -> Bool {
        (taken + avoided).allSatisfy { box in
            box.x.contains(start.x) && box.y.contains(start.y) || !box.isCrossed(by: line)
        }
    }

    private static let directions: [(Double, Double, SVGLabel.Anchor)] = [
        (1, -0.6, .start), (1, 0.6, .start), (1, 0, .start), (-1, -0.6, .end), (-1, 0.6, .end), (-1, 0, .end),
        (0, -1.4, .middle), (0, 1.4, .middle), (0.6, -1.4, .start), (0.6, 1.4, .start), (-0.6, -1.4, .end),
        (-0.6, 1.4, .end),
    ]

    /// Adds a label unless it extends beyond the area or overlaps something.
    ///
    /// - Returns: Whether the label was added.
    mutating func add(_ label: SVGLabel) -> Bool {
        guard room.contains(label.box), !taken.contains(where: label.box.overlaps),
            !lines.contains(where: label.box.isCrossed)
        else { return false }
        taken.append(label.box)
        return true
    }
}

extension Plot.Symbol {
    /// Returns the symbol at a position, with a tooltip if there is a title.
    func element(_ x: Double, _ y: Double, scale: Double = 1, title: String? = nil) -> String {
        switch self {
        case .dot: return SVG.circle(x: x, y: y, radius: 2.5 * scale, title: title)
        case .circle: return SVG.circle(x: x, y: y, radius: 4 * scale, title: title)
        case .speck: return SVG.circle(x: x, y: y, radius: 1.5 * scale, title: title)
        case .ring: return SVG.circle(x: x, y: y, radius: 4.5 * scale, title: title)
        case .plus, .cross, .square, .diamond, .triangle, .wedge, .dash, .star:
            guard scale != 1 else { return SVG.path(path(x, y), title: title) }
            let transform = "translate(\(x.short) \(y.short)) scale(\(scale))"
            return SVG.path(path(0, 0), ["transform": transform], title: title)
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

    /// Returns the appearance of markers in a scatter plot.
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

    /// Returns the fill of bars: a color or a reference to ``pattern(_:)``.
    func fill(_ theme: SVGTheme) -> String { self == .dot ? theme.color(of: self) : "url(#\(patternName))" }

    private var patternName: String { "bar-\(self)" }

    /// Returns a pattern of symbols on the color of the class, so that bars differ in more than their color.
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

/// Functions that create XML 1.0 elements.
enum XML {
    /// Returns the title of an element, which browsers show as a tooltip.
    static func title(_ text: String) -> String { element("title", [:], [escape(text)]) }

    /// Returns an XML element.
    ///
    /// - Parameter content: The child elements, or text that is already escaped.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [String] = []
    ) -> String {
        element(name, Array(attributes), content)
    }

    static func element(_ name: String, _ attributes: [(key: String, value: String)], _ content: [String]) -> String {
        let head = attributes.reduce(name) { $0 + " \($1.key)=\"\(escape($1.value))\"" }
        if content.isEmpty { return "<\(head)/>" }
        return "<\(head)>\(content.count > 1 ? "\n" : "")\(content.joined(separator: "\n"))</\(name)>"
    }

    /// Escapes text for elements and attributes. Characters that are invalid in XML are replaced with visible text.
    static func escape(_ text: String) -> String {
        // Fast path for coordinates, the largest part of a picture.
        if text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || " -.,#".utf8.contains($0) }) { return text }
        return VisibleText.line(text).unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
