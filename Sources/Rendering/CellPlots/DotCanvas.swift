import Display

/// The inside of a plot in cells: eight dots each, in two columns of four, and over them at most one sign.
struct DotCanvas {
    let columns: Int
    let rows: Int
    private var dots: [UInt8]
    private var signs: [Marker?]

    /// What stands in a cell, and in which style.
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

    /// How many of so many steps a place from 0 to 1 is along; its end belongs to the last.
    static func step(_ place: Double, of count: Int) -> Int? {
        guard (0...1).contains(place) else { return nil }
        return min(count - 1, Int(place * Double(count)))
    }

    /// Sets the dot at a place, counted from the left and from the bottom.
    ///
    /// - Parameter mark: What the cell is drawn with; nil for the dots themselves.
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

    /// Its lines, the uppermost first.
    var lines: [Line] {
        (0..<rows).map { row in
            Line(
                (0..<columns).map { column in
                    let mark = signs[row * columns + column]
                    return Span(mark.map { String($0.sign) } ?? " ", mark?.style)
                })
        }
    }

    /// The bits of the dots in a pattern of Unicode's block “Braille Patterns”, U+2800.
    private static let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

    private static func character(_ dots: UInt8) -> Character {
        Unicode.Scalar(0x2800 + UInt32(dots)).map(Character.init) ?? " "
    }
}

extension Drawing.Place {
    /// A place on the way to another one.
    fileprivate func toward(_ other: Drawing.Place, _ part: Double) -> Drawing.Place {
        Drawing.Place(x: x + (other.x - x) * part, y: y + (other.y - y) * part)
    }
}

/// Lines through places in the picture, which go from 0 to 1 in both directions.
extension DotCanvas {
    /// Draws what of a line through places is in the picture.
    ///
    /// - Parameter gap: Of so many dots along it one is set.
    mutating func draw(_ places: [Drawing.Place], gap: Int = 1, _ mark: Marker?, style: Style?) {
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
    static func visible(from start: Drawing.Place, to end: Drawing.Place) -> (Drawing.Place, Drawing.Place)? {
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
