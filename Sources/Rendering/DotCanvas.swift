import Display

/// A canvas of braille dots, two columns by four rows in each cell. A cell can contain a symbol instead of dots.
struct DotCanvas {
    let columns: Int
    let rows: Int
    private var dots: [UInt8]
    private var signs: [Marker?]

    struct Marker: Hashable {
        let sign: Character
        let style: Style?
    }

    init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        dots = Array(repeating: 0, count: self.columns * self.rows)
        signs = Array(repeating: nil, count: self.columns * self.rows)
    }

    var width: Int { columns * 2 }
    var height: Int { rows * 4 }

    /// Returns the index of the column or row at a position from 0 to 1, or `nil` for any other position.
    static func step(_ place: Double, of count: Int) -> Int? {
        guard (0...1).contains(place) else { return nil }
        return min(count - 1, Int(place * Double(count)))
    }

    /// Returns the dot at a position with coordinates from 0 to 1, or `nil` for any other position.
    func dot(at place: Drawing.Point) -> (x: Int, y: Int)? {
        guard let x = Self.step(place.x, of: width), let y = Self.step(place.y, of: height) else { return nil }
        return (x, y)
    }

    /// Sets a dot. Coordinates are counted from the bottom left.
    ///
    /// - Parameter mark: The symbol to show in the whole cell, or `nil` for a dot.
    mutating func set(x: Int, y: Int, _ mark: Marker?, style: Style?) {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return }
        let fromTop = height - 1 - y
        let cell = fromTop / 4 * columns + x / 2
        if let mark {
            signs[cell] = mark
        } else {
            dots[cell] |= Self.bits[x % 2][fromTop % 4]
            signs[cell] = Marker(sign: Self.character(dots[cell]), style: style)
        }
    }

    /// Returns whether a cell is empty. Rows are counted from the top.
    func isEmpty(column: Int, row: Int) -> Bool { signs[row * columns + column] == nil }

    /// The lines of the canvas, from top to bottom.
    var lines: [Line] {
        (0..<rows).map { row in
            Line(
                (0..<columns).map { column in
                    let mark = signs[row * columns + column]
                    return Span(mark.map { String($0.sign) } ?? " ", mark?.style)
                })
        }
    }

    /// The bits of the dots in the Unicode block “Braille Patterns”, U+2800.
    private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    private static func character(_ dots: UInt8) -> Character {
        Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init) ?? " "
    }
}

extension Drawing.Point {
    /// Returns a point on the line from this point to another point.
    ///
    /// - Parameter part: The relative distance, from 0 for this point to 1 for the other point.
    fileprivate func toward(_ other: Drawing.Point, _ part: Double) -> Drawing.Point {
        Drawing.Point(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }
}

extension DotCanvas {
    /// Draws the visible part of a polyline. Coordinates from 0 to 1 are visible.
    ///
    /// - Parameter gap: The distance between drawn dots, in dots.
    mutating func draw(_ places: [Drawing.Point], gap: Int = 1, _ mark: Marker?, style: Style?) {
        var walked = 0
        for (start, end) in zip(places, places.dropFirst()) {
            guard let (first, last) = Self.visible(from: start, to: end) else { continue }
            let across = (last.x - first.x).magnitude * Double(width)
            let up = (last.y - first.y).magnitude * Double(height)
            let steps = max(1, Int(max(across, up)))
            for step in 0..<steps {
                walked += 1
                guard walked.isMultiple(of: gap) else { continue }
                guard let dot = dot(at: first.toward(last, Double(step) / Double(steps))) else { continue }
                set(x: dot.x, y: dot.y, mark, style: style)
            }
        }
    }

    /// Returns the dot on a polyline at a horizontal position from 0 to 1, or `nil` if the polyline is not visible
    /// there.
    func point(_ x: Double, along places: [Drawing.Point]) -> (x: Int, y: Int)? {
        for (start, end) in zip(places, places.dropFirst()) {
            let (left, right) = start.x < end.x ? (start, end) : (end, start)
            guard left.x <= x, x < right.x else { continue }
            let dot = dot(at: left.toward(right, (x - left.x) / (right.x - left.x)))
            if let dot { return dot }
        }
        return nil
    }

    /// Returns the visible part of a line segment, or `nil` if no part is visible.
    static func visible(from start: Drawing.Point, to end: Drawing.Point) -> (Drawing.Point, Drawing.Point)? {
        // This is the algorithm of Liang and Barsky (1984).
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
