/// A scatter plot or bar chart. All markers are within the range of both axes.
public struct Plot: Hashable, Sendable {
    public let title: String
    public let x: Axis
    public let y: Axis
    /// The classes of markers, largest first. Small classes may be combined into a last class.
    public let classes: [Class]
    /// The reference lines and areas, drawn behind the markers.
    public let guides: [Guide]
    /// The omitted items and the reasons for their omission.
    public let omissions: [Omission]
    public let form: Form
    public var origin: PictureOrigin?

    /// A class of markers with the same symbol.
    public struct Class: Hashable, Sendable {
        public let name: String
        public let symbol: Symbol
        public let marks: [Marker]
        /// Whether the labels of the markers are drawn.
        public let isNamed: Bool

        /// The number of items represented by the markers of the class.
        public var count: Int { marks.total }
    }

    /// A marker for one item, or for several items at the same position.
    public struct Marker: Hashable, Sendable {
        public let label: String
        public let x: Double
        public let y: Double
        /// The number of items represented by the marker.
        public let count: Int
        /// The part of the horizontal axis that a bar covers, or `nil` for a single position.
        public let span: ClosedRange<Double>?
        /// The name of the marker’s class before the class was combined with others, or `nil` if it was not combined.
        fileprivate var formerClass: String?

        public init(
            _ label: String, x: Double, y: Double, standingFor count: Int = 1, over span: ClosedRange<Double>? = nil
        ) {
            self.count = count
            self.label = label
            self.x = x
            self.y = y
            self.span = span
        }
    }

    public struct Omission: Hashable, Sendable {
        public let count: Int
        /// The reason that follows the number of omitted items, such as `without a measured mass`.
        public let reason: String

        public init(_ count: Int, _ reason: String) {
            self.count = count
            self.reason = reason
        }
    }

    /// The symbol of a class of markers. Symbols differ in shape, so that classes can be distinguished without color.
    public enum Symbol: CaseIterable, Hashable, Sendable {
        case dot, plus, cross, circle, square, diamond, triangle
        /// The symbol of a class that combines smaller classes.
        case wedge
        /// A symbol for the background of a plot.
        case speck, dash
        /// A symbol that is more visible than all others.
        case ring, star

        /// The symbols for classes without their own symbol, largest class first.
        static let usual: [Symbol] = [.dot, .plus, .cross, .circle, .square, .diamond, .triangle]
    }

    public enum Form: Hashable, Sendable {
        case points
        /// Points that are drawn in terminals as a single layer, where each cell shows its most frequent class.
        case density
        /// Bars that start at the bottom of the plot. Bars of several classes at the same position are stacked.
        case bars
    }

    /// Creates a plot.
    ///
    /// - Parameters:
    ///   - marks: The markers by class. Markers outside the axes are omitted and counted.
    ///   - symbols: The symbols of classes by name. Other classes receive the remaining symbols. If there are too few
    ///     symbols, the smallest of these classes are combined.
    ///   - named: The names of the classes whose markers are labeled.
    public init(
        _ title: String, x: Axis, y: Axis, _ form: Form = .points, marks: [String: [Marker]],
        symbols: [String: Symbol] = [:], named: Set<String> = [], guides: [Guide] = [], omissions: [Omission] = []
    ) {
        let shown = marks.mapValues { $0.filter { x.shows($0.x) && y.shows($0.y) } }.filter { !$0.value.isEmpty }
        let beyond = marks.values.joined().total - shown.values.joined().total
        self.title = title
        self.x = x
        self.y = y
        self.form = form
        classes = Plot.classes(shown, symbols, named)
        self.guides = guides
        self.omissions = omissions.filter { $0.count > 0 } + (beyond > 0 ? [Omission(beyond, "outside the axes")] : [])
    }

    private static func classes(
        _ marks: [String: [Marker]], _ symbols: [String: Symbol], _ named: Set<String>
    ) -> [Class] {
        let isLarger = { (left: (key: String, value: [Marker]), right: (key: String, value: [Marker])) in
            (right.value.total, left.key) < (left.value.total, right.key)
        }
        let free = Symbol.usual.filter { !symbols.values.contains($0) }
        let others = marks.filter { symbols[$0.key] == nil }.sorted(by: isLarger)
        let kept = others.count > free.count ? max(0, free.count - 1) : others.count
        let combined = others[kept...].flatMap { name, marks in
            marks.map { mark in
                var mark = mark
                mark.formerClass = name
                return mark
            }
        }
        let chosen = symbols.merging(zip(others.prefix(kept).map(\.key), free)) { known, _ in known }
        let classes = marks.sorted(by: isLarger).compactMap { name, marks in
            chosen[name].map { Class(name: name, symbol: $0, marks: marks, isNamed: named.contains(name)) }
        }
        let names = others[kept...].map(\.key)
        let name = names.count <= mostJoined ? names.joined(separator: ", ") : "other"
        let rest = Class(name: name, symbol: .wedge, marks: combined, isNamed: false)
        return combined.isEmpty ? classes : classes + [rest]
    }

    /// The maximum number of combined classes whose names are joined. A combination of more classes is named “other”.
    private static let mostJoined = 2

    /// The number of drawn items.
    public var count: Int { classes.reduce(0) { $0 + $1.count } }
}

extension Sequence<Plot.Marker> {
    fileprivate var total: Int { reduce(0) { $0 + $1.count } }
}

extension Plot {
    /// A machine-readable table with a row for each marker.
    public var table: Table {
        let columns = [
            Column("label", "Label"), Column("x", x.title, .trailing), Column("y", y.title, .trailing),
            Column("class", "Class"),
        ]
        let rows = classes.flatMap { marks in
            marks.marks.map { mark in
                Row([
                    Field("label", "Label", .text(mark.label)), Field("x", x.title, .number(mark.x)),
                    Field("y", y.title, .number(mark.y)),
                    Field("class", "Class", .text(mark.formerClass ?? marks.name)),
                ])
            }
        }
        return Table("marks", columns: columns, rows: rows, total: rows.count)
    }
}

extension Axis {
    /// The name of the axis with its unit, such as `Mass (M⊕)`.
    public var title: String { unit.isEmpty ? name : "\(name) (\(unit))" }
}

extension Plot {
    /// A reference line or area. Parts outside the axes are clipped.
    public struct Guide: Hashable, Sendable {
        /// The complete name, which is shown in the legend.
        public let name: String
        /// The short name that is drawn next to a line; empty for none.
        public let label: String
        public let places: [Marker]
        public let isArea: Bool

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

    /// A part of a bar that represents the items of one class.
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

/// A picture of markers along a single axis, a few lines high.
public struct StripPlot: Hashable, Sendable {
    public let axis: Axis
    public let marks: [Marker]
    /// A highlighted part of the axis, or `nil` for none.
    public let band: Band?
    /// The origin of the data, or `nil` if it is not stated.
    public var origin: PictureOrigin?

    public struct Marker: Hashable, Sendable {
        public let label: String
        public let value: Double

        public init(_ label: String, _ value: Double) {
            self.label = label
            self.value = value
        }
    }

    public struct Band: Hashable, Sendable {
        public let name: String
        public let range: ClosedRange<Double>

        public init(_ name: String, _ range: ClosedRange<Double>) {
            self.name = name
            self.range = range
        }
    }

    /// Creates a strip.
    ///
    /// - Parameter marks: The markers. Markers outside the axis are omitted.
    public init(_ axis: Axis, marks: [Marker], band: Band?) {
        self.axis = axis
        self.marks = marks.filter { axis.shows($0.value) }
        self.band = band
    }

    public func isInBand(_ mark: Marker) -> Bool { band?.range.contains(mark.value) ?? false }

    /// A machine-readable table with a row for each marker.
    public var table: Table {
        let rows = marks.map { mark in
            Row([
                Field("label", "Label", .text(mark.label)), Field("value", axis.title, .number(mark.value)),
                Field("inBand", band?.name ?? "", .flag(isInBand(mark))),
            ])
        }
        return Table(
            "strip", columns: [Column("label", "Label"), Column("value", axis.title, .trailing)], rows: rows,
            total: rows.count)
    }
}
