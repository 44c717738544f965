import Display
import Localization
import Text

/// A renderer for human-readable output.
struct ReadableRenderer: Renderer {
    enum Form { case table, vertical }

    let settings: RenderSettings
    let form: Form

    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        let head = head(page)
        try write(head, to: output)
        for (index, block) in page.blocks.enumerated() {
            if index > 0 || !head.isEmpty { try output.writeLine() }
            switch block {
            case .record(let fields):
                // Screen readers cannot convey profiles, which consist of bars.
                let shown = form == .table ? fields : fields.filter { !$0.value.isSeries }
                try write(RecordLayout(settings: settings).lines(shown), to: output)
            case .comparison(let comparison):
                try write(RecordLayout(settings: settings).lines(comparison.fields), to: output)
            case .prose(let text):
                let layout = ProseLayout(
                    settings: settings, width: settings.width.map { min($0, Self.maximumProseWidth) },
                    drawsTables: form == .table, keepsCode: true)
                try write(layout.lines(text.localized), to: output)
            case .message(let sentences):
                for sentence in sentences {
                    try write(Line(sentence.localized).wrapped(to: settings.width), to: output)
                }
            case .verbatim(let text): try output.writeLine(VisibleText.lines(text))
            case .picture(let picture): try write(picture.inCells(settings), to: output)
            case .strip(let strip): try write(CellStrip(strip: strip, settings: settings), to: output)
            case .table(let table):
                let drawing = TableDrawing(settings: settings, isInFull: page.isInFull, output: output)
                switch form {
                case .table: try await drawing.draw(table, extent)
                case .vertical: try await drawing.drawVertically(table, extent, everyField: settings.width == nil)
                }
            }
        }
    }

    private func write(_ picture: any CellPicture, to output: Output) throws {
        try write(form == .table ? picture.lines : picture.accessibleLines, to: output)
    }

    private func write(_ lines: [Line], to output: Output) throws {
        for line in lines { try output.writeLine(settings.paint(line)) }
    }

    /// The maximum width of prose. Longer lines are hard to read.
    private static let maximumProseWidth = 100

    /// The maximum width of the header. On wide terminals, this limit keeps the ID close to the title.
    private static let maximumHeaderWidth = 80

    /// Returns the title, the ID, and the favorite symbol. Except in the vertical format, the ID and the symbol are
    /// right-aligned.
    private func head(_ page: Page) -> [Line] {
        let title = Line(page.title.localized, .title)
        var mark = page.address.map { Line($0, .address) } ?? Line()
        if page.isFavorite { mark += Line("  " + settings.charset.star, .favorite) }
        if title.width == 0 && mark.width == 0 { return [] }
        if mark.width == 0 { return title.wrapped(to: settings.width) }
        let room = (settings.width ?? .max) - mark.width
        let column = form == .vertical ? 0 : min(settings.width ?? 0, Self.maximumHeaderWidth) - mark.width
        if title.width + 2 <= room { return [title.padded(to: max(title.width + 2, column)) + mark] }
        return title.wrapped(to: settings.width) + mark.wrapped(to: settings.width)
    }
}

extension Comparison {
    /// The fields that differ, with each value labeled by the name of its version.
    fileprivate var fields: [Field] {
        rows.map { row in
            let versions = zip(names, row.values).map { name, value in
                Value.labeled(name.localized, value.isEmpty ? .words(RendererMessages.nothing) : value.inOneLine)
            }
            return Field(row.key, row.title, .list(versions))
        }
    }
}

extension Value {
    /// The value on a single line, with labels before labeled values.
    fileprivate var inOneLine: Value {
        switch self {
        case .list, .labeled: .text(words(.utf8))
        default: self
        }
    }
}
