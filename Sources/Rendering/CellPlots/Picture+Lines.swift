import Display

extension Picture {
    /// In cells, as large as the terminal lets it be.
    func lines(_ settings: RenderSettings) -> [Line] {
        switch self {
        case .plot(let plot): CellPlot(plot: plot, settings: settings).lines
        case .drawing(let drawing): CellDrawing(drawing: drawing, settings: settings).lines
        }
    }

    /// For whoever hears it.
    func accessibleLines(_ settings: RenderSettings) -> [Line] {
        switch self {
        case .plot(let plot): CellPlot(plot: plot, settings: settings).accessibleLines
        case .drawing(let drawing): CellDrawing(drawing: drawing, settings: settings).accessibleLines
        }
    }
}
