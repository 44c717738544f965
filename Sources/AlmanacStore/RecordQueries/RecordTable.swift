import Model
import SQLite

/// How the records of one kind are kept: their table, its columns, and the tables of what they have several of.
package struct RecordTable<Content: Recordable>: Sendable {
    package let name: String
    var columns = Content.fieldColumns
    var lists = Content.fieldLists
    /// Columns that follow from the content, such as the key that lists are sorted by.
    var derived = DerivedColumn<Content>.standard(sortedBy: \.title)
    /// The records the content names, which must exist.
    let references = Content.fieldReferences
    let links: LinkLoader
    /// What a record with this content was tied to at a moment.
    let pastLinks: @Sendable (Content, HistoryPoint, Connection) throws -> Content.Links
    /// What lists are sorted by, by the names of the orders.
    let orders = OrderColumn.all(of: Content.self)
    /// The condition of the usual list; “all” shows the others, too.
    var usual = "TRUE"
    /// The records that belong to another one.
    let owned: @Sendable (RecordID) -> Selection?
    /// The condition of those in no group, for a kind that groups contain.
    var ungrouped: String?
    /// What filters compare, by the names of the fields.
    let filterColumns = FilterColumns.all(of: Content.kind)
    /// The names it is known by beside its title.
    var aliases: @Sendable (Content) -> [String] = { _ in [] }
    /// Whether names are also found without their spaces and punctuation.
    var isCatalog = false
    /// Texts that no field shows, by what they are called.
    var hiddenTexts: @Sendable (Content) -> [Labeled<String>] = { _ in [] }
    var photo: @Sendable (Content) -> BlobID? = { _ in nil }
    /// Why it cannot be kept, if its fields contradict each other.
    var contradiction: @Sendable (Content) -> RecordProblem? = { _ in nil }
    /// The keys by which duplicates are found.
    var duplicateKeys: @Sendable (Content, any CardInterpreter) -> Set<String> = { _, _ in [] }
    /// As much of the links as a search finds it by.
    var searchLinks: LinkLoader = { _, _ in [:] }
    /// What a search finds it by.
    var searchTexts: @Sendable (Content, any CardInterpreter) -> [SearchText] = {
        [searched = SearchedFields<Content>()] content, _ in searched.texts(of: content)
    }
    /// What else a search finds it by: what it is tied to.
    var linkedTexts: @Sendable (Content.Links) -> [SearchText] = { _ in [] }

    /// What records are tied to, by their ids.
    package typealias LinkLoader = @Sendable ([Int64], Connection) throws -> [Int64: Content.Links]

    package var noTies: LinkLoader { { _, _ in [:] } }

    func scope(_ scope: ListScope) -> Selection {
        switch scope {
        case .usual: Selection(source: name, condition: usual)
        case .all: Selection(source: name)
        case .of(let owner): owned(owner) ?? .nothing(of: name)
        case .ungrouped: ungrouped.map { Selection(source: name, condition: $0) } ?? .nothing(of: name)
        case .favorites(let account):
            Selection(
                source: "favorite CROSS JOIN \(name) ON \(name).id = favorite.\(Content.kind)_id",
                condition: "favorite.account_id = ?1", parameter: account.rawValue)
        }
    }
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
