import Display
import Text

/// Comma-separated values (RFC 4180) under a line of keys; further parts of a page follow after an empty line.
struct CSVRenderer: Renderer {
    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        if page.blocks.isEmpty { try write([["message"], [page.title]], to: output) }
        for (index, block) in page.blocks.enumerated() {
            if index > 0 { try output.writeLine() }
            switch block {
            case .record(let fields): try write([fields.map(\.key), fields.map(\.value.flat)], to: output)
            case .prose(let text), .verbatim(let text): try write([["message"], [text]], to: output)
            case .comparison(let comparison):
                try write([["field"] + comparison.names], to: output)
                try write(comparison.rows.map { [$0.key] + $0.values.map(\.flat) }, to: output)
            case .plot(let plot): try await write(plot.table, extent, to: output)
            case .table(let table): try await write(table, extent, to: output)
            }
        }
    }

    private func write(_ table: Table, _ extent: Extent, to output: Output) async throws {
        let keys = table.rows.first?.facts.map(\.key) ?? table.columns.map(\.key)
        try write([keys], to: output)
        try await table.forEachPage(extent) { page in
            try write(page.rows.map { row in keys.map { row[$0].flat } }, to: output)
            try output.flush()
        }
    }

    private func write(_ records: [[String]], to output: Output) throws {
        var writer = CSVWriter()
        for record in records { writer.write(record.map(Self.gate)) }
        try output.write(bytes: writer.drain())
    }

    /// RFC 4180 has no control characters but line ends; like everywhere, others are shown, not sent.
    static func gate(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\n", "\t": text.append(character)
            case "\r\n": text += "\n"
            default: text += VisibleText.line(String(character))
            }
        }
    }
}
