import Display
import Text

/// A picture drawn in terminal cells.
protocol CellPicture {
    var lines: [Line] { get }
    /// A description of the picture in words, for screen readers and narrow terminals.
    var accessibleLines: [Line] { get }
}

extension Picture {
    func inCells(_ settings: RenderSettings) -> any CellPicture {
        switch self {
        case .plot(let plot): CellPlot(plot: plot, settings: settings)
        case .drawing(let drawing): CellDrawing(drawing: drawing, settings: settings)
        case .qrCode(let code): CellQRCode(code: code, settings: settings)
        case .tree(let tree): CellTree(tree: tree, settings: settings)
        }
    }
}

/// The lines below a picture: a legend, notices, and the origin of the data.
struct CellFooter {
    let legend: [Line]
    let notices: [String]
    /// The notice that is shown if there is too little space for all notices.
    let briefNotice: String?
    let origin: PictureOrigin?
    let charset: SymbolSet

    /// Returns the complete lines.
    ///
    /// - Parameter width: The width of the output, or `nil` if it is not limited.
    func lines(_ width: Int?) -> [Line] {
        let texts = notices + (origin.map { [$0.text] } ?? [])
        let entries = width.map { Line.flowing(legend, in: $0) } ?? legend
        return entries + texts.flatMap { Line($0, .dim).wrapped(to: width) }
    }

    /// Returns the complete lines, or fewer lines if there is too little space. Except for the origin, texts are
    /// omitted instead of truncated.
    ///
    /// - Parameter count: The number of lines that should not be exceeded.
    func lines(_ width: Int, atMost count: Int) -> [Line] {
        let all = lines(width)
        guard all.count > count else { return all }
        let origins = origin.map { Line(brief($0, width).text, .dim).wrapped(to: width) } ?? []
        let notice = briefNotice.map { Line($0, .dim).wrapped(to: width) } ?? []
        let fits = notice.count + origins.count + Line.flowing(legend, in: width).count <= count
        let texts = (fits || notice.count == 1 ? notice : []) + origins
        // At least one line is left for the legend.
        let kept = [texts, origins].first { $0.count < count } ?? Array(origins.prefix(max(1, count - 1)))
        return entries(width, atMost: count - kept.count) + kept
    }

    /// Returns the origin with one source and a truncated filter, so that the text fits in about two lines.
    private func brief(_ origin: PictureOrigin, _ width: Int) -> PictureOrigin {
        let rest = DisplayWidth.width(of: origin.brief.with(filterUpTo: 1, charset).text)
        // A line can be shorter than the width by the length of a word.
        return origin.brief.with(filterUpTo: max(10, width * 2 - rest - 10), charset)
    }

    /// Returns the first entries of the legend and the number of the others.
    private func entries(_ width: Int, atMost count: Int) -> [Line] {
        for hidden in legend.indices {
            let others = hidden > 0 ? [Line("\(hidden) more", .dim)] : []
            let lines = Line.flowing(legend.dropLast(hidden) + others, in: width)
            if lines.count <= count { return lines }
        }
        return []
    }
}

extension PictureOrigin {
    /// The origin with only the first source, followed by “and others” if there are several.
    var brief: PictureOrigin {
        PictureOrigin(
            filter: filter, sources: sources.prefix(1).map { sources.count > 1 ? "\($0) and others" : $0 }, date: date)
    }

    /// Returns the origin with a truncated filter.
    func with(filterUpTo width: Int, _ charset: SymbolSet) -> PictureOrigin {
        PictureOrigin(filter: filter.map { charset.cut(VisibleText.line($0), to: width) }, sources: sources, date: date)
    }
}

/// The symbols and labels drawn over the dots of a picture. A label is never truncated, and it is at least two cells
/// away from all other labels and symbols except its own symbol.
struct CellLabels {
    private let canvas: DotCanvas
    /// The markers that a label should not cover.
    private let markers: DotCanvas
    private var columns: Int { canvas.columns }
    /// The spans by cell index. A label is stored in its first cell, and its other cells contain empty spans.
    private var cells: [Int: Span] = [:]

    /// Creates an empty layer.
    ///
    /// - Parameter markers: The markers in the canvas, or `nil` if it contains only markers.
    init(over canvas: DotCanvas, markers: DotCanvas? = nil) {
        self.canvas = canvas
        self.markers = markers ?? canvas
    }

    mutating func put(_ sign: Character, at cell: (column: Int, row: Int), style: Style?) {
        cells[cell.row * columns + cell.column] = Span(String(sign), style)
    }

    /// Writes a label next to a cell if there is space.
    ///
    /// - Returns: Whether the label was written or is empty.
    mutating func write(_ name: String, nextTo cell: (column: Int, row: Int)) -> Bool {
        let name = Span(VisibleText.line(name))
        let length = name.width
        guard length > 0 else { return true }
        let middle = cell.column - length / 2
        let sides = [(cell.column + 2, cell.row), (cell.column - 1 - length, cell.row)]
        return put(name, atOneOf: sides, of: cell)
            || put(name, atOneOf: [(middle, cell.row + 1), (middle, cell.row - 1)], of: cell)
    }

    /// Writes a label that starts at one of the cells if there is space.
    mutating func write(_ name: String, atOneOf places: [(column: Int, row: Int)]) {
        _ = put(Span(VisibleText.line(name)), atOneOf: places, of: nil)
    }

    /// Writes a label at the free place where it covers the fewest markers.
    ///
    /// - Parameter own: The cell of the symbol that the label belongs to, if any.
    /// - Returns: Whether there was a free place.
    private mutating func put(
        _ name: Span, atOneOf places: [(column: Int, row: Int)], of own: (column: Int, row: Int)?
    ) -> Bool {
        let length = name.width
        let free = places.filter { length > 0 && isFree($0, length, own) }
        let covered = free.map { place in
            (place.column..<(place.column + length)).count { !markers.isEmpty(column: $0, row: place.row) }
        }
        guard let (column, row) = zip(free, covered).min(by: { $0.1 < $1.1 })?.0
        else { return false }
        let place = row * columns + column
        for cell in place..<(place + length) { cells[cell] = Span("") }
        cells[place] = name
        clear(row, column - 1)
        clear(row, column + length)
        return true
    }

    /// Clears a cell next to a label unless it contains a symbol or another label.
    private mutating func clear(_ row: Int, _ column: Int) {
        guard (0..<columns).contains(column), cells[row * columns + column] == nil else { return }
        cells[row * columns + column] = Span(" ")
    }

    private func isFree(
        _ place: (column: Int, row: Int), _ length: Int, _ own: (column: Int, row: Int)?
    ) -> Bool {
        let (start, end) = (place.column, place.column + length)
        guard (0..<canvas.rows).contains(place.row), start >= 0, length <= columns / 2, end <= columns else {
            return false
        }
        return (max(0, start - 2)..<min(columns, end + 2)).allSatisfy { column in
            let span = cells[place.row * columns + column]
            let isOwn = own.map { $0 == (column, place.row) } ?? false
            return span == nil || span?.text == " " || isOwn && !(start..<end).contains(column)
        }
    }

    var lines: [Line] {
        canvas.lines.enumerated().map { row, line in
            Line(line.spans.enumerated().map { column, span in cells[row * columns + column] ?? span })
        }
    }
}
