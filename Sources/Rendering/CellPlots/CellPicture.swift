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
        }
    }
}

/// The lines below a picture: a legend, remarks, and the origin of the data.
struct CellFooter {
    let legend: [Line]
    let remarks: [String]
    let origin: PictureOrigin?
    let charset: SymbolSet

    /// Returns the complete lines.
    ///
    /// - Parameter width: The width of the output, or `nil` if it is not limited.
    func lines(_ width: Int?) -> [Line] {
        let texts = remarks + (origin.map { [$0.text] } ?? [])
        let entries = width.map { Line.flowing(legend, in: $0) } ?? legend
        return entries + texts.flatMap { Line($0, .dim).wrapped(to: width) }
    }

    /// Returns the lines, or the beginning of the legend and of the other lines if there is too little space.
    ///
    /// - Parameter count: The number of lines that should not be exceeded.
    func lines(_ width: Int, atMost count: Int) -> [Line] {
        let all = lines(width)
        guard all.count > count else { return all }
        let origins = origin.map { Line($0.text, .dim).wrapped(to: width) } ?? []
        let texts = remarks.prefix(1).map { Line($0, .dim).cut(to: width, charset) } + origins.prefix(2)
        let kept = Array(texts.prefix(max(1, count - 1)))
        let entries = Line.flowing(legend, in: width)
        let room = max(0, count - kept.count)
        guard entries.count > room, room > 0 else { return Array(entries.prefix(room)) + kept }
        let last = (entries[room - 1] + Line(charset == .utf8 ? "   …" : "   ...", .dim)).cut(to: width, charset)
        return entries.prefix(room - 1) + [last] + kept
    }
}
