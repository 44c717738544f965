import Display
import Text

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

    /// Creates captions for objects with the columns of their centers.
    init(_ objects: [(column: Int, text: String)], _ charset: SymbolSet) {
        self.charset = charset
        var placed: [(column: Int, row: Int, name: Line)] = []
        // A caption is below all captions whose lines start above it.
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

    /// The space that the captions need to the right of their objects.
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
