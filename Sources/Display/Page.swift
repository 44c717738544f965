import Localization

/// The content of a page, independent of its rendering.
public struct Page: Hashable, Sendable {
    public var title: Message
    /// The ID of the record, or the path of the history step, that the page shows, if any.
    public var address: String?
    public var isFavorite: Bool
    public var blocks: [Block]
    /// The blocks for machine-readable output, if they differ from `blocks`.
    public var blocksForPrograms: [Block]?
    /// Whether all rows and columns are shown without truncation.
    public var isInFull = false
    /// Whether the page is documentation. Documentation is laid out for reading, even if the output is piped.
    public var isDocumentation = false
    /// The outcome that the page reports. It determines the exit status.
    public var outcome = Outcome.success

    public enum Outcome: Hashable, Sendable {
        case success
        /// A negative result, such as a search without results.
        case negative
        /// A partial result: part of the input was rejected.
        case partial
        /// A result that lacks the user’s approval.
        case unapproved
        /// A result that requires a decision, such as conflicts after a synchronization.
        case undecided

        /// Creates the outcome of an import.
        public init(accepted: Int, rejected: Int) {
            self = rejected == 0 ? .success : accepted == 0 ? .negative : .partial
        }
    }

    public init(
        _ title: Message, address: String? = nil, isFavorite: Bool = false, _ blocks: [Block] = [],
        forPrograms blocksForPrograms: [Block]? = nil
    ) {
        self.title = title
        self.address = address
        self.isFavorite = isFavorite
        self.blocks = blocks
        self.blocksForPrograms = blocksForPrograms
    }
}

/// A part of a page. If a page contains a record and has no `blocksForPrograms`, its machine-readable output consists
/// of the record only.
public enum Block: Hashable, Sendable {
    /// The fields of a record, including fields without a value.
    case record([Field])
    case table(Table)
    /// Text in Markdown.
    case prose(Message)
    /// Plain sentences about the result of a command, one per line.
    case message([Message])
    /// Text for another program, whose line breaks are kept.
    case verbatim(String)
    case comparison(Comparison)
    case picture(Picture)
    case strip(StripPlot)
}

extension Page {
    /// Returns the page with only the blocks and fields for an audience.
    public func shown(to audience: Field.Audience) -> Page {
        var page = self
        if audience == .programs, let blocks = blocksForPrograms {
            page.blocks = blocks
        } else if audience == .programs, let record = blocks.first(where: \.isRecord) {
            page.blocks = [record]
        }
        page.blocks = page.blocks.map { $0.shown(to: audience) }
        return page
    }
}

extension Block {
    fileprivate var isRecord: Bool { if case .record = self { true } else { false } }

    fileprivate func shown(to audience: Field.Audience) -> Block {
        switch self {
        case .record(let fields): .record(fields.filter { $0.audience == audience || $0.audience == .everybody })
        case .table, .prose, .message, .verbatim, .comparison, .picture, .strip: self
        }
    }
}

/// A comparison of the fields that differ between versions of a record or between two records.
public struct Comparison: Hashable, Sendable {
    /// The names of the versions or records, such as “yours” and “in the database”.
    public let names: [Message]
    public let rows: [Difference]

    public init(names: [Message], rows: [Difference]) {
        self.names = names
        self.rows = rows
    }

    public struct Difference: Hashable, Sendable {
        public let key: String
        public let title: Title
        /// One value for each version or record.
        public let values: [Value]

        public init(key: String, title: Title, values: [Value]) {
            self.key = key
            self.title = title
            self.values = values
        }
    }
}
