import Localization

/// A page of rows with a function that fetches the next page, so that long lists need little memory.
public struct Table: Hashable, Sendable {
    /// The JSON key: `persons`.
    public var key: String
    /// The columns for people, most important first. Programs get all fields.
    public var columns: [Column]
    public var rows: [Row]
    /// The number for selecting the first row, or `nil` if rows cannot be selected.
    public var firstNumber: Int?
    /// The total number of rows, if known.
    public var total: Int?
    /// The keys of the fields, required if the table may be empty.
    public var keys: [String]?
    /// The text that is shown for an empty table.
    public var placeholder: Message
    /// A line before tab-separated values.
    public var headline: String?
    public var next: NextPage?
    /// The rows beyond a requested limit, which are not fetched.
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

/// A function that fetches the next page. All values are equal, so that pages are compared by their content.
public struct NextPage: Hashable, Sendable {
    public let fetch: @Sendable () async throws -> Table
    /// Counts all rows, if that is possible.
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

    /// The key of the field that is shown.
    public let key: String
    public let title: Title
    public let alignment: Alignment
    /// Whether the column is never truncated or hidden, such as a record ID.
    public let isEssential: Bool
    /// Whether the column identifies the row: never hidden, and truncated last.
    public let isIdentifying: Bool
    /// Whether values are wrapped instead of truncated.
    public let isProse: Bool
    /// Whether the column is graphical and omitted for programs.
    public let isPicture: Bool

    public init(
        _ key: String, _ title: Title, _ alignment: Alignment = .leading, isEssential: Bool = false,
        isIdentifying: Bool = false, isProse: Bool = false, isPicture: Bool = false
    ) {
        self.key = key
        self.title = title
        self.alignment = alignment
        self.isEssential = isEssential
        self.isIdentifying = isIdentifying
        self.isProse = isProse
        self.isPicture = isPicture
    }
}

public struct Row: Hashable, Sendable {
    /// The ID of the record that the row leads to.
    public let address: String?
    public let fields: [Field]

    public init(address: String? = nil, _ fields: [Field]) {
        self.address = address
        self.fields = fields
    }

    /// The fields for programs.
    public var facts: [Field] { fields.filter { $0.audience != .people } }

    public subscript(key: String) -> Value { fields.first { $0.key == key }?.value ?? .none }
}

public enum Extent: Hashable, Sendable { case firstPage, everything }

extension Table {
    /// Visits the pages one after another, keeping only one in memory.
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
