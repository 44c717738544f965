import Localization

/// One page of rows, and how to fetch the next: a list of any length stays flat in memory.
public struct Table: Hashable, Sendable {
    /// What the rows are, as a key: `persons`.
    public var key: String
    /// The columns for people, most important first; programs get every field of every row.
    public var columns: [Column]
    public var rows: [Row]
    /// The number people pick the first row by; nil where rows cannot be picked.
    public var firstNumber: Int?
    /// How many rows there are in all, when that is known.
    public var total: Int?
    /// The keys of the facts of each row, told where there may be no row that has them.
    public var keys: [String]?
    /// What is said in place of an empty table.
    public var placeholder: Message
    /// The line before the rows, for programs that want one before tab-separated values.
    public var headline: String?
    public var next: NextPage?
    /// Where fewer rows were asked for than there are: what is behind them, which nobody fetches unasked.
    public var rest: NextPage?

    public init(
        _ key: String, columns: [Column], rows: [Row], keys: [String]? = nil, firstNumber: Int? = nil,
        total: Int? = nil, placeholder: Message = "", headline: String? = nil, next: NextPage? = nil,
        rest: NextPage? = nil
    ) {
        self.key = key
        self.columns = columns
        self.rows = rows
        self.keys = keys
        self.firstNumber = firstNumber
        self.total = total
        self.placeholder = placeholder
        self.headline = headline
        self.next = next
        self.rest = rest
    }
}

/// How the rows behind a page are fetched, and how many there are in all; all are equal, so that pages compare by what
/// they show.
public struct NextPage: Hashable, Sendable {
    public let fetch: @Sendable () async throws -> Table
    /// Nil where nobody knows; asked only by whoever leaves rows out.
    public let count: (@Sendable () async throws -> Int)?

    public init(
        count: (@Sendable () async throws -> Int)? = nil, _ fetch: @escaping @Sendable () async throws -> Table
    ) {
        self.fetch = fetch
        self.count = count
    }

    public static func == (left: NextPage, right: NextPage) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

public struct Column: Hashable, Sendable {
    public enum Alignment: Hashable, Sendable { case leading, trailing }

    /// The key of the field it shows.
    public let key: String
    public let title: Title
    public let alignment: Alignment
    /// Whether it is neither cut nor left out, like an address, which half of would be none.
    public let isEssential: Bool
    /// Whether it says what a row is, as the first column does: never left out, and cut last of all.
    public let isTelling: Bool
    /// Whether it is read like a sentence: where it is narrow it goes on in further lines, and is never cut.
    public let isProse: Bool
    /// Whether it is a picture, which is no use to programs.
    public let isPicture: Bool

    public init(
        _ key: String, _ title: Title, _ alignment: Alignment = .leading, isEssential: Bool = false,
        isTelling: Bool = false, isProse: Bool = false, isPicture: Bool = false
    ) {
        self.key = key
        self.title = title
        self.alignment = alignment
        self.isEssential = isEssential
        self.isTelling = isTelling
        self.isProse = isProse
        self.isPicture = isPicture
    }
}

public struct Row: Hashable, Sendable {
    /// Where picking the row leads.
    public let address: String?
    public let fields: [Field]

    public init(address: String? = nil, _ fields: [Field]) {
        self.address = address
        self.fields = fields
    }

    /// The fields that programs get.
    public var facts: [Field] { fields.filter { $0.audience != .people } }

    public subscript(key: String) -> Value { fields.first { $0.key == key }?.value ?? .none }
}

/// How much of a table is shown.
public enum Extent: Hashable, Sendable { case firstPage, everything }

extension Table {
    /// Visits page after page, so that no more than one of them is ever in memory.
    public func forEachPage(_ extent: Extent, _ body: (Table) async throws -> Void) async throws {
        var page = self
        try await body(page)
        while extent == .everything, let next = page.next {
            try Task.checkCancellation()
            page = try await next.fetch()
            try await body(page)
        }
    }
}
