import Localization

/// A table that consists of one page of rows and a function that fetches the next page.
public struct Table: Hashable, Sendable {
    /// The key of the table in JSON, such as `persons`.
    public var key: String
    /// The columns of human-readable output, most important first. Machine-readable output contains all fields.
    public var columns: [Column]
    public var rows: [Row]
    /// The row number of the first row, or `nil` if rows cannot be selected by number.
    public var firstNumber: Int?
    /// The total number of rows on all pages, if known.
    public var total: Int?
    /// The keys of the fields, for the CSV header of an empty table. If they are `nil`, the header contains the keys of
    /// the columns instead.
    public var keys: [String]?
    /// The placeholder text for an empty table.
    public var placeholder: Message
    /// A line that precedes the rows in tab-separated output, or `nil` for none.
    public var headline: String?
    public var next: NextPage?
    /// The rows beyond the requested limit, if any. They are reported but not fetched.
    public var rest: NextPage?
    /// The position of the page in the list, if it can be counted.
    public var position: PagePosition?
    /// The width below which the rows are shown as cards, or `nil` to show cards only if the columns do not fit.
    public var minimumWidth: Int?

    public init(
        _ key: String, columns: [Column], rows: [Row], keys: [String]? = nil, firstNumber: Int? = nil,
        total: Int? = nil, placeholder: Message = "", headline: String? = nil, next: NextPage? = nil,
        rest: NextPage? = nil, position: PagePosition? = nil, minimumWidth: Int? = nil
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
        self.position = position
        self.minimumWidth = minimumWidth
    }
}

/// A page that is fetched on demand. Any two values are equal, so tables are compared by their loaded content only.
public struct NextPage: Hashable, Sendable {
    public let fetch: @Sendable () async throws -> Table

    public init(_ fetch: @escaping @Sendable () async throws -> Table) { self.fetch = fetch }

    public static func == (left: NextPage, right: NextPage) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

/// The position of a page in its list, which is counted on demand. Any two values are equal.
public struct PagePosition: Hashable, Sendable {
    /// A function that counts the rows of the whole list.
    public let total: @Sendable () async throws -> Int
    /// A function that counts the rows on the pages before this page, or `nil` for the first page.
    public let preceding: (@Sendable () async throws -> Int)?

    public init(
        total: @escaping @Sendable () async throws -> Int, preceding: (@Sendable () async throws -> Int)? = nil
    ) {
        self.total = total
        self.preceding = preceding
    }

    public static func == (left: PagePosition, right: PagePosition) -> Bool { true }
    public func hash(into hasher: inout Hasher) {}
}

public struct Column: Hashable, Sendable {
    public enum Alignment: Hashable, Sendable { case leading, trailing }

    /// The key of the field shown in the column.
    public let key: String
    public let title: Title
    public let alignment: Alignment
    /// Whether the column is never truncated or hidden.
    public let isEssential: Bool
    /// Whether the column contains record IDs. Such a column is hidden first if rows have numbers, and is essential
    /// otherwise.
    public let isRecordID: Bool
    /// Whether the column identifies the row. Such a column is never hidden, and it is truncated last.
    public let isIdentifying: Bool
    /// Whether values are wrapped instead of truncated.
    public let isProse: Bool
    /// Whether values are never truncated. A value that does not fit in its column is shown below the row.
    public let isWhole: Bool
    /// Whether the column is graphical. Graphical columns are omitted from machine-readable output.
    public let isPicture: Bool

    public init(
        _ key: String, _ title: Title, _ alignment: Alignment = .leading, isEssential: Bool = false,
        isRecordID: Bool = false, isIdentifying: Bool = false, isProse: Bool = false, isWhole: Bool = false,
        isPicture: Bool = false
    ) {
        self.key = key
        self.title = title
        self.alignment = alignment
        self.isEssential = isEssential
        self.isRecordID = isRecordID
        self.isIdentifying = isIdentifying
        self.isProse = isProse
        self.isWhole = isWhole
        self.isPicture = isPicture
    }
}

public struct Row: Hashable, Sendable {
    /// The ID of the record, or the path of the screen, that the row opens, if any.
    public let address: String?
    public let fields: [Field]

    public init(address: String? = nil, _ fields: [Field]) {
        self.address = address
        self.fields = fields
    }

    /// The machine-readable fields.
    public var facts: [Field] { fields.filter { $0.audience != .people } }

    public subscript(key: String) -> Value { fields.first { $0.key == key }?.value ?? .none }
}

public enum Extent: Hashable, Sendable { case firstPage, everything }

extension Table {
    /// Passes the first page or every page to a function, with only one page in memory at a time.
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
