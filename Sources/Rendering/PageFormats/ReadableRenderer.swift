import Display
import Localization
import Text

/// A page for people.
struct ReadableRenderer: Renderer {
    enum Form { case table, vertical }

    let look: Look
    let form: Form

    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        let head = head(page)
        try write(head, to: output)
        for (index, block) in page.blocks.enumerated() {
            if index > 0 || !head.isEmpty { try output.writeLine() }
            switch block {
            case .record(let fields):
                // A profile says nothing to whoever hears it.
                let said = form == .table ? fields : fields.filter { !$0.value.isSeries }
                try write(RecordLayout(look: look).lines(said), to: output)
            case .comparison(let comparison): try write(RecordLayout(look: look).lines(comparison.fields), to: output)
            case .prose(let text):
                try write(ProseLayout(look: look, width: look.width).lines(text.localized), to: output)
            case .message(let sentences):
                for sentence in sentences { try write(Line(sentence.localized).wrapped(to: look.width), to: output) }
            case .verbatim(let text): try output.writeLine(VisibleText.lines(text))
            case .picture(let picture):
                try write(form == .table ? picture.lines(look) : picture.spokenLines(look), to: output)
            case .strip(let strip):
                let drawing = CellStrip(strip: strip, look: look)
                try write(form == .table ? drawing.lines : drawing.spokenLines, to: output)
            case .table(let table):
                let drawing = TableDrawing(look: look, isInFull: page.isInFull, output: output)
                switch form {
                case .table: try await drawing.draw(table, extent)
                case .vertical: try await drawing.drawVertically(table, extent, everyField: look.width == nil)
                }
            }
        }
    }

    private func write(_ lines: [Line], to output: Output) throws {
        for line in lines { try output.writeLine(look.paint(line)) }
    }

    /// On a wide terminal an address at its very end is far from what it is of.
    private static let widestHead = 80

    /// The title, and at the right end the address and the star; where a fact stands on a line, right behind it.
    private func head(_ page: Page) -> [Line] {
        let title = Line(page.title.localized, .title)
        var mark = page.address.map { Line($0, .address) } ?? Line()
        if page.isFavorite { mark += Line("  " + look.charset.star, .favorite) }
        if title.width == 0 && mark.width == 0 { return [] }
        if mark.width == 0 { return title.wrapped(to: look.width) }
        let room = (look.width ?? .max) - mark.width
        let column = form == .vertical ? 0 : min(look.width ?? 0, Self.widestHead) - mark.width
        if title.width + 2 <= room { return [title.padded(to: max(title.width + 2, column)) + mark] }
        return title.wrapped(to: look.width) + mark.wrapped(to: look.width)
    }
}

extension Comparison {
    /// Each field that differs, with the versions as labels.
    fileprivate var fields: [Field] {
        rows.map { row in
            let versions = zip(names, row.values).map { name, value in
                Value.labeled(name.localized, value.isEmpty ? .words(Phrases.nothing) : value.inOneLine)
            }
            return Field(row.key, row.title, .list(versions))
        }
    }
}

extension Value {
    /// Labels within the versions stand before their values.
    fileprivate var inOneLine: Value {
        switch self {
        case .list, .labeled: .text(words(.utf8))
        default: self
        }
    }
}
