import Display
import Text

/// A renderer that draws shapes in terminal cells, using braille dots if the symbol set is UTF-8.
struct CellDrawing: CellPicture {
    let drawing: Drawing
    let settings: RenderSettings

    private static let usualWidth = 80
    private static let usualHeight = 24
    private static let narrowest = (width: 24, height: 4)
    /// The number of rows reserved for the title, an empty line, the prompt, and the pager.
    private static let surroundingRows = 4

    var lines: [Line] {
        let width = settings.width ?? settings.pictureWidth ?? Self.usualWidth
        guard width >= Self.narrowest.width else { return accessibleLines }
        let rows = (settings.height ?? Self.usualHeight) - Self.surroundingRows
        let below = footer.lines(width, atMost: max(2, rows / 3))
        let room = rows - below.count
        let widest = DrawingPlane(drawing, width: Double(width * 2), height: Double(max(1, room) * 4))
        let tall = max(Self.narrowest.height, min(room, Int((widest.drawnHeight / 4).rounded(.up))))
        let complete = fitted(width, tall, room, drawing.rulers)
        let comfortable = min(tall, max(Self.comfortableHeight, loops / Self.loopsPerRow))
        if case .drawing(var reduced) = drawing.reduced, complete.height < comfortable {
            reduced.origin = drawing.origin
            return CellDrawing(drawing: reduced, settings: settings).lines
        }
        // To save space, a small picture has only one ruler. A picture of orbits that is still too small has none.
        var picture = complete
        for count in loops > 0 ? [1, 0] : [1] where picture.height < min(tall, Self.comfortableHeight) {
            picture = fitted(width, tall, room, Array(drawing.rulers.prefix(count)))
        }
        return picture.lines + below
    }

    private static let comfortableHeight = 8
    private static let loopsPerRow = 2

    /// The number of curves.
    private var loops: Int { drawing.shapes.count { if case .loop = $0.outline { true } else { false } } }

    /// Returns the picture with captions and rulers, and the height of the picture in rows.
    ///
    /// - Parameter room: The number of rows that should not be exceeded.
    private func fitted(
        _ width: Int, _ tall: Int, _ room: Int, _ rulers: [Drawing.Ruler]
    ) -> (lines: [Line], height: Int) {
        // The number of rows for captions is known only after drawing.
        let lines = drawn(width, tall, rulers)
        let height = max(Self.narrowest.height, tall - max(0, lines.count - room))
        return (height < tall ? drawn(width, height, rulers) : lines, height)
    }

    private func drawn(_ width: Int, _ height: Int, _ shown: [Drawing.Ruler]) -> [Line] {
        let canvas = DotCanvas(columns: width, rows: height)
        let plane = plane(of: canvas)
        var rows = CaptionRows(width)
        for caption in captions(plane) { rows.add(caption.text, below: caption.column) }
        let narrower = width - CaptionLeaders.overhang(captions(plane))
        guard rows.lines.count > Self.mostCaptionRows, narrower >= Self.narrowest.width / 2 else {
            return picture(on: canvas, plane) + rows.lines + rulers(shown, width, plane)
        }
        // Lines lead from the disks to the captions, which need space on the right.
        let limit = self.plane(of: DotCanvas(columns: narrower, rows: height)).drawnHeight / 4
        let smallCanvas = DotCanvas(columns: narrower, rows: min(height, Int(limit.rounded(.up))))
        let smallPlane = self.plane(of: smallCanvas)
        return picture(on: smallCanvas, smallPlane) + CaptionLeaders(captions(smallPlane), settings.charset).lines
            + rulers(shown, width, smallPlane)
    }

    private static let mostCaptionRows = 2

    private func plane(of canvas: DotCanvas) -> DrawingPlane {
        DrawingPlane(drawing, width: Double(canvas.width), height: Double(canvas.height))
    }

    // MARK: - Picture

    private func picture(on empty: DotCanvas, _ plane: DrawingPlane) -> [Line] {
        var canvas = empty
        for shape in drawing.shapes { draw(shape, on: &canvas, plane) }
        var labels = CellLabels(over: canvas)
        let signs = drawing.shapes.compactMap { shape in cell(of: shape, canvas, plane).map { (shape, $0) } }
        // The star comes last, so that a body in the same cell does not hide it.
        for (shape, cell) in signs.filter({ $0.0.role != .star }) + signs.filter({ $0.0.role == .star }) {
            labels.put(settings.charset.sign(of: shape.role), at: cell, style: Style(shape.role))
        }
        let unnamed = signs.count { shape, cell in !labels.write(shape.label, nextTo: cell) }
        let notice = unnamed > 0 ? [Line("Labels omitted for lack of space: \(unnamed).", .dim)] : []
        return labels.lines + notice.flatMap { $0.wrapped(to: canvas.columns) }
    }

    private func cell(
        of shape: Drawing.Shape, _ canvas: DotCanvas, _ plane: DrawingPlane
    ) -> (column: Int, row: Int)? {
        guard case .sign(let place) = shape.outline, let (x, y) = canvas.dot(at: plane.relative(place)) else {
            return nil
        }
        return (x / 2, canvas.rows - 1 - y / 4)
    }

    private func draw(_ shape: Drawing.Shape, on canvas: inout DotCanvas, _ plane: DrawingPlane) {
        let style = Style(shape.role)
        let sign = settings.charset.filling(of: shape.role).map { DotCanvas.Marker(sign: $0, style: style) }
        switch shape.outline {
        case .sign: break
        case .loop(let places):
            canvas.draw((places + places.prefix(1)).map(plane.relative), gap: loopGap(canvas), sign, style: style)
        case .disc(let center, let radius):
            fill(&canvas, around: plane.place(center), 0...plane.length(radius), isWoven: false, sign, style)
        case .ring(let inner, let outer):
            let band = plane.length(inner)...max(plane.length(inner), plane.length(outer))
            fill(&canvas, around: plane.place(Drawing.Point(x: 0, y: 0)), band, isWoven: true, sign, style)
        }
    }

    /// Returns the distance between the dots of a curve. Curves are dotted if the picture contains many curves relative
    /// to its height.
    private func loopGap(_ canvas: DotCanvas) -> Int {
        loops * Self.rowsOfCurve <= canvas.rows ? 1 : settings.charset == .utf8 ? 2 : 6
    }

    private static let rowsOfCurve = 2

    /// Sets the dots whose distance from a point is within a range.
    ///
    /// - Parameter isWoven: Whether to set a sparse pattern of dots instead of all dots.
    private func fill(
        _ canvas: inout DotCanvas, around center: (x: Double, y: Double), _ band: ClosedRange<Double>,
        isWoven: Bool, _ sign: DotCanvas.Marker?, _ style: Style?
    ) {
        let columns = Self.dots(center.x, band.upperBound, canvas.width)
        let rows = Self.dots(center.y, band.upperBound, canvas.height)
        // In each row of a woven area, symbols are four cells apart, and dots are two cells apart.
        let gap = sign == nil ? 2 : 4
        // One dot of each cell determines whether a symbol is shown in the cell.
        for y in rows where sign == nil ? !isWoven || y.isMultiple(of: 2) : y % 4 == 2 {
            for x in columns where isWoven ? (x + y / gap * gap) % (gap * 2) == 0 : sign == nil || x.isMultiple(of: 2) {
                let (right, up) = (Double(x) + 0.5 - center.x, Double(y) + 0.5 - center.y)
                guard band.contains((right * right + up * up).squareRoot()) else { continue }
                canvas.set(x: x, y: y, sign, style: style)
            }
        }
        // An object smaller than a dot is drawn as one dot.
        let middle = Drawing.Point(x: center.x / Double(canvas.width), y: center.y / Double(canvas.height))
        guard !isWoven, let (x, y) = canvas.dot(at: middle) else { return }
        canvas.set(x: x, y: y, sign, style: style)
    }

    private static func dots(_ center: Double, _ radius: Double, _ count: Int) -> Range<Int> {
        let first = max(0, min(Double(count), (center - radius).rounded(.down)))
        let last = max(0, min(Double(count), (center + radius).rounded(.up) + 1))
        return Int(first)..<Int(last)
    }

    // MARK: - Captions and legend

    private func captions(_ plane: DrawingPlane) -> [(column: Int, text: String)] {
        drawing.shapes.compactMap { shape in
            guard case .disc(let center, radius: _) = shape.outline else { return nil }
            return (Int(plane.place(center).x / 2), shape.caption(settings.charset))
        }
    }

    private func rulers(_ shown: [Drawing.Ruler], _ width: Int, _ plane: DrawingPlane) -> [Line] {
        shown.flatMap { ruler -> [Line] in
            let ends = [ruler.span.lowerBound, ruler.span.upperBound].map { end in
                plane.place(Drawing.Point(x: end, y: 0)).x / 2
            }
            // A ruler that extends beyond the picture is omitted.
            guard ends[0] > -1, ends[1] < Double(width + 1), ends[1] - ends[0] > 1 else { return [] }
            let (start, end) = (max(0, Int(ends[0])), min(width, Int(ends[1].rounded(.up))))
            let axis = CellAxis(
                axis: ruler.axis, charset: settings.charset, corner: start - 1, columns: end - start, width: width,
                hasCorner: false)
            let name = Line(ruler.axis.words(settings.charset), .label)
            let indent = max(0, min(start, width - name.width))
            return axis.lines + (Line.space(indent) + name).wrapped(to: width)
        }
    }

    private var footer: CellFooter {
        let keys = drawing.keys.map { key in
            Line(String(settings.charset.sign(of: key.role)), Style(key.role)) + Line(" \(key.name)")
        }
        return CellFooter(
            legend: keys, notices: drawing.notices, briefNotice: drawing.notices.first, origin: drawing.origin,
            charset: settings.charset)
    }

    var accessibleLines: [Line] {
        let texts = drawing.notices + (drawing.origin.map { [$0.text] } ?? [])
        let words = drawing.shapes.map { $0.description(settings.charset) }.filter { !$0.isEmpty }
        return words.flatMap { Line($0).wrapped(to: settings.width) }
            + texts.flatMap { Line($0, .dim).wrapped(to: settings.width) }
    }
}

/// The captions of objects, arranged in rows without overlapping.
struct CaptionRows {
    let width: Int
    private var rows: [[(start: Int, name: Line)]] = []

    init(_ width: Int) { self.width = width }

    /// Adds a caption.
    ///
    /// - Parameter column: The column at which the caption is centered.
    mutating func add(_ text: String, below column: Int) {
        let name = Line(DisplayWidth.truncate(VisibleText.line(text), to: width - 1))
        let start = max(0, min(column - name.width / 2, width - name.width))
        let end = start + name.width
        let isFree = { (row: [(start: Int, name: Line)]) in
            row.allSatisfy { start >= $0.start + $0.name.width + 2 || end + 2 <= $0.start }
        }
        if let row = rows.firstIndex(where: isFree) {
            rows[row].append((start, name))
        } else {
            rows.append([(start, name)])
        }
    }

    var lines: [Line] {
        rows.map { row in
            row.sorted { $0.start < $1.start }.reduce(into: Line()) { line, caption in
                line += Line.space(caption.start - line.width) + caption.name
            }
        }
    }
}

/// The captions of objects, each to the right of a line that leads down from its object. No line crosses a caption.
struct CaptionLeaders {
    private let charset: SymbolSet
    private let captions: [(column: Int, row: Int, name: Line)]

    /// Creates the captions of objects, given the columns of their centers.
    init(_ objects: [(column: Int, text: String)], _ charset: SymbolSet) {
        self.charset = charset
        var placed: [(column: Int, row: Int, name: Line)] = []
        // A caption is placed below all captions whose lines would otherwise cross it.
        let reversed = objects.enumerated().sorted {
            ($0.element.column, $0.offset) > ($1.element.column, $1.offset)
        }
        for object in reversed.map(\.element) {
            let name = Line(VisibleText.line(object.text))
            let span = object.column...(object.column + name.width + 3)
            let row = placed.filter { span.contains($0.column) }.map { $0.row + 1 }.max() ?? 0
            placed.append((object.column, row, name))
        }
        captions = placed
    }

    /// Returns the space that the captions require to the right of their objects.
    static func overhang(_ objects: [(column: Int, text: String)]) -> Int {
        (objects.map { DisplayWidth.width(of: VisibleText.line($0.text)) }.max() ?? 0) + 2
    }

    var lines: [Line] {
        let count = (captions.map(\.row).max() ?? -1) + 1
        return (0..<count).map { row in
            let lower = Set(captions.filter { $0.row > row }.map(\.column))
            let ends = captions.filter { $0.row == row }.map { caption in
                let symbol = lower.contains(caption.column) ? charset.leaderBranch : charset.leaderEnd
                return (column: caption.column, line: Line(symbol, .dim) + Line.space(1) + caption.name)
            }
            let passing = lower.subtracting(ends.map(\.column)).map { column in
                (column: column, line: Line(charset.leader, .dim))
            }
            return (ends + passing).sorted { $0.column < $1.column }.reduce(into: Line()) { line, piece in
                line += Line.space(piece.column - line.width) + piece.line
            }
        }
    }
}

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
