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

    /// A class of markers with the same symbol.
    public struct Class: Hashable, Sendable {
        public let name: String
        public let symbol: Symbol
        public let marks: [Marker]

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

        public init(_ label: String, x: Double, y: Double, standingFor count: Int = 1) {
            self.count = count
            self.label = label
            self.x = x
            self.y = y
        }
    }

    /// A reference line or area. Parts outside the axes are clipped.
    public struct Guide: Hashable, Sendable {
        public let name: String
        public let places: [Marker]
        public private(set) var isArea = true

        public init(_ name: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
            self.init(name, within: [start, end])
            isArea = false
        }

        /// Creates a reference area from its outline, which is closed automatically.
        public init(_ name: String, within places: [(x: Double, y: Double)]) {
            self.name = name
            self.places = places.map { Marker(name, x: $0.x, y: $0.y) }
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

    /// The symbol of a class. Symbols can be distinguished without color.
    public enum Symbol: CaseIterable, Hashable, Sendable {
        case dot, plus, cross, circle, square, diamond, triangle
    }

    public enum Form: Hashable, Sendable {
        case points
        /// Bars that start at the bottom of the plot.
        case bars
    }

    public let form: Form

    /// Creates a plot.
    ///
    /// - Parameter marks: The markers by class. If there are more classes than symbols, the smallest classes are
    ///   combined. Markers outside the axes are omitted and counted.
    public init(
        _ title: String, x: Axis, y: Axis, _ form: Form = .points, marks: [String: [Marker]], guides: [Guide] = [],
        omissions: [Omission] = []
    ) {
        let shown = marks.mapValues { $0.filter { x.shows($0.x) && y.shows($0.y) } }.filter { !$0.value.isEmpty }
        let beyond = marks.values.joined().total - shown.values.joined().total
        self.title = title
        self.x = x
        self.y = y
        self.form = form
        classes = Plot.classes(shown)
        self.guides = guides
        self.omissions = omissions.filter { $0.count > 0 } + (beyond > 0 ? [Omission(beyond, "outside the axes")] : [])
    }

    private static func classes(_ marks: [String: [Marker]]) -> [Class] {
        var sorted = marks.sorted { ($1.value.total, $0.key) < ($0.value.total, $1.key) }
        let symbols = Symbol.allCases
        if sorted.count > symbols.count {
            let others = sorted[(symbols.count - 1)...].flatMap(\.value)
            sorted = sorted.prefix(symbols.count - 1) + [(key: "other", value: others)]
        }
        return zip(sorted, symbols).map { Class(name: $0.key, symbol: $1, marks: $0.value) }
    }

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
                    Field("y", y.title, .number(mark.y)), Field("class", "Class", .text(marks.name)),
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
