/// Lines through places in the picture, which go from 0 to 1 in both directions.
extension DotCanvas {
    struct Place: Hashable {
        var x: Double
        var y: Double

        /// On the way to another place.
        func toward(_ other: Place, _ part: Double) -> Place {
            Place(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
        }
    }

    /// Draws what of a line through places is in the picture.
    ///
    /// - Parameter gap: Of so many dots along it one is set.
    mutating func draw(_ places: [Place], gap: Int = 1, _ mark: Marker?, style: Style?) {
        var walked = 0
        for (start, end) in zip(places, places.dropFirst()) {
            guard let (first, last) = Self.visible(from: start, to: end) else { continue }
            let across = (last.x - first.x).magnitude * Double(width)
            let up = (last.y - first.y).magnitude * Double(height)
            let steps = max(1, Int(max(across, up)))
            for step in 0..<steps {
                walked += 1
                guard walked.isMultiple(of: gap) else { continue }
                let place = first.toward(last, Double(step) / Double(steps))
                guard let x = Self.step(place.x, of: width), let y = Self.step(place.y, of: height) else { continue }
                set(x: x, y: y, mark, style: style)
            }
        }
    }

    /// The part of a line that is in the picture (Liang and Barsky, 1984); nil for none.
    static func visible(from start: Place, to end: Place) -> (Place, Place)? {
        var (enters, leaves) = (0.0, 1.0)
        let ways = [
            (start.x - end.x, start.x), (end.x - start.x, 1 - start.x), (start.y - end.y, start.y),
            (end.y - start.y, 1 - start.y),
        ]
        for (speed, distance) in ways {
            guard speed.isFinite, distance.isFinite else { return nil }
            if speed == 0 {
                if distance < 0 { return nil }
            } else if speed < 0 {
                enters = max(enters, distance / speed)
            } else {
                leaves = min(leaves, distance / speed)
            }
        }
        return enters <= leaves ? (start.toward(end, enters), start.toward(end, leaves)) : nil
    }
}
