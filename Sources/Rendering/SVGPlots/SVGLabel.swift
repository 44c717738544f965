import Display
import Text

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

    /// Returns the approximate width of a text.
    static func width(of text: String, size: Int) -> Double {
        Double(DisplayWidth.width(of: text)) * Double(size) * aspect
    }

    /// Returns a sentence in lines that fit a width.
    static func wrapped(_ text: String, to width: Double, size: Int) -> [String] {
        var columns = Int(width / (Double(size) * 0.5))
        while true {
            let lines = Line(text).wrapped(to: columns).map(\.text)
            let widest = lines.map { proseWidth(of: $0, size: size) }.max() ?? 0
            guard widest > width, columns > 1 else { return lines }
            columns = max(1, min(columns - 1, Int(Double(columns) * width / widest)))
        }
    }

    /// Returns the width of a text in a wide font, by the kinds of its characters.
    private static func proseWidth(of text: String, size: Int) -> Double {
        let aspects = text.map { character -> Double in
            if " ijlt.,:;'|()".contains(character) { return 0.38 }
            let columns = Double(DisplayWidth.width(of: String(character)))
            return columns * (character.isUppercase || "mwMW@%".contains(character) ? 0.85 : 0.64)
        }
        return aspects.reduce(0, +) * Double(size)
    }

    /// Returns the number of columns of text that fit a width.
    static func columns(in width: Double, size: Int) -> Int { max(1, Int(width / (Double(size) * aspect))) }

    var width: Double { Self.width(of: text, size: size) }

    /// The approximate area of the label.
    var box: SVGBox {
        let left =
            switch anchor {
            case .start: x
            case .middle: x - width / 2
            case .end: x - width
            }
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

    func contains(_ other: SVGBox) -> Bool {
        x.lowerBound <= other.x.lowerBound && x.upperBound >= other.x.upperBound
            && y.lowerBound <= other.y.lowerBound && y.upperBound >= other.y.upperBound
    }
}

/// A placer of labels next to markers. A label never overlaps a marker or another label.
struct SVGLabelPlacer {
    /// The area that contains all labels.
    let room: SVGBox
    private var taken: [SVGBox]
    /// The number of labels for which there was no space.
    private(set) var omitted = 0

    init(in room: SVGBox, around markers: [(x: Double, y: Double)]) {
        self.room = room
        taken = markers.map { SVGBox(x: $0.x, y: $0.y, radius: 4) }
    }

    /// The distances of a label from its marker. Distant labels are connected to the marker by a line.
    private static let distances = [7.0, 18, 32, 48, 66, 86]
    static let closest = 7.0

    /// Returns a free label near a point and its distance from the point, or `nil` if there is no space.
    mutating func place(_ text: String, x: Double, y: Double, size: Int = 12) -> (label: SVGLabel, distance: Double)? {
        guard !text.isEmpty else { return nil }
        for distance in Self.distances {
            for (right, down, anchor) in Self.directions {
                let label = SVGLabel(
                    text, x: x + right * distance, y: y + down * distance + 4, anchor: anchor, size: size)
                if add(label) { return (label, distance) }
            }
        }
        omitted += 1
        return nil
    }

    private static let directions: [(Double, Double, SVGLabel.Anchor)] = [
        (1, -0.6, .start), (1, 0.6, .start), (1, 0, .start), (-1, -0.6, .end), (-1, 0.6, .end), (-1, 0, .end),
        (0, -1.4, .middle), (0, 1.4, .middle), (0.6, -1.4, .start), (0.6, 1.4, .start), (-0.6, -1.4, .end),
        (-0.6, 1.4, .end),
    ]

    /// Adds a label unless it overlaps something.
    ///
    /// - Returns: Whether the label was added.
    mutating func add(_ label: SVGLabel) -> Bool {
        guard room.contains(label.box), !taken.contains(where: label.box.overlaps) else { return false }
        taken.append(label.box)
        return true
    }
}
