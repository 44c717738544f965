import Model
import SQLite

/// A record type that is stored in a table.
protocol StoredRecord: Recordable {
    static var table: RecordTable<Self> { get }
    /// The names other than the title.
    var aliases: [String] { get }
    /// Text that no field shows, labeled with its title.
    var hiddenTexts: [Labeled<String>] { get }
    var photo: BlobID? { get }
    /// An error if the fields contradict each other, or `nil` otherwise.
    var contradiction: RecordProblem? { get }
    /// The keys for finding duplicates.
    var duplicateKeys: Set<String> { get }
    /// Returns the edited content, with its derived values and its card adapted to the edit.
    func completed(replacing former: Self) -> Self
    /// The version of the rules that read the fields from cards, which is stored in the column `card_version`; `nil` for
    /// kinds without this column.
    static var cardVersion: Int? { get }
    /// Returns the content with the values that an earlier version did not read from the card.
    func readingCardAgain() -> Self
    /// Returns a selection of the records that belong to another record; `nil` if none can belong to it.
    static func owned(by owner: RecordID) -> Selection?

    /// Loads the links of records, given the IDs of the records.
    static func links(of ids: [Int64], in connection: Connection) throws -> [Int64: Links]
    /// Loads the links of a past state, with current or last known names. Notes, journal entries, relatives, residents,
    /// and smart groups are excluded.
    func pastLinks(at moment: HistoryPoint, in connection: Connection) throws -> Links

    /// Loads the links to index for search.
    static func searchLinks(of ids: [Int64], in connection: Connection) throws -> [Int64: Links]
    /// Returns the text of the content to index.
    func searchTexts(of fields: SearchedFields<Self>) -> [SearchText]
    /// Returns the text of the links to index.
    static func searchTexts(of links: Links) -> [SearchText]
}

extension StoredRecord {
    var aliases: [String] { [] }
    var hiddenTexts: [Labeled<String>] { [] }
    var photo: BlobID? { nil }
    var contradiction: RecordProblem? { nil }
    var duplicateKeys: Set<String> { [] }
    func completed(replacing former: Self) -> Self { self }
    static var cardVersion: Int? { nil }
    func readingCardAgain() -> Self { self }
    static func searchLinks(of ids: [Int64], in connection: Connection) -> [Int64: Links] { [:] }
    func searchTexts(of fields: SearchedFields<Self>) -> [SearchText] { fields.texts(of: self) }
    static func searchTexts(of links: Links) -> [SearchText] { [] }
}

/// Functions for a kind that is known only at run time.
extension StoredRecord {
    static func delete(_ ids: [Int64], from connection: Connection) throws {
        try table.delete(ids, from: connection)
    }

    static func edited(since steps: [Int64: Step.ID], in connection: Connection) throws -> Set<Int64> {
        try table.edited(since: steps, in: connection)
    }

    static func titles(at moments: Set<HistoryPoint>, in connection: Connection) throws -> [HistoryPoint: String] {
        try table.titles(of: try table.pastWithoutLists(moments, in: connection), in: connection)
    }

    static func changes(
        at moments: [HistoryPoint], member: RecordID?, on connection: Connection
    ) throws -> [HistoryPoint: RecordChange] {
        try table.changes(at: moments, member: member, on: connection)
    }
}

extension Kind {
    /// The content type of records of this kind.
    var content: any StoredRecord.Type {
        switch self {
        case .person: Person.self
        case .group: Group.self
        case .planet: Planet.self
        case .note: Note.self
        }
    }
}

extension Connection {
    /// Returns references to the records that exist, with current names, in the order of the IDs.
    func references(to recordIDs: [RecordID]) throws -> [RecordReference] {
        var names: [RecordID: String] = [:]
        for (kind, recordIDs) in Dictionary(grouping: recordIDs, by: \.kind) {
            try forEach(
                """
                SELECT id, display_name FROM \(kind.table)
                WHERE id IN (SELECT value FROM json_each(?1))
                """, binding: recordIDs.map(\.number).json
            ) { row in
                names[RecordID(kind: kind, number: row[0])] = row[1] as String
            }
        }
        return recordIDs.compactMap { recordID in names[recordID].map { RecordReference(id: recordID, name: $0) } }
    }
}

extension Dictionary where Key == Int64, Value: RecordLinks {
    /// Sets a property of each owner’s links.
    mutating func set<Links>(_ property: WritableKeyPath<Value, Links>, to links: [Int64: Links]) {
        for (owner, links) in links { self[owner, default: Value()][keyPath: property] = links }
    }
}
