import Display
import Text

/// A renderer for CSV (RFC 4180).
///
/// Multiple blocks are combined into one table, whose columns are the name of the block and the keys of all blocks.
struct CSVRenderer: Renderer {
    /// Whether cells that look like formulas are prefixed with an apostrophe.
    let isGuarded: Bool

    func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        guard page.blocks.count > 1 else {
            let block = page.blocks.first ?? .prose(page.title)
            try write([block.csvKeys], to: output)
            return try await forEachPage(of: block, extent) { try write($0, to: output) }
        }
        let parts = page.keyedBlocks
        var keys: [String] = []
        for key in parts.flatMap({ $0.block.csvKeys }) where !keys.contains(key) { keys.append(key) }
        try write([["part"] + keys], to: output)
        for (name, block) in parts {
            let places = keys.map { block.csvKeys.firstIndex(of: $0) }
            try await forEachPage(of: block, extent) { rows in
                try write(rows.map { row in [name] + places.map { $0.map { row[$0] } ?? "" } }, to: output)
            }
        }
    }

    /// Passes the rows of a block to a function, page by page.
    private func forEachPage(of block: Block, _ extent: Extent, _ body: ([[String]]) throws -> Void) async throws {
        switch block {
        case .record(let fields): try body([fields.map(\.value.flat)])
        case .prose(let text): try body([[text.description]])
        case .verbatim(let text): try body([[text]])
        case .message(let sentences): try body([[sentences.joined(separator: "\n\n").description]])
        case .comparison(let comparison): try body(comparison.cells)
        case .picture(let picture): try await forEachPage(of: .table(picture.table), extent, body)
        case .strip(let strip): try await forEachPage(of: .table(strip.table), extent, body)
        case .table(let table):
            let keys = block.csvKeys
            try await table.forEachPage(extent) { page in
                try body(page.rows.map { row in keys.map { row[$0].flat } })
            }
        }
    }

    private func write(_ records: [[String]], to output: Output) throws {
        var writer = CSVWriter()
        for record in records { writer.write(record.map(cell)) }
        try output.write(bytes: writer.drain())
        try output.flush()
    }

    /// Returns the text of a cell. Hostile characters, except tabs and line breaks, are replaced with visible text.
    private func cell(_ value: String) -> String {
        let text = VisibleText.lines(value, tab: "\t")
        return isGuarded ? FormulaGuard.guarded(text) : text
    }
}

extension Block {
    /// The keys in the CSV header.
    fileprivate var csvKeys: [String] {
        switch self {
        case .record(let fields): fields.map(\.key)
        case .prose, .message, .verbatim: ["message"]
        case .comparison(let comparison): comparison.header
        case .picture(let picture): Block.table(picture.table).csvKeys
        case .strip(let strip): Block.table(strip.table).csvKeys
        case .table(let table):
            table.rows.first?.facts.map(\.key) ?? table.keys ?? table.columns.filter { !$0.isPicture }.map(\.key)
        }
    }
}
