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

/// The lines below a picture: a legend, notices, and the origin of the data.
struct CellFooter {
    let legend: [Line]
    let notices: [String]
    /// The notice that is shown if there is too little space for all of them.
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

    /// Returns the lines, or shorter lines if there is too little space. Text is omitted but never truncated, except for
    /// the filter.
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

    /// Returns the origin with one source and with a filter that is short enough for two lines.
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
    /// Returns the origin with only one source.
    var brief: PictureOrigin {
        PictureOrigin(
            filter: filter, sources: sources.prefix(1).map { sources.count > 1 ? "\($0) and others" : $0 }, date: date)
    }

    /// Returns the origin with a truncated filter.
    func with(filterUpTo width: Int, _ charset: SymbolSet) -> PictureOrigin {
        PictureOrigin(filter: filter.map { charset.cut(VisibleText.line($0), to: width) }, sources: sources, date: date)
    }
}
