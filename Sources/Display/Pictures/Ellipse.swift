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
