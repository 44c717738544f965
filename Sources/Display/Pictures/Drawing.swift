/// Shapes in one plane, in true proportion to each other: what there is to see, never how it is drawn.
public struct Drawing: Hashable, Sendable {
    public let title: String
    /// Along which distances from 0, 0 are drawn; nil for true ones.
    public let distances: Axis?
    /// Those behind come first.
    public let shapes: [Shape]
    /// What the looks of the shapes mean.
    public let keys: [Key]
    public let rulers: [Ruler]
    /// What is drawn by guess, or not at all, and why; each a sentence.
    public let remarks: [String]
    /// What programs read.
    public let table: Table

    public struct Place: Hashable, Sendable {
        public let x: Double
        public let y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    public enum Outline: Hashable, Sendable {
        /// A filled circle, only where distances are true; what it is called stands below it.
        case disc(Place, radius: Double)
        /// What lies between two circles around 0, 0.
        case ring(inner: Double, outer: Double)
        /// A line through places, back to where it begins.
        case loop([Place])
        /// A sign that has no size; what it is called stands beside it.
        case sign(Place)
    }

    /// How a shape looks: no two look the same without colour.
    public enum Role: Hashable, Sendable { case star, body, bodyInZone, way, zone }

    public struct Shape: Hashable, Sendable {
        /// Short, in the picture; may be empty.
        public let label: String
        /// What there is to say of it, in full.
        public let words: String
        public let role: Role
        public let outline: Outline

        public init(_ label: String, _ words: String, _ role: Role, _ outline: Outline) {
            self.label = label
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

    /// An axis below the picture, along a part of it.
    public struct Ruler: Hashable, Sendable {
        public let axis: Axis
        /// Where its beginning and its end are in the plane, to the right of 0, 0.
        public let span: ClosedRange<Double>

        public init(_ axis: Axis, along span: ClosedRange<Double>) {
            self.axis = axis
            self.span = span
        }
    }

    /// What is seen reaches around all shapes; those that no frame could hold are left out.
    public init(
        _ title: String, along distances: Axis? = nil, shapes: [Shape], keys: [Key] = [], rulers: [Ruler],
        remarks: [String], table: Table
    ) {
        self.title = title
        self.distances = distances
        self.shapes = shapes.filter(\.outline.isDrawable)
        self.keys = keys
        self.rulers = rulers
        self.remarks = remarks
        self.table = table
    }
}

extension Drawing.Outline {
    /// Beyond 10^100 nothing is known that could be measured.
    fileprivate var isDrawable: Bool {
        switch self {
        case .disc(let centre, let radius): centre.isDrawable && (0..<1e100).contains(radius)
        case .ring(let inner, let outer): inner <= outer && (0..<1e100).contains(inner) && outer < 1e100
        case .loop(let places): places.allSatisfy(\.isDrawable)
        case .sign(let place): place.isDrawable
        }
    }
}

extension Drawing.Place {
    fileprivate var isDrawable: Bool { x.magnitude < 1e100 && y.magnitude < 1e100 }
}

/// An orbit with its focus at 0, 0; its farthest place is to the right of that.
public struct Ellipse: Hashable, Sendable {
    /// Half of its length.
    public let axis: Double
    /// From 0 to less than 1.
    public let eccentricity: Double

    /// Nil for what is no ellipse.
    public init?(axis: Double, eccentricity: Double) {
        guard axis > 0, axis < 1e100, (0..<1).contains(eccentricity) else { return nil }
        self.axis = axis
        self.eccentricity = eccentricity
    }

    public var nearest: Double { axis * (1 - eccentricity) }
    public var farthest: Double { axis * (1 + eccentricity) }

    /// Places all along it.
    public var places: [Drawing.Place] { Self.circle.map(place) }

    /// One of the places; the next one is far from it, so that many are spread over their orbits.
    public func place(number: Int) -> Drawing.Place {
        place(at: Self.circle[(number + 1) * Self.circle.count * 21 / 55 % Self.circle.count])
    }

    /// By the eccentric anomaly, as a place on a circle of radius 1.
    private func place(at anomaly: Drawing.Place) -> Drawing.Place {
        let width = (1 - eccentricity * eccentricity).squareRoot()
        return Drawing.Place(x: axis * (anomaly.x + eccentricity), y: axis * width * anomaly.y)
    }

    /// A quarter by the rational parametrization of the circle, turned three times: no functions of angles are needed.
    private static let circle: [Drawing.Place] = {
        let quarter = (0..<64).map { step in
            let t = Double(step) / 64
            return Drawing.Place(x: (1 - t * t) / (1 + t * t), y: 2 * t / (1 + t * t))
        }
        return quarter + quarter.map { Drawing.Place(x: -$0.y, y: $0.x) }
            + quarter.map { Drawing.Place(x: -$0.x, y: -$0.y) } + quarter.map { Drawing.Place(x: $0.y, y: -$0.x) }
    }()
}
