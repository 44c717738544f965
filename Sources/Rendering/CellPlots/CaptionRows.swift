import Text

/// Names below the things they belong to, in as few rows as keep them apart.
struct CaptionRows {
    let width: Int
    private var rows: [[(start: Int, name: Line)]] = []

    init(_ width: Int) { self.width = width }

    /// - Parameter column: The middle of what it is called.
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
