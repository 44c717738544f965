import Display

/// A renderer that draws the stacked bars of a plot in terminal cells.
struct CellBars {
    let plot: Plot
    let charset: SymbolSet
    let isColored: Bool

    func draw(on canvas: inout DotCanvas) {
        let stacks = stacks(canvas.columns)
        for (column, segments) in stacks.enumerated() {
            let ends = segments.map { ($0.symbol, height($0.ends.lowerBound), height($0.ends.upperBound)) }
            let rows = Double(canvas.rows)
            for row in 0..<canvas.rows {
                let cell = Double(row) / rows...Double(row + 1) / rows
                let parts = ends.map { symbol, bottom, top in
                    (symbol, max(0, min(top, cell.upperBound) - max(bottom, cell.lowerBound)) * rows)
                }
                let filled = parts.reduce(0) { $0 + $1.1 }
                guard let (symbol, part) = parts.max(by: { $0.1 < $1.1 }), part > 0 else { continue }
                let sign =
                    filled > 0.99
                    ? charset.fill(of: symbol, isColored: isColored)
                    : charset.top(of: symbol, filled, isColored: isColored)
                let mark = DotCanvas.Marker(sign: sign, style: .of(symbol))
                canvas.set(x: column * 2, y: row * 4, mark, style: nil)
            }
        }
    }

    private func height(_ value: Double) -> Double { max(0, min(1, plot.y.place(value))) }

    /// Returns the segments in each column. If several bars are in a column, the highest is shown.
    private func stacks(_ columns: Int) -> [[Plot.Segment]] {
        let bars = Dictionary(grouping: plot.segments, by: \.mark.x).values
        var stacks: [[Plot.Segment]] = Array(repeating: [], count: columns)
        for bar in bars.sorted(by: { Self.top(of: $0) < Self.top(of: $1) }) {
            guard let first = bar.first else { continue }
            let ends = [first.span.lowerBound, first.span.upperBound].map { plot.x.place($0) }.sorted()
            let middle = DotCanvas.step(plot.x.place(first.mark.x), of: columns)
            for column in stacks.indices {
                let center = (Double(column) + 0.5) / Double(columns)
                if column == middle || ends[0] <= center && center < ends[1] { stacks[column] = bar }
            }
        }
        return stacks
    }

    private static func top(of bar: [Plot.Segment]) -> Double { bar.map(\.ends.upperBound).max() ?? 0 }
}
