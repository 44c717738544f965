extension Plot {
    /// A reference line or area. Parts outside the axes are clipped.
    public struct Guide: Hashable, Sendable {
        /// The complete name, which is shown in the legend.
        public let name: String
        /// The short name that is drawn next to a line; empty for none.
        public let label: String
        public let places: [Marker]
        public let isArea: Bool

        public init(
            _ name: String, labeled label: String = "", from start: (x: Double, y: Double),
            to end: (x: Double, y: Double)
        ) {
            self.init(name, labeled: label, along: [start, end])
        }

        /// Creates a reference line through points.
        public init(_ name: String, labeled label: String = "", along places: [(x: Double, y: Double)]) {
            self.init(name, label, places, isArea: false)
        }

        /// Creates a reference area from its outline, which is closed automatically.
        public init(_ name: String, within places: [(x: Double, y: Double)]) {
            self.init(name, "", places, isArea: true)
        }

        private init(_ name: String, _ label: String, _ places: [(x: Double, y: Double)], isArea: Bool) {
            self.name = name
            self.label = label
            self.isArea = isArea
            self.places = places.map { Marker(name, x: $0.x, y: $0.y) }
        }
    }

    /// A part of a bar, which represents the items of one class.
    public struct Segment: Hashable, Sendable {
        public let symbol: Symbol
        public let mark: Marker
        /// The covered part of the horizontal axis.
        public let span: ClosedRange<Double>
        /// The lower and the upper end on the vertical axis.
        public let ends: ClosedRange<Double>
    }

    /// The parts of the bars. The largest class is at the bottom.
    public var segments: [Segment] {
        var tops: [Double: Double] = [:]
        return classes.flatMap { marks in
            marks.marks.map { mark in
                let bottom = tops[mark.x] ?? 0
                let top = bottom + mark.y
                tops[mark.x] = top
                return Segment(
                    symbol: marks.symbol, mark: mark, span: mark.span ?? mark.x...mark.x,
                    ends: min(bottom, top)...max(bottom, top))
            }
        }
    }
}
