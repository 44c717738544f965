import Localization

/// What there is to see at one place, as a value: it says what there is, never how it is drawn.
public struct Page: Hashable, Sendable {
    public var title: Message
    /// The address of the record the page is about.
    public var address: String?
    public var isFavorite: Bool
    public var blocks: [Block]
    /// What programs read in place of the blocks, where they need another shape.
    public var blocksForPrograms: [Block]?
    /// Whether people get every row and column of it, and nothing cut, however long that takes to read.
    public var isInFull = false
    /// Whether it is documentation: a text that is laid out for reading even in a pipe.
    public var isDocumentation = false
    /// Whether it answers a question by no: a program that asked gets status 1 with it.
    public var isNegative = false

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

/// A part of a page. A page with a record is that record for programs; tables beside it repeat, for people, what its
/// fields hold.
public enum Block: Hashable, Sendable {
    /// One record: all its fields, the unknown ones too.
    case record([Field])
    case table(Table)
    /// Markdown for reading.
    case prose(Message)
    /// Sentences about what was done, each on a line of its own; the names in them are no Markdown.
    case message([Message])
    /// Text for another program, line by line as it is.
    case verbatim(String)
    /// Several versions of one record side by side.
    case comparison(Comparison)
    case picture(Picture)
    case strip(Strip)
}

extension Page {
    /// The page as one audience sees it. For programs a page with a record is that record alone.
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

/// Several versions of one thing, field by field; only the fields that differ.
public struct Comparison: Hashable, Sendable {
    /// What each version is called: “yours”, “in the store”.
    public let names: [Message]
    public let rows: [Difference]

    public init(names: [Message], rows: [Difference]) {
        self.names = names
        self.rows = rows
    }

    public struct Difference: Hashable, Sendable {
        public let key: String
        public let title: Title
        /// One value for each name.
        public let values: [Value]

        public init(key: String, title: Title, values: [Value]) {
            self.key = key
            self.title = title
            self.values = values
        }
    }
}
