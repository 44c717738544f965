import Model
import SQLite

/// A description of the tables for one kind of record: columns, list tables, links, and search data.
struct RecordTable<Content: Recordable>: Sendable {
    let name: String
    /// The account whose favorites are tested by filters, or `nil` for a guest.
    var account: Account.ID?
    var columns = Content.fieldColumns
    var lists = Content.fieldLists
    /// The columns that are derived from the content, such as the sort key.
    var derived = DerivedColumn<Content>.standard(sortedBy: \.title)
    /// A closure that returns the IDs of the records that the content refers to. All of them must exist.
    let references = Content.fieldReferences
    let links: LinkLoader
    /// A closure that loads the links of a past state.
    let pastLinks: @Sendable (Content, HistoryPoint, Connection) throws -> Content.Links
    /// The condition of the default list. With “all”, the list also contains the other records.
    var usual = "TRUE"
    /// A closure that returns a selection of the records that belong to another record; `nil` if none can belong to it.
    let owned: @Sendable (RecordID) -> Selection?
    /// The condition for records without a group; `nil` if records of this kind cannot be listed by this condition.
    var ungrouped: String?
    /// A closure that returns the names other than the title.
    var aliases: @Sendable (Content) -> [String] = { _ in [] }
    /// Whether names are also found without spaces or punctuation.
    var isCatalog = false
    let limitedFields = Content.fields.map(LimitedField.init)
    /// A closure that returns text that no field shows, labeled with its title.
    var hiddenTexts: @Sendable (Content) -> [Labeled<String>] = { _ in [] }
    var photo: @Sendable (Content) -> BlobID? = { _ in nil }
    /// A closure that returns an error if the fields contradict each other, or `nil` otherwise.
    var contradiction: @Sendable (Content) -> RecordProblem? = { _ in nil }
    /// A closure that returns the keys for finding duplicates.
    var duplicateKeys: @Sendable (Content) -> Set<String> = { _ in [] }
    /// A closure that completes edited content with the values that only its card contained.
    var completed: @Sendable (_ content: Content, _ former: Content) -> Content = { content, _ in content }
    /// A closure that changes other records after records have been added, edited, or deleted on the given day.
    var didChange: (@Sendable ([ContentChange<Content>], CivilDate, SearchIndexer) throws -> Void)?
    /// A closure that loads the links to index for search.
    var searchLinks: LinkLoader = { _, _ in [:] }
    /// A closure that returns the text of the content to index.
    var searchTexts: @Sendable (Content) -> [SearchText] = {
        [searched = SearchedFields<Content>()] content in searched.texts(of: content)
    }
    /// A closure that returns the text of the links to index.
    var linkedTexts: @Sendable (Content.Links) -> [SearchText] = { _ in [] }

    /// A closure that loads the links of records, given the IDs of the records.
    typealias LinkLoader = @Sendable ([Int64], Connection) throws -> [Int64: Content.Links]

    var filterColumns: [String: FilterColumn] { FilterColumns.all(of: Content.kind) }

    var withoutLinks: LinkLoader { { _, _ in [:] } }

    func scope(_ scope: ListScope) -> Selection {
        switch scope {
        case .usual: Selection(source: name, condition: usual)
        case .all: Selection(source: name)
        case .of(let owner): owned(owner) ?? .nothing(of: name)
        case .ungrouped: ungrouped.map { Selection(source: name, condition: $0) } ?? .nothing(of: name)
        case .favorites(let account):
            Selection(
                source: "favorite CROSS JOIN \(name) ON \(name).id = favorite.\(Content.kind.rawValue)_id",
                condition: "favorite.account_id IS ?1", parameter: account?.rawValue)
        }
    }
}

/// The content of a record before and after a change: `nil` before an addition and after a deletion.
struct ContentChange<Content: Recordable>: Sendable {
    var former: Content?
    var content: Content?
}

/// A column that is derived from the content, for sorting and for other programs that read the file.
struct DerivedColumn<Content: Recordable>: Sendable {
    let name: String
    /// A closure that returns the value of the column. `nil` is sorted last.
    let value: @Sendable (Content, NameRules) -> String?

    init(_ name: String, _ value: @escaping @Sendable (Content, NameRules) -> String?) {
        self.name = name
        self.value = value
    }

    /// Creates a column for sorting by text. Empty text is sorted last.
    static func key(_ name: String, of text: @escaping @Sendable (Content) -> String) -> DerivedColumn {
        DerivedColumn(name) { content, rules in
            let text = text(content)
            return text.isEmpty ? nil : NameKey.sorting(text, rules)
        }
    }

    static func standard(sortedBy text: @escaping @Sendable (Content) -> String) -> [DerivedColumn] {
        [
            DerivedColumn("display_name") { $0.title(in: $1.order) },
            DerivedColumn("sort_key") { NameKey.sorting(text($0), $1) },
        ]
    }
}
