import Model
import SQLite

/// How the records of one kind are kept: their table, its columns, and the tables of what they have several of.
struct RecordTable<Content: Recordable>: Sendable {
    let name: String
    var columns = Content.fieldColumns
    var lists = Content.fieldLists
    /// Columns that follow from the content, such as the key that lists are sorted by.
    let derived: [DerivedColumn<Content>]
    /// The records the content names, which must exist.
    let references = Content.fieldReferences
    let links: LinkLoader
    /// What a record with this content was tied to at a moment.
    let pastLinks: @Sendable (Content, HistoryPoint, Connection) throws -> Content.Links
    /// What lists are sorted by, by the names of the orders.
    let orders = OrderColumn.all(of: Content.self)
    let scope: @Sendable (ListScope) -> Selection
    /// What filters compare, by the names of the fields.
    let filterColumns: [String: FilterColumn]
    /// The names it is known by beside its title.
    let aliases: @Sendable (Content) -> [String]
    /// Whether names are also found without their spaces and punctuation.
    let isCatalog: Bool
    /// Texts that no field shows, by what they are called.
    var hiddenTexts: @Sendable (Content) -> [Labeled<String>] = { _ in [] }
    var photo: @Sendable (Content) -> BlobID? = { _ in nil }
    /// Why it cannot be kept, if its fields contradict each other.
    var contradiction: @Sendable (Content) -> RecordProblem? = { _ in nil }
    /// The keys by which another is recognised as the same.
    var traces: @Sendable (Content) -> Set<String> = { _ in [] }
    /// As much of the links as a search finds it by.
    var searchLinks: LinkLoader = { _, _ in [:] }
    /// What a search finds it by.
    var searchTexts: @Sendable (Content) -> [SearchText] = { [searched = SearchedFields<Content>()] in
        searched.texts(of: $0)
    }
    /// What else a search finds it by: what it is tied to.
    var linkedTexts: @Sendable (Content.Links) -> [SearchText] = { _ in [] }

    /// What records are tied to, by their ids.
    typealias LinkLoader = @Sendable ([Int64], Connection) throws -> [Int64: Content.Links]

    var noTies: LinkLoader { { _, _ in [:] } }
}

/// A column that the store computes, for lists and for readers of the file.
struct DerivedColumn<Content: Recordable>: Sendable {
    let name: String
    /// Nil sorts behind everything else.
    let value: @Sendable (Content) -> String?

    init(_ name: String, _ value: @escaping @Sendable (Content) -> String?) {
        self.name = name
        self.value = value
    }

    static func standard(sortedBy text: @escaping @Sendable (Content) -> String) -> [DerivedColumn] {
        [DerivedColumn("display_name") { $0.title }, DerivedColumn("sort_key") { NameKey.of(text($0)) }]
    }
}

/// Where a list looks: the tables, the condition on them, and the value of ?1 in it.
struct Selection: Sendable {
    var source: String
    var condition = "TRUE"
    var parameter: Int64?
    /// What the search index is asked for, the value of ?4.
    var match: String?
    /// What a filter compares with, the values from ?5 on.
    var values: [FilterValue] = []

    static let firstValue = 5

    /// For a scope that means nothing to the kind.
    static func nothing(of table: String) -> Selection { Selection(source: table, condition: "FALSE") }
}
