import Display
import Text

/// A renderer for JSON. A single record becomes an object, a single table becomes an array, and other pages become an
/// object with one member per block.
struct JSONRenderer: Renderer {
    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        var writer = JSONWriter(layout: .linePerElement)
        if let block = page.blocks.first, page.blocks.count == 1, block.isData {
            try await write(block, extent, with: &writer, to: output)
        } else {
            writer.beginObject()
            if page.blocks.isEmpty { writer.member("message", .string(page.title.description)) }
            for (key, block) in page.keyedBlocks {
                writer.key(key)
                try await write(block, extent, with: &writer, to: output)
            }
            writer.endObject()
        }
        writer.endLine()
        try output.write(bytes: writer.drain())
    }

    private func write(
        _ block: Block, _ extent: Extent, with writer: inout JSONWriter, to output: Output
    ) async throws {
        switch block {
        case .record(let fields): writer.value(.object(fields.json))
        case .prose(let text): writer.value(.string(text.description))
        case .verbatim(let text): writer.value(.string(text))
        case .message(let sentences): writer.value(.string(sentences.joined(separator: "\n\n").description))
        case .comparison(let comparison): writer.value(comparison.json)
        case .picture(let picture): try await write(.table(picture.table), extent, with: &writer, to: output)
        case .strip(let strip): try await write(.table(strip.table), extent, with: &writer, to: output)
        case .table(let table):
            writer.beginArray()
            try await table.forEachPage(extent) { page in
                for row in page.rows { writer.value(.object(row.facts.json)) }
                try output.write(bytes: writer.drain())
                try output.flush()
            }
            writer.endArray()
        }
    }
}

extension Block {
    /// Whether the block can be a complete JSON text. Prose is always written with a key.
    fileprivate var isData: Bool {
        switch self {
        case .prose, .message, .verbatim: false
        case .record, .table, .comparison, .picture, .strip: true
        }
    }

    fileprivate func key(amongSeveral: Bool) -> String {
        switch self {
        case .record: "record"
        case .table(let table): table.key
        case .prose, .message, .verbatim: amongSeveral ? "text" : "message"
        case .comparison: "comparison"
        case .picture(.plot): "plot"
        case .picture(.drawing(let drawing)): drawing.table.key
        case .strip: "strip"
        }
    }
}

extension Page {
    /// The blocks of the page with unique keys. For example, a second `record` becomes `record2`.
    var keyedBlocks: [(key: String, block: Block)] {
        var uses: [String: Int] = [:]
        return blocks.map { block in
            let key = block.key(amongSeveral: blocks.count > 1)
            uses[key, default: 0] += 1
            let count = uses[key, default: 1]
            return (count == 1 ? key : key + String(count), block)
        }
    }
}

/// A renderer for NDJSON. Each row, record, or message is a JSON object on one line.
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
