import Display

/// A transformation that scales a drawing to the largest size that fits a frame.
struct DrawingPlane {
    let width: Double
    let height: Double
    var drawnHeight: Double { tall * scale }

    private let distances: Axis?
    private let scale: Double
    private let tall: Double
    private let left: Double
    private let bottom: Double

    init(_ drawing: Drawing, width: Double, height: Double) {
        let corners = drawing.shapes.flatMap { $0.outline.corners }.map { Self.projected($0, drawing.distances) }
        let (x, y) = (Self.range(of: corners.map(\.x)), Self.range(of: corners.map(\.y)))
        let size = (x.upperBound - x.lowerBound, y.upperBound - y.lowerBound)
        distances = drawing.distances
        self.width = width
        self.height = height
        scale = min(width / size.0, height / size.1)
        tall = size.1
        left = (width - size.0 * scale) / 2 - x.lowerBound * scale
        bottom = (height - size.1 * scale) / 2 - y.lowerBound * scale
    }

    /// Returns the position of a point in the frame, measured from the bottom left.
    func place(_ place: Drawing.Point) -> (x: Double, y: Double) {
        let place = Self.projected(place, distances)
        return (left + place.x * scale, bottom + place.y * scale)
    }

    /// Returns the position of a point in the frame, with coordinates from 0 to 1.
    func relative(_ place: Drawing.Point) -> Drawing.Point {
        let place = self.place(place)
        return Drawing.Point(x: place.x / width, y: place.y / height)
    }

    /// Returns the length in the frame of a distance from the origin.
    func length(_ distance: Double) -> Double { Self.projected(distance, distances) * scale }

    /// Returns the point at the projected distance from the origin, in the same direction.
    private static func projected(_ place: Drawing.Point, _ axis: Axis?) -> Drawing.Point {
        let distance = (place.x * place.x + place.y * place.y).squareRoot()
        guard axis != nil, distance > 0 else { return place }
        let factor = projected(distance, axis) / distance
        return Drawing.Point(x: place.x * factor, y: place.y * factor)
    }

    private static func projected(_ distance: Double, _ axis: Axis?) -> Double {
        axis.map { max(0, $0.place(distance)) } ?? distance
    }

    /// Returns the range of the values, widened if it is almost empty.
    private static func range(of values: [Double]) -> ClosedRange<Double> {
        guard let low = values.min(), let high = values.max() else { return 0...1 }
        let least = max(1e-100, 1e-9 * max(low.magnitude, high.magnitude))
        return high - low > least ? low...high : (low - max(1, least))...(low + max(1, least))
    }
}

extension Drawing.Outline {
    /// The points that determine the bounding box of the shape.
    fileprivate var corners: [Drawing.Point] {
        switch self {
        case .disc(let center, let radius): Self.around(center, radius)
        case .ring(inner: _, let outer): Self.around(Drawing.Point(x: 0, y: 0), outer)
        case .loop(let places): places
        case .sign(let place): [place]
        }
    }

    private static func around(_ center: Drawing.Point, _ radius: Double) -> [Drawing.Point] {
        [(-radius, 0), (radius, 0), (0, -radius), (0, radius)].map {
            Drawing.Point(x: center.x + $0.0, y: center.y + $0.1)
        }
    }
}
