import Display
import Localization

/// A QR code drawn in terminal cells: two modules in each cell, or one module in two cells if the symbol set is ASCII.
///
/// Most terminals are dark, so block characters represent the light modules, and the dark modules are left empty. With
/// colors, the light modules are white on black.
struct CellQRCode: CellPicture {
    let code: QRCode
    let settings: RenderSettings

    /// The width of the margin in modules. Readers need less than the four modules of the standard.
    private static let margin = 2
    /// The number of rows reserved for the prompt.
    private static let surroundingRows = 1

    var lines: [Line] {
        let missing = missing
        let notice: Message
        if missing.columns > 0 {
            notice = """
                The QR code needs \(Message(missing.columns, "more column")). Use a wider terminal, or --svg FILE.
                """
        } else if missing.rows > 0 {
            notice = "The QR code needs \(Message(missing.rows, "more row")). Use a taller terminal, or --svg FILE."
        } else {
            return drawn + notices
        }
        return Line(notice.localized, .warning).wrapped(to: settings.width) + notices
    }

    var accessibleLines: [Line] {
        let size: Message = "\(code.title): \(code.modules.count) by \(code.modules.count) modules."
        return Line(size.localized).wrapped(to: settings.width) + notices
    }

    private var notices: [Line] { code.notices.flatMap { Line($0.localized, .dim).wrapped(to: settings.width) } }

    /// The numbers of additional columns and rows that the terminal needs to show the code.
    private var missing: (columns: Int, rows: Int) {
        let rows = drawn.count + notices.count + Self.surroundingRows
        return (
            settings.width.map { max(0, (drawn.first?.width ?? 0) - $0) } ?? 0,
            settings.height.map { max(0, rows - $0) } ?? 0
        )
    }

    private var drawn: [Line] {
        let places = -Self.margin..<code.modules.count + Self.margin
        return stride(from: places.lowerBound, to: places.upperBound, by: settings.charset == .utf8 ? 2 : 1).map {
            row in
            let cells = places.map { column in
                let isLight = !code.isDark(row: row, column: column)
                guard settings.charset == .utf8 else { return isLight ? "##" : "  " }
                switch (isLight, !code.isDark(row: row + 1, column: column)) {
                case (true, true): return "█"
                case (true, false): return "▀"
                case (false, true): return "▄"
                case (false, false): return " "
                }
            }
            return Line(cells.joined(), .qrCode)
        }
    }
}

/// A QR code drawn as SVG, with the margin of the standard.
struct SVGQRCode {
    let code: QRCode
    let svg: SVG

    private static let margin = 4
    private static let top = 52
    private static let size = 560

    var text: String {
        let length = Self.size / (code.modules.count + 2 * Self.margin)
        let left = (Int(SVG.width) - length * (code.modules.count + 2 * Self.margin)) / 2
        let side = String(length * (code.modules.count + 2 * Self.margin))
        let squares = code.modules.indices.flatMap { row in
            code.modules[row].indices.filter { code.isDark(row: row, column: $0) }.map { column in
                let (x, y) = (left + (column + Self.margin) * length, Self.top + (row + Self.margin) * length)
                return "M\(x) \(y)h\(length)v\(length)h-\(length)Z"
            }
        }
        // QR code readers need dark modules on a light background, regardless of the theme.
        let background = XML.element(
            "rect", ["x": String(left), "y": String(Self.top), "width": side, "height": side, "fill": "#ffffff"])
        return svg.document(
            code.title,
            [background, SVG.path(squares.joined(), ["fill": "#000000", "shape-rendering": "crispEdges"])])
    }
}
