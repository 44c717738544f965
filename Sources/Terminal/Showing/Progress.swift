/// Tells on standard error how far a long work is; says nothing of what is done within half a second.
public struct Progress {
    private let title: String
    private let output: Output
    private let isShown: Bool
    private let columns: Int
    private let charset: Charset
    private let start = ContinuousClock.now
    private var lastDrawn: ContinuousClock.Instant?

    private static let patience = Duration.milliseconds(500)
    private static let pause = Duration.milliseconds(100)

    public init(_ title: String, traits: TerminalTraits, to output: Output = .standardError()) {
        self.title = title
        self.output = output
        isShown = traits.isErrorTTY && !traits.isDumb && !traits.isPlain
        columns = traits.size.columns
        charset = traits.charset
    }

    /// - Parameter total: nil if nobody knows.
    public mutating func update(done: Int, of total: Int?) {
        let now = ContinuousClock.now
        guard isShown, now - start >= Self.patience, lastDrawn.map({ now - $0 >= Self.pause }) ?? true else { return }
        lastDrawn = now
        draw(Self.line(title, done: done, of: total, columns: columns, charset))
    }

    /// Takes the bar away; says what was done if there was a bar.
    public mutating func finish(_ message: String) {
        guard lastDrawn != nil else { return }
        draw(Line(message).cut(to: columns - 1, charset), end: "\n")
        lastDrawn = nil
    }

    /// What does not reach the terminal must not stop the work.
    private func draw(_ line: Line, end: String = "") {
        try? output.write("\r\u{1B}[K" + line.text + end)
        try? output.flush()
    }

    static func line(_ title: String, done: Int, of total: Int?, columns: Int, _ charset: Charset) -> Line {
        guard let total, total > 0 else {
            return Line("\(title)  \(FigureText.of(done))").cut(to: columns - 1, charset)
        }
        let fraction = min(max(Double(done) / Double(total), 0), 1)
        let text = Line("\(title)  \(FigureText.of(done)) of \(FigureText.of(total))")
        let width = min(30, columns - text.width - 5)
        guard width >= 5 else { return text.cut(to: columns - 1, charset) }
        let filled = Int(fraction * Double(width))
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
        return text + Line("  [" + bar + "]")
    }
}
