import Display
import Localization
import Text

/// A renderer for GitHub Flavored Markdown.
struct MarkdownRenderer: Renderer {
    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        try output.writeLine("# " + Self.escape(page.title.localized))
        for block in page.blocks {
            try output.writeLine()
            switch block {
            case .record(let fields): try write(fields, to: output)
            case .prose(let text): try output.writeLine(VisibleText.lines(text.localized))
            case .message(let sentences):
                try output.writeLine(sentences.map { Self.escape($0.localized) }.joined(separator: "\n\n"))
            case .verbatim(let text): try output.writeLine("```\n\(VisibleText.lines(text))\n```")
            case .comparison(let comparison):
                try writeHead([""] + comparison.names.map(\.localized), to: output)
                for row in comparison.rows {
                    try writeCells([row.title.localized] + row.values.map { $0.detail(.utf8) }, to: output)
                }
            case .table(let table): try await write(table, extent, to: output)
            case .picture(let picture): try write(picture.inCells(Self.settings), to: output)
            case .strip(let strip): try write(CellStrip(strip: strip, settings: Self.settings), to: output)
            }
        }
    }

    private static let settings = RenderSettings(width: nil, palette: .plain, charset: .utf8)

    /// Writes a picture as an indented code block.
    private func write(_ picture: any CellPicture, to output: Output) throws {
        for line in picture.lines { try output.writeLine("    " + line.text) }
    }

    private func write(_ fields: [Field], to output: Output) throws {
        for field in fields {
            if case .prose(let text) = field.value, !text.isEmpty {
                try output.writeLine("\n**\(Self.escape(field.title.localized))**\n\n\(VisibleText.lines(text))\n")
                continue
            }
            for value in field.value.elements where !value.isEmpty {
                try output.writeLine("- **\(Self.escape(field.title.localized)):** \(Self.escape(value.detail(.utf8)))")
            }
        }
    }

    private func write(_ table: Table, _ extent: Extent, to output: Output) async throws {
        guard !table.rows.isEmpty else { return try output.writeLine(Self.escape(table.placeholder.localized)) }
        try writeHead(table.columns.map(\.title.localized), to: output, alignments: table.columns.map(\.alignment))
        try await table.forEachPage(extent) { page in
            for row in page.rows {
                try writeCells(page.columns.map { row[$0.key].words(.utf8) }, to: output)
            }
            try output.flush()
        }
    }

    private func writeHead(_ titles: [String], to output: Output, alignments: [Column.Alignment] = []) throws {
        try writeCells(titles, to: output)
        let rules = titles.indices.map { index in
            alignments.indices.contains(index) && alignments[index] == .trailing ? "--:" : "---"
        }
        try output.writeLine("| " + rules.joined(separator: " | ") + " |")
    }

    private func writeCells(_ cells: [String], to output: Output) throws {
        try output.writeLine("| " + cells.map(Self.escape).joined(separator: " | ") + " |")
    }

    /// Escapes Markdown syntax.
    static func escape(_ text: String) -> String {
        VisibleText.line(text).reduce(into: "") { result, character in
            if "\\`*_[]<>|#".contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
