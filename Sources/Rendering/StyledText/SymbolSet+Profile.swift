import Glibc

extension SymbolSet {
    /// Figures as a row of bars, each as high as its figure in proportion to the others; what is unknown is a blank.
    /// Where they are far apart the height is that of their logarithms.
    func profile(_ figures: [Double?]) -> String {
        let known = figures.compactMap { $0 }.filter { $0.isFinite && $0 >= 0 }
        guard let low = known.min(), let high = known.max() else { return "" }
        let isWide = low > 0 && high / 50 > low
        return figures.map { figure in
            guard let figure, figure.isFinite, figure >= 0 else { return " " }
            let part = isWide ? (log(figure) - log(low)) / (log(high) - log(low)) : high > 0 ? figure / high : 0
            return bars[min(bars.count - 1, Int(part * Double(bars.count)))]
        }.joined()
    }

    /// A bar of at most eight columns, in eighths of a column where there are signs for them; never nothing.
    func bar(_ part: Double) -> String {
        let columns = 8
        guard self == .utf8 else {
            return String(repeating: "#", count: max(1, Int((part * Double(columns)).rounded())))
        }
        let eighths = max(1, Int((part * Double(columns * 8)).rounded()))
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }

    /// The lowest first.
    private var bars: [String] {
        self == .utf8 ? ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] : ["_", ".", "-", "=", "+", "*", "#", "@"]
    }
}
