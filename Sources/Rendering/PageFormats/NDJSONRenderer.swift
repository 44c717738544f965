import Display
import Text

/// JSON objects, one on each line: the rows of every table, each record, what else there is as a message.
struct NDJSONRenderer: Renderer {
    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        if page.blocks.isEmpty { try write(message(page.title.description), to: output) }
        for block in page.blocks {
            switch block {
            case .record(let fields): try write(.object(fields.json), to: output)
            case .prose(let text): try write(message(text.description), to: output)
            case .verbatim(let text): try write(message(text), to: output)
            case .message(let sentences):
                try write(message(sentences.joined(separator: "\n\n").description), to: output)
            case .comparison(let comparison): try write(comparison.json, to: output)
            case .picture(let picture): try await write(picture.table, extent, to: output)
            case .strip(let strip): try await write(strip.table, extent, to: output)
            case .table(let table): try await write(table, extent, to: output)
            }
        }
    }

    private func write(_ table: Table, _ extent: Extent, to output: Output) async throws {
        try await table.forEachPage(extent) { page in
            for row in page.rows { try write(.object(row.facts.json), to: output) }
            try output.flush()
        }
    }

    private func message(_ text: String) -> JSONValue { .object([JSONMember("message", .string(text))]) }

    private func write(_ value: JSONValue, to output: Output) throws {
        var writer = JSONWriter()
        writer.value(value)
        writer.endLine()
        try output.write(bytes: writer.drain())
    }
}
