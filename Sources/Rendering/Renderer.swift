import Display
import Localization

/// A renderer for one output format.
protocol Renderer {
    func render(_ page: Page, _ extent: Extent, to output: Output) async throws
}

/// A renderer that selects the format and the settings for the output.
public struct PageRenderer: Sendable {
    public let format: Format
    private let settings: RenderSettings

    /// Creates a renderer for an output.
    ///
    /// - Parameter format: The format, or `nil` for the default format of the output. With an explicit format, the
    ///   output is never truncated.
    public init(_ format: Format?, _ traits: TerminalTraits) {
        self.format = format ?? .automatic(traits)
        settings = format == nil ? .fitting(traits) : .exact(traits)
    }

    /// Renders a page and flushes the output.
    public func render(_ page: Page, _ extent: Extent, to output: Output) async throws {
        let extent = page.isInFull ? .everything : extent
        if page.isDocumentation, format == .table || format == .plain {
            let renderer = ReadableRenderer(settings: settings.forDocumentation, form: .table)
            try await renderer.render(page.shown(to: .people), extent, to: output)
        } else {
            try await renderer.render(page.shown(to: format.audience), extent, to: output)
        }
        try output.flush()
    }

    /// Returns the first lines of a page as a terminal shows them, but dimmed and without other styles.
    public func firstLines(of page: Page, count: Int) async throws -> [Line] {
        let text = CollectedText()
        let output = Output(text)
        let plain = RenderSettings(
            width: settings.width, height: settings.height, palette: .plain, charset: settings.charset)
        try await ReadableRenderer(settings: plain, form: .table).render(
            page.shown(to: .people), .firstPage, to: output)
        try output.flush()
        let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.prefix(count).map { Line(String($0), .dim) }
    }

    /// Returns how many rows of a list fit into the given number of lines, at least 1. Returns `nil` if the whole page
    /// fits, if it is not a list with row numbers, or if the format is not `table`.
    public func fittingRows(of page: Page, in height: Int) async throws -> Int? {
        guard format == .table, let list = page.list else { return nil }
        var excess = try await firstLines(of: page.withoutPosition, count: .max).count - height
        guard excess > 0 else { return nil }
        let drawing = TableDrawing(settings: settings, isInFull: page.isInFull, output: Output(CollectedText()))
        var heights = try await drawing.heights(of: list)
        while excess > 0, heights.count > 1 { excess -= heights.removeLast() }
        return heights.count
    }

    private var renderer: any Renderer {
        switch format {
        case .table: ReadableRenderer(settings: settings, form: .table)
        case .vertical: ReadableRenderer(settings: settings, form: .vertical)
        case .plain: PlainRenderer()
        case .json: JSONRenderer()
        case .ndjson: NDJSONRenderer()
        case .csv: CSVRenderer(isGuarded: true)
        case .csvRaw: CSVRenderer(isGuarded: false)
        case .markdown: MarkdownRenderer()
        }
    }
}

extension Page {
    /// The table with row numbers, or `nil` if there is none or if the page contains other data.
    fileprivate var list: Table? {
        var lists: [Table] = []
        for block in blocks {
            switch block {
            case .table(let table): lists.append(table)
            case .prose, .message: break
            case .record, .verbatim, .comparison, .picture, .strip: return nil
            }
        }
        return lists.count == 1 ? lists.first { $0.firstNumber != nil } : nil
    }

    // Counting the rows for a position would query the database.
    fileprivate var withoutPosition: Page {
        var page = self
        page.blocks = blocks.map { block in
            guard case .table(var table) = block else { return block }
            table.position = nil
            return .table(table)
        }
        return page
    }
}

/// A sink that collects text in memory.
private final class CollectedText: ByteSink {
    private(set) var text = ""

    func write(_ bytes: UnsafeRawBufferPointer) { text += String(decoding: bytes, as: UTF8.self) }
    func close() {}
}

/// An output format.
public enum Format: String, CaseIterable, Hashable, Sendable {
    /// Aligned columns for tables, and cards for records.
    case table
    /// One value per line.
    case vertical
    /// Tab-separated values.
    case plain
    case json
    /// One JSON object per line.
    case ndjson
    case csv
    /// CSV without apostrophes before cells that look like formulas.
    case csvRaw = "csv-raw"
    case markdown

    /// Returns the default format for the output.
    public static func automatic(_ traits: TerminalTraits) -> Format {
        if !traits.isOutputTTY { return .plain }
        return traits.isPlain ? .vertical : .table
    }

    /// The audience of the format: machine-readable or human-readable output.
    public var audience: Field.Audience {
        switch self {
        case .table, .vertical, .markdown: .people
        case .plain, .json, .ndjson, .csv, .csvRaw: .programs
        }
    }
}

/// The messages used by the renderers.
enum RendererMessages {
    static func flag(_ isSet: Bool) -> Title { isSet ? "yes" : "no" }
    static let nothing: Message = "(none)"

    // MARK: - Table footer

    /// Returns the positions of the rows, such as `17–32 of 546`, or their number if the total is unknown.
    static func shown(_ rows: Int, after preceding: Int, of total: Int?) -> Message {
        guard let total else {
            return Message(rows, one: "1 row, more available", other: "\(rows) rows, more available")
        }
        return rows == 1 ? "\(preceding + 1) of \(total)" : "\(preceding + 1)–\(preceding + rows) of \(total)"
    }

    static func hidden(_ titles: [Title]) -> Message {
        let list = titles.map(Message.init(title:)).joined(separator: ", ")
        return Message(
            titles.count, one: "\(titles.count) column hidden: \(list)",
            other: "\(titles.count) columns hidden: \(list)")
    }

    static func cut(_ values: Int) -> Message {
        Message(values, one: "1 value truncated", other: "\(values) values truncated")
    }
}
