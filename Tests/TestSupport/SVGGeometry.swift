/// The positions of the labels in an SVG document, for tests.
public struct SVGGeometry {
    /// A label with its approximate area.
    public struct Label: Hashable, Sendable {
        public let text: String
        public let x: ClosedRange<Double>
        public let y: ClosedRange<Double>

        /// Whether the label is inside the view box, 960 by 640.
        public var isInside: Bool {
            x.lowerBound >= 0 && x.upperBound <= 960 && y.lowerBound >= 0 && y.upperBound <= 640
        }
    }

    public let labels: [Label]

    /// Reads the labels of an SVG document that Almanac has written. The transformations of groups are ignored.
    public init(_ svg: String) {
        let tag = /<text x="([-0-9.]+)" y="([-0-9.]+)" text-anchor="([a-z]+)" font-size="([0-9]+)"[^>]*>([^<]*)<\/text>/
            .matchingSemantics(.unicodeScalar)
        labels = svg.matches(of: tag).compactMap { match in
            guard let x = Double(match.1), let y = Double(match.2), let size = Double(match.4) else { return nil }
            let text = String(match.5).replacing(/&[a-z0-9#]+;/, with: "?")
            // The factor is the average width of a character in DejaVu Sans, which is wider than most fonts.
            let width = Double(text.count) * size * 0.54
            let left = match.3 == "middle" ? x - width / 2 : match.3 == "end" ? x - width : x
            return Label(text: text, x: left...(left + width), y: (y - size * 0.7)...(y + size * 0.2))
        }
    }

    /// Returns the pairs of labels that overlap.
    public static func overlaps(_ labels: [Label]) -> [String] {
        labels.enumerated().flatMap { index, label in
            labels[(index + 1)...].filter { $0.x.overlaps(label.x) && $0.y.overlaps(label.y) }
                .map { "\(label.text) | \($0.text)" }
        }
    }
}
