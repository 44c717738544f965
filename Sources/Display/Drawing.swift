/// A picture that consists of shapes in a plane.
public struct Drawing: Hashable, Sendable {
    public let title: String
    /// The scale of distances from the origin, or `nil` if distances are drawn to scale.
    public let distances: Axis?
    /// The shapes, from back to front.
    public let shapes: [Shape]
    /// The entries of the legend.
    public let keys: [Key]
    public let rulers: [Ruler]
    /// The sentences about the shapes, for example about those that are estimated or missing.
    public let notices: [String]
    /// A machine-readable table with the data of the drawing.
    public let table: Table
    public var origin: PictureOrigin?
    /// The drawing for small terminals, or `none` to use this drawing.
    public var reduced = Reduced.none

    /// A drawing with fewer shapes, or none.
    public indirect enum Reduced: Hashable, Sendable {
        case none
        case drawing(Drawing)
    }

    public struct Point: Hashable, Sendable {
        public let x: Double
        public let y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    public enum Outline: Hashable, Sendable {
        /// A filled circle with its label below, used only if distances are drawn to scale.
        case disc(Point, radius: Double)
        /// The area between two circles around the origin.
        case ring(inner: Double, outer: Double)
        /// A closed curve.
        case loop([Point])
        /// A marker of a fixed size with its label next to it.
        case sign(Point)
    }

    /// The role of a shape, which determines its appearance. Roles can be distinguished without color.
    public enum Role: Hashable, Sendable { case star, body, bodyInZone, orbit, zone }

    public struct Shape: Hashable, Sendable {
        /// A short label drawn in the picture, or an empty string for none.
        public let label: String
        /// The quantity at the end of the label, or `nil` for none.
        public let quantity: Quantity?
        /// The complete description of the shape; empty if there is none, or if it consists of the label and the
        /// quantity.
        public let words: String
        public let role: Role
        public let outline: Outline

        public init(_ label: String, of quantity: Quantity? = nil, _ words: String, _ role: Role, _ outline: Outline) {
            self.label = label
            self.quantity = quantity
            self.words = words
            self.role = role
            self.outline = outline
        }
    }

    public struct Key: Hashable, Sendable {
        public let role: Role
        public let name: String

        public init(_ role: Role, _ name: String) {
            self.role = role
            self.name = name
        }
    }

    /// An axis below the picture.
    public struct Ruler: Hashable, Sendable {
        public let axis: Axis
        /// The horizontal positions of both ends, relative to the origin.
        public let span: ClosedRange<Double>

        public init(_ axis: Axis, along span: ClosedRange<Double>) {
            self.axis = axis
            self.span = span
        }
    }

    /// Creates a drawing. Shapes with extreme coordinates or invalid radii are omitted.
    public init(
        _ title: String, along distances: Axis? = nil, shapes: [Shape], keys: [Key] = [], rulers: [Ruler],
        notices: [String], table: Table
    ) {
        self.title = title
        self.distances = distances
        self.shapes = shapes.filter(\.outline.isDrawable)
        self.keys = keys
        self.rulers = rulers
        self.notices = notices
        self.table = table
    }
}

extension Drawing.Outline {
    /// Whether the coordinates and radii of the shape are valid and small enough to be drawn without overflow.
    fileprivate var isDrawable: Bool {
        switch self {
        case .disc(let center, let radius): center.isDrawable && (0..<1e100).contains(radius)
        case .ring(let inner, let outer): inner <= outer && (0..<1e100).contains(inner) && outer < 1e100
        case .loop(let places): places.allSatisfy(\.isDrawable)
        case .sign(let place): place.isDrawable
        }
    }
}

extension Drawing.Point {
    fileprivate var isDrawable: Bool { x.magnitude < 1e100 && y.magnitude < 1e100 }
}

/// An elliptical orbit with one focus at the origin.
public struct Ellipse: Hashable, Sendable {
    /// The semi-major axis.
    public let axis: Double
    public let eccentricity: Double
    /// The direction from the origin to the farthest point, as a unit vector.
    private let orientation: Drawing.Point

    /// Creates an ellipse, or returns `nil` for invalid parameters.
    ///
    /// - Parameter orientation: The direction from the origin to the farthest point, as a unit vector.
    public init?(axis: Double, eccentricity: Double, orientation: Drawing.Point = Drawing.Point(x: 1, y: 0)) {
        guard axis > 0, axis < 1e100, (0..<1).contains(eccentricity) else { return nil }
        self.axis = axis
        self.eccentricity = eccentricity
        self.orientation = orientation
    }

    public var nearest: Double { axis * (1 - eccentricity) }
    public var farthest: Double { axis * (1 + eccentricity) }

    /// The points drawn along the orbit.
    public var places: [Drawing.Point] { Self.circle.map { place(at: $0) } }

    /// Returns the point for the body with the given number. The points of consecutive bodies are far apart.
    public func place(number: Int) -> Drawing.Point {
        place(at: Self.circle[(number + 1) * Self.circle.count * 21 / 55 % Self.circle.count])
    }

    /// Returns the point on the orbit that corresponds to a point on the unit circle (the eccentric anomaly).
    private func place(at anomaly: Drawing.Point) -> Drawing.Point {
        let width = (1 - eccentricity * eccentricity).squareRoot()
        let (along, across) = (axis * (anomaly.x + eccentricity), axis * width * anomaly.y)
        return Drawing.Point(
            x: along * orientation.x - across * orientation.y, y: along * orientation.y + across * orientation.x)
    }

    /// Returns the point on the orbit in a direction from the origin, given as a unit vector.
    public func place(toward direction: Drawing.Point) -> Drawing.Point {
        let cosine = direction.x * orientation.x + direction.y * orientation.y
        let distance = axis * (1 - eccentricity * eccentricity) / (1 - eccentricity * cosine)
        return Drawing.Point(x: distance * direction.x, y: distance * direction.y)
    }

    /// The points on the unit circle, computed by rational parametrization without trigonometric functions.
    private static let circle: [Drawing.Point] = {
        let quarter = (0..<64).map { step in
            let t = Double(step) / 64
            return Drawing.Point(x: (1 - t * t) / (1 + t * t), y: 2 * t / (1 + t * t))
        }
        return quarter + quarter.map { Drawing.Point(x: -$0.y, y: $0.x) }
            + quarter.map { Drawing.Point(x: -$0.x, y: -$0.y) } + quarter.map { Drawing.Point(x: $0.y, y: -$0.x) }
    }()
}
