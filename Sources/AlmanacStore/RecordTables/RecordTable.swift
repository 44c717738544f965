import Model
import SQLite

/// A description of the tables for one kind of record: columns, list tables, and derived columns.
struct RecordTable<Content: StoredRecord>: Sendable {
    let name = Content.kind.table
    /// The account whose favorites are tested by filters, or `nil` for a guest.
    var account: Account.ID?
    var columns = Content.fieldColumns
    var lists = Content.fieldLists
    /// The columns that are derived from the content, such as the sort key.
    var derived = DerivedColumn<Content>.standard(sortedBy: \.title)
    /// Closures that return the IDs of the records that the content refers to. All of them must exist.
    let references = Content.fieldReferences
    /// The condition of the default list. With “all”, the list also contains the other records.
    var usual = "TRUE"
    /// The condition for records without a group; `nil` if records of this kind cannot be listed by this condition.
    var ungrouped: String?
    /// Whether names are also found without spaces or punctuation.
    var isCatalog = false
    let limitedFields = Content.fields.map(LimitedField.init)
    let searchedFields = SearchedFields<Content>()
    /// A closure that changes other records after records have been added, edited, or deleted on the given day. It is
    /// not a requirement of `StoredRecord`, because deleted records are read only if there is a closure.
    var didChange: (@Sendable ([ContentChange<Content>], CivilDate, SearchIndexer) throws -> Void)?

    /// A closure that loads the links of records, given the IDs of the records.
    typealias LinkLoader = ([Int64], Connection) throws -> [Int64: Content.Links]

    var filterColumns: [String: FilterColumn] { FilterColumns.all(of: Content.kind) }

    func scope(_ scope: ListScope) -> Selection {
        switch scope {
        case .usual: Selection(source: name, condition: usual)
        case .all: Selection(source: name)
        case .of(let owner): Content.owned(by: owner) ?? .nothing(of: name)
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
}

extension DerivedColumn {
    /// Creates a column for sorting by text. Empty text is sorted last.
    init(key name: String, of text: @escaping @Sendable (Content) -> String) {
        self.init(name: name) { content, rules in
            let text = text(content)
            return text.isEmpty ? nil : NameKey.sorting(text, rules)
        }
    }

    static func standard(sortedBy text: @escaping @Sendable (Content) -> String) -> [DerivedColumn] {
        [
            DerivedColumn(name: "display_name") { $0.title(in: $1.order) },
            DerivedColumn(name: "sort_key") { NameKey.sorting(text($0), $1) },
        ]
    }
}
