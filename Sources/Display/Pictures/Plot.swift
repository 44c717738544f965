/// Marks between two axes, as a value: what there is to see, never how it is drawn. Every mark is within both axes.
public struct Plot: Hashable, Sendable {
    public let title: String
    public let x: Axis
    public let y: Axis
    /// The largest one first; each is drawn with a sign of its own.
    public let classes: [Class]
    /// Drawn behind the marks, for comparison.
    public let guides: [Guide]
    /// What has no mark, and why.
    public let omissions: [Omission]

    /// Marks of one sort.
    public struct Class: Hashable, Sendable {
        public let name: String
        public let sign: Sign
        public let marks: [Marker]

        /// How many things its marks stand for.
        public var count: Int { marks.total }
    }

    /// One thing at a place, or several that are there together.
    public struct Marker: Hashable, Sendable {
        public let label: String
        public let x: Double
        public let y: Double
        /// How many things it stands for.
        public let count: Int

        public init(_ label: String, x: Double, y: Double, standingFor count: Int = 1) {
            self.count = count
            self.label = label
            self.x = x
            self.y = y
        }
    }

    /// A line through places, straight between them as it is drawn, or what is within one; what of it is beyond the
    /// axes is not seen.
    public struct Guide: Hashable, Sendable {
        public let name: String
        public let places: [Marker]
        public let isArea: Bool

        public init(_ name: String, from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
            self.init(name, [start, end], isArea: false)
        }

        /// An area within a line that leads back to where it begins.
        public init(_ name: String, within places: [(x: Double, y: Double)]) {
            self.init(name, places, isArea: true)
        }

        private init(_ name: String, _ places: [(x: Double, y: Double)], isArea: Bool) {
            self.name = name
            self.places = places.map { Marker(name, x: $0.x, y: $0.y) }
            self.isArea = isArea
        }
    }

    public struct Omission: Hashable, Sendable {
        public let count: Int
        /// Behind the count: `without a measured mass`.
        public let reason: String

        public init(_ count: Int, _ reason: String) {
            self.count = count
            self.reason = reason
        }
    }

    /// How the marks of a class look where there is one of them: no two classes look the same without colour.
    public enum Sign: CaseIterable, Hashable, Sendable {
        case dot, plus, cross, circle, square, diamond, triangle
    }

    /// How marks are drawn.
    public enum Form: Hashable, Sendable {
        case points
        /// Each from the foot of the plot up to its place.
        case bars
    }

    public let form: Form

    /// - Parameter marks: By class. The classes that have the fewest become one where there are more than signs; marks
    ///   beyond the axes are left out, and counted.
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
        self.omissions = omissions.filter { $0.count > 0 } + (beyond > 0 ? [Omission(beyond, "beyond the axes")] : [])
    }

    private static func classes(_ marks: [String: [Marker]]) -> [Class] {
        var sorted = marks.sorted { ($1.value.total, $0.key) < ($0.value.total, $1.key) }
        let signs = Sign.allCases
        if sorted.count > signs.count {
            let others = sorted[(signs.count - 1)...].flatMap(\.value)
            sorted = sorted.prefix(signs.count - 1) + [(key: "other", value: others)]
        }
        return zip(sorted, signs).map { Class(name: $0.key, sign: $1, marks: $0.value) }
    }

    /// How many things are drawn.
    public var count: Int { classes.reduce(0) { $0 + $1.count } }
}

extension Sequence<Plot.Marker> {
    fileprivate var total: Int { reduce(0) { $0 + $1.count } }
}

extension Plot {
    /// What programs read: a row for each mark.
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
    /// The name with the unit: `Mass (M⊕)`.
    public var title: String { unit.isEmpty ? name : "\(name) (\(unit))" }
}
