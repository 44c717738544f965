import Model
import Text

extension ErrorReport.Passage {
    /// The text in one row, and a caret below the place; of a text that is too long, what is around it.
    func rows(within columns: Int?) -> [String] {
        let cells = text.map { VisibleText.line(String($0)) }
        let widths = cells.map(DisplayWidth.width)
        let space = max(8, (columns ?? .max) - Self.margin.count - 2)
        var start = 0
        var ahead = widths[..<column].reduce(0, +)
        while ahead > space / 2, ahead + widths[column...].reduce(0, +) > space {
            ahead -= widths[start]
            start += 1
        }
        var end = start
        var width = 0
        while end < cells.count, width + widths[end] <= space {
            width += widths[end]
            end += 1
        }
        let before = start > 0 ? "…" : ""
        let row = before + cells[start..<end].joined() + (end < cells.count ? "…" : "")
        return [
            Self.margin + row, Self.margin + String(repeating: " ", count: before.count + ahead) + "^",
        ]
    }

    private static let margin = "  "
}
