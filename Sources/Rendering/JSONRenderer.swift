import Display
import Text

/// A renderer for JSON. A single record or comparison becomes an object. A single table, picture, or strip becomes an
/// array. Other pages become an object with one member per block.
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
        if block.isTable { writer.beginArray() }
        try await block.forEachPage(extent) { values in
            for value in values { writer.value(value) }
            try output.write(bytes: writer.drain())
            try output.flush()
        }
        if block.isTable { writer.endArray() }
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

    /// Whether the block is written as an array of rows.
    fileprivate var isTable: Bool {
        switch self {
        case .table, .picture, .strip: true
        case .record, .prose, .message, .verbatim, .comparison: false
        }
    }

    /// Passes the rows of a table to a function page by page, or passes the single value of any other block.
    fileprivate func forEachPage(_ extent: Extent, _ body: ([JSONValue]) throws -> Void) async throws {
        switch self {
        case .record(let fields): try body([.object(fields.json)])
        case .prose(let text): try body([.string(text.description)])
        case .verbatim(let text): try body([.string(text)])
        case .message(let sentences): try body([.string(sentences.joined(separator: "\n\n").description)])
        case .comparison(let comparison): try body([comparison.json])
        case .picture(let picture): try await Block.table(picture.table).forEachPage(extent, body)
        case .strip(let strip): try await Block.table(strip.table).forEachPage(extent, body)
        case .table(let table):
            try await table.forEachPage(extent) { page in try body(page.rows.map { .object($0.facts.json) }) }
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
        case .picture(.qrCode(let code)): code.table.key
        case .picture(.tree(let tree)): tree.table.key
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

/// A renderer for NDJSON. Each row, record, comparison, or message is a JSON object on one line.
struct NDJSONRenderer: Renderer {
    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        var writer = JSONWriter()
        let blocks = page.blocks.isEmpty ? [.prose(page.title)] : page.blocks
        for block in blocks {
            try await block.forEachPage(extent) { values in
                for value in values {
                    writer.value(value.string == nil ? value : .object([JSONMember("message", value)]))
                    writer.endLine()
                }
                try output.write(bytes: writer.drain())
                try output.flush()
            }
        }
    }
}
