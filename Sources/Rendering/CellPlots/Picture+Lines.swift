import Display

extension Picture {
    /// In cells, as large as the terminal lets it be.
    func lines(_ look: Look) -> [Line] {
        switch self {
        case .plot(let plot): CellPlot(plot: plot, look: look).lines
        case .drawing(let drawing): CellDrawing(drawing: drawing, look: look).lines
        }
    }

    /// For whoever hears it.
    func spokenLines(_ look: Look) -> [Line] {
        switch self {
        case .plot(let plot): CellPlot(plot: plot, look: look).spokenLines
        case .drawing(let drawing): CellDrawing(drawing: drawing, look: look).spokenLines
        }
    }
}
