import Model
import SQLite

/// The search text and filter of a smart group.
struct SavedSearch: Hashable {
    let group: RecordID
    /// The kind of the members: persons or planets.
    let kind: Kind
    let search: String?
    let filter: String?

    /// Creates the saved search of a smart group. Returns `nil` if the members of the group are added manually.
    init?(of group: Int64, in connection: Connection) throws {
        let saved = try connection.first(
            "SELECT id, search, person_filter, planet_filter FROM people_group WHERE id = ?1",
            binding: group, row: Self.read)
        guard let saved = saved ?? nil else { return nil }
        self = saved
    }

    init?(of group: Int64, as content: Group) {
        self.init(of: group, search: content.search, filter: content.filter, planets: content.planets)
    }

    /// Creates a saved search. Returns `nil` if there is neither a search text nor a filter.
    /// - Parameters:
    ///   - filter: A filter for persons.
    ///   - planets: A filter for planets. It cannot be combined with a search text or a filter for persons.
    private init?(of group: Int64, search: String?, filter: String?, planets: String?) {
        guard search != nil || filter != nil || planets != nil else { return nil }
        self.group = RecordID(kind: .group, number: group)
        kind = planets == nil ? .person : .planet
        self.search = search
        self.filter = planets ?? filter
    }

    /// Returns the saved search in a row, or `nil` if there is none. The row starts with the group ID, the search text,
    /// and both filters.
    static func read(_ row: borrowing Row) throws -> SavedSearch? {
        SavedSearch(of: row[0], search: row[1], filter: row[2], planets: row[3])
    }

    /// Returns the filter of the group combined with another filter.
    func filter(and other: Filter?) throws -> Filter? {
        guard let filter else { return other }
        do throws(FilterProblem) {
            return try Filter(filter, of: kind).and(other)
        } catch {
            let reason = error.explanation.sentences.joined(separator: " ")
            throw RecordProblem.badFilter(group, of: kind, filter: filter, reason: reason)
        }
    }

    /// Returns a selection of the records that match the search text, without applying the filter.
    func found(in connection: Connection) throws -> Selection {
        let all = Selection(source: kind.table)
        return try search.map { try all.narrowed(to: $0, id: "\(all.source).id", of: kind, in: connection) } ?? all
    }

    /// Returns a selection of the records that match the search text and the filter.
    func selection(in connection: Connection) throws -> Selection {
        try found(in: connection).filtered(by: try filter(and: nil), over: FilterColumns.all(of: kind))
    }
}
