import Display
import Text

/// A renderer for tab-separated values. Each table row becomes a line. Each value of a record becomes a line that
/// begins with the key of its field.
struct PlainRenderer: Renderer {
    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        if page.blocks.isEmpty { try output.writeLine(VisibleText.line(page.title.description)) }
        for block in page.blocks {
            switch block {
            case .record(let fields): try write(fields, to: output)
            case .prose(let text): try output.writeLine(VisibleText.lines(text.description))
            case .verbatim(let text): try output.writeLine(VisibleText.lines(text))
            case .message(let sentences):
                for sentence in sentences { try output.writeLine(VisibleText.line(sentence.description)) }
            case .comparison(let comparison):
                for cells in [comparison.header] + comparison.cells { try writeCells(cells, to: output) }
            case .picture(let picture): try await write(picture.table, extent, to: output)
            case .strip(let strip): try await write(strip.table, extent, to: output)
            case .table(let table): try await write(table, extent, to: output)
            }
        }
    }

    private func write(_ table: Table, _ extent: Extent, to output: Output) async throws {
        if let headline = table.headline { try output.writeLine(VisibleText.line(headline)) }
        try await table.forEachPage(extent) { page in
            let columns = page.columns.filter { !$0.isPicture }
            for row in page.rows { try writeCells(columns.map { row[$0.key].flat }, to: output) }
            try output.flush()
        }
    }

    private func write(_ fields: [Field], to output: Output) throws {
        for field in fields {
            for value in field.value.elements where !value.isEmpty {
                try writeCells([field.key] + value.facts, to: output)
            }
        }
    }

    private func writeCells(_ cells: [String], to output: Output) throws {
        try output.writeLine(cells.map(Self.escape).joined(separator: "\t"))
    }

    /// Escapes tabs, line breaks, and backslashes to keep a value in a single cell.
    static func escape(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) else {
            return VisibleText.line(value)
        }
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return VisibleText.line(text)
    }
}

extension Value {
    /// The values of a list, or the value itself if it is not a list.
    var elements: [Value] {
        if case .list(let values) = self { values } else { [self] }
    }

    /// The value, or the ID of a reference, followed by a label or name if there is one.
    fileprivate var facts: [String] {
        switch self {
        case .labeled(let label, let value): [value.flat] + (label.isEmpty ? [] : [label])
        case .reference(let reference): [reference.address, reference.name]
        default: [flat]
        }
    }
}
