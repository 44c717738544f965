import Model
import SQLite

/// What finds the members of a smart group: words that they have, a filter that lets them through, or both.
package struct SavedSearch: Hashable {
    let group: RecordID
    /// What the members are: persons, or planets.
    let kind: Kind
    let search: String?
    let filter: String?

    /// Nil for a group that keeps its members.
    package init?(of group: Int64, in connection: Connection) throws {
        let saved = try connection.first(
            "SELECT id, search, person_filter, planet_filter FROM people_group WHERE id = ?1",
            binding: group, row: Self.read)
        guard let saved = saved ?? nil else { return nil }
        self = saved
    }

    package init?(of group: Int64, as content: Group) {
        self.init(of: group, search: content.search, filter: content.filter, planets: content.planets)
    }

    /// - Parameters:
    ///   - filter: Of persons.
    ///   - planets: A filter of planets, beside which there is nothing else.
    private init?(of group: Int64, search: String?, filter: String?, planets: String?) {
        guard search != nil || filter != nil || planets != nil else { return nil }
        self.group = RecordID(kind: .group, number: group)
        kind = planets == nil ? .person : .planet
        self.search = search
        self.filter = planets ?? filter
    }

    /// From a row of id, search and both filters.
    static func read(_ row: borrowing Row) throws -> SavedSearch? {
        SavedSearch(of: row[0], search: row[1], filter: row[2], planets: row[3])
    }

    /// Its filter, and another one.
    func filter(and other: Filter?) throws -> Filter? {
        guard let filter else { return other }
        do throws(FilterProblem) {
            let own = try Filter(filter, of: kind)
            return try other.map { other throws(FilterProblem) in
                try Filter("(\(own.text)) and (\(other.text))", of: kind)
            } ?? own
        } catch {
            let reason = error.explanation.sentences.joined(separator: " ")
            throw RecordProblem.badFilter(group, of: kind, filter: filter, reason: reason)
        }
    }

    /// All records, narrowed to those that the search finds; the filter is not yet in it.
    func found(in connection: Connection) throws -> Selection {
        let all = Selection(source: kind.table)
        return try search.map { try all.narrowed(to: $0, id: "\(all.source).id", of: kind, in: connection) } ?? all
    }

    /// What it finds.
    func selection(in connection: Connection) throws -> Selection {
        try found(in: connection).filtered(by: try filter(and: nil), over: FilterColumns.all(of: kind))
    }
}
