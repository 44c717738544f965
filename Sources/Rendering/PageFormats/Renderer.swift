import Display

/// One way of writing a page.
protocol Renderer {
    func render(_ page: Page, _ extent: Extent, to output: Output) async throws
}

/// Shows pages, each as it was asked for or else as suits the place where the output goes.
public struct PageRenderer: Sendable {
    public let format: Format
    private let settings: RenderSettings

    /// - Parameter format: nil: a table on a terminal that fits it, tab-separated values in a pipe. A format that is
    ///   named is obeyed to the byte: nothing cut, nothing hidden.
    public init(_ format: Format?, _ traits: TerminalTraits) {
        self.format = format ?? .automatic(traits)
        settings = format == nil ? .fitting(traits) : .exact(traits)
    }

    /// Fetches the rows behind the first page if everything is asked for; flushes at the end.
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

    private var renderer: any Renderer {
        switch format {
        case .table: ReadableRenderer(settings: settings, form: .table)
        case .vertical: ReadableRenderer(settings: settings, form: .vertical)
        case .plain: PlainRenderer()
        case .json: JSONRenderer()
        case .ndjson: NDJSONRenderer()
        case .csv: CSVRenderer()
        case .markdown: MarkdownRenderer()
        }
    }
}

/// The ways in which one page can be shown.
public enum Format: String, CaseIterable, Hashable, Sendable {
    /// For people: aligned columns, a record as a card.
    case table
    /// For people, one fact on a line.
    case vertical
    /// Tab-separated, a record on each line.
    case plain
    case json
    /// A JSON object on each line.
    case ndjson
    /// RFC 4180.
    case csv
    case markdown

    /// What is shown if nobody asks for a format.
    public static func automatic(_ traits: TerminalTraits) -> Format {
        if !traits.isOutputTTY { return .plain }
        return traits.isPlain ? .vertical : .table
    }

    /// Whether a program or a person reads it.
    public var audience: Field.Audience {
        switch self {
        case .table, .vertical, .markdown: .people
        case .plain, .json, .ndjson, .csv: .programs
        }
    }
}
