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
        /// The name of the class before it was combined with others, or `nil` if it was not.
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

    /// The symbol of a class, which determines its shape and color. Symbols can be distinguished without color.
    public enum Symbol: CaseIterable, Hashable, Sendable {
        case dot, plus, cross, circle, square, diamond, triangle
        /// The symbol of a class that combines smaller classes.
        case wedge
        /// A symbol for the background of a plot.
        case speck, dash
        /// A symbol that is more visible than all others.
        case ring, star

        /// The symbols for classes without a symbol of their own, largest class first.
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
    ///     symbols, the smallest of them are combined.
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

    /// The maximum number of combined classes whose names are shown.
    private static let mostJoined = 2

    /// The number of drawn items.
    public var count: Int { classes.reduce(0) { $0 + $1.count } }
}

extension Sequence<Plot.Marker> {
    fileprivate var total: Int { reduce(0) { $0 + $1.count } }
}

extension Plot {
    /// A table with a row for each marker, for programs.
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
